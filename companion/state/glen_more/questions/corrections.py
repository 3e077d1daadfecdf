"""Correction questions: counts, market rows, decks, the rondel, tiles, cards and names.

Before a scoring players check the counts that it uses (G1-SCR-01), and count goods if first place is tied.
"""

from __future__ import annotations

from companion.engine.message import Message, join_list, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Text
from companion.state.glen_more import events as ev
from companion.state.glen_more import text
from companion.state.glen_more.course import fire_trigger, record_scoring
from companion.state.glen_more.model import EVENT_COUNTS, GOODS, TILE_COUNTS, State, count_of
from companion.state.glen_more.questions.setup import identified_tiles_outside_decks, name_form, name_player
from companion.state.glen_more.questions.territories import TERRITORY_CORRECTIONS as TERRITORIES
from companion.state.glen_more.questions.territories import remove_placed_piece
from companion.state.glen_more.resolution import Action, Form, QuestionKind, Resolution, done_card
from companion.state.glen_more.standings import are_points_hidden, counts_for_scoring
from companion.state.territory.market import SPACES_PER_ROW
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import figure_index, tile_indexes_ahead

MAX_COUNTS = {
    "coins": 99, "barrels": 16, "scots": 25, "chieftains": 25, "tiles": 60, "green_tiles": 20, "yellow_tiles": 20,
    "villages": 20, "points": 400,
}  # fmt: skip
MAX_GOODS = 90


def _count_text(state: State, question: OpenQuestion) -> Message:
    due = str(question.args[0])
    lines = join_list((_counts(state, player.id, due) for player in state.players), "; ")
    return tr("{round}, by these counts? {counts}", round=text.round_title(due), counts=lines)


def _counts(state: State, player_id: str, scoring: str) -> Message:
    player = state.player(player_id)
    numbers = join_list(
        tr("{n} {count}", n=count_of(state, player, count), count=text.COUNT_WORDS[count])
        for count in counts_for_scoring(scoring)[:2]
    )
    return tr("{player} {counts}", player=text.figure_label(state, player_id), counts=numbers)


def count_form(state: State, counts: tuple[str, ...], label: Message) -> Form:
    """Return a form that asks for the player, the count and its correct value."""
    people = []
    for player in state.players:
        kinds = tuple(_one_count(state, player.id, count) for count in counts)
        which = Pick("count", tr("Which count?"), kinds)
        people.append(Choice(player.id, text.figure_label(state, player.id), then=(which,)))
    return Form(label, (Pick("player", tr("Which player?"), tuple(people)),))


def _one_count(state: State, player_id: str, count: str) -> Choice:
    if count == "points" and are_points_hidden(state):
        points = Amount("value", text.COUNT_WORDS[count], 0, MAX_COUNTS[count], 0, is_secret=True)
        return Choice(count, text.COUNT_WORDS[count], then=(points,))
    now = count_of(state, state.player(player_id), count)
    label = tr("{count}: {n}", count=text.COUNT_WORDS[count], n=now)
    most = max(MAX_COUNTS[count], now)
    low = min(0, now) if count == "points" else 0
    number = Amount("value", text.COUNT_WORDS[count], low, most, min(max(now, low), most), is_own_count=True)
    return Choice(count, label, then=(number,))


def enter_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record a corrected count."""
    player, count, value = answer.values
    resolution.do(ev.CountSet(str(player), str(count), int(value)))


def _set(state: State, question: OpenQuestion) -> Form:
    return count_form(state, counts_for_scoring(str(question.args[0])), tr("A count is different"))


def _score(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close_all("count")
    record_scoring(resolution, str(question.args[0]))


def _goods_text(_state: State, _question: OpenQuestion) -> Message:
    return tr("Equal points: goods decide. Count them.")


def _goods(state: State, question: OpenQuestion) -> Form:
    """Return the form for the goods of the players who share first place (G1-FIN-06)."""
    parts = tuple(
        Amount(str(who), tr("Goods of {player}?", player=text.figure_label(state, str(who))), 0, MAX_GOODS, 0)
        for who in question.args
    )
    return Form(tr("The goods left"), parts)


def _count_goods(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for who, goods in zip(question.args, answer.values, strict=True):
        resolution.do(ev.GoodsCounted(str(who), int(goods)))


COUNT_KINDS = (
    QuestionKind(
        "count",
        _count_text,
        (Action("score", Form(tr("Score it")), _score, cards=done_card), Action("set", _set, enter_count)),
        rule="G1-SCR-01",
        stays_open=True,
    ),
    QuestionKind("goods", _goods_text, (Action("goods", _goods, _count_goods),), rule="G1-FIN-06"),
)


PLAYING_STAGES = ("take", "turn", "place", "use", "roll")
"""Stages in which the rondel is laid out and a figure is on turn."""
MAX_NOTE_LENGTH = 80
COUNTS_OUTSIDE_TERRITORY = tuple(count for count in EVENT_COUNTS if count != "scots")
"""Counts of things outside the territory."""


def _correction_text(_state: State, _question: OpenQuestion) -> Message:
    return tr("What is wrong?")


def _count(state: State, _question: OpenQuestion) -> Form | None:
    if not state.market:
        return None
    # Counts that tracked territories supply are corrected in the territories.
    counts = (
        (*COUNTS_OUTSIDE_TERRITORY, "points")
        if state.tracks_territories
        else (*EVENT_COUNTS, *TILE_COUNTS, "points")
    )
    return count_form(state, counts, tr("A count"))


def _set_count(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    enter_count(resolution, question, answer)
    if resolution.stage == "over":
        fire_trigger(resolution, "recount")


def _row(state: State, _question: OpenQuestion) -> Form | None:
    if not state.market:
        return None
    rows = []
    for good in GOODS:
        number = Amount(
            "filled", tr("How many spaces hold coins?"), 0, SPACES_PER_ROW, state.market[good], is_own_count=True
        )
        label = tr("{count}: {n}", count=text.GOODS_WORDS[good], n=state.market[good])
        rows.append(Choice(good, label, then=(number,)))
    return Form(tr("The market"), (Pick("good", tr("Which row?"), tuple(rows)),))


def _set_row(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    good, filled = answer.values
    resolution.do(ev.RowSet(str(good), int(filled)))


def _deck(state: State, _question: OpenQuestion) -> Form | None:
    if not state.deck or state.stage not in PLAYING_STAGES:
        return None
    size = state.facts.decks[state.deck]
    left = Amount("left", tr("How many tiles are left?"), 1, size, state.tiles_left[state.deck], is_own_count=True)
    return Form(tr("Tiles left in deck {deck}", deck=state.deck), (left,))


def _set_deck(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.DeckCounted(resolution.state.deck, int(answer.values[0])))


def _space(state: State, _question: OpenQuestion) -> Form | None:
    if state.stage not in PLAYING_STAGES:
        return None
    away = identified_tiles_outside_decks(state)
    spaces = []
    for n, place in enumerate(tile_indexes_ahead(state.track), 1):
        now = state.track[place]
        free = [t for t in state.facts.tiles.values() if t.deck == now.deck and t.id not in away]
        pieces = tuple(Choice(t.id, text.tile_label(t), piece=t.id) for t in free)
        if pieces:
            label = tr("tile {n} ahead, {tile}", n=n, tile=text.piece_label(state.facts, now.piece, now.deck))
            spaces.append(Choice(str(place), label, then=(Pick("piece", tr("Which tile is it?"), pieces),)))
    return Form(tr("Tiles on the rondel"), (Pick("space", tr("Which?"), tuple(spaces)),)) if spaces else None


def _set_space(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    place, piece = answer.values
    deck = resolution.state.facts.tiles[str(piece)].deck
    resolution.do(ev.SpaceSet(int(place), str(piece), deck))


def _pawn(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that swaps two pawns that were mistaken for each other."""
    if state.stage not in ("take", "roll"):
        return None
    figures = [figure for space in state.track for figure in space.figures]
    choices = []
    for figure in figures:
        others = tuple(Choice(other, text.figure_label(state, other)) for other in figures if other != figure)
        with_whom = Pick("other", tr("Whose pawn stands there now?"), others)
        choices.append(Choice(figure, text.figure_label(state, figure), then=(with_whom,)))
    return Form(tr("A pawn stands elsewhere"), (Pick("figure", tr("Whose pawn?"), tuple(choices)),))


def _swap(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    one, other = map(str, answer.values)
    here, there = figure_index(resolution.state.track, one), figure_index(resolution.state.track, other)
    resolution.do(ev.PawnPlaced(one, there))
    resolution.do(ev.PawnPlaced(other, here))
    for kind in ("take", "ledger", "roll"):
        resolution.close_all(kind)
    fire_trigger(resolution, "ring_corrected")


def _tile(state: State, _question: OpenQuestion) -> Form | None:
    if state.stage not in PLAYING_STAGES:
        return None
    places = [("out", tr("out of the game")), ("deck", tr("in its deck"))]
    places += [] if state.tracks_territories else [(p.id, text.figure_label(state, p.id)) for p in state.players]
    where = Pick("where", tr("Where is it?"), tuple(Choice(id, words) for id, words in places))
    tiles = tuple(
        Choice(t.id, text.tile_label(t), then=(where,), piece=t.id, group=tr("Deck {deck}", deck=t.deck))
        for t in state.facts.tiles.values()
        if t.deck
    )
    return Form(tr("A tile is elsewhere"), (Pick("piece", tr("Which tile?"), tiles),))


def _place_tile(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    piece, where = map(str, answer.values)
    if not resolution.state.tracks_territories:
        resolution.do(ev.PiecePlaced(piece, where))
        return
    remove_placed_piece(resolution, piece)
    resolution.do(ev.PiecePlaced(piece, where))


def _card(state: State, _question: OpenQuestion) -> Form | None:
    if not state.market:
        return None
    who = [("", tr("nobody")), *((p.id, text.figure_label(state, p.id)) for p in state.players)]
    holder = Pick("holder", tr("Who has it?"), tuple(Choice(id or "nobody", words) for id, words in who))
    cards = tuple(Choice(id, text.card_label(state.facts, id), then=(holder,)) for id in state.facts.cards)
    return Form(tr("A card of a special location"), (Pick("card", tr("Which card?"), cards),))


def _place_card(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, holder = map(str, answer.values)
    resolution.do(ev.CardPlaced(card, "" if holder == "nobody" else holder))
    if resolution.stage == "over":
        fire_trigger(resolution, "recount")


def _make_note(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.NoteMade(str(answer.values[0])))


CORRECTION_KINDS = (
    QuestionKind(
        "correct",
        _correction_text,
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
            Action("note", Form(tr("A note"), (Text("words", tr("Which words?"), MAX_NOTE_LENGTH),)), _make_note),
        ),
    ),
)
