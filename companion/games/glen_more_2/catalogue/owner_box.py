"""The owner's box in the data folder: facts for new games; facts entered during games are added to it.

A running game does not use it; it has its own copy of the facts.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.message import Message, tr, trn
from companion.engine.piece_facts import BoxFacts, ImportedFacts
from companion.games.glen_more_2.catalogue.box import Box, read_box, write_box
from companion.games.glen_more_2.catalogue.box_updates import add_facts, remove_fact
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts, piece_aliases
from companion.games.glen_more_2.catalogue.shipped import load_catalogue
from companion.games.glen_more_2.catalogue.sticker_kinds import (
    ExpansionPieces,
    command_cards,
    nameless_tile_label,
    sticker_kinds,
)
from companion.games.sticker_registry import Registry, TagNames
from companion.state.glen_more_2.event_rows.setup import facts_with_owner_entries
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.facts import START_DECK, Facts, LearnedFact, Piece, is_unknown_slot
from companion.state.glen_more_2.game import make_library
from companion.state.glen_more_2.model import HouseRules, State
from companion.state.glen_more_2.ruleset import Library
from companion.state.glen_more_2.text.labels import known_piece_label, owner_given_name
from companion.storage.toml_file import BadFile, toml_bytes

log = logging.getLogger(__name__)


class OwnerBox:
    """One box file; implements `companion.games.definition.OwnersBox`.

    With `facts` the file is neither read nor written. `library`: the expansions whose pieces and command cards get
    stickers, as these do not depend on which are played.
    """

    def __init__(self, path: Path, facts: Facts | None = None, library: Library | None = None) -> None:
        self._path, self._given, self._library = path, facts, library or make_library()
        self._said: tuple[str, str | None] | None = None
        self._box = Box() if facts else self._read()

    def _read(self) -> Box:
        return read_box(self._path) if self._path.exists() else Box()

    def facts(self, stickered: Collection[str] = (), practice: OwnerBox | None = None) -> Facts:
        """Return the known facts; pieces in `stickered` keep their slots as long as other slots are free."""
        return self._given or effective_facts(self._with(practice, stickered), stickered)

    def _with(self, practice: OwnerBox | None, stickered: Collection[str]) -> Box:
        """Return the box with tiles without a sticker from the practice box, unless the two contradict
        each other."""
        box = self._read()
        if practice is None:
            return box
        beside = {id: row for id, row in practice._read().tile.items() if id not in (*box.tile, *stickered)}
        both = msgspec.structs.replace(box, tile={**beside, **box.tile})
        try:
            effective_facts(both, stickered)
        except BadFile as bad:
            log.warning("the practice box is left out: %s", bad.message)
            return box
        return both

    def tag_names(self) -> TagNames:
        return self._names(self._given or effective_facts(self._box), self._box)

    def _names(self, facts: Facts, box: Box) -> TagNames:
        """Return the names with those of loaded expansions; the others are loaded when a name is not found."""
        loaded = self._library.loaded

        def more() -> TagNames:
            if len(self._library.loaded) > len(loaded):
                return self._names(facts, box)
            return tag_names_of_box(facts, box, self._library, self._library.all_expansions())

        return tag_names_of_box(facts, box, self._library, loaded)._replace(with_more=more)

    def _beside(self, facts: Facts) -> ExpansionPieces:
        """Return what every expansion adds to these facts."""
        return expansion_pieces(self._library, self._library.all_expansions(), facts)

    def learn(self, facts: Sequence[LearnedFact], stickers: Registry) -> None:
        """Save the facts that fit; then raise BadFile about those that contradict the box.

        A nameless tile identified as a landmark has no slot any more: its sticker moves to the landmark tile.
        """
        for fact in facts:
            if fact.field == "is":
                stickers.move(fact.piece, str(fact.value))
        # Facts that were passed in belong to a demo or a test, so no owner's box is written.
        if self._given:
            return
        box, unfit = self._read(), []
        for fact in filter(_is_stored, facts):
            # Facts are added one by one, so that one contradiction does not prevent the others.
            try:
                learned = add_facts(box, (fact,))
                _check(box, learned, tuple(stickers.stickers.values()))
            except BadFile as bad:
                log.warning("%s was not learned: %s", fact, bad.message)
                unfit.append(bad.message)
            else:
                box = learned
        self._keep(box, stickers)
        if unfit:
            raise BadFile(
                trn(
                    "What you said about a tile was not kept: {why}",
                    "{n} things you said about tiles were not kept. The first: {why}",
                    len(unfit),
                    why=unfit[0],
                )
            )

    def forget(self, facts: Sequence[LearnedFact], now: Facts, stickers: Registry) -> None:
        """Remove facts; all facts of a tile whose sticker was moved stay, as the sticker is not moved back."""
        moved = {piece for fact in facts if fact.field == "is" for piece in (fact.piece, fact.value)}
        stickered, box = tuple(stickers.stickers.values()), self._read()
        for fact in facts:
            if self._given or not fact.piece or fact.piece in moved:
                continue
            try:
                without = remove_fact(box, fact, now, stickered)
                _check(box, without, stickered)
            except BadFile as bad:
                log.warning("%s was not taken out of the box: %s", fact, bad.message)
            else:
                box = without
        if box != self._read():
            self._keep(box, stickers)

    def _keep(self, box: Box, stickers: Registry) -> None:
        """Save the box and use its names for stickers from now on."""
        write_box(box, self._path)
        self._box = box
        stickers.use(self._names(effective_facts(box, stickers.stickers.values()), box))

    def box_facts(self, stickered: Collection[str] = ()) -> BoxFacts:
        """Return descriptions of all tiles; empty if the facts were passed in."""
        from companion.games.glen_more_2.catalogue import tile_form  # late: few evenings describe a tile

        return BoxFacts() if self._given else tile_form.box_descriptions(self._read(), stickered, self._beside)

    def save_facts(self, piece: str, values: Mapping[str, str | None], stickers: Registry) -> None:
        if self._given:
            return
        stickered = tuple(stickers.stickers.values())
        box = self._with_told(piece, values, stickered)
        _check(self._read(), box, stickered)
        self._keep(box, stickers)
        if (row := box.tile.get(piece)) and row.is_:
            stickers.move(piece, next(tile for slot, tile in piece_aliases(box).items() if slot == piece))

    def _with_told(self, piece: str, values: Mapping[str, str | None], stickered: Collection[str]) -> Box:
        """Return the box with the entered values; a name in use has to be entered twice, as it may be an error."""
        from companion.games.glen_more_2.catalogue import tile_form

        said, self._said = self._said, None
        again = said == (named := (piece, values.get(tile_form.NAME)))
        try:
            return tile_form.save_tile_form(
                self._read(), piece, values, stickered, self._beside, shares_name=again
            )
        except tile_form.DuplicateName:
            self._said = named
            raise

    def export_box(self) -> tuple[bytes, Message | None]:
        from companion.games.glen_more_2.catalogue import shared_box

        tables, tiles = shared_box.shared_tables(
            self._box if self._given else self._read(), private_fact_prefixes(self._library)
        )
        return toml_bytes(tables), shared_box.left_out_message(tiles)

    def import_box(
        self, tables: Mapping[str, Any], file: str, theirs: Mapping[str, bool], stickers: Registry
    ) -> ImportedFacts:
        from companion.games.glen_more_2.catalogue import shared_box

        if self._given:
            return ImportedFacts()
        stickered = tuple(stickers.stickers.values())
        done = shared_box.merge_boxes(self._read(), tables, file, stickered, theirs)
        effective_facts(done.box, stickered)
        if done.differences:
            words = shared_box.BoxWords(done.box, self._beside, fact_labels(self._library))
            return ImportedFacts(differences=tuple(map(words.differs, done.differences)))
        self._keep(done.box, stickers)
        return ImportedFacts(shared_box.import_report(done))


def _is_stored(fact: LearnedFact) -> bool:
    """True for all facts except which slot a landmark is: its deck is published, so it has no slot."""
    return fact.field != "is" or load_catalogue().tiles[str(fact.value)].deck is None


def _check(before: Box, box: Box, stickered: Collection[str]) -> None:
    """Raise BadFile if the box contradicts itself, or if a tile with a sticker would no longer be a piece."""
    now = effective_facts(box, stickered).pieces
    was = effective_facts(before, stickered).pieces
    gone = [slot for slot in stickered if slot in was and slot not in {*now, *piece_aliases(box)}]
    for slot in gone:
        new = next(tile for tile in now.values() if tile.deck == was[slot].deck != was[tile.id].deck)
        raise BadFile(_has_stickers(new.deck or "", new.name))


def _has_stickers(deck: str, tile: str) -> Message:
    if deck == START_DECK:
        return tr(
            "The start tiles have stickers already: tap the one that is {tile}, then enter its name.", tile=tile
        )
    return tr(
        "The tiles of deck {deck} have stickers already: tap the one that is {tile}, then enter its name.",
        deck=deck,
        tile=tile,
    )


def tag_names_of_box(facts: Facts, box: Box, library: Library, expansions: Sequence[Expansion] = ()) -> TagNames:
    """Return everything that a sticker may be on, given these facts and box, with pieces of these expansions."""
    beside = expansion_pieces(library, expansions, facts)
    every = [facts.pieces, *(own for _slug, _name, own in beside)]
    pieces = {id: _called(piece) for each in every for id, piece in each.items()}
    cards = command_cards(facts, library.ruleset(each.slug for each in expansions).kinds.values())
    labels = {id: card.label for id, card in cards.items()}
    return TagNames(pieces, labels, piece_aliases(box), sticker_kinds(facts, beside, cards))


def facts_with_expansion(library: Library, expansion: Expansion, facts: Facts) -> Facts:
    """Return the facts with the pieces this expansion adds and what the owner entered about them."""
    if not expansion.facts or not facts.decks:
        return facts
    rules = library.ruleset((expansion.slug,))
    bare = State("setup", rules, facts, HouseRules(), chronicles=(expansion.slug,))
    return facts_with_owner_entries(expansion.facts(facts, bare))


def expansion_pieces(library: Library, expansions: Iterable[Expansion], facts: Facts) -> ExpansionPieces:
    """Return slug, name and pieces that each expansion adds to these facts, whether it is played or not.

    The pieces include what the owner entered about them.
    """
    found = []
    for each in expansions:
        if each.facts and facts.decks:
            pieces = facts_with_expansion(library, each, facts).pieces
            own = {id: piece for id, piece in pieces.items() if id not in facts.pieces}
            found.append((each.slug, each.name, own))
    return found


def private_fact_prefixes(library: Library) -> tuple[str, ...]:
    """Return the prefixes of facts of expansions that are not shared with other owners."""
    return tuple(begins for each in library.all_expansions() for begins in each.own_facts)


def fact_labels(library: Library) -> dict[str, Message]:
    """Return labels, each with its expansion, of facts that are not a field of a piece, by fact name."""
    return {
        name: tr("{chronicle}, {what}", chronicle=each.name, what=words)
        for each in library.all_expansions()
        for name, words in each.fact_words.items()
    }


def _called(piece: Piece) -> Message | str:
    """Return the name by what is printed on the piece; a slot number is not."""
    return owner_given_name(piece) or (
        nameless_tile_label(piece) if is_unknown_slot(piece) and piece.deck else known_piece_label(piece)
    )
