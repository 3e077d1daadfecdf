"""Putting the single casks right: where barrels lie, cellars, spaces of sale tiles, what the cards show.

The number of barrels is the core's to put right.
"""

from __future__ import annotations

from companion.chronicles.single_cask.casks import learn_spaces, spaces_pick
from companion.chronicles.single_cask.cellars import (
    LEVELS,
    OWN_STATE,
    SLUG,
    ZERO_AREA,
    CaskPlaced,
    CellarsCounted,
    SaleCounted,
    cheapest_first,
    row_of,
)
from companion.chronicles.single_cask.pieces import SALE_IDS
from companion.chronicles.single_cask.sales import MAX_ROOM, bonus_free, room_fact
from companion.chronicles.single_cask.words import place_words
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.corrections import in_play
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of_piece
from companion.state.glen_more_2.rows import Action, Form


def _places(state: State, _question: OpenQuestion) -> Form | None:
    """Each barrel, and the places that are free."""
    players = []
    for player_id, held in OWN_STATE.of(state).places.items():
        row = row_of(state.facts.more, OWN_STATE.of(state).owned[player_id])
        free = [place for place in (*row, ZERO_AREA) if place == ZERO_AREA or place not in held]
        to = Pick("to", tr("Where does it lie?"), tuple(Choice(p, place_words(state, p)) for p in free))
        barrels = tuple(
            Choice(p, place_words(state, p), then=(to,)) for p in cheapest_first(state.facts.more, held)
        )
        if barrels:
            which = Pick("place", tr("Which barrel?"), barrels)
            players.append(Choice(player_id, labels.figure(state, player_id), then=(which,)))
    return Form(tr("Where a barrel lies"), (Pick("player", tr("Whose?"), tuple(players)),)) if players else None


def _put_barrel(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, place, to = map(str, answer.values)
    if place != to:
        resolution.do(CaskPlaced(player_id, place, to))


def _cellars(state: State, _question: OpenQuestion) -> Form:
    text, most = tr("How many cellars?"), LEVELS[-1]
    players = tuple(
        Choice(player_id, labels.figure(state, player_id), then=(Amount("cellars", text, 1, most, owned),))
        for player_id, owned in OWN_STATE.of(state).owned.items()
    )
    return Form(tr("Cellars of a player"), (Pick("player", tr("Whose?"), players),))


def _set_cellars(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(CellarsCounted(str(answer.values[0]), int(answer.values[1])))


def _sale_spaces(state: State, _question: OpenQuestion) -> Form | None:
    """Sale tiles that lie on the rondel: how many spaces they have, and what lies on them."""
    sales = []
    for sale in SALE_IDS:
        if place_of_piece(state.line, sale) < 0:
            continue
        lower = OWN_STATE.of(state).sold.get(sale, (False, 0))[1]
        room = int(state.facts.more.get(room_fact(state, sale), 1))
        parts = (
            Amount("bonus", tr("Barrels at the upper left?"), 0, 1, int(not bonus_free(state, sale))),
            Amount("others", tr("Barrels at the lower right?"), 0, MAX_ROOM, min(lower, MAX_ROOM)),
            Amount("room", tr("Spaces at the lower right?"), 0, MAX_ROOM, min(room, MAX_ROOM)),
        )
        sales.append(Choice(sale, labels.piece(state.facts, sale), then=parts, piece=sale))
    if not sales:
        return None
    return Form(tr("Barrels on a sale tile"), (Pick("sale", tr("Which tile?"), tuple(sales)),))


def _set_sale(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    sale, bonus, others, room = answer.values
    resolution.do(SaleCounted(str(sale), bool(bonus), int(others)))
    fact = room_fact(resolution.state, str(sale))
    if resolution.state.facts.more.get(fact) != room:
        resolution.do(ev.FactLearned(Learned("", fact, int(room))))


def _points(_state: State, _question: OpenQuestion) -> Form:
    """The first cellar's are printed in the rulebook."""
    levels = tuple(Choice(str(n), tr("cellar {n}", n=n), then=(spaces_pick(n),)) for n in LEVELS[1:])
    return Form(tr("Points in a cellar"), (Pick("level", tr("Which cellar?"), levels),))


def _set_points(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    learn_spaces(resolution, int(answer.values[0]), answer.values[2:])


CORRECTIONS = (
    Action(f"{SLUG}.place", in_play(_places), _put_barrel),
    Action(f"{SLUG}.cellars", in_play(_cellars), _set_cellars),
    Action(f"{SLUG}.sale", in_play(_sale_spaces), _set_sale),
    Action(f"{SLUG}.points", in_play(_points), _set_points),
)
