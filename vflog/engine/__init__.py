"""Judging one game by whichever ruleset: numbers, takebacks, amends, claims, facts, and what a ruleset must bring."""
