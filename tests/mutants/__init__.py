"""Mutants of the rules: whether every check of the rulesets is held by a test.

python -m tests.mutants [FILE…] [--every K] [--list]
"""
