"""A box in words: where two boxes differ, what was taken in, what is left out. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.catalogue.glen_more_2.box import Box, box_tables
from companion.catalogue.glen_more_2.facts_in_force import aliases, load_facts
from companion.catalogue.glen_more_2.shared_box import Difference, Merged
from companion.catalogue.glen_more_2.teaching import BesideOf, nothing_beside
from companion.catalogue.glen_more_2.told_in_words import IN_WORDS
from companion.engine.message import Message, listed, literal, tr, trn
from companion.engine.plain_text import plain_line, quoted
from companion.engine.teaching import Differs
from companion.state.glen_more_2.facts import PERSON, START_DECK, TILE, Cost, Effect
from companion.state.glen_more_2.labels import costs, piece_words
from companion.state.glen_more_2.piece_words import KIND_WORDS, effects_in_words

FIELDS = {
    "is": tr("Name"),
    "name": tr("Name"),
    "sort": tr("A person"),
    "rebuild": tr("A rebuild tile"),
    "kind": tr("Kind"),
    "cost": tr("Cost"),
    "one_time": tr("One-time effect"),
    "activation": tr("Activation"),
    "river": tr("River"),
    "deck": tr("Deck"),
    "symbol": tr("A chronicle's symbol"),
    "barred": tr("No pawn may stop there"),
    "note": tr("Note"),
}
"""What of a tile, by its name in the file."""
OF_THE_BOX = {
    "rondel_spaces": tr("Spaces of the rondel"),
    "worlds_end_in_d": tr("World's End is one of the D tiles"),
    "roads_complete": tr("Every road of the clan board is known"),
}


class BoxWords:
    """Words for everything that a box can say; beside: what every expansion adds.

    fact_words: what the expansions' facts are that are no field of a piece, by their names.
    """

    def __init__(
        self, box: Box, beside: BesideOf = nothing_beside, fact_words: Mapping[str, Message] = {}
    ) -> None:
        self._box, self._fact_words = box, fact_words
        self._facts = load_facts(box)
        added = beside(self._facts)
        self._expansions = {slug: name for slug, name, _ in added}
        self._beside = {id: piece for _, _, own in added for id, piece in own.items()}

    def told(self) -> Iterator[tuple[str, Message, Message]]:
        """Every value of the box: where `Box.told_by` has it, what it is and what it says, for people."""
        tables = box_tables(self._box)
        for id, row in tables.get("tile", {}).items():
            for field, value in row.items():
                yield f"tile.{id}.{field}", self._of_tile(self._called(id), field), self.value(field, value)
        for road in self._box.roads:
            yield (key := f"road.{road.a}-{road.b}"), self._road(key), self.value("", road.coins)
        for name in filter(tables.__contains__, OF_THE_BOX):
            yield name, OF_THE_BOX[name], self.value("", tables[name])
        for group in ("decks", "more"):
            for name, value in tables.get(group, {}).items():
                yield (key := f"{group}.{name}"), self.what(key), self.value(name.rpartition(".")[2], value)

    def what(self, key: str, called: Message | None = None) -> Message:
        """What a value is, by where it stands in the file; called: its tile, as it is printed."""
        group, _, rest = key.partition(".")
        if group == "tile" and called:
            return self._of_tile(called, rest.rpartition(".")[2])
        if group == "road":
            return self._road(key)
        if group == "decks":
            return tr("Start tiles") if rest == START_DECK else tr("Tiles of deck {deck}", deck=rest)
        if group == "more":
            return self._fact_words.get(rest) or self._of_expansion(rest)
        return OF_THE_BOX.get(key) or literal(plain_line(key))

    def _called(self, id: str) -> Message:
        if id in self._facts.pieces:
            return piece_words(self._facts.pieces[id])
        found = aliases(self._box).get(id)
        return piece_words(self._facts.pieces[found]) if found in self._facts.pieces else literal(id)

    def _of_tile(self, tile: Message, field: str) -> Message:
        return tr("{Piece}, {what}", Piece=tile, what=FIELDS.get(field) or literal(plain_line(field)))

    def _road(self, key: str) -> Message:
        a, _, b = key.removeprefix("road.").partition("-")
        return tr("Road from {one} to {other}", one=self._crest(a), other=self._crest(b))

    def _crest(self, id: str) -> Message:
        if id == "start":
            return tr("the start area")
        return literal(self._facts.crests[id].name if id in self._facts.crests else plain_line(id))

    def _of_expansion(self, name: str) -> Message:
        slug, _, what = name.partition(".")
        if f"{slug}." == TILE:
            piece, _, field = what.partition(".")
            known = self._beside.get(piece)
            return self._of_tile(piece_words(known) if known else literal(plain_line(piece)), field)
        known = next((piece for id, piece in self._beside.items() if what.endswith(id)), None)
        words = piece_words(known) if known else literal(plain_line(what.replace("_", " ")))
        return tr("{piece}, {what}", piece=self._expansions.get(slug) or literal(plain_line(slug)), what=words)

    def value(self, field: str, value: Any) -> Message:
        """What a value says; what is told of expansions' pieces stands in the file in words."""
        if field in IN_WORDS and isinstance(value, str):
            value = IN_WORDS[field](value)
        match field:
            case "cost":
                return costs(tuple(Cost(what, n) for what, n in value.items()))
            case "one_time" | "activation":
                return effects_in_words(self._facts, tuple(msgspec.convert(step, Effect) for step in value))
            case "sort":
                value = value == PERSON
            case "is":
                found = self._facts.pieces.get(str(value))
                return piece_words(found) if found else literal(plain_line(str(value)))
            case "kind" if value in KIND_WORDS:
                return KIND_WORDS[value]
        if isinstance(value, bool):
            return tr("Yes") if value else tr("No")
        return literal(quoted(str(value)))

    def differs(self, each: Difference) -> Differs:
        """For people to choose."""
        field = each.field.rpartition(".")[2]
        what = self.what(each.key, each.called)
        return Differs(each.key, what, self.value(field, each.here), self.value(field, each.there))


def taken_in(done: Merged) -> tuple[Message, ...]:
    """What was taken in, and which tiles found no place."""
    told = trn("{n} value taken in.", "{n} values taken in.", done.added)
    return (told, _no_room(done.no_room)) if done.no_room else (told,)


def _no_room(tiles: Sequence[Message]) -> Message:
    return trn(
        "No tile here is left for {tiles}: teach yours first, then take the box in again.",
        "No tiles here are left for {tiles}: teach yours first, then take the box in again.",
        len(tiles),
        tiles=listed(tiles),
    )


def left_out(tiles: int) -> Message | None:
    """Of how many tiles nothing is in the file."""
    if not tiles:
        return None
    return trn(
        "{n} tile was left out: it has neither a name nor kind and cost.",
        "{n} tiles were left out: they have neither a name nor kind and cost.",
        tiles,
    )
