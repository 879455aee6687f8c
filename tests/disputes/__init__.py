"""Staged disputes, and what must be said of each."""
