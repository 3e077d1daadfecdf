"""Attacks on the companion, repeatable by their seed: hostile requests and damaged files.

`python -m tools.attack requests 20000` and `python -m tools.attack files 1000`; each prints its counts and faults.
"""
