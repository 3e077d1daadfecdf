"""Elspeth McTrick at the mountain: who controls her may swap a coin or good on it for a good (C8-41).

Looks for `owner["elspeth_mctrick"]` in the drawer of the chronicle that has members; without it offers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.highlander.mountain import SLUG, MountainSet, mountain
from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution

SWAP = f"{SLUG}.swap"


def entry(state: State, question: OpenQuestion) -> Iterator[Offer]:
    """What is swapped stays on the mountain: a good of the supply takes its place, never a coin."""
    members = getattr(state.drawers.get("penny_mobs"), "owner", {})
    if members.get("elspeth_mctrick") != question.player:
        return
    now = mountain(state)
    which = []
    if now.coins:
        which.append(Choice("coin", tr("a coin")))
    if now.goods:
        which.append(Choice("good", tr("a good")))
    label = tr("Elspeth McTrick: swap on the mountain")
    if not which:
        yield Offer(SWAP, label, closed=Reason("C8-41", tr("Nothing lies on the mountain.")))
        return
    yield Offer(SWAP, label, (Pick("what", tr("What is swapped for a good?"), tuple(which)),))


def settle(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """A coin goes to the supply and a good takes its place; a good for a good changes no number."""
    now, player_id = mountain(resolution.state), question.player
    resolution.do(ev.EntryMade(player_id, SWAP))
    swapped = int(answer.values[0] == "coin")
    resolution.do(MountainSet(now.coins - swapped, now.goods + swapped))
