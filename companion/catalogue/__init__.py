"""Pieces as facts: the catalogue that ships, the owner's box over it, stickers and command cards."""

from companion.catalogue.glen_more_2.box import Box, learn, learn_all, read_box, write_box
from companion.catalogue.glen_more_2.facts_in_force import aliases, load_facts, unknowns
from companion.storage.toml_file import BadFile

__all__ = ["BadFile", "Box", "aliases", "learn", "learn_all", "load_facts", "read_box", "unknowns", "write_box"]
