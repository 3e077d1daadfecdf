"""Pieces as facts: the catalogue that ships, the owner's box over it, stickers and command cards."""

from companion.catalogue.box import Box, learn, learn_all, read_box, write_box
from companion.catalogue.facts import aliases, load_facts, unknowns
from companion.ownerfile import BadFile

__all__ = ["BadFile", "Box", "aliases", "learn", "learn_all", "load_facts", "read_box", "unknowns", "write_box"]
