"""Schotten Totten: what its table may rule otherwise. Imports no other game."""
