"""The pieces of Glen More II: the catalogue that ships, the owner's box over it, command cards."""
