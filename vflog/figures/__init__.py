"""What all figures and pages are made of, whichever ruleset brings them: pictures, colours, texts, pages as data."""
