"""The best that a side can still become, worked out directly from the unseen cards: no completion is tried.

Every card on a side may count as one or several strengths, of one colour or any; the places that stay open take
unseen clan cards. Formations are looked for from the strongest down, within each the highest total first, so the
first one found is the best. Elite troops count as what is best for their owner in it (ST-ELT-06, ST-PRF-09). Sets
of strengths are numbers with a bit for each. Knows neither stones nor claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from companion.scoring.schotten_totten.cards import (
    ALL_STRENGTHS,
    CARDS,
    COLOURS,
    STRENGTHS,
    by_colour,
    clan_card,
    strength_set,
    strengths_in,
)
from companion.scoring.schotten_totten.formations import COLOUR, COLOUR_RUN, OF_A_KIND, RUN, SUM, Worth

EVERY_COLOUR = tuple(range(len(COLOURS)))
NAMES = tuple(tuple(clan_card(colour, strength) for strength in (1, *STRENGTHS)) for colour in EVERY_COLOUR)
"""By colour and strength."""
KEPT = 4096
"""Sides whose worth is remembered: a play changes one of eighteen."""


class Window(NamedTuple):
    """The strengths of a run."""

    strengths: int
    total: int


@cache
def windows(cards: int, runs_go_round: bool) -> tuple[Window, ...]:
    """Every run of so many cards, the highest total first, those that go round the end too or not (ST-FRM-07)."""
    starts = STRENGTHS if runs_go_round else STRENGTHS[: len(STRENGTHS) - cards + 1]
    runs = ([(start + step - 1) % len(STRENGTHS) + 1 for step in range(cards)] for start in starts)
    found = (Window(strength_set(run), sum(run)) for run in runs)
    return tuple(sorted(found, key=lambda window: -window.total))


@cache
def highest(strengths: int, count: int) -> Window | None:
    """The highest strengths of a set; None where it has fewer."""
    most = tuple(strengths_in(strengths))[:count]
    return Window(strength_set(most), sum(most)) if len(most) == count else None


class Pool(NamedTuple):
    """The unseen clan cards."""

    colours: tuple[int, ...]
    """For each colour the strengths of it that are unseen."""
    at_least: tuple[int, ...]
    """By a number: the strengths of which at least so many are unseen; as far as a side can lack cards."""
    size: int
    """How many they are."""


def pool_of(unseen: int) -> Pool:
    """The pool of a set of clan cards, see `border.unseen`."""
    one = two = three = four = 0
    colours = by_colour(unseen)
    for own in colours:
        four |= three & own
        three |= two & own
        two |= one & own
        one |= own
    return Pool(colours, (ALL_STRENGTHS, one, two, three, four), unseen.bit_count())


NOTHING = pool_of(0)
"""For a side that is full."""


class Run(NamedTuple):
    """A run that a side fits into."""

    total: int
    gaps: int
    """The strengths that no card of the side takes: a set."""
    way: tuple[int, ...]
    """The strength that each card of the side takes."""


class Laid(NamedTuple):
    """What lies on a side, and all that it can count as."""

    colours: tuple[int, ...]
    """Those that all its cards can have together; none where two differ."""
    runs: tuple[Run, ...]
    """The runs that it fits into, the highest total first."""
    kinds: int
    """The strengths that every card of it can have: a set."""
    most: tuple[int, ...]
    """The most that each card can count."""


@lru_cache(KEPT)
def laid(cards: tuple[str, ...], needed: int, runs_go_round: bool) -> Laid:
    """A side, prepared."""
    known = [CARDS[card] for card in cards]
    colours = {card.colour for card in known if card.colour is not None}
    ways = [way for way in product(*(card.strengths for card in known)) if len({*way}) == len(way)]
    runs = (
        Run(window.total, window.strengths & ~strength_set(way), way)
        for window in windows(needed, runs_go_round)
        for way in ways
        if not strength_set(way) & ~window.strengths
    )
    kinds = ALL_STRENGTHS
    for card in known:
        kinds &= strength_set(card.strengths)
    one_colour = EVERY_COLOUR if not colours else tuple(colours) if len(colours) == 1 else ()
    return Laid(one_colour, tuple(runs), kinds, tuple(max(card.strengths) for card in known))


def best(
    cards: tuple[str, ...], needed: int, pool: Pool, totals_only: bool = False, runs_go_round: bool = False
) -> Worth | None:
    """The best that a side can become with unseen cards in its open places; None where there are too few of them.

    needed: how many cards make it full. totals_only: formations don't count (ST-TEC-01).
    """
    missing = needed - len(cards)
    if pool.size < missing:
        return None
    side = laid(cards, needed, runs_go_round)
    if totals_only:
        return _sum(cards, side, missing, pool)
    return (
        _colour_run(cards, side, pool)
        or _of_a_kind(cards, side, missing, pool)
        or _colour(cards, side, missing, pool)
        or _run(cards, side, pool)
        or _sum(cards, side, missing, pool)
    )


@lru_cache(KEPT)
def full(cards: tuple[str, ...], totals_only: bool = False, runs_go_round: bool = False) -> Worth:
    """What a full side is worth."""
    worth = best(cards, len(cards), NOTHING, totals_only, runs_go_round)
    assert worth is not None, "it needs no card"
    return worth


def _colour_run(cards: Sequence[str], side: Laid, pool: Pool) -> Worth | None:
    """ST-FRM-01."""
    for total, gaps, way in side.runs if side.colours else ():
        for colour in side.colours:
            if not gaps & ~pool.colours[colour]:
                return Worth(COLOUR_RUN, total, (*_counted(cards, way, colour), *_of_colour(gaps, colour)))
    return None


def _of_a_kind(cards: Sequence[str], side: Laid, missing: int, pool: Pool) -> Worth | None:
    """ST-FRM-02."""
    strengths = side.kinds & pool.at_least[missing]
    if not strengths:
        return None
    strength = strengths.bit_length()
    counted = _counted(cards, (strength,) * len(cards))
    added = _of_strength(strength, pool)[:missing]
    return Worth(OF_A_KIND, strength * (len(cards) + missing), (*counted, *added))


def _colour(cards: Sequence[str], side: Laid, missing: int, pool: Pool) -> Worth | None:
    """ST-FRM-03."""
    reached = [(more, colour) for colour in side.colours if (more := highest(pool.colours[colour], missing))]
    if not reached:
        return None
    more, colour = max(reached, key=lambda each: each[0].total)
    counted = (*_counted(cards, side.most, colour), *_of_colour(more.strengths, colour))
    return Worth(COLOUR, sum(side.most) + more.total, counted)


def _run(cards: Sequence[str], side: Laid, pool: Pool) -> Worth | None:
    """ST-FRM-04."""
    of_any_colour = pool.at_least[1]
    for total, gaps, way in side.runs:
        if not gaps & ~of_any_colour:
            added = (_of_strength(strength, pool)[0] for strength in strengths_in(gaps))
            return Worth(RUN, total, (*_counted(cards, way), *added))
    return None


def _sum(cards: Sequence[str], side: Laid, missing: int, pool: Pool) -> Worth:
    """ST-FRM-05; enough cards are unseen."""
    added: list[str] = []
    total = sum(side.most)
    for strength in strengths_in(pool.at_least[1]) if missing else ():
        more = _of_strength(strength, pool)[: missing - len(added)]
        added += more
        total += strength * len(more)
        if len(added) == missing:
            break
    return Worth(SUM, total, (*_counted(cards, side.most), *added))


def _counted(cards: Sequence[str], strengths: Sequence[int], colour: int = 0) -> Iterator[str]:
    """What each card counts as. colour: of those that may have any; all the same where it makes no formation."""
    for card, strength in zip(cards, strengths, strict=True):
        own = CARDS[card].colour
        yield NAMES[colour if own is None else own][strength]


def _of_colour(strengths: int, colour: int) -> Iterator[str]:
    return (NAMES[colour][strength] for strength in strengths_in(strengths))


def _of_strength(strength: int, pool: Pool) -> list[str]:
    """The unseen cards of a strength."""
    return [NAMES[colour][strength] for colour, own in enumerate(pool.colours) if own >> strength - 1 & 1]
