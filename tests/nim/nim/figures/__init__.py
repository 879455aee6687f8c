"""The figures of Nim, loaded when pages are made."""
