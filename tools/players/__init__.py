"""Simulated players for tests, demo and bench: they plan presses, play sensibly and write recordings."""
