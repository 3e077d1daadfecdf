"""Putting right what is wrong: counts, rows of the market, decks, the rondel, tiles and cards, names."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Text
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.course import fire
from companion.state.glen_more.facts import GOODS
from companion.state.glen_more.model import COUNTS, TERRITORY, OpenQuestion, State
from companion.state.glen_more.questions.scoring import count_form, set_count
from companion.state.glen_more.questions.setup import known_away, name_form, name_player
from companion.state.glen_more.questions.territories import ROWS as TERRITORIES
from companion.state.glen_more.questions.territories import lift
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, Form, QuestionKind
from companion.state.territory.market import SPACES
from companion.state.territory.track import place_of, tiles_ahead

PLAYING = ("take", "turn", "place", "use", "roll")
"""Stages in which the rondel lies and somebody is on turn."""
LONGEST_NOTE = 80
FREE_COUNTS = tuple(count for count in COUNTS if count != "scots")
"""Counts of things that lie beside a territory."""


def _text(_state: State, _question: OpenQuestion) -> Message:
    return tr("What is wrong?")


# ---- counts


def _count(state: State, _question: OpenQuestion) -> Form | None:
    if not state.market:
        return None
    # What territories tell is put right there.
    counts = (*FREE_COUNTS, "points") if state.follows else (*COUNTS, *TERRITORY, "points")
    return count_form(state, counts, tr("A count"))


def _set_count(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    set_count(resolution, question, answer)
    if resolution.stage == "over":
        fire(resolution, "recount")


def _row(state: State, _question: OpenQuestion) -> Form | None:
    if not state.market:
        return None
    rows = []
    for good in GOODS:
        number = Amount("filled", tr("How many spaces hold coins?"), 0, SPACES, state.market[good], counted=True)
        label = tr("{count}: {n}", count=labels.GOODS_WORDS[good], n=state.market[good])
        rows.append(Choice(good, label, then=(number,)))
    return Form(tr("The market"), (Pick("good", tr("Which row?"), tuple(rows)),))


def _set_row(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    good, filled = answer.values
    resolution.do(ev.RowSet(str(good), int(filled)))


def _deck(state: State, _question: OpenQuestion) -> Form | None:
    if not state.deck or state.stage not in PLAYING:
        return None
    size = state.facts.decks[state.deck]
    left = Amount("left", tr("How many tiles are left?"), 1, size, state.left[state.deck], counted=True)
    return Form(tr("Tiles left in deck {deck}", deck=state.deck), (left,))


def _set_deck(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.DeckCounted(resolution.state.deck, int(answer.values[0])))


# ---- the rondel


def _space(state: State, _question: OpenQuestion) -> Form | None:
    if state.stage not in PLAYING:
        return None
    away = known_away(state)
    spaces = []
    for n, place in enumerate(tiles_ahead(state.line), 1):
        now = state.line[place]
        free = [t for t in state.facts.tiles.values() if t.deck == now.deck and t.id not in away]
        pieces = tuple(Choice(t.id, labels.tile_words(t), piece=t.id) for t in free)
        if pieces:
            label = tr("tile {n} ahead, {tile}", n=n, tile=labels.piece(state.facts, now.piece, now.deck))
            spaces.append(Choice(str(place), label, then=(Pick("piece", tr("Which tile is it?"), pieces),)))
    return Form(tr("What lies on the rondel"), (Pick("space", tr("Which?"), tuple(spaces)),)) if spaces else None


def _set_space(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    place, piece = answer.values
    deck = resolution.state.facts.tiles[str(piece)].deck
    resolution.do(ev.SpaceSet(int(place), str(piece), deck))


def _pawn(state: State, _question: OpenQuestion) -> Form | None:
    """Two figures that were taken for each other: one stands where the other was believed."""
    if state.stage not in ("take", "roll"):
        return None
    figures = [figure for space in state.line for figure in space.figures]
    choices = []
    for figure in figures:
        others = tuple(Choice(other, labels.figure(state, other)) for other in figures if other != figure)
        with_whom = Pick("other", tr("Whose pawn stands there now?"), others)
        choices.append(Choice(figure, labels.figure(state, figure), then=(with_whom,)))
    return Form(tr("A pawn stands elsewhere"), (Pick("figure", tr("Whose pawn?"), tuple(choices)),))


def _swap(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    one, other = map(str, answer.values)
    here, there = place_of(resolution.state.line, one), place_of(resolution.state.line, other)
    resolution.do(ev.PawnPlaced(one, there))
    resolution.do(ev.PawnPlaced(other, here))
    for kind in ("take", "ledger", "roll"):
        resolution.close(kind)
    fire(resolution, "ring_corrected")


# ---- tiles and cards


def _tile(state: State, _question: OpenQuestion) -> Form | None:
    if state.stage not in PLAYING:
        return None
    places = [("out", tr("out of the game")), ("deck", tr("in its deck"))]
    places += [] if state.follows else [(p.id, labels.figure(state, p.id)) for p in state.players]
    where = Pick("where", tr("Where is it?"), tuple(Choice(id, words) for id, words in places))
    tiles = tuple(
        Choice(t.id, labels.tile_words(t), then=(where,), piece=t.id, group=tr("Deck {deck}", deck=t.deck))
        for t in state.facts.tiles.values()
        if t.deck
    )
    return Form(tr("A tile is elsewhere"), (Pick("piece", tr("Which tile?"), tiles),))


def _place_tile(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    piece, where = map(str, answer.values)
    if not resolution.state.follows:
        resolution.do(ev.PiecePlaced(piece, where))
        return
    lift(resolution, piece)
    resolution.do(ev.PiecePlaced(piece, where))


def _card(state: State, _question: OpenQuestion) -> Form | None:
    if not state.market:
        return None
    who = [("", tr("nobody")), *((p.id, labels.figure(state, p.id)) for p in state.players)]
    holder = Pick("holder", tr("Who has it?"), tuple(Choice(id or "nobody", words) for id, words in who))
    cards = tuple(Choice(id, labels.card(state.facts, id), then=(holder,)) for id in state.facts.cards)
    return Form(tr("A card of a special location"), (Pick("card", tr("Which card?"), cards),))


def _place_card(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, holder = map(str, answer.values)
    resolution.do(ev.CardPlaced(card, "" if holder == "nobody" else holder))
    if resolution.stage == "over":
        fire(resolution, "recount")


def _make_note(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.NoteMade(str(answer.values[0])))


KINDS = (
    QuestionKind(
        "correct",
        _text,
        (
            Action("count", _count, _set_count),
            Action("row", _row, _set_row),
            Action("deck", _deck, _set_deck),
            Action("space", _space, _set_space),
            Action("pawn", _pawn, _swap),
            Action("tile", _tile, _place_tile),
            *TERRITORIES,
            Action("card", _card, _place_card),
            Action("name", name_form, name_player),
            Action("note", Form(tr("A note"), (Text("words", tr("Which words?"), LONGEST_NOTE),)), _make_note),
        ),
    ),
)
