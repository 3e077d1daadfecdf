"""The pieces of Glen More II: the catalogue that ships, the owner's box over it, command cards.

A game in play never looks here: it carries its own copy of the facts.
"""
