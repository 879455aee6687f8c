"""One game again: cursor, views, legal forms, referee, seals."""
