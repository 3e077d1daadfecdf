"""Texts of Glen More II: labels, history lines, turn summaries, reasons of points."""
