"""What hands do so that the table of one past becomes that of another: everything that differs, in words."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import PutBack
from companion.engine.message import Message, listed, tr, trn
from companion.state.glen_more import labels
from companion.state.glen_more.facts import GOODS
from companion.state.glen_more.model import COUNTS, State
from companion.state.glen_more.referee.words import WORDS
from companion.state.glen_more.secrecy import hidden
from companion.state.territory.corrections import reconcile_territories


def put_right(old: State, new: State) -> tuple[PutBack, ...]:
    """Line by line; nothing where both tables stand alike."""
    held, rest = (*_counts(old, new), *_held(old, new)), (*_market(old, new), *_rondel(old, new))
    lines = [[PutBack(line, forward=True) for line in part] for part in (held, rest)]
    return (*lines[0], *reconcile_territories(old, new, WORDS), *lines[1])


def _counts(old: State, new: State) -> Iterator[Message]:
    before = {p.id: p for p in old.players}
    for now in new.players:
        was = before.get(now.id)
        for count in (*COUNTS, "points"):
            field = "total" if count == "points" else count
            n = getattr(now, field)
            if was and getattr(was, field) != n:
                words = labels.COUNT_WORDS[count]
                if count == "points" and hidden(new):
                    yield tr("{player}: points, as the own phone says", player=labels.figure(new, now.id))
                    continue
                yield tr("{player}: {count} {n}", player=labels.figure(new, now.id), count=words, n=n)


def _held(old: State, new: State) -> Iterator[Message]:
    for tile in new.facts.tiles:
        if (here := _holder(new, tile)) != _holder(old, tile) and here:
            name = labels.piece(new.facts, tile)
            yield tr("{tile} to {player}", tile=name, player=labels.figure(new, here))
    for card in new.facts.cards:
        if (here := _owner(new, card)) != _owner(old, card) and here:
            yield tr("{tile} to {player}", tile=labels.card(new.facts, card), player=labels.figure(new, here))


def _holder(state: State, tile: str) -> str:
    return next((p.id for p in state.players if tile in p.taken), "")


def _owner(state: State, card: str) -> str:
    return next((p.id for p in state.players if card in p.cards), "")


def _market(old: State, new: State) -> Iterator[Message]:
    for good in GOODS:
        n = new.market.get(good, 0)
        if old.market.get(good, 0) != n:
            words = labels.GOODS_WORDS[good]
            yield trn("the {good} row: coins on {n} space", "the {good} row: coins on {n} spaces", n, good=words)


def _rondel(old: State, new: State) -> Iterator[Message]:
    if old.line == new.line or not new.line:
        return
    spaces = listed(
        labels.figure(new, space.figures[0])
        if space.figures
        else labels.piece(new.facts, space.piece, space.deck)
        if space.has_tile
        else tr("a free space")
        for space in new.line
    )
    yield tr("The rondel, from behind: {spaces}", spaces=spaces)
