"""Texts of the mobs: status lines, setup steps, and the help article of each event."""

from __future__ import annotations

from companion.chronicles.penny_mobs import model
from companion.chronicles.penny_mobs.model import DRAWN_MEMBER_COUNTS, MEMBERS, OWN_STATE, Mob
from companion.chronicles.penny_mobs.scoring import expected_end_points
from companion.engine.message import Message, join_list, literal, tr
from companion.state.glen_more_2.expansions import EventArticles, SetupStage, SetupStep
from companion.state.glen_more_2.model import State


def status_lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Return the jail for the table, or a player's members and pennies with their points if the game ended now."""
    return _lines_of(state, player_id) if player_id else _jail(OWN_STATE.of(state))


def _jail(now: Mob) -> tuple[Message, ...]:
    jail = (tr("{member} {n}", member=MEMBERS[m].name, n=now.pennies_on.get(m, 0)) for m in now.jail)
    return (tr("In jail: {members}", members=join_list(jail)),) if now.jail else ()


def _lines_of(state: State, player_id: str) -> tuple[Message, ...]:
    now = OWN_STATE.of(state)
    held = [MEMBERS[m].name for m in now.owners if now.controls(player_id, m)]
    if state.phase == "over":
        return (join_list(held),) if held else ()  # The scoring shows the points of pennies.
    signed = (
        f"{sign}{n}" for sign, n in (("-", now.minus_pennies[player_id]), ("+", now.plus_pennies[player_id])) if n
    )
    pennies = tr("pennies {pennies}", pennies=literal(" ".join(signed) or "0"))
    line = tr(
        "{pennies}; if it ended now {n}", pennies=pennies, n=sum(expected_end_points(state, player_id).values())
    )
    return (line, *([join_list(held)] if held else []))


def preparation_steps(state: State) -> tuple[SetupStep, ...]:
    """Return the steps for pennies and members (C8-05 to C8-09)."""
    drawn = DRAWN_MEMBER_COUNTS[len(state.players)]
    steps = [SetupStep(SetupStage.PLAYERS, tr("Each player 7 pennies onto the home castle, the -1 up"))]
    if len(state.players) == 2:
        box = tr("Put Kenneth McSnitch, Fergus MacDarkie and Mike McCastle into the box")
        steps.append(SetupStep(SetupStage.SUPPLY, box))
    return (
        *steps,
        SetupStep(SetupStage.SUPPLY, tr("Only members of the base game and of your chronicles; shuffle them")),
        SetupStep(
            SetupStage.SUPPLY,
            tr("Draw {n} members: S face up into jail, B aside until the first B tile is on the rondel", n=drawn),
        ),
    )


EXPLAINED: EventArticles = {
    model.MemberCame: lambda e: e.member,
    model.PennyLaid: lambda _e: "C8-10",
    model.MemberTaken: lambda e: e.member,
    model.PennyGiven: lambda _e: "C8-35",
    model.TokenUsed: lambda e: e.member,
    model.MemberPlaced: lambda e: e.member,
    model.PowerUsed: lambda e: e.member,
    model.BruceCoinSpent: lambda _e: "C8-18",
    model.SpongePointTaken: lambda _e: "C8-29",
}
