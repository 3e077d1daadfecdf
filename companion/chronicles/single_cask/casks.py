"""Barrels come and go: each gain gets a place, each cost asks from where if that matters (C3-06 to C3-18).

Selling is not here but in `sales`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.chronicles.single_cask.cellars import (
    LEVELS,
    OWN_STATE,
    SALE_CAUSE,
    SLUG,
    CaskGone,
    CaskMatured,
    CaskStored,
    CellarBuilt,
    cheapest_first,
    may_mature,
    new_place,
    row_of,
    spaces_fact,
    spaces_of,
)
from companion.chronicles.single_cask.words import place_words
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason, Value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import ask_good
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.referee.paying import why_not_goods
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, expansion_card, nothing
from companion.state.glen_more_2.ruleset import switch
from companion.state.glen_more_2.sources import source
from companion.state.territory.trading import pay_goods

FROM, SPACES = f"{SLUG}.from", f"{SLUG}.spaces"
MATURE, PRODUCE, BUILD = f"{SLUG}.mature", f"{SLUG}.produce", f"{SLUG}.build"
MATURES_FROM_ZERO = f"{SLUG}.matures_from_0"
BARLEY_AND_WOOD = {"barley": 1, "wood": 1}
NO_GOODS = "none"
MAX_SPACES, MAX_POINTS, MAX_COINS, MAX_GOODS = 6, 12, 20, 4


def gained(before: State, e: ev.BarrelsGained, after: State) -> Iterator[ev.Event]:
    """Each barrel goes to the leftmost free space of the first cellar, else to the 0 area (C3-07, C3-08).

    By the book a barrel may have been given that nobody had: the first ones gained only make that good.
    """
    owed = max(0, -before.player(e.player).barrels)
    places = list(OWN_STATE.of(after).places[e.player])
    for _ in range(e.barrels - owed):
        places.append(new_place(places))
        yield CaskStored(e.player, places[-1])


def paid(before: State, e: ev.BarrelsPaid, after: State) -> Iterator[ev.Event]:
    """A barrel given away may come from any place: asked where that makes a difference (C3-10)."""
    del before
    # A sale says itself which place the barrel left.
    if e.why == source(SALE_CAUSE):
        return
    places = list(OWN_STATE.of(after).places[e.player])
    if e.barrels >= len(places):
        yield from (CaskGone(e.player, place) for place in places)
        return
    for _ in range(e.barrels):
        if len(set(places)) == 1:
            yield CaskGone(e.player, places.pop())
        else:
            places.pop()
            yield ev.QuestionAsked(FROM, e.player)


def counted(before: State, e: ev.CountSet | ev.Counted, after: State) -> Iterator[ev.Event]:
    """A corrected number of barrels: new ones are stored, the cheapest are gone."""
    del before
    if e.count != "barrels":
        return
    places = list(OWN_STATE.of(after).places[e.player])
    while len(places) < e.value:
        places.append(new_place(places))
        yield CaskStored(e.player, places[-1])
    while len(places) > e.value:
        # Not asked: who corrects a count is in the middle of something else.
        place = cheapest_first(after.facts.more, places)[0]
        places.remove(place)
        yield CaskGone(e.player, place)


# ---- from where a barrel was given away (C3-10)


def _from_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: where is the barrel from?", player=labels.figure(state, question.player))


def _from(state: State, question: OpenQuestion) -> Form | None:
    places = cheapest_first(state.facts.more, OWN_STATE.of(state).places[question.player])
    if not places:
        return None
    text, choices = (
        _from_text(state, question),
        tuple(Choice(place, place_words(state, place)) for place in places),
    )
    return Form(text, (Pick("place", text, choices),))


def _from_nowhere(state: State, question: OpenQuestion) -> Form | None:
    return None if OWN_STATE.of(state).places[question.player] else Form(tr("None"))


def _give_away(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The number may have been put right before the answer came; then the barrel is gone already."""
    state, player_id = resolution.state, question.player
    if len(OWN_STATE.of(state).places[player_id]) > state.player(player_id).barrels:
        resolution.do(CaskGone(player_id, str(answer.values[0])))


# ---- an entry: a barrel matures (C3-12)


MATURES, _PRODUCE = tr("Mature a barrel"), tr("1 barrel for barley and wood")


def moves_of(state: State, player_id: str) -> list[tuple[str, str]]:
    """From where to where a barrel of this player may mature (C3-12 to C3-14)."""
    now = OWN_STATE.of(state)
    row = row_of(state.facts.more, now.owned[player_id])
    return may_mature(row, now.places[player_id], bool(switch(state, MATURES_FROM_ZERO)))


def _mature(state: State, question: OpenQuestion) -> Form:
    moves = moves_of(state, question.player)
    if not moves:
        return Form(MATURES, closed=Reason("C3-12", tr("No barrel can move to the right.")), keyed=False)
    # Where tiles are activated, theirs is the row that people press.
    return Form(MATURES, (which_barrel(state, moves),), seldom=state.follows, keyed=not state.follows)


def which_barrel(state: State, moves: list[tuple[str, str]]) -> Pick:
    choices = tuple(
        Choice(place, tr("{place} to {to}", place=place_words(state, place), to=place_words(state, to)))
        for place, to in moves
    )
    # The one that is furthest is the likeliest; where it is the only one nobody need say which.
    last, only = choices[-1].value, len(choices) == 1
    return Pick("place", tr("Which barrel?"), choices, last, assumed=only)


def _book_maturing(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.EntryMade(question.player, MATURE))
    matures(resolution, question, answer)


def matures(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, place = question.player, str(answer.values[0])
    to = dict(moves_of(resolution.state, player_id))[place]
    resolution.do(CaskMatured(player_id, place, to))


# ---- an entry: a barrel is produced


def _produce(state: State, question: OpenQuestion) -> Form:
    closed = why_not_goods(state, question.player, BARLEY_AND_WOOD, "C3-16")
    return Form(_PRODUCE, closed=closed, seldom=state.follows, keyed=not state.follows)


def _book_producing(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Barley and wood are own or bought; the barrel may be matured besides (C3-16)."""
    resolution.do(ev.EntryMade(question.player, PRODUCE))
    if resolution.state.follows:
        pay_goods(resolution, question.player, BARLEY_AND_WOOD, source(PRODUCE))
    for good in () if resolution.state.follows else BARLEY_AND_WOOD:
        ask_good(resolution, question.player, good, source(PRODUCE))
    resolution.do(ev.BarrelsGained(question.player, 1, source(PRODUCE)))


# ---- an entry: the next cellar


def price_fact(level: int) -> str:
    return f"{SLUG}.price_{level}"


FACT_WORDS = {
    **{price_fact(level): tr("coins for cellar {n}", n=level) for level in LEVELS},
    **{spaces_fact(level): tr("points of the spaces of cellar {n}", n=level) for level in LEVELS},
}


def _build(state: State, question: OpenQuestion) -> Form:
    """Its price is printed on the card, the coins are entered, goods paid by hand (C3-17)."""
    level = OWN_STATE.of(state).owned[question.player] + 1
    if level > LEVELS[-1]:
        return Form(tr("Build a cellar"), closed=Reason("C3-18", tr("All three cellars are built.")))
    default = int(state.facts.more.get(price_fact(level), 0))
    text = tr("How many coins does cellar {n} cost? Pay goods by hand.", n=level)
    coins = Amount("coins", text, 0, MAX_COINS, min(default, MAX_COINS))
    if not state.follows:
        return Form(tr("Build cellar {n}", n=level), (coins,))
    text = tr("How many coins does cellar {n} cost?", n=level)
    return Form(tr("Build cellar {n}", n=level), (replace(coins, text=text), _goods_too(state, question.player)))


def _goods_too(state: State, player_id: str) -> Pick:
    """Of one kind, as many as can be paid."""
    choices = [Choice(NO_GOODS, tr("nothing else"))]
    for good, words in labels.GOODS_WORDS.items():
        can = [n for n in range(1, MAX_GOODS + 1) if not why_not_goods(state, player_id, {good: n}, "C3-17")]
        if can:
            choices.append(Choice(good, words, then=(Amount("n", tr("How many?"), 1, can[-1], 1),)))
    return Pick("goods", tr("And which goods?"), tuple(choices), NO_GOODS)


def _book_building(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, coins = question.player, int(answer.values[0])
    level = OWN_STATE.of(resolution.state).owned[player_id] + 1
    resolution.do(ev.EntryMade(player_id, BUILD))
    if answer.values[1:] and answer.values[1] != NO_GOODS:
        goods = {str(answer.values[1]): int(answer.values[2])}
        # Coins that the companion doesn't count are people's word, as everywhere.
        counted = 0 if why_not_goods(resolution.state, player_id, goods, "C3-17", coins) else coins
        pay_goods(resolution, player_id, goods, source(BUILD), counted)
    if coins:
        resolution.do(ev.CoinsPaid(player_id, coins, source(BUILD)))
    if resolution.state.facts.more.get(price_fact(level)) != coins:
        resolution.do(ev.FactLearned(Learned("", price_fact(level), coins)))
    resolution.do(CellarBuilt(player_id, level))
    if spaces_of(resolution.state.facts.more, level) is None:
        resolution.ask(SPACES, player_id, level)


# ---- points of a cellar's spaces: printed on its card only, asked once (C3-13)


def _spaces_text(_state: State, question: OpenQuestion) -> Message:
    return tr("How many spaces has cellar {n}?", n=int(question.args[0]))


def spaces_pick(level: int) -> Pick:
    """How many spaces a cellar has, and the points of each."""
    points = [
        Amount(f"points_{i}", tr("Points of space {n} from the left?", n=i), 0, MAX_POINTS, level + i)
        for i in range(1, MAX_SPACES + 1)
    ]
    choices = tuple(Choice(str(n), tr("{n}", n=n), then=tuple(points[:n])) for n in range(1, MAX_SPACES + 1))
    return Pick("spaces", tr("How many spaces has cellar {n}?", n=level), choices)


def _spaces(state: State, question: OpenQuestion) -> Form:
    return Form(_spaces_text(state, question), (spaces_pick(int(question.args[0])),))


def _learn_spaces(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    learn_spaces(resolution, int(question.args[0]), answer.values[1:])


def learn_spaces(resolution: Resolution, level: int, points: tuple[Value, ...]) -> None:
    """The points of a cellar's spaces from the left, as its card shows them."""
    told = " ".join(str(value) for value in points)
    resolution.do(ev.FactLearned(Learned("", spaces_fact(level), told)))


KINDS = (
    QuestionKind(
        FROM,
        _from_text,
        (Action("from", _from, _give_away), Action("none", _from_nowhere, nothing)),
        rule="C3-10",
    ),
    QuestionKind(SPACES, _spaces_text, (Action("spaces", _spaces, _learn_spaces),), rule="C3-13"),
)
ENTRIES = (
    Action(MATURE, _mature, _book_maturing, "DOWN", tr("mature"), expansion_card("mature", MATURES, 3)),
    Action(PRODUCE, _produce, _book_producing, "DOWN", tr("produce"), expansion_card("produce", _PRODUCE, 3)),
    Action(BUILD, _build, _book_building, seldom=True),
)
