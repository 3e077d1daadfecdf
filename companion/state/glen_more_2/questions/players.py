"""Corrections of who plays: a player changes colour, leaves, or joins late.

The rulebooks cover neither leaving nor joining; these are our own rules, and the history says so.
"""

from __future__ import annotations

from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Form, Resolution
from companion.state.glen_more_2.course import discard_passed_tiles, place_home_tile
from companion.state.glen_more_2.model import Player, State
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import OpenQuestion

MIN_REMAINING_PLAYERS, MAX_SEATS = 2, 4
PHASES_BETWEEN_TURNS = ("take", "roll")
"""Phases between two turns."""
PHASES_BEFORE_TURNS = ("setup", "layout")
RESEAT_REASON = Reason("", tr("Nobody has moved yet: press UNDO until you are asked who is next."))
QUESTIONS_OF_TURN = ("take", "end", "ledger")


def _is_before_first_move(state: State) -> bool:
    return state.phase in PHASES_BEFORE_TURNS and bool(state.players) and state.find_question("seat") is None


# Change of colour; two players can swap.


def colour_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form to correct a player's colour; None before a player is seated."""
    if not state.players:
        return None
    return Form(tr("A player's colour"), (Pick("player", tr("Whose?"), _player_choices(state)),))


def _player_choices(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(p.id, labels.figure_label(state, p.id), then=(_colours(state, p),)) for p in state.players)


def _colours(state: State, player: Player) -> Pick:
    """Return the other colours. Picking a colour in use swaps it with its player."""
    # Without a name the partner is called by the colour that it gets; the one that it had is the row itself.
    names = {p.id: labels.player_label(player.id, p.name) for p in state.players}
    choices = []
    for colour in state.facts.colours:
        words = labels.colour_label(colour)
        if colour in names:
            label = tr("{colour}, swapped with {player}", colour=words, player=names[colour])
        else:
            label = words
        if colour != player.id:
            choices.append(Choice(colour, label, piece=f"home_{colour}"))
    return Pick("colour", tr("Which colour is it really?"), tuple(choices))


def enter_colour(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the corrected colour of a player."""
    player, colour = map(str, answer.values)
    resolution.do(ev.ColourChanged(player, colour))


# A player leaves.


def leaving_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for a leaving player; during setup a hint how to change the seats; None outside of turns."""
    if _is_before_first_move(state):
        return Form(tr("Somebody goes home"), closed=RESEAT_REASON)
    if state.phase not in (*PHASES_BETWEEN_TURNS, "turn"):
        return None
    choices = tuple(
        Choice(
            p.id,
            labels.figure_label(state, p.id),
            _leaving_objection(state, p),
            confirmation=_leaving_warning(state, p),
        )
        for p in state.remaining_players
    )
    few = Reason("GM-CMP-01", tr("Only two play; begin a new game instead."))
    closed = few if len(state.remaining_players) == MIN_REMAINING_PLAYERS else None
    return Form(tr("Somebody goes home"), (Pick("player", tr("Who goes home?"), choices),), closed=closed)


def _leaving_warning(state: State, player: Player) -> Reason:
    """Return the question that confirms leaving and explains what happens to the player's pieces."""
    name = labels.figure_label(state, player.id)
    told = tr(
        "{player} goes home? The pawn leaves the rondel. Tiles stay but score no more, points stay but can't win.",
        player=name,
    )
    return Reason("", told, tr("{player} goes home", player=name))


def _leaving_objection(state: State, player: Player) -> Reason | None:
    """Return why the player cannot leave yet: an unfinished turn or an open question."""
    in_turn = state.phase == "turn" and state.turn.player == player.id
    asked = any(o.player == player.id and o.kind not in QUESTIONS_OF_TURN for o in state.open_questions)
    return Reason("", tr("Finish this turn first.")) if in_turn or asked else None


def enter_leaving(resolution: Resolution, answer: Answer) -> None:
    """Record that a player leaves; the die joins if two players remain without it."""
    going = str(answer.values[0])
    if _die_joins(resolution.state):
        resolution.do(ev.DieJoined(going))
    resolution.do(ev.PlayerLeft(going))
    discard_passed_tiles(resolution)


def _die_joins(state: State) -> bool:
    """True if two players remain, who use the die (GM-SET-08), unless it would leave soon anyway (GM-DIE-06)."""
    two_left = len(state.remaining_players) == MIN_REMAINING_PLAYERS + 1
    return two_left and not state.use_die and not state.is_worlds_end_known


# A player joins late.


def latecomer_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for a late player; during setup a hint how to change the seats; None if not possible."""
    if _is_before_first_move(state):
        return Form(tr("Somebody joins"), closed=RESEAT_REASON)
    if state.phase not in (*PHASES_BETWEEN_TURNS, "turn") or len(state.players) >= MAX_SEATS:
        return None
    taken = [p.id for p in state.players]
    choices = tuple(
        Choice(colour, labels.colour_label(colour), piece=f"home_{colour}")
        for colour in state.facts.colours
        if colour not in taken
    )
    return Form(
        tr("Somebody joins"),
        (Pick("colour", tr("Which colour joins?"), choices),),
        closed=_latecomer_objection(state),
    )


def _latecomer_objection(state: State) -> Reason | None:
    if state.phase == "turn":
        return Reason("", tr("Finish this turn first."))
    if state.done_scorings:
        return Reason("", tr("After a scoring round nobody can join any more."))
    for each in expansions_of(state):
        if (each.state and not each.state.joined) or len(state.players) >= each.max_players:
            return Reason("", tr("{chronicle}: nobody can join later.", chronicle=each.name))
    return None


def enter_latecomer(resolution: Resolution, answer: Answer) -> None:
    """Record that a player joins late, with a home tile at referee depth."""
    resolution.do(ev.PlayerJoinedLate(str(answer.values[0]), resolution.state.facts.start_coins[0]))
    if resolution.state.tracks_territories:
        place_home_tile(resolution, str(answer.values[0]))
