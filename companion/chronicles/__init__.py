"""The eight expansions of Glen More II, a folder each, and what they share: their order and their queries.

No chronicle imports another; what one must know of another it asks by a query.
"""
