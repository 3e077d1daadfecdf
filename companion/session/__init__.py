"""The session at the table: handles inputs, updates the running game and the menu, and gives pages and signals.

`companion.app` connects it to the devices; it contains no game rules.
"""
