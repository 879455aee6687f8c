"""What can go wrong with a database, each as one sentence for people."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be read or written; the text is the sentence to print."""


class Locked(StoreError):
    """Another process holds the database."""


class Foreign(StoreError):
    """The file is no database, or none of this version of vflog."""


class QueryError(StoreError):
    """The SQL that the user gave cannot be run: wrong usage, not a fault of the database."""
