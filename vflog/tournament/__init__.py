"""Tournaments: from a file that says who plays whom, and a folder of logs, to findings and standings."""
