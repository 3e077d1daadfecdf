"""Who may swap on the mountain: a coin or a good that lies there for a good of the supply (C8-41).

Knows no member by id: whoever may swap is told by a query.
"""

from __future__ import annotations

from companion.chronicles.highlander.mountain import OWN_STATE, SLUG, MountainSet
from companion.chronicles.queries import SWAPS_ON_THE_MOUNTAIN
from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form
from companion.state.glen_more_2.ruleset import asked

SWAP = f"{SLUG}.swap"


def _swap(state: State, question: OpenQuestion) -> Form | None:
    """What is swapped stays on the mountain: a good of the supply takes its place, never a coin."""
    if asked(SWAPS_ON_THE_MOUNTAIN, state) != question.player:
        return None
    now = OWN_STATE.of(state)
    which = (
        *((Choice("coin", tr("a coin")),) if now.coins else ()),
        *((Choice("good", tr("a good")),) if now.goods else ()),
    )
    label = tr("Elspeth McTrick: swap on the mountain")
    if not which:
        return Form(label, closed=Reason("C8-41", tr("Nothing lies on the mountain.")))
    return Form(label, (Pick("what", tr("What is swapped for a good?"), which),))


def _book_swap(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """A coin goes to the supply and a good takes its place; a good for a good changes no number."""
    now, player_id = OWN_STATE.of(resolution.state), question.player
    resolution.do(ev.EntryMade(player_id, SWAP))
    swapped = int(answer.values[0] == "coin")
    resolution.do(MountainSet(now.coins - swapped, now.goods + swapped))


ENTRIES = (Action(SWAP, _swap, _book_swap),)
