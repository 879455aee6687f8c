"""The figures and pages of Udacha. Loaded only when pages are made."""
