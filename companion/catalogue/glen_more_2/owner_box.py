"""The owner's box in the data folder: its facts for new games, and facts that a game told added to it.

A game in play never looks here: it carries its own copy of the facts.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

from companion.catalogue.glen_more_2.box import Box, learn_all, read_box, write_box
from companion.catalogue.glen_more_2.command_cards import command_cards
from companion.catalogue.glen_more_2.facts_in_force import aliases, load_facts
from companion.catalogue.sticker_registry import Registry, TagNames
from companion.engine.message import trn
from companion.state.glen_more_2 import questions
from companion.state.glen_more_2.facts import Facts, Learned
from companion.state.glen_more_2.rows import QuestionKind
from companion.storage.toml_file import BadFile

log = logging.getLogger(__name__)


class OwnerBox:
    """One box file; implements `companion.catalogue.owners_box.OwnersBox`.

    With `facts` given the file is neither read nor written. whole: the facts with the pieces of every expansion
    beside, for stickers: which of them are played is open. kinds: the questions of all of them, for their cards.
    """

    def __init__(
        self,
        path: Path,
        facts: Facts | None = None,
        whole: Callable[[Facts], Facts] = lambda facts: facts,
        kinds: Iterable[QuestionKind] = questions.KINDS,
    ) -> None:
        self._path, self._given, self._whole, self._kinds = path, facts, whole, tuple(kinds)
        self._box = Box() if facts else self._read()

    def _read(self) -> Box:
        return read_box(self._path) if self._path.exists() else Box()

    def facts(self, stickered: Collection[str] = ()) -> Facts:
        """What is known now; `stickered` pieces keep their slots as long as there are others."""
        return self._given or load_facts(self._read(), stickered)

    def tag_names(self) -> TagNames:
        return names_of(self._whole(self._given or load_facts(self._box)), self._box, self._kinds)

    def learn(self, facts: Sequence[Learned], stickers: Registry) -> None:
        """A fact that contradicts the box is left out; when the others are written down, BadFile says so.

        A nameless tile that turned out to be a landmark keeps no slot: its sticker goes to the landmark tile.
        """
        for fact in facts:
            if fact.field == "is":
                stickers.move(fact.piece, str(fact.value))
        # Facts that were given belong to a demo or a test: no box of anybody's is written.
        if self._given:
            return
        box, unfit = self._read(), []
        for fact in (fact for fact in facts if fact.field != "is"):
            # One by one: a fact that contradicts the box must not take the others with it.
            try:
                learned = learn_all(box, (fact,))
                load_facts(learned, stickers.stickers.values())
            except BadFile as bad:
                log.warning("%s was not learned: %s", fact, bad.message)
                unfit.append(bad.message)
            else:
                box = learned
        write_box(box, self._path)
        self._box = box
        stickers.use(names_of(self._whole(load_facts(box, stickers.stickers.values())), box, self._kinds))
        if unfit:
            raise BadFile(
                trn(
                    "What you said about a tile was not kept: {why}",
                    "{n} things you said about tiles were not kept. The first: {why}",
                    len(unfit),
                    why=unfit[0],
                )
            )


def names_of(facts: Facts, box: Box, kinds: Iterable[QuestionKind] = questions.KINDS) -> TagNames:
    """All that a sticker may be on, where this is known of the box."""
    pieces = {id: piece.name or piece.id for id, piece in facts.pieces.items()}
    cards = {id: card.label for id, card in command_cards(facts, kinds).items()}
    return TagNames(pieces, cards, aliases(box))
