"""Schotten Totten on the panel. Decides nothing."""
