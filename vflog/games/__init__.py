"""The rulesets that come with vflog, one package each."""

#: The ruleset that a command is about where it is not told.
DEFAULT = "veiled-fate"
