"""Machinery that every game shares: questions, answers, events, journal, history and undo. Knows no game."""
