"""Schotten Totten on the page. Decides nothing."""
