"""Texts of the haggis: status lines, sources of points, causes, table instructions, and the help article of each
event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.chronicles.haggis import model
from companion.chronicles.haggis.model import (
    LETTERS,
    OWN_STATE,
    ROLL_PAYMENT_CAUSE,
    SLUG,
    STICKERS_FACT,
    TILES,
    TOKEN_PAYMENT_CAUSE,
    TOKENS_FACE_UP,
    HaggisGained,
    HaggisScored,
    has_all_letters,
    letter_fact,
    token_at_once_fact,
    token_value,
)
from companion.engine.message import Message, join_list, literal, tr, trn
from companion.state.glen_more_2.expansions import GOOD_CAUSE_SUFFIX, EventArticles, SetupStage, SetupStep
from companion.state.glen_more_2.model import State

POINT_SOURCES = {SLUG: tr("Haggis")}
FACT_LABELS = {
    **{letter_fact(letter): tr("tiles of deck {deck}", deck=letter) for letter in LETTERS},
    **{token_at_once_fact(id): tr("a token at once with {tile}", tile=name) for id, name in TILES.items()},
    STICKERS_FACT: tr("stickers on all its tokens"),
}
CAUSES = {
    TOKEN_PAYMENT_CAUSE: tr("a haggis token"),
    f"{TOKEN_PAYMENT_CAUSE}{GOOD_CAUSE_SUFFIX}": tr("1 haggis token either way."),
    ROLL_PAYMENT_CAUSE: tr("a haggis roll"),
}


def status_lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Return the number of tokens; values appear only in the owner's view, as other views do not contain them."""
    now = OWN_STATE.of(state)
    if not player_id:
        return tuple(_of_all(state))
    held = len(now.face_down[player_id])
    shown = [trn("{n} haggis token", "{n} haggis tokens", held)] if held else []
    if values := sorted(filter(None, (token_value(state, token) for token in now.face_down[player_id]))):
        shown.append(tr("face down: {values}", values=values_text(values)))
    if up := now.up(player_id):
        shown.append(tr("face up: {values}", values=values_text(up)))
    return tuple(shown)


def _of_all(state: State) -> Iterator[Message]:
    left = OWN_STATE.of(state).supply_count()
    if left:
        yield trn("{n} haggis token in the supply", "{n} haggis tokens in the supply", left)
    else:
        yield tr("No haggis token is left in the supply.")
    if not has_all_letters(state.facts) and state.phase != "layout":
        yield tr("The letters of the haggis tiles are not entered.")


def table_tasks(state: State) -> Iterator[Message]:
    """Yield the instructions: scored tokens go back (C5-22); without stickers two stay face up (C5-07)."""
    if not OWN_STATE.is_in_play(state):
        return
    now = OWN_STATE.of(state)
    if any(isinstance(event, HaggisScored) and event.tokens for event in state.turn_events):
        yield tr("Haggis tokens that lie face up on the tables: face down into the supply")
    gained = sum(isinstance(event, HaggisGained) for event in state.turn_events)
    if gained and not now.has_stickers and now.supply_count() >= TOKENS_FACE_UP:
        yield trn(
            "Take the haggis token, face up or drawn; 2 always lie face up in the supply",
            "Take {n} haggis tokens, face up or drawn; 2 always lie face up in the supply",
            gained,
        )


def preparation_steps(_state: State) -> tuple[SetupStep, ...]:
    """Return the steps for tables, tiles and tokens (C5-03, C5-04)."""
    return (
        SetupStep(SetupStage.PLAYERS, tr("Each player a haggis table")),
        SetupStep(SetupStage.DECKS, tr("The 6 haggis tiles into their decks")),
        SetupStep(SetupStage.SUPPLY, tr("The 13 haggis tokens face down into the supply, then turn 2 of them up")),
    )


def values_text(values: Iterable[int]) -> Message:
    """Return the values as a list, or "none"."""
    found = [literal(str(value)) for value in values]
    return join_list(found) if found else tr("none")


EXPLAINED: EventArticles = {
    model.HaggisGained: lambda _e: "C5-05",
    model.HaggisReturned: lambda _e: "C5-09",
    model.HaggisPassed: lambda _e: "C8-39",
    model.HaggisShown: lambda _e: "C5-07",
    model.HaggisBegan: lambda _e: "C5-13",
    model.HaggisRolled: lambda _e: "C5-15",
    model.HaggisRerolled: lambda _e: "C8-40",
    model.HaggisTurned: lambda _e: "C5-16",
    model.HaggisScored: lambda _e: "C5-21",
}
