"""The page of the desk: a server for this machine alone, its guard, what the page draws.

No rule is worked out here or on the page.
"""
