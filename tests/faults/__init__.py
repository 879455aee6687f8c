"""Faults at random moments of the commands that write: kills, signals, full disks, limits. `python -m tests.faults`.

Whatever happens, a command ends with the exit code that belongs to it and says at most one sentence, the database stays
whole, and the next run completes what was begun: nothing lost, nothing doubled, nothing left lying about.
"""
