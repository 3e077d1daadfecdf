"""The owner's box in the data folder: its facts for new games, and facts that a game told added to it.

A game in play never looks here: it carries its own copy of the facts.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from companion.catalogue.glen_more_2.box import Box, learn_all, read_box, write_box
from companion.catalogue.glen_more_2.facts_in_force import aliases, load_facts
from companion.catalogue.sticker_registry import Registry
from companion.games.loader import installed
from companion.state.glen_more_2.facts import Facts, Learned
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.glen_more_2.model import State
from companion.storage.toml_file import BadFile

log = logging.getLogger(__name__)


def with_chronicles(facts: Facts) -> Facts:
    """The facts with the pieces of every chronicle beside, for stickers: which of them are played is open."""
    pieces, library = dict(facts.pieces), installed()
    for each in library.expansions.values():
        if each.facts and facts.decks:
            bare = State("setup", library.ruleset((each.slug,)), facts, HouseRules(), chronicles=(each.slug,))
            pieces |= each.facts(facts, bare).pieces
    return replace(facts, pieces=pieces)


class OwnerBox:
    """One box file and the stickers of the same box. With `facts` given the file is neither read nor written."""

    def __init__(self, box: Path, stickers: Path, facts: Facts | None = None) -> None:
        self._path = box
        self._given = facts
        found = Box() if facts else self._read()
        self.stickers = Registry(stickers, with_chronicles(facts or load_facts(found)), aliases(found))

    def _read(self) -> Box:
        return read_box(self._path) if self._path.exists() else Box()

    def facts(self) -> Facts:
        """What is known now; raises BadFile where somebody wrote nonsense into the file."""
        return self._given or load_facts(self._read(), self.stickers.stickers.values())

    def learn(self, facts: Sequence[Learned]) -> None:
        """Write down what a game told; a fact that contradicts the box is left out and logged.

        A nameless tile that turned out to be a landmark keeps no slot: its sticker goes to the landmark tile.
        """
        for fact in facts:
            if fact.field == "is":
                self.stickers.move(fact.piece, str(fact.value))
        if self._given:
            return
        box = self._read()
        for fact in (fact for fact in facts if fact.field != "is"):
            try:
                learned = learn_all(box, (fact,))
                load_facts(learned, self.stickers.stickers.values())
            except BadFile as bad:
                log.warning("%s was not learned: %s", fact, bad.message)
            else:
                box = learned
        write_box(box, self._path)
        self.stickers.use(with_chronicles(load_facts(box, self.stickers.stickers.values())), aliases(box))
