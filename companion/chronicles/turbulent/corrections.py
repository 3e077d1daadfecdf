"""Put right at any time: which side of a card is up, and what the table of an event side gives.

Carries out no event and takes none back.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.turbulent.chapters import CHAPTERS, SLUG, TABLES
from companion.chronicles.turbulent.sides import OWN_STATE, PAY, SideSet, turned
from companion.chronicles.turbulent.tables import learn, table_parts
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form

TELL, SIDE = f"{SLUG}.tell", f"{SLUG}.side"
LANDMARK, EVENT, ONLY = "landmark", "event", "only"


def _side(state: State, _question: OpenQuestion) -> Form | None:
    """Of cards that somebody has."""
    if not OWN_STATE.is_in(state):
        return None
    held = (card for p in state.players for card in p.landmarks if card in CHAPTERS)
    cards = tuple(Choice(card, CHAPTERS[card].name, then=(_sides(card),)) for card in held)
    if not cards:
        return None
    return Form(tr("Which side of a landmark card is up"), (Pick("card", tr("Which card?"), cards),))


def _sides(card: str) -> Pick:
    sides: list[tuple[str, Message]] = [
        (LANDMARK, tr("the landmark side")),
        (EVENT, tr("the event side")),
    ]
    if card in TABLES.values():
        sides.append((ONLY, tr("the event side, its table does not hold")))
    return Pick("side", tr("Which side is up?"), tuple(Choice(value, label) for value, label in sides))


def _set_side(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, side = (str(value) for value in answer.values)
    resolution.do(SideSet(card, side != LANDMARK, side == EVENT))
    _score_again(resolution)


def _table(state: State, _question: OpenQuestion) -> Form | None:
    if not OWN_STATE.is_in(state):
        return None
    cards = tuple(Choice(card, CHAPTERS[card].name, then=table_parts(state, card)) for card in TABLES.values())
    return Form(tr("The table of an event side"), (Pick("card", tr("Which card?"), cards),))


def _set_table(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    learn(resolution, str(answer.values[0]), answer.values[1:])
    _score_again(resolution)


def _score_again(resolution: Resolution) -> None:
    """After the end the final scoring comes again."""
    if resolution.state.phase == "over":
        fire(resolution, "recount")


def card_placed(_before: State, e: ev.CardPlaced, after: State) -> Iterator[ev.Event]:
    """A card that nobody has lies landmark side up; who hasn't it pays for no event."""
    if not e.player and e.card in turned(after):
        yield SideSet(e.card, False)
    yield from _asked_no_more(after, e.card)


def side_put_right(_before: State, e: SideSet, after: State) -> Iterator[ev.Event]:
    """An event never repeats (C6-14)."""
    yield from _asked_no_more(after, e.card)


def _asked_no_more(state: State, card: str) -> Iterator[ev.Event]:
    """What its event costs, unless its player may still turn it."""
    asked = [o for o in state.open if o.kind == PAY and o.args[0] == card]
    spent = [o for o in asked if card in turned(state) or card not in state.player(o.player).landmarks]
    yield from (ev.QuestionClosed(o.number) for o in spent)


ROWS = (Action(SIDE, _side, _set_side), Action(TELL, _table, _set_table))
