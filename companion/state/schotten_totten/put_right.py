"""What hands do so that the table of one past becomes that of another: everything that differs, in words."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import PutBack
from companion.engine.message import Message, tr
from companion.scoring.schotten_totten.cards import piece
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.legal import cards_in_play
from companion.state.schotten_totten.model import State, technique_at, where


def put_right(old: State, new: State) -> tuple[PutBack, ...]:
    """Line by line; nothing where both tables stand alike."""
    return (*_cards(old, new), *_stones(old, new))


def _cards(old: State, new: State) -> Iterator[PutBack]:
    """Cards that lie elsewhere, or stand for something else."""
    for card in cards_in_play(new):
        before, now = _place_of(old, card), _place_of(new, card)
        if before == now:
            continue
        there = now or tr("back to the hand")
        yield PutBack(tr("{Card}: {where}", Card=labels.card(card), where=there), card, forward=True, about=card)


def _place_of(state: State, card: str) -> Message | None:
    if found := where(state, card):
        place = labels.side_of(state, found.stone, found.side)
        if found.card == piece(found.card):
            return place
        return tr("{where}, {card}", where=place, card=labels.card(found.card))
    if number := technique_at(state, card):
        return labels.stone(number)
    return tr("discard pile") if card in state.discarded else None


def _stones(old: State, new: State) -> Iterator[PutBack]:
    for number, (before, now) in enumerate(zip(old.stones, new.stones, strict=False), 1):
        if before.owner == now.owner:
            continue
        whose = labels.figure(new, now.owner) if now.owner else tr("back into the row")
        id = f"{labels.STONE}{number}"
        yield PutBack(tr("{Stone}: {where}", Stone=labels.stone(number), where=whose), id, forward=True, about=id)
