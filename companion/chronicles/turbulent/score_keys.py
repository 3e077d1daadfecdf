"""The event sides in the document of `companion score`: which cards are turned, and the tables of their owners.

Reads no game: a document brings cards and tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.chronicles.turbulent.chapters import SLUG
from companion.chronicles.turbulent.pieces import DUNVEGAN, FORT_GEORGE, STORR, WALLACE
from companion.chronicles.turbulent.scoring import event_sides, worth
from companion.engine.message import Message, tr
from companion.scoring.compare import Worth
from companion.scoring.gains import Given
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.scoring.glen_more_2.parts import GainsPart, WorthPart
from companion.scoring.glen_more_2.standing import Standing
from companion.scoring.score_sheet import Key

MAX_LEADS, MAX_POINTS = 40, 1000
Table = Annotated[tuple[Annotated[int, Meta(ge=0, le=MAX_POINTS)], ...], Meta(min_length=1, max_length=MAX_LEADS)]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's own tables: points for leads of 1, 2, …; the last holds for all above."""

    scots: Table | None = None
    """Of the Old Man of Storr (C6-18); None = the usual one."""
    whisky: Table | None = None
    """Of Inverness (C6-26); None = the usual one."""


def own_table(standing: Standing, category: str) -> Worth | None:
    """What a player's own table is worth in a category; None: the usual one."""
    tables: Tables = standing.expansion_standings[SLUG].get("tables", Tables())
    table = {"scots_in_home_castle": tables.scots, "whisky": tables.whisky}.get(category)
    return worth(table) if table else None


def gains(standings: Sequence[Standing], _before: Sequence[Given]) -> Iterator[Given]:
    """The points of everybody's turned cards."""
    for standing in standings:
        yield from event_sides(standing.expansion_standings[SLUG].get("event_side", ()), [standing])


def fault(found: Mapping[str, Any]) -> Message | None:
    """Only own cards lie event side up, each once."""
    sides = found.get("event_side", ())
    for card in sides:
        if card not in found["landmarks"]:
            return tr('"event_side" has "{card}", which is not in "landmarks".', card=card)
        if sides.count(card) > 1:
            return tr('"event_side" has "{card}" more than once.', card=card)
    return None


SCORE_KEYS = ExpansionKeys(
    keys={
        "event_side": Key(list[str], tr("a list of ids of landmark cards"), "never"),
        "tables": Key(
            Tables,
            tr('an object with "scots" or "whisky", each a list of points from 0 for leads of 1, 2 and so on'),
            "never",
        ),
    },
    parts=(WorthPart(SLUG, own_table), GainsPart(SLUG, "compared", gains)),
    cards=(STORR, WALLACE, DUNVEGAN, FORT_GEORGE),
    fault=fault,
)
