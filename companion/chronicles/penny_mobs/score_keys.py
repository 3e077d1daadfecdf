"""The mobs in the document of `companion score`: what members cost, and pennies (C8-13, C8-14).

Reads no game: a document brings all numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from companion.chronicles.penny_mobs.members import SLUG
from companion.chronicles.penny_mobs.scoring import pennies
from companion.engine.message import tr
from companion.scoring.gains import Given, given
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.scoring.glen_more_2.parts import GainsPart
from companion.scoring.glen_more_2.standing import Standing
from companion.scoring.score_sheet import NUMBER, Key, Number

MAX_MEMBERS = 16


def dues(standings: Sequence[Standing], _before: Sequence[Given]) -> Iterator[Given]:
    for standing in standings:
        counted = standing.expansion_standings[SLUG]
        for penalty in filter(None, counted.get("member_penalties", ())):
            yield given(standing.name, SLUG, -penalty, tr("a member costs {n}", n=penalty))
        yield from pennies(standing.name, counted.get("pennies_plus", 0), counted.get("pennies_minus", 0))


SCORE_KEYS = ExpansionKeys(
    keys={
        "member_penalties": Key(
            Annotated[list[Number], Meta(max_length=MAX_MEMBERS)],
            tr("a list of at most {most} whole numbers from 0: what each member costs", most=MAX_MEMBERS),
            "never",
        ),
        "pennies_plus": Key(Number, NUMBER, "never"),
        "pennies_minus": Key(Number, NUMBER, "never"),
    },
    parts=(GainsPart(SLUG, "dues", dues),),
)
