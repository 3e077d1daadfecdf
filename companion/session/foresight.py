"""What a tap would do, told before anybody taps, by the menu and the rules that would handle it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.engine.game import CORRECTION, TapMeaning
from companion.engine.message import Message, tr
from companion.menu import taps
from companion.menu.menu_state import Menu, MenuContext

UNDO_CARD = "card:undo"


class Foreseen(msgspec.Struct, frozen=True, gc=False):
    """What a tap of one piece would do now."""

    text: Message
    """What is entered, what is asked, or what can be seen of the piece."""
    brief: Message | None = None
    """The same in two or three words; None where nothing is entered."""
    ways: tuple[Message, ...] = ()
    """Where the tap asks: what people can say then, the likeliest first."""


def foreseen(menu: Menu, context: MenuContext, tapped: Callable[[str], TapMeaning], piece: str) -> Foreseen:
    """By the list that lies open, else by the rules: `tapped` is the game's own."""
    if piece == UNDO_CARD:
        return Foreseen(tr("Takes back the last entry"), tr("takes back"))
    outcome = taps.tap_any(menu, context, (piece,))
    told = tapped(piece) if outcome is None else None
    if outcome is None and told:
        outcome = taps.tapped(Menu(), told)
    if isinstance(outcome, Menu) and outcome.notice:
        return Foreseen(outcome.notice.text)
    if told and told.known:
        return Foreseen(told.look)
    if told is None:
        return Foreseen(tr("Answers what the panel asks"), tr("answers"))
    if isinstance(outcome, Menu):
        ways = tuple(dict.fromkeys(way.group or way.label for way in told.interpretations))
        return Foreseen(told.title or told.look, tr("asks first"), ways)
    return _entered(context, told)


def _entered(context: MenuContext, told: TapMeaning) -> Foreseen:
    """The only thing that the tap can mean, in the words of its offer."""
    way = told.interpretations[0]
    number = way.answer.question
    question = None if way.replaces or number == CORRECTION else context.question(number)
    offer = question.offer(way.answer.offer) if question else None
    if offer is None or offer.label == way.label:
        return Foreseen(way.label, way.label)
    return Foreseen(tr("{entry}: {what}", entry=offer.label, what=way.label), offer.label)
