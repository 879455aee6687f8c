"""The version of the package; the versions of formats, rules, reports, seals and tables are others."""

VERSION = "0.1.0"
