"""Clan markers: choice of a crest, cost of the roads to it, and points that depend on the territory map.

Road costs come from the roads entered as facts of the box. A total printed for a whole way is only used from the
start.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.caching import memoize_last, memoize_per_state
from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import (
    CRESTS,
    Action,
    ActionFamily,
    CommandCard,
    Form,
    QuestionKind,
    Resolution,
)
from companion.state.glen_more_2.effects import known_tier_points, take_crest
from companion.state.glen_more_2.facts import Crest, Facts, Road
from companion.state.glen_more_2.model import MARKERS_PER_PLAYER, Player, State
from companion.state.glen_more_2.questions.payments import purse_limit
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.piece_text import crest_gain_text
from companion.state.territory.model import OpenQuestion

START_AREA = "start"
MAX_ROAD_COINS = 20
"""Largest road cost that can be entered, more than any way on the board costs."""


class Route(msgspec.Struct, frozen=True):
    """The cheapest known way to a crest."""

    coins: int
    """Total cost in coins (GM-CLN-04)."""
    certain: bool
    """No other way can be cheaper, known or not."""


@lru_cache(maxsize=256)
def cheapest_routes(roads: tuple[Road, ...], occupied: frozenset[str], complete: bool) -> dict[str, Route]:
    """Return the cheapest known way to every crest from the start area or an occupied crest (GM-CLN-02..05).

    A total printed for a whole way (from the start on an empty board) is only used from the start. A cost is
    certain only if every road is known or the way is free.
    """
    steps: dict[str, list[tuple[str, int]]] = {}
    for road in roads:
        steps.setdefault(road.a, []).append((road.b, road.coins))
        # A total is not a road: from its end back to a crest in between may be cheaper.
        if not road.is_sum:
            steps.setdefault(road.b, []).append((road.a, road.coins))
    cheapest = _cheapest(steps, {START_AREA, *occupied})
    return {
        crest: Route(coins, complete or coins == 0 or (not occupied and _from_start(roads, crest) == coins))
        for crest, coins in cheapest.items()
        if crest != START_AREA
    }


def _cheapest(steps: dict[str, list[tuple[str, int]]], sources: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    heap = [(0, source) for source in sorted(sources)]
    while heap:
        coins, place = heappop(heap)
        if place in found:
            continue
        found[place] = coins
        for other, more in steps.get(place, ()):
            if other not in found:
                heappush(heap, (coins + more, other))
    return found


def _from_start(roads: tuple[Road, ...], crest: str) -> int | None:
    """Return the printed total from the start on an empty board, if known."""
    return next((r.coins for r in roads if r.a == START_AREA and r.b == crest), None)


CREST_GROUP_SIZES = (7, 5, 3, 3, 5)
"""Sizes of the groups of names; with circular lists every crest is at most three steps away."""
NEAREST_CRESTS = 8
"""Number of crests with a key of their own."""
LONG_NAME_LENGTH = 9
"""Longest name that fits on a key; in a longer one "Mac" is abbreviated as is usual."""


def no_marker_reason() -> Reason:
    """Return the reason that all clan markers are placed."""
    return Reason("GM-CLN-01", tr("All {n} clan markers are placed.", n=MARKERS_PER_PLAYER))


@memoize_per_state
def crest_pick(state: State, player: Player) -> Pick:
    """Return the choice of crests for this player; one that is too expensive needs confirmation (GM-CLN-06)."""
    pick, known = all_crests_pick(state), known_routes(state)
    spent = no_marker_reason() if player.markers <= 0 else None
    dear = {id: way.coins for id, way in known.items() if way.certain and way.coins > max(0, player.coins)}
    limit = purse_limit(state, player.id, "coins")
    choices = tuple(
        replace(
            c,
            closed=c.closed or spent,
            caution=_too_dear(state, player, c.value, dear),
            then=tuple(replace(road, soft_limit=limit) for road in c.then if isinstance(road, Amount)),
        )
        for c in pick.choices
    )
    return replace(pick, choices=choices)


def _near(state: State, player: Player) -> tuple[str, ...]:
    """Return the most likely crests: the cheapest the player can pay, those with certain cost first."""
    known = known_routes(state)
    free = (choice.value for choice in all_crests_pick(state).choices if not choice.closed)
    able = [crest for crest in free if crest in known and known[crest].coins <= max(0, player.coins)]
    return tuple(sorted(able, key=lambda crest: (not known[crest].certain, known[crest].coins))[:NEAREST_CRESTS])


def _too_dear(state: State, player: Player, crest: str, dear: dict[str, int]) -> Reason | None:
    if crest not in dear:
        return None
    text = tr(
        "The roads to {crest} cost {n}, but the companion has {player} on {coins}.",
        crest=labels.crest_label(state.facts, crest),
        n=dear[crest],
        player=labels.figure_label(state, player.id),
        coins=labels.COST_LABELS["coin"](player.coins),
    )
    return Reason("GM-CLN-06", text)


def known_routes(state: State) -> dict[str, Route]:
    """Return the cheapest known way to every crest, given all markers on the board."""
    taken = frozenset(crest for p in state.players for crest in p.crests)
    return cheapest_routes(state.facts.roads, taken, state.facts.roads_complete)


def all_crests_pick(state: State) -> Pick:
    """Return the choice of all crests in groups of names, with road costs; taken ones are closed (GM-CLN-08)."""
    # Flat, because `memoize_last` compares by identity and a tuple created here would be new each time.
    seats = (part for player in state.players for part in (player.id, player.name, player.crests))
    return _crests_beside(state.facts, state.house.mckenzie, *seats)


@memoize_last
def _crests_beside(facts: Facts, mckenzie: bool, *seats: Any) -> Pick:
    """Return the choice; `seats` lists id, name and crests of each player, which most entries do not change."""
    owners = {
        crest: (id, name)
        for id, name, crests in zip(seats[::3], seats[1::3], seats[2::3], strict=True)
        for crest in crests
    }
    known = cheapest_routes(facts.roads, frozenset(owners), facts.roads_complete)
    choices = (
        _crest_choice(facts, facts.crests[id], group, owners.get(id), known.get(id))
        for id, group in _groups(facts, mckenzie).items()
    )
    return Pick("crest", tr("Which crest?"), tuple(choices))


@memoize_last
def _groups(facts: Facts, mckenzie: bool) -> dict[str, Message]:
    """Return the heading of each crest's group: its first and last name."""
    ids = [crest for crest in facts.crests if crest != "mckenzie" or mckenzie]
    sizes = list(CREST_GROUP_SIZES)
    # Without McKenzie, or with a box that has other crests, the first group takes the difference.
    sizes[0] += len(ids) - sum(sizes)
    headings: dict[str, Message] = {}
    for size in sizes:
        part = ids[len(headings) : len(headings) + size]
        first, last = (facts.crests[id].name for id in (part[0], part[-1]))
        headings |= dict.fromkeys(part, literal(f"{first} – {last}"))
    return headings


def _crest_choice(
    facts: Facts, crest: Crest, group: Message, owner: tuple[str, str] | None, route: Route | None
) -> Choice:
    closed = None
    if owner and not crest.repeatable:
        player = labels.player_label(*owner)
        closed = Reason("GM-CLN-08", tr("{player} has a marker there already.", player=player))
    name, brings = literal(crest.name), crest_gain_text(facts, crest)
    brief = literal(crest.name.replace("Mac", "M'") if len(crest.name) > LONG_NAME_LENGTH else crest.name)
    if route is not None and route.certain:
        cost = trn(
            "{crest}: the road costs {n} coin", "{crest}: the road costs {n} coins", route.coins, crest=name
        )
        label = cost if route.coins else name
        return Choice(crest.id, label, closed, group=group, brief=brief, note=brings)
    default = min(route.coins, MAX_ROAD_COINS) if route else 0
    # An uncertain cost is only the default: a road that is not entered may be cheaper (GM-CLN-04).
    road = Amount(
        "road", tr("How many coins does the road to {crest} cost?", crest=name), 0, MAX_ROAD_COINS, default
    )
    return Choice(crest.id, name, closed, then=(road,), group=group, brief=brief, note=brings)


def road_coins(state: State, values: tuple[str | int, ...]) -> int:
    """Return the road cost in the answer, otherwise the certain cost."""
    return int(values[1]) if len(values) > 1 else known_routes(state)[str(values[0])].coins


def crest_cards(facts: Facts) -> Iterator[CommandCard]:
    """Yield a command card for every crest."""
    for crest in sorted(facts.crests.values(), key=lambda crest: crest.name.casefold()):
        label = tr("Crest {name}", name=crest.name)
        yield CommandCard(f"crest_{crest.id}", label, (crest.id,), "crest", crest.id, place=CRESTS)


def _crest_text(state: State, question: OpenQuestion) -> Message:
    cause = str(question.args[0])
    if cause == labels.NAMELESS_PREFIX:
        # Among unidentified tiles only a person brings a clan marker (GM-PER-05).
        return tr("The new person: which crest gets the clan marker?")
    return tr("{Cause}: which crest gets the clan marker?", Cause=labels.cause_label(state, cause))


def _crest(state: State, question: OpenQuestion) -> Form:
    """Return the form to place a clan marker (GM-PER-05).

    Not placing it is the last choice: one step back from the first name.
    """
    player = state.player(question.player)
    pick, near = crest_pick(state, player), _near(state, player) if player.markers > 0 else ()
    label = tr("No marker is placed") if state.house.crest_placement_optional else tr("We did it ourselves")
    choices = (*pick.choices, Choice("none", label))
    part = Pick("crest", _crest_text(state, question), choices, suggestions=near)
    return Form(tr("A clan marker"), (part,))


def _place_marker(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if answer.values[0] != "none":
        take_crest(resolution, question.player, str(answer.values[0]), road_coins(resolution.state, answer.values))


def _tier_text(state: State, question: OpenQuestion) -> Message:
    crest = _crest_asked(state, question)
    return tr("{crest}: {text}", crest=labels.crest_label(state.facts, crest.id), text=crest.text)


def _crest_asked(state: State, question: OpenQuestion) -> Crest:
    return state.facts.crests[str(question.args[0])]


def _tiers(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Yield the points a crest may score by the territory map: 0, 5 or 8, the known tier first (GM-CRS-14)."""
    crest = _crest_asked(state, question)
    default = known_tier_points(state.player(question.player), crest)
    for points in sorted([0, *(p for _, p in crest.tiers)], key=lambda p: p != default):
        brief = trn("{n} point", "{n} points", points)
        yield str(points), Form(_tier_label(crest.tiers, points), hint=brief)


def _tier_label(tiers: tuple[tuple[int, int], ...], points: int) -> Message:
    needed = next((n for n, p in tiers if p == points), 0)
    if not points:
        return tr("fewer: no points")
    above = min((n for n, _ in tiers if n > needed), default=0)
    if not above:
        return tr("{n} or more: {points} points", n=needed, points=points)
    if above == needed + 1:
        return tr("{n}: {points} points", n=needed, points=points)
    return tr("{n} to {most}: {points} points", n=needed, most=above - 1, points=points)


def _score_tier(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    points = int(answer.offer.removeprefix(TIER_PREFIX))
    if points:
        resolution.do(ev.PointsScored(question.player, points, f"crest:{question.args[0]}"))


TIER_PREFIX = "points_"
CREST_QUESTIONS = (
    QuestionKind(
        "crest", _crest_text, (Action("crest", _crest, _place_marker, cards=crest_cards),), rule="GM-CLN-01"
    ),
    QuestionKind(
        "tier",
        _tier_text,
        (ActionFamily(TIER_PREFIX, _tiers, _score_tier),),
        rule=lambda state, question: _crest_asked(state, question).rule,
    ),
)
