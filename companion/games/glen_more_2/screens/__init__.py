"""Screens of Glen More II on the panel; rules and points come from the view."""
