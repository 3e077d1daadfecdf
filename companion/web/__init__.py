"""The page of the desk, served to this machine alone, and in `phones` that of invited phones; their guard.

No rule is worked out here or on the page.
"""
