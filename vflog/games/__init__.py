"""The rulesets, one package each: rules, records, tables, views, figures, words, board, simulation, examples."""

#: The ruleset that a command is about where it is not told.
DEFAULT = "veiled-fate"
