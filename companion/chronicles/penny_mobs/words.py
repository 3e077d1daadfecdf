"""What the mobs say on the screen. Says only what the state holds; changes nothing."""

from __future__ import annotations

from companion.chronicles.penny_mobs.members import DRAWN, MEMBERS
from companion.chronicles.penny_mobs.mob import OWN_STATE, Mob
from companion.chronicles.penny_mobs.scoring import dues_of
from companion.engine.message import Message, listed, literal, tr
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.set_up_steps import Stage, Step


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    """The jail for the table; a player's members, pennies and what they would cost if the game ended now."""
    return _lines_of(state, player_id) if player_id else _jail(OWN_STATE.of(state))


def _jail(now: Mob) -> tuple[Message, ...]:
    jail = (tr("{member} {n}", member=MEMBERS[m].name, n=now.on.get(m, 0)) for m in now.jail)
    return (tr("In jail: {members}", members=listed(jail)),) if now.jail else ()


def _lines_of(state: State, player_id: str) -> tuple[Message, ...]:
    now = OWN_STATE.of(state)
    held = [MEMBERS[m].name for m in now.owner if now.controls(player_id, m)]
    if state.phase == "over":
        return (listed(held),) if held else ()  # the scoring says what the pennies cost
    signed = (f"{sign}{n}" for sign, n in (("-", now.minus[player_id]), ("+", now.plus[player_id])) if n)
    pennies = tr("pennies {pennies}", pennies=literal(" ".join(signed) or "0"))
    line = tr("{pennies}; if it ended now {n}", pennies=pennies, n=sum(dues_of(state, player_id).values()))
    return (line, *([listed(held)] if held else []))


def preparation(state: State) -> tuple[Step, ...]:
    """Pennies and the cards of the members (C8-05 to C8-09)."""
    drawn = DRAWN[len(state.players)]
    steps = [Step(Stage.PLAYERS, tr("Each player 7 pennies onto the home castle, the -1 up"))]
    if len(state.players) == 2:
        box = tr("Put Kenneth McSnitch, Fergus MacDarkie and Mike McCastle into the box")
        steps.append(Step(Stage.SUPPLY, box))
    return (
        *steps,
        Step(Stage.SUPPLY, tr("Only members of the base game and of your chronicles; shuffle them")),
        Step(
            Stage.SUPPLY,
            tr("Draw {n} members: S face up into jail, B aside until the first tile of B lies", n=drawn),
        ),
    )
