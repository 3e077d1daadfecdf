"""Screens of Schotten Totten on the panel."""
