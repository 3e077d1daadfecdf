"""Once more with the same players: the set-up of an ended game, answer by answer, for a new one.

People confirm it with the one answer that is left, and may change it first. Changes nothing itself.
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
"""An offer and its values."""


def next_rematch_answer(ended: History, now: State) -> Answer | None:
    """What the new game that stands at `now` is told next; None when it is set up as the ended one was."""
    before = _set_up(ended)
    if (seat := now.opened("seat")) is not None:
        return Answer(seat.number, *_seat_answers(ended.state, now))
    if (spaces := now.opened("spaces")) is not None:
        return Answer(spaces.number, "spaces", (before.spaces,))
    start = now.opened("start")
    said = next(_differences(ended.state, before, now), None) if start else None
    return Answer(start.number, *said) if start and said else None


def pawn_order_text(state: State) -> Message | None:
    """How the pawns stand at the start, which were perhaps drawn anew (GM-SET-05)."""
    if not state.players:
        return None
    return tr(
        "Pawns, the last first: {pawns}.", pawns=join_list(labels.figure_label(state, p.id) for p in state.players)
    )


def _set_up(ended: History) -> State:
    """The ended game as it was set up, before the first tile lay."""
    began = (n for n, entry in enumerate(ended.standing) if any(isinstance(e, ev.PlayBegan) for e in entry.events))
    found: State = ended.state_before(next(began))
    return found


def _seat_answers(ended: State, now: State) -> SetupAnswer:
    """Who sat, in that order, without those who went home."""
    coming = [p.id for p in ended.remaining_players[len(now.players) :]]
    return ("seat", (coming[0],)) if coming else ("done", ())


def _differences(ended: State, before: State, now: State) -> Iterator[SetupAnswer]:
    """What still has to be told: names as they were in the end, all else as it was set up."""
    names = {player.id: player.name for player in ended.players}
    for player in now.players:
        if (name := names.get(player.id, "")) != player.name and name:
            yield "name", (player.id, "new", name)
    # Two always play with the die, whoever played before.
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
