"""The figures and pages of Veiled Fate. Loaded only when pages are made."""
