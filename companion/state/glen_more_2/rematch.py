"""Rematch: the setup of an ended game, as a sequence of answers for a new game with the same players.

Players confirm it with the last remaining answer and may change it before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.engine.history import History
from companion.engine.message import Message, join_list, tr
from companion.engine.offers import Answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import expansion_rule, expansions_of
from companion.state.glen_more_2.text import labels

SetupAnswer = tuple[str, tuple[Any, ...]]
"""Offer name and its values."""


def next_rematch_answer(ended: History, now: State) -> Answer | None:
    """Return the next answer for the new game `now`; None if it is set up like the ended one."""
    before = _set_up(ended)
    if (seat := now.find_question("seat")) is not None:
        return Answer(seat.number, *_seat_answers(ended.state, now))
    if (spaces := now.find_question("spaces")) is not None:
        return Answer(spaces.number, "spaces", (before.spaces,))
    start = now.find_question("start")
    said = next(_differences(ended.state, before, now), None) if start else None
    return Answer(start.number, *said) if start and said else None


def pawn_order_text(state: State) -> Message | None:
    """Return the start order of the pawns, which may have been drawn again (GM-SET-05)."""
    if not state.players:
        return None
    return tr(
        "Pawns, the last first: {pawns}.", pawns=join_list(labels.figure_label(state, p.id) for p in state.players)
    )


def _set_up(ended: History) -> State:
    """Return the ended game's state after setup, before the first tile was laid."""
    began = (n for n, entry in enumerate(ended.standing) if any(isinstance(e, ev.PlayBegan) for e in entry.events))
    found: State = ended.state_before(next(began))
    return found


def _seat_answers(ended: State, now: State) -> SetupAnswer:
    """Return the next player to seat, in the old order, without players who left."""
    coming = [p.id for p in ended.remaining_players[len(now.players) :]]
    return ("seat", (coming[0],)) if coming else ("done", ())


def _differences(ended: State, before: State, now: State) -> Iterator[SetupAnswer]:
    """Yield the remaining differences: names as they were at the end, everything else as set up."""
    names = {player.id: player.name for player in ended.players}
    for player in now.players:
        if (name := names.get(player.id, "")) != player.name and name:
            yield "name", (player.id, "new", name)
    # Two players always use the die, so its choice says nothing about a game of another size.
    if len(now.players) > 2 and len(before.players) > 2 and now.use_die != before.use_die:
        yield "die", ()
    if now.short_game != before.short_game:
        yield "worlds_end", ()
    for slug in sorted({*now.chronicles} ^ {*before.chronicles}):
        yield "chronicle", (slug,)
    yield from _house_rule_answers(before, now)
    if now.depth != before.depth:
        yield "depth", (before.depth,)


def _house_rule_answers(before: State, now: State) -> Iterator[SetupAnswer]:
    for field in msgspec.structs.fields(now.house):
        told, wanted = getattr(now.house, field.name), getattr(before.house, field.name)
        if told != wanted and field.name not in ("more", "use_die", "short_game"):
            yield "house", (field.name,) if isinstance(wanted, bool) else (field.name, wanted)
    for rule in (rule for expansion in expansions_of(now) for rule in expansion.house_rules):
        if (wanted := expansion_rule(before, rule.name)) != expansion_rule(now, rule.name):
            yield "house", (rule.name, wanted) if rule.most > 1 else (rule.name,)
