"""Meanings of a tap in Glen More: the answers that a tapped tile or command card stands for now."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import CORRECTION, Interpretation, TapMeaning
from companion.engine.message import Message, capitalize_start, tr
from companion.engine.offers import Answer, Choice, Pick
from companion.engine.question_kinds import CARD_HAS_NO_EFFECT, card_meaning, cards_of_rows, closed_card_meaning
from companion.state.glen_more import text
from companion.state.glen_more.model import State
from companion.state.glen_more.questions import KINDS, ORDER
from companion.state.glen_more.questions.setup import identified_tiles_outside_decks
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import number_ahead, tile_index

CARD_PREFIX = "card:"
REFUSALS_BY_STAGE = {
    "setup": tr("The first turn has not begun."),
    "layout": tr("The first turn has not begun."),
    "take": tr("First say which tile is taken."),
    "roll": tr("It is the die's turn."),
    "place": tr("First place the tile."),
    "count": tr("A scoring comes first."),
    "over": tr("The game is over."),
}
"""Why a command card has no meaning, by stage."""


def open_questions(state: State) -> list[OpenQuestion]:
    """Return the open questions, most urgent first."""
    return sorted(state.open_questions, key=lambda opened: (ORDER[opened.kind], opened.number))


def tap_meaning(state: State, piece: str) -> TapMeaning:
    """Return all interpretations of a tap, most likely first."""
    if piece.startswith(CARD_PREFIX):
        return _card(state, piece.removeprefix(CARD_PREFIX))
    if piece not in state.facts.tiles:
        return TapMeaning(tr("This piece does not belong to this game."))
    look, meant = location_text(state, piece), _twin(state, piece)
    ways: list[Interpretation] = []
    for opened in open_questions(state):
        ways += _ways(state, opened, meant)
        if ways and opened.kind != "end":
            break
    if len(ways) > 1:
        return TapMeaning(look, _asked(state, piece), tuple(ways), in_order=True)
    return TapMeaning(look, None, tuple(ways)) if ways else _elsewhere(state, piece, look)


def _asked(state: State, piece: str) -> Message:
    """Return the title above several interpretations, usually about which tile ahead was taken."""
    name = text.tile_label(state.facts.tiles[piece])
    if state.stage == "take":
        return capitalize_start(tr("{tile}: which tile ahead?", tile=name))
    return capitalize_start(tr("{tile}: what happened?", tile=name))


def _twin(state: State, piece: str) -> str:
    """Return the tile, or an identical one if this tile is already elsewhere.

    Identical tiles look the same, so a player who chose one from a list may have chosen the other.
    """
    known = identified_tiles_outside_decks(state)
    if piece not in known or tile_index(state.track, piece) >= 0:
        return piece
    words = text.tile_label(state.facts.tiles[piece])
    alike = (t.id for t in state.facts.tiles.values() if t.deck and text.tile_label(t) == words)
    return next((id for id in alike if id not in known or tile_index(state.track, id) >= 0), piece)


def _ways(state: State, opened: OpenQuestion, piece: str) -> Iterator[Interpretation]:
    """Yield the interpretations of a tap for one question: choices of this piece, also one level deeper."""
    question = KINDS[opened.kind].question(state, opened, is_hidden=True)
    for offer in question.offers:
        if offer.closed or offer.name == "nothing" or len(offer.parts) != 1:
            continue
        pick = offer.parts[0]
        for choice in pick.choices if isinstance(pick, Pick) else ():
            if choice.piece == piece and not choice.then and not choice.closed:
                words = tr("{what}: {tile}", what=offer.label, tile=text.tile_label(state.facts.tiles[piece]))
                yield Interpretation(words, Answer(opened.number, offer.name, (choice.value,)))
            elif inner := _inside(choice, piece):
                yield Interpretation(choice.label, Answer(opened.number, offer.name, (choice.value, inner)))


def _inside(choice: Choice, piece: str) -> str:
    """Return the value of the piece among the further choices, "" if it is not there."""
    if len(choice.then) != 1 or not isinstance(choice.then[0], Pick):
        return ""
    return next((c.value for c in choice.then[0].choices if c.piece == piece and not c.closed), "")


def _elsewhere(state: State, piece: str, look: Message) -> TapMeaning:
    """Offer to correct the location of a tile that is not where the state has it."""
    if state.turn.has_moved or state.stage != "take" or not state.facts.tiles[piece].deck:
        return TapMeaning(look)
    back = Interpretation(tr("It is in its deck"), Answer(CORRECTION, "tile", (piece, "deck")))
    return TapMeaning(look, look, (back,))


def _card(state: State, card: str) -> TapMeaning:
    """Return the meaning of a command card: one tap for what the buttons would enter."""
    for opened in open_questions(state):
        for row, told in cards_of_rows(KINDS[opened.kind].actions, state.facts):
            if told.id == card:
                return card_meaning(KINDS[opened.kind].question(state, opened), row, told)
    known = any(told.id == card for kind in KINDS.values() for _, told in cards_of_rows(kind.actions, state.facts))
    return closed_card_meaning(
        REFUSALS_BY_STAGE.get(state.stage, CARD_HAS_NO_EFFECT) if known else CARD_HAS_NO_EFFECT
    )


def location_text(state: State, piece: str) -> Message:
    """Return the name of a tile and where it is according to the state."""
    tile = state.facts.tiles[piece]
    name = text.tile_label(tile)
    holder = next((p.id for p in state.players if piece in (*p.taken_tiles, p.village)), "")
    place = tile_index(state.track, piece)
    if holder:
        return tr("{tile}: {player} has it.", tile=name, player=text.figure_label(state, holder))
    if place >= 0 and (n := number_ahead(state.track, place)):
        return tr("{tile}: tile {n} ahead.", tile=name, n=n)
    if place >= 0:
        return tr("{tile}: it was passed.", tile=name)
    if any(each.piece == piece for each in state.removed_tiles):
        return tr("{tile}: out of the game.", tile=name)
    return tr("{tile}: deck {deck}.", tile=name, deck=tile.deck) if tile.deck else name
