"""Events where territories are followed: who pays and with what, what they do to tiles, goods and Scots.

What no book tells, the exchange of Duart Castle, is left to people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.chronicles.turbulent.chapters import (
    ARMADALE,
    CHAPTERS,
    CHURCH,
    DONAN,
    LOCHY,
    MEY,
    MOIL,
    MOIL_COINS,
    REMOVED_TILES,
    SHEEP_POINTS,
    SHIEL,
    SLUG,
    STONE_POINTS,
    Chapter,
    cause,
    chapter_of,
    rule_of,
)
from companion.chronicles.turbulent.pieces import DUNVEGAN, FORT_GEORGE, GATHERING_IDS
from companion.chronicles.turbulent.sides import cards_left
from companion.engine.message import Message, tr, trn
from companion.engine.offers import NONE, Amount, Answer, Choice, Part, Pick, Place, Reason, cell_of
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import ask_marker
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.referee import activating, paying
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL, printed, scots_left, spot_of
from companion.state.glen_more_2.referee.use import OF_EXPANSIONS, Use
from companion.state.glen_more_2.referee.use_words import rows_of_uses
from companion.state.glen_more_2.referee.words import spot_choice, tracts
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, nothing
from companion.state.territory.grid import Cell, Spot, touching
from companion.state.territory.trading import pay_goods

SYMBOL, SCOT, ABROAD = f"{SLUG}.symbol", f"{SLUG}.scot", f"{SLUG}.abroad"
MOST_ABROAD = 2
"""Tiles of others that Donan Castle activates (C6-23)."""
SHEEP = {"sheep": 2}
MOST_STONES = 15
Values = Sequence[int]


def uses(state: State, player_id: str, spot: Spot) -> Iterator[Use]:
    """The event symbol of a Gathering, as long as there is a card to turn (C6-10, C6-13)."""
    if spot.top in GATHERING_IDS and cards_left(state, player_id):
        yield Use(OF_EXPANSIONS, SYMBOL, get={SYMBOL: 1})


# ---- the price (C6-33)


def why_not(state: State, player_id: str, chapter: Chapter) -> Reason | None:
    """It can't be paid whole, or its tile is gone; then the card is only turned (C6-12)."""
    player = state.player(player_id)
    if chapter.scots > sum(spot.scots for spot in player.territory.spots):
        return Reason(chapter.rule, tr("So many Scots don't stand in the territory."))
    if chapter.id == DUNVEGAN:
        return paying.why_not_goods(state, player_id, SHEEP, chapter.rule)
    if chapter.id == ARMADALE and not _stones(state, player_id):
        return paying.why_not_goods(state, player_id, {"stone": 1}, chapter.rule)
    if chapter.id == SHIEL and spot_of(player, SHIEL) is None:
        return Reason(chapter.rule, tr("Loch Shiel is not in the territory."))
    return None


def parts(state: State, player_id: str, card: str) -> tuple[Part, ...]:
    """How many stones, some of them from the market (C6-28)."""
    if card != ARMADALE:
        return ()
    most = _stones(state, player_id)
    return (Amount("stones", tr("How many stones?"), 1, most, most),)


def _stones(state: State, player_id: str) -> int:
    """As many as can be paid."""
    able = range(1, MOST_STONES + 1)
    return max((n for n in able if not paying.why_not_goods(state, player_id, {"stone": n}, "")), default=0)


def pay_scots(resolution: Resolution, player_id: str, card: str) -> None:
    """Which of them, people say."""
    for _ in range(CHAPTERS[card].scots):
        resolution.ask("scot_from", player_id, cause(card))


# ---- what an event does


def _dunvegan(resolution: Resolution, player_id: str, _values: Values) -> None:
    """2 sheep for 7 points (C6-20)."""
    pay_goods(resolution, player_id, SHEEP, cause(DUNVEGAN))
    resolution.do(ev.PointsScored(player_id, SHEEP_POINTS, cause(DUNVEGAN)))


def _armadale(resolution: Resolution, player_id: str, values: Values) -> None:
    """Stones for 3 points each (C6-28)."""
    (stones,) = values
    pay_goods(resolution, player_id, {"stone": stones}, cause(ARMADALE))
    resolution.do(ev.PointsScored(player_id, STONE_POINTS * stones, cause(ARMADALE), (stones,)))


def _remove(card: str) -> Callable[[Resolution, str, Values], None]:
    """Two tiles, each chosen (C6-21, C6-30)."""

    def effect(resolution: Resolution, player_id: str, _values: Values) -> None:
        for _ in range(REMOVED_TILES):
            resolution.ask("remove", player_id, cause(card))

    return effect


def _shiel(resolution: Resolution, player_id: str, _values: Values) -> None:
    """A point for up to 2 Scots on its tile (C6-27)."""
    resolution.do(ev.PointsScored(player_id, -1, cause(SHIEL)))
    player = resolution.state.player(player_id)
    spot, n = spot_of(player, SHIEL), min(2, scots_left(resolution.state, player_id))
    if spot and n:
        resolution.do(ev.ScotPlaced(player_id, spot.x, spot.y, n, cause(SHIEL)))


def _lochy(resolution: Resolution, player_id: str, _values: Values) -> None:
    """A cattle on its tile, else on the home castle; then all animal tiles, not their neighbours (C6-24)."""
    player = resolution.state.player(player_id)
    spot = spot_of(player, LOCHY) or player.territory.at(CASTLE_CELL)
    if spot.room:
        resolution.do(ev.GoodsGained(player_id, spot.x, spot.y, "cattle", 1, cause(LOCHY)))
    state = resolution.state
    animals = [s.top for s in player.territory.spots if printed(state, s.top).kind == "animal"]
    _may_activate(resolution, player_id, animals)


def _church(resolution: Resolution, player_id: str, _values: Values) -> None:
    """Its tile and all neighbours (C6-35)."""
    player = resolution.state.player(player_id)
    if spot := spot_of(player, CHURCH):
        _may_activate(resolution, player_id, [each.top for each in touching(player.territory, spot.cell)])


def _may_activate(resolution: Resolution, player_id: str, pieces: Sequence[str]) -> None:
    if pieces:
        resolution.do(ev.AllMayActivate(player_id, tuple(pieces)))


def _moil(resolution: Resolution, player_id: str, _values: Values) -> None:
    """2 coins, and a Scot may come home (C6-31)."""
    resolution.do(ev.CoinsGained(player_id, MOIL_COINS, cause(MOIL)))
    if scots_away(resolution.state, player_id):
        resolution.ask(SCOT, player_id, MOIL)


def _donan(resolution: Resolution, player_id: str, _values: Values) -> None:
    """Up to 2 different tiles of others (C6-23)."""
    resolution.ask(ABROAD, player_id, DONAN, MOST_ABROAD)


EFFECTS: dict[str, Callable[[Resolution, str, Values], None]] = {
    DUNVEGAN: _dunvegan,
    ARMADALE: _armadale,
    FORT_GEORGE: _remove(FORT_GEORGE),
    MEY: _remove(MEY),
    SHIEL: _shiel,
    LOCHY: _lochy,
    CHURCH: _church,
    MOIL: _moil,
    DONAN: _donan,
}


# ---- Scots that come home without movement (C6-21, C6-31)


def scots_away(state: State, player_id: str) -> tuple[Spot, ...]:
    """Tiles beside the home castle with Scots."""
    return tuple(s for s in state.player(player_id).territory.spots if s.scots and s.cell != CASTLE_CELL)


def _scot_text(state: State, question: OpenQuestion) -> Message:
    name, player = chapter_of(question).name, labels.figure(state, question.player)
    return tr("{card}: which Scot of {player} comes to the home castle?", card=name, player=player)


def _scot(state: State, question: OpenQuestion) -> Form | None:
    choices = tuple(spot_choice(state, spot) for spot in scots_away(state, question.player))
    title = _scot_text(state, question)
    lie = tracts(state, question.player)
    return Form(tr("A Scot comes home"), (Place("tile", title, choices, tracts=lie),)) if choices else None


def _comes(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """With Fort George as many as people want."""
    card, player_id = chapter_of(question).id, question.player
    cell = Cell(*cell_of(str(answer.values[0])))
    resolution.do(ev.ScotRemoved(player_id, cell.x, cell.y, 1, cause(card)))
    resolution.do(ev.ScotPlaced(player_id, *CASTLE_CELL, 1, cause(card)))
    if card == FORT_GEORGE and scots_away(resolution.state, player_id):
        resolution.ask(SCOT, player_id, card)


# ---- tiles of others are activated (C6-23)


def _abroad_text(_state: State, question: OpenQuestion) -> Message:
    n, card = int(question.args[1]), chapter_of(question).name
    return trn(
        "{card}: which tile of another player is activated?",
        "{card}: which of up to {n} tiles of others is activated?",
        n,
        card=card,
    )


def _abroad(state: State, question: OpenQuestion) -> Form | None:
    people = []
    for other in state.still_in:
        if other.id == question.player:
            continue
        used = {each.partition("#")[0] for each in state.turn.work.used}
        spots = (spot for spot in other.territory.spots if spot.top not in used)
        if rows := rows_of_uses(state, question.player, spots):
            which = Place("tile", tr("Which tile is activated?"), rows, tracts=tracts(state, other.id))
            people.append(Choice(other.id, labels.figure(state, other.id), then=(which,)))
    who = Pick("player", tr("Whose?"), tuple(people))
    return Form(_abroad_text(state, question), (who,)) if people else None


def _activate_abroad(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    owner, where, *way = map(str, answer.values)
    player_id, left = question.player, int(question.args[1]) - 1
    spot = resolution.state.player(owner).territory.at(Cell(*cell_of(where)))
    use = next(u for u in activating.uses(resolution.state, player_id, spot) if not way or u.value == way[0])
    if activating.activate(resolution, player_id, spot, use, cause(DONAN), of_another=True):
        ask_marker(resolution, player_id, f"tile:{spot.top}")
    if left:
        resolution.ask(ABROAD, player_id, DONAN, left)


KINDS = (
    QuestionKind(
        SCOT,
        _scot_text,
        (
            Action("home", _scot, _comes),
            Action("none", Form(tr("No Scot comes home"), hint=NONE), nothing),
        ),
        rule=rule_of,
    ),
    QuestionKind(
        ABROAD,
        _abroad_text,
        (
            Action("activate", _abroad, _activate_abroad),
            Action("none", Form(tr("No tile is activated"), hint=NONE), nothing),
        ),
        rule=rule_of,
    ),
)
