"""The haggis in words: lines on the screen, sources of points, causes. What a viewer may not see is not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.chronicles.haggis.pieces import (
    FOR_A_ROLL,
    FOR_A_TOKEN,
    LETTERS,
    SHOWN,
    SLUG,
    STICKERS,
    TILES,
    letter_fact,
    letters_known,
    once_fact,
    value_of,
)
from companion.chronicles.haggis.tokens import OWN_STATE, HaggisGained, HaggisScored
from companion.engine.message import Message, listed, literal, tr, trn
from companion.state.glen_more_2.expansions import FOR_A_GOOD
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.set_up_steps import Stage, Step

POINT_SOURCES = {SLUG: tr("Haggis")}
FACT_WORDS = {
    **{letter_fact(letter): tr("tiles of deck {deck}", deck=letter) for letter in LETTERS},
    **{once_fact(id): tr("a token at once with {tile}", tile=name) for id, name in TILES.items()},
    STICKERS: tr("stickers on all its tokens"),
}
CAUSES = {
    FOR_A_TOKEN: tr("a haggis token"),
    f"{FOR_A_TOKEN}{FOR_A_GOOD}": tr("1 haggis token either way."),
    FOR_A_ROLL: tr("a haggis roll"),
}


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    """How many tokens, where there are any; to their owner alone also which (the view has no others')."""
    now = OWN_STATE.of(state)
    if not player_id:
        return tuple(_of_all(state))
    held = len(now.held[player_id])
    shown = [trn("{n} haggis token", "{n} haggis tokens", held)] if held else []
    if values := sorted(filter(None, (value_of(state, token) for token in now.held[player_id]))):
        shown.append(tr("face down: {values}", values=numbers(values)))
    if up := now.up(player_id):
        shown.append(tr("face up: {values}", values=numbers(up)))
    return tuple(shown)


def _of_all(state: State) -> Iterator[Message]:
    left = OWN_STATE.of(state).in_supply()
    if left:
        yield trn("{n} haggis token in the supply", "{n} haggis tokens in the supply", left)
    else:
        yield tr("No haggis token is left in the supply.")
    if not letters_known(state.facts) and state.phase != "layout":
        yield tr("The letters of the haggis tiles are not entered.")


def owed(state: State) -> Iterator[Message]:
    """What was scored goes back (C5-22); without stickers nobody asks for a token to be turned up (C5-07)."""
    if not OWN_STATE.is_in(state):
        return
    now = OWN_STATE.of(state)
    if any(isinstance(event, HaggisScored) and event.tokens for event in state.happened):
        yield tr("Haggis tokens that lie face up on the tables: face down into the supply")
    gained = sum(isinstance(event, HaggisGained) for event in state.happened)
    if gained and not now.tagged and now.in_supply() >= SHOWN:
        yield trn(
            "Take the haggis token, face up or drawn; 2 always lie face up in the supply",
            "Take {n} haggis tokens, face up or drawn; 2 always lie face up in the supply",
            gained,
        )


def preparation(_state: State) -> tuple[Step, ...]:
    """Tables, tiles and tokens (C5-03, C5-04)."""
    return (
        Step(Stage.PLAYERS, tr("Each player a haggis table")),
        Step(Stage.DECKS, tr("The 6 haggis tiles into their decks")),
        Step(Stage.SUPPLY, tr("The 13 haggis tokens face down into the supply, then turn 2 of them up")),
    )


def numbers(values: Iterable[int]) -> Message:
    """Values of tokens; "none" for none."""
    found = [literal(str(value)) for value in values]
    return listed(found) if found else tr("none")
