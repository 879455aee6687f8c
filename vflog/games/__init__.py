"""The rulesets, one package each: rules, records, tables, views, figures, words, board, simulation, examples."""
