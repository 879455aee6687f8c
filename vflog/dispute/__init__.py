"""Disputes: what a record comes to, how its position came about, and what follows if it is read otherwise."""
