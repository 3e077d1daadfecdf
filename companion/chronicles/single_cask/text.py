"""Texts of single casks: places of barrels, status lines, setup steps, and the help article of each event."""

from __future__ import annotations

from companion.chronicles.single_cask import model
from companion.chronicles.single_cask.model import OWN_STATE, ZERO_AREA, place_points
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.expansions import EventArticles, SetupStage, SetupStep
from companion.state.glen_more_2.model import State


def place_label(state: State, place: str) -> Message:
    """Return the name of a place with its points."""
    if place == ZERO_AREA:
        return tr("the 0 area")
    level, _, space = place.partition(".")
    points = place_points(state.facts.more, place)
    return tr("cellar {level}, space {space} ({n})", level=level, space=space, n=points)


def status_lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Return the points of a player's barrels and the number of cellars."""
    now = OWN_STATE.of(state)
    if not player_id or not now.barrel_places.get(player_id):
        return ()
    cellars = now.cellar_counts[player_id]
    built = (trn("{n} cellar", "{n} cellars", cellars),) if cellars > 1 else ()
    return (_casks(state, now.barrel_places[player_id]), *built)


def _casks(state: State, places: tuple[str, ...]) -> Message:
    """Return the points of each barrel, the highest first; barrels in the 0 area follow a bar."""
    stored = sorted(
        (place_points(state.facts.more, place) for place in places if place != ZERO_AREA), reverse=True
    )
    points = " ".join(map(str, stored)) or "–"
    if outside := places.count(ZERO_AREA):
        return tr("barrels {points} | {zeros}", points=points, zeros=" ".join("0" * outside))
    return tr("barrels {points}", points=points)


def preparation_steps(_state: State) -> tuple[SetupStep, ...]:
    """Return the steps for distilleries, sale tiles and cellars (C3-03 to C3-05)."""
    return (
        SetupStep(SetupStage.DECKS, tr("Swap the 5 distilleries for those of the chronicle")),
        SetupStep(SetupStage.DECKS, tr("Ben Wyvis, Glen Albyn and the 3 sale tiles into their decks")),
        SetupStep(SetupStage.PLAYERS, tr("Each player a first cellar; the others face up beside the rondel")),
    )


EXPLAINED: EventArticles = {
    model.CaskStored: lambda _e: model.SLUG,
    model.CaskRemoved: lambda _e: "C3-10",
    model.CaskMatured: lambda _e: "C3-12",
    model.CellarBuilt: lambda _e: "C3-18",
    model.CaskSold: lambda _e: "C3-22",
}
