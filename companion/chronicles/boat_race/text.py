"""Texts of the boat race: castles, places, status lines, setup steps, and the help article of each event."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.boat_race import model
from companion.chronicles.boat_race.model import (
    LAST_PLACE,
    NEUTRAL_RIVER_COUNTS,
    OWN_STATE,
    RIVER_PREFIX,
    ship_builder_letters,
)
from companion.engine.message import Message, join_list, tr, trn
from companion.state.glen_more_2.expansions import EventArticles, SetupStage, SetupStep
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels

PLACE_LABELS = {1: tr("1st place"), 2: tr("2nd place"), 3: tr("3rd place"), LAST_PLACE: tr("last place")}


def castle_label(state: State, castle: str) -> Message:
    """Return the name of a castle, by its player or its neutral river."""
    if not castle.startswith(RIVER_PREFIX):
        return tr("the castle of {player}", player=labels.figure_label(state, castle))
    if NEUTRAL_RIVER_COUNTS[len(state.players)] == 1:
        return tr("the neutral castle")
    left, right = OWN_STATE.of(state).castles[::2]
    side = left if castle.endswith("1") else right
    return tr("the neutral castle left of {player}", player=labels.figure_label(state, side))


def seating_label(state: State, castles: tuple[str, ...]) -> Message:
    """Return the order of castles as a list of names."""
    return join_list(
        tr("neutral river") if c.startswith(RIVER_PREFIX) else labels.figure_label(state, c) for c in castles
    )


def status_lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Return what is still missing for the table, or how far a player's boat is."""
    now = OWN_STATE.of(state)
    if not player_id:
        return tuple(_of_all(state))
    boat = now.boats[player_id]
    if boat.place:
        return (tr("boat: {place}", place=PLACE_LABELS.get(boat.place, tr("home"))),)
    # At referee depth `questions.distance_line` tells how far the boat is.
    if state.tracks_territories or not (now.is_open and boat.castles_reached):
        return ()
    return (trn("boat: {n} castle", "boat: {n} castles", boat.castles_reached),)


def _of_all(state: State) -> Iterator[Message]:
    if state.phase == "layout":
        return
    if not OWN_STATE.of(state).is_open:
        yield tr("The race has not begun.")
    if not ship_builder_letters(state.facts):
        yield tr("The letters of the Ship Builders are not entered.")


def preparation_steps(state: State) -> tuple[SetupStep, ...]:
    """Return the steps for boats, Start, Ship Builders, rivers and tokens (C1-03 to C1-08)."""
    players = len(state.players)
    rivers = {
        2: (SetupStep(SetupStage.PLAYERS, tr("A neutral river on each side between the two players")),),
        3: (SetupStep(SetupStage.PLAYERS, tr("1 neutral river between any two players")),),
    }
    return (
        SetupStep(SetupStage.PLAYERS, tr("Each boat onto its home castle")),
        SetupStep(SetupStage.DECKS, tr("The Ship Builders into their decks")),
        SetupStep(SetupStage.SHUFFLED, tr("Start into the top third of deck B")),
        *rivers.get(players, ()),
        SetupStep(
            SetupStage.PLAYERS,
            tr("{n} reward tokens face down onto each home castle and each neutral castle", n=players),
        ),
        SetupStep(SetupStage.SUPPLY, tr("The result cards aside")),
    )


EXPLAINED: EventArticles = {
    model.CastleReached: lambda _e: "C1-13",
    model.RewardTaken: lambda _e: "C1-17",
    model.BoatHome: lambda _e: "C1-25",
}
