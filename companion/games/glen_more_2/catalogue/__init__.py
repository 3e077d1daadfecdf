"""The pieces of Glen More II: the shipped catalogue, the owner's box that extends it, and command cards.

A running game does not use this package; it has its own copy of the facts.
"""
