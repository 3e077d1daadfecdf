"""The best formation that a side can still reach, computed from the unseen cards without trying completions.

Every card on a side can count as one or several strengths, of one colour or any; open places take unseen clan
cards. Formations are checked from the strongest down, within each the highest total first, so the first match is
the best. Elite troops count as what is best for their owner (ST-ELT-06, ST-PRF-09). Sets of strengths are
integers with one bit each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from companion.scoring.schotten_totten.border import (
    ALL_STRENGTHS,
    CARDS,
    COLOUR,
    COLOUR_RUN,
    COLOURS,
    OF_A_KIND,
    RUN,
    STRENGTHS,
    SUM,
    Worth,
    clan_card,
    strength_set,
    strengths_by_colour,
    strengths_in,
)

EVERY_COLOUR = tuple(range(len(COLOURS)))
CLAN_CARD_IDS = tuple(
    tuple(clan_card(colour, strength) for strength in (1, *STRENGTHS)) for colour in EVERY_COLOUR
)
"""Card ids by colour and strength."""
CACHE_SIZE = 4096
"""Cache size for sides: a play changes only one of eighteen."""


class Strengths(NamedTuple):
    """Several strengths."""

    total: int
    those: int
    """Bit set of the strengths."""


@cache
def missing_strengths(own: int, needed: int, runs_go_round: bool) -> tuple[Strengths, ...]:
    """Return the strengths that a side lacks for each run of `needed` cards it fits, with the run's total.

    own: bit set of the side's strengths. Highest total first; runs that go round are included if the rule says
    so (ST-FRM-07).
    """
    starts = STRENGTHS if runs_go_round else STRENGTHS[: len(STRENGTHS) - needed + 1]
    runs = [tuple((start + step - 1) % len(STRENGTHS) + 1 for step in range(needed)) for start in starts]
    found = (Strengths(sum(run), strength_set(run) & ~own) for run in runs if not own & ~strength_set(run))
    return tuple(sorted(found, reverse=True))


@cache
def highest_strengths(strengths: int, count: int) -> Strengths | None:
    """Return the highest `count` strengths of a bit set, or None if it has fewer."""
    most = strengths_in(strengths)[:count]
    return Strengths(sum(most), strength_set(most)) if len(most) == count else None


class Pool(NamedTuple):
    """The unseen clan cards."""

    colours: tuple[int, ...]
    """For each colour, the bit set of its unseen strengths."""
    at_least: tuple[int, ...]
    """By a number n, the bit set of strengths with at least n unseen cards."""
    size: int
    """Number of unseen cards."""


def make_pool(unseen: int) -> Pool:
    """Return the pool of a set of clan cards, see `border.unseen_cards`."""
    one = two = three = four = 0
    colours = strengths_by_colour(unseen)
    for own in colours:
        four |= three & own
        three |= two & own
        two |= one & own
        one |= own
    return Pool(colours, (ALL_STRENGTHS, one, two, three, four), unseen.bit_count())


EMPTY_POOL = make_pool(0)
"""Pool for a full side."""


class PreparedSide(NamedTuple):
    """The cards of a side and everything that they can count as."""

    colours: tuple[int, ...]
    """Colours that all its cards can have together; () if two cards differ."""
    ways: tuple[tuple[int, tuple[int, ...]], ...]
    """Each set of different strengths that its cards can have, with the strength of each card; used for runs."""
    kinds: int
    """Bit set of the strengths that every card can have."""
    most: tuple[int, ...]
    """Highest strength of each card."""


@lru_cache(CACHE_SIZE)
def prepare_side(cards: tuple[str, ...]) -> PreparedSide:
    """Return a prepared side."""
    known = [CARDS[card] for card in cards]
    chosen = [card.strengths for card in known]
    colours = {card.colour for card in known if card.colour is not None}
    kinds = ALL_STRENGTHS
    for strengths in chosen:
        kinds &= strength_set(strengths)
    ways = [(own, way) for way in product(*chosen) if (own := strength_set(way)).bit_count() == len(cards)]
    together = EVERY_COLOUR if not colours else tuple(colours) if len(colours) == 1 else ()
    return PreparedSide(together, tuple(ways), kinds, tuple([strengths[-1] for strengths in chosen]))


def best_worth(
    cards: tuple[str, ...], needed: int, pool: Pool, totals_only: bool = False, runs_go_round: bool = False
) -> Worth | None:
    """Return the best worth that a side can reach with unseen cards, or None if too few are unseen.

    needed: number of cards of a full side. totals_only: formations do not count (ST-TEC-01).
    """
    missing = needed - len(cards)
    if pool.size < missing:
        return None
    side = prepare_side(cards)
    if totals_only:
        return _sum(cards, side, missing, pool)
    return (
        _colour_run(cards, side, needed, runs_go_round, pool)
        or _of_a_kind(cards, side, missing, pool)
        or _colour(cards, side, missing, pool)
        or _run(cards, side, needed, runs_go_round, pool)
        or _sum(cards, side, missing, pool)
    )


@lru_cache(CACHE_SIZE)
def full_worth(cards: tuple[str, ...], totals_only: bool = False, runs_go_round: bool = False) -> Worth:
    """Return the worth of a full side."""
    worth = best_worth(cards, len(cards), EMPTY_POOL, totals_only, runs_go_round)
    assert worth is not None, "it needs no card"
    return worth


def _colour_run(cards: Sequence[str], side: PreparedSide, needed: int, go_round: bool, pool: Pool) -> Worth | None:
    """ST-FRM-01."""
    found = None
    for own, way in side.ways:
        runs = missing_strengths(own, needed, go_round)
        for colour in side.colours:
            for total, lacks in runs:
                if found and total <= found[0]:
                    break
                if not lacks & ~pool.colours[colour]:
                    found = total, lacks, way, colour
                    break
    if not found:
        return None
    total, lacks, way, colour = found
    return Worth(COLOUR_RUN, total, (*_counted(cards, way, colour), *_of_colour(lacks, colour)))


def _of_a_kind(cards: Sequence[str], side: PreparedSide, missing: int, pool: Pool) -> Worth | None:
    """ST-FRM-02."""
    strengths = side.kinds & pool.at_least[missing]
    if not strengths:
        return None
    strength = strengths.bit_length()
    counted = _counted(cards, (strength,) * len(cards))
    added = _of_strength(strength, pool)[:missing]
    return Worth(OF_A_KIND, strength * (len(cards) + missing), (*counted, *added))


def _colour(cards: Sequence[str], side: PreparedSide, missing: int, pool: Pool) -> Worth | None:
    """ST-FRM-03."""
    reached = [
        (more, colour) for colour in side.colours if (more := highest_strengths(pool.colours[colour], missing))
    ]
    if not reached:
        return None
    more, colour = max(reached, key=lambda each: each[0].total)
    counted = (*_counted(cards, side.most, colour), *_of_colour(more.those, colour))
    return Worth(COLOUR, sum(side.most) + more.total, counted)


def _run(cards: Sequence[str], side: PreparedSide, needed: int, go_round: bool, pool: Pool) -> Worth | None:
    """ST-FRM-04."""
    found = None
    for own, way in side.ways:
        for total, lacks in missing_strengths(own, needed, go_round):
            if found and total <= found[0]:
                break
            if not lacks & ~pool.at_least[1]:
                found = total, lacks, way
                break
    if not found:
        return None
    total, lacks, way = found
    added = [_of_strength(strength, pool)[0] for strength in strengths_in(lacks)]
    return Worth(RUN, total, (*_counted(cards, way), *added))


def _sum(cards: Sequence[str], side: PreparedSide, missing: int, pool: Pool) -> Worth:
    """ST-FRM-05; there are enough unseen cards."""
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
    """Yield what each card counts as. colour: for cards of any colour."""
    for card, strength in zip(cards, strengths, strict=True):
        own = CARDS[card].colour
        yield CLAN_CARD_IDS[colour if own is None else own][strength]


def _of_colour(strengths: int, colour: int) -> Iterator[str]:
    return (CLAN_CARD_IDS[colour][strength] for strength in strengths_in(strengths))


def _of_strength(strength: int, pool: Pool) -> list[str]:
    """Return the unseen cards of a strength."""
    return [CLAN_CARD_IDS[colour][strength] for colour, own in enumerate(pool.colours) if own >> strength - 1 & 1]
