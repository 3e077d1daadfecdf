"""What members make of other people's turns: Sibyl's point, Peggy's payments, Mike and Fergus moving on.

None of it is entered: it follows from what others do.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.penny_mobs.entry import by_member
from companion.chronicles.penny_mobs.members import CASTLE, LAIRD, MEMBERS, SHARED_POINTS, SLUG, SPONGE, WANDER
from companion.chronicles.penny_mobs.mob import OWN_STATE, CardTurned, MemberPlaced, Sponged, TokenGone
from companion.engine.message import Message, tr
from companion.engine.offers import NO, YES, Answer, Choice, Pick, Place, Reason, cell_of
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL
from companion.state.glen_more_2.referee.words import spot_choice, tracts
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, nothing
from companion.state.glen_more_2.ruleset import switch

MOVES, ONE_SOURCE = f"{SLUG}.moves", f"{SLUG}.one_source"
# Points entered by hand: several sources may have been added up before they were entered (C8-29).
UNSURE = ("other",)
AFTER_A_ROUND = ("round_scored", "final_scored", "recount")


def crest_taken(_before: State, e: ev.CrestTaken, after: State) -> Iterator[ev.Event]:
    """Her token on the crest: another pays its coins to the owner; it leaves the game (C8-15)."""
    if e.crest not in OWN_STATE.of(after).crests:
        return
    yield from _pay_owner(after, WANDER, e.player, OWN_STATE.of(after).crests[e.crest])
    yield TokenGone(WANDER, f"crest:{e.crest}")


def tile_taken(_before: State, e: ev.TileTaken, after: State) -> Iterator[ev.Event]:
    """A reserved tile: another pays for it; whoever takes it, the token leaves (C8-20, C8-21)."""
    tile, coins = OWN_STATE.of(after).reserved
    if not tile or e.piece != tile:
        return
    # Paid even below 0: the tile is in the hand already, and the counts may be behind the table.
    yield from _pay_owner(after, LAIRD, e.player, coins)
    yield TokenGone(LAIRD, f"tile:{tile}")


def _pay_owner(state: State, member: str, player_id: str, coins: int) -> Iterator[ev.Event]:
    """Anybody but the owner pays what the token shows to the owner."""
    owner = OWN_STATE.of(state).owner.get(member, "")
    if owner and owner != player_id and coins:
        yield ev.CoinsPaid(player_id, coins, by_member(member))
        yield ev.CoinsGained(owner, coins, by_member(member))


def must_take(state: State, figure: str, piece: str) -> Reason | None:
    """The owner takes the reserved tile and no other (C8-21)."""
    now = OWN_STATE.of(state)
    tile = now.reserved[0]
    # A reserved tile that is gone from the rondel binds nobody; nor does it in the turn in which it is reserved.
    lies_there = tile and any(space.piece == tile for space in state.line)
    if now.reserved_in == state.turn.number or not lies_there or piece == tile or not now.controls(figure, LAIRD):
        return None
    return Reason("C8-21", tr("{tile} is reserved and must be taken.", tile=labels.piece(state.facts, tile)))


def turn_begun(_before: State, e: ev.TurnBegan, state: State) -> Iterator[ev.Event]:
    """The owner's next turn, and the reserved tile has left the rondel: it can't be taken any more (C8-22)."""
    now = OWN_STATE.of(state)
    tile = now.reserved[0]
    gone = tile and all(space.piece != tile for space in state.line)
    if gone and now.controls(e.figure, LAIRD):
        yield CardTurned()


def scots_moved(_before: State, e: ev.ScotsMoved, after: State) -> Iterator[ev.Event]:
    """A Scot of the host comes home: Mike goes to another castle (C8-34)."""
    if e.by > 0 and not after.follows and OWN_STATE.of(after).host.get(CASTLE) == e.player:
        yield ev.QuestionAsked(MOVES, OWN_STATE.of(after).owner[CASTLE], (CASTLE, e.player))


def points_scored(_before: State, e: ev.PointsScored, after: State) -> Iterator[ev.Event]:
    """6 points and more from one source in the own turn: one of them to Sibyl, once a turn (C8-29)."""
    owner = OWN_STATE.of(after).owner.get(SPONGE, "")
    if after.stage in AFTER_A_ROUND:
        yield from _after_a_round(after, e, owner)
        return
    own_turn = e.player == after.turn.player and after.phase in ("take", "turn")
    had_one = OWN_STATE.of(after).sponged == after.turn.number
    if not owner or e.player == owner or e.points < SHARED_POINTS or not own_turn or had_one:
        return
    if e.source in UNSURE:
        yield ev.QuestionAsked(ONE_SOURCE, e.player, (owner,))
    else:
        yield from hand_over(e.player, owner, after.turn.number)


def _after_a_round(state: State, e: ev.PointsScored, owner: str) -> Iterator[ev.Event]:
    """What is scored after a round, as a haggis is, is a source of its own (C8-30); withdrawn it gives back."""
    concerns = owner and e.player != owner and e.source != SPONGE and abs(e.points) >= SHARED_POINTS
    if not concerns or switch(state, f"{SLUG}.sibyl_categories_only"):
        return
    point = 1 if e.points > 0 else -1
    yield ev.PointsScored(e.player, -point, SPONGE)
    yield ev.PointsScored(owner, point, SPONGE)


def hand_over(player_id: str, owner: str, turn: int) -> Iterator[ev.Event]:
    """A point of a player to the owner of Sibyl (C8-29)."""
    yield Sponged(turn)
    yield ev.PointsScored(player_id, -1, SPONGE)
    yield ev.PointsScored(owner, 1, SPONGE)


# ---- an entry of 6 points and more whose source is not known (C8-29)


def _one_source_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: were these points from one source?", player=labels.figure(state, question.player))


def _hand_over_one(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    for event in hand_over(question.player, str(question.args[0]), resolution.state.turn.number):
        resolution.do(event)


# ---- Fergus or Mike must go to another player (C8-28, C8-34)


def moves_text(_state: State, question: OpenQuestion) -> Message:
    return tr("{member} moves on: to whom?", member=MEMBERS[str(question.args[0])].name)


def _moves_rule(_state: State, question: OpenQuestion) -> str:
    return MEMBERS[str(question.args[0])].rule


def move_to(state: State, question: OpenQuestion) -> Form | None:
    """Neither to the old host nor to the owner; None where nobody else plays.

    Where territories are followed onto which tile too; Mike stands on castles alone.
    """
    not_to, tiles = (str(question.args[1]), question.player), state.follows and question.args[0] != CASTLE
    choices = tuple(
        Choice(p.id, labels.figure(state, p.id), then=(tile_of(state, p.id),) if tiles else ())
        for p in state.still_in
        if p.id not in not_to
    )
    text = moves_text(state, question)
    return Form(text, (Pick("player", text, choices),)) if choices else None


def tile_of(state: State, player_id: str) -> Place:
    spots = state.player(player_id).territory.spots
    cells = tuple(spot_choice(state, spot) for spot in spots)
    return Place("tile", tr("On which tile?"), cells, tracts=tracts(state, player_id))


def move(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    member, (host, *where) = str(question.args[0]), map(str, answer.values)
    if not resolution.state.follows:
        resolution.do(MemberPlaced(member, host))
        return
    resolution.do(MemberPlaced(member, host, *(cell_of(where[0]) if where else CASTLE_CELL)))


KINDS = (
    QuestionKind(
        MOVES,
        moves_text,
        (
            Action("to", move_to, move),
            Action("stays", Form(tr("We did it ourselves")), nothing),
        ),
        rule=_moves_rule,
    ),
    QuestionKind(
        ONE_SOURCE,
        _one_source_text,
        (
            Action("yes", Form(tr("Yes: 1 of them to Sibyl"), hint=YES), _hand_over_one),
            Action("no", Form(tr("No"), hint=NO), nothing),
        ),
        rule="C8-29",
    ),
)
