"""What members make of other people's turns: Sibyl's point, Peggy's payments, Mike and Fergus moving on."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.penny_mobs.members import CASTLE, LAIRD, MEMBERS, SLUG, SPONGE, WANDER
from companion.chronicles.penny_mobs.mob import MemberPlaced, Sponged, TokenGone, mob
from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.question_kinds import QuestionKind
from companion.state.glen_more_2.resolution import Resolution

MOVES, ONE_SOURCE = f"{SLUG}.moves", f"{SLUG}.one_source"
ENOUGH = 6
UNSURE = ("other",)


def crest_taken(before: State, e: ev.CrestTaken, after: State) -> Iterator[ev.Event]:
    """Her token on the crest: another pays its coins to the owner; it leaves the game (C8-15)."""
    del before
    if e.crest not in mob(after).crests:
        return
    owner, coins = mob(after).owner.get(WANDER, ""), mob(after).crests[e.crest]
    if owner and owner != e.player and coins:
        yield ev.CoinsPaid(e.player, coins, f"{SLUG}.{WANDER}")
        yield ev.CoinsGained(owner, coins, f"{SLUG}.{WANDER}")
    yield TokenGone(WANDER, f"crest:{e.crest}")


def tile_taken(before: State, e: ev.TileTaken, after: State) -> Iterator[ev.Event]:
    """A reserved tile: another pays for it; whoever takes it, the token leaves (C8-20, C8-21)."""
    del before
    tile, coins = mob(after).reserved
    if not tile or e.piece != tile:
        return
    owner = mob(after).owner.get(LAIRD, "")
    if owner and owner != e.player and coins:
        yield ev.CoinsPaid(e.player, coins, f"{SLUG}.{LAIRD}")
        yield ev.CoinsGained(owner, coins, f"{SLUG}.{LAIRD}")
    yield TokenGone(LAIRD, f"tile:{tile}")


def must_take(state: State, figure: str, piece: str) -> Reason | None:
    """The owner takes the reserved tile and no other (C8-21)."""
    tile = mob(state).reserved[0]
    if (
        tile
        and mob(state).owner.get(LAIRD) == figure
        and piece != tile
        and any(s.piece == tile for s in state.line)
    ):
        return Reason("C8-21", tr("{tile} is reserved and must be taken.", tile=labels.piece(state.facts, tile)))
    return None


def scots_moved(before: State, e: ev.ScotsMoved, after: State) -> Iterator[ev.Event]:
    """A Scot of the host comes home: Mike goes to another castle (C8-34)."""
    del before
    if e.by > 0 and mob(after).host.get(CASTLE) == e.player:
        yield ev.QuestionAsked(MOVES, mob(after).owner[CASTLE], (CASTLE, e.player))


def points_scored(before: State, e: ev.PointsScored, after: State) -> Iterator[ev.Event]:
    """6 points and more from one source in the own turn: one of them to Sibyl, once a turn (C8-29)."""
    del before
    owner = mob(after).owner.get(SPONGE, "")
    own_turn = e.player == after.turn.player and after.phase in ("take", "turn")
    if not owner or e.player == owner or e.points < ENOUGH or not own_turn:
        return
    if mob(after).sponged == after.turn.number:
        return
    if e.source in UNSURE:
        yield ev.QuestionAsked(ONE_SOURCE, e.player, (owner,))
    else:
        yield from hand_over(e.player, owner, after.turn.number)


def hand_over(player_id: str, owner: str, turn: int) -> Iterator[ev.Event]:
    yield Sponged(turn)
    yield ev.PointsScored(player_id, -1, SPONGE)
    yield ev.PointsScored(owner, 1, SPONGE)


def ask_one_source(state: State, question: OpenQuestion) -> Question:
    """An entry of 6 and more whose source is not known (C8-29)."""
    text = tr("{player}: were these points from one source?", player=labels.figure(state, question.player))
    offers = (Offer("yes", tr("Yes: 1 of them to Sibyl")), Offer("no", tr("No")))
    return Question(question.number, question.kind, text, offers, question.player, rule="C8-29")


def settle_one_source(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "yes":
        for event in hand_over(question.player, str(question.args[0]), resolution.state.turn.number):
            resolution.do(event)


def ask_moves(state: State, question: OpenQuestion) -> Question:
    """Fergus or Mike must go to another player (C8-28, C8-34)."""
    member, host = str(question.args[0]), str(question.args[1])
    choices = tuple(
        Choice(p.id, labels.figure(state, p.id)) for p in state.players if p.id not in (host, question.player)
    )
    text = tr("{member} moves on: to whom?", member=MEMBERS[member].name)
    offers = [Offer("stays", tr("We did it ourselves"))]
    if choices:
        offers.insert(0, Offer("to", text, (Pick("player", text, choices),)))
    return Question(
        question.number, question.kind, text, tuple(offers), question.player, rule=MEMBERS[member].rule
    )


def settle_moves(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "to":
        resolution.do(MemberPlaced(str(question.args[0]), str(answer.values[0])))


KINDS = {MOVES: QuestionKind(ask_moves, settle_moves), ONE_SOURCE: QuestionKind(ask_one_source, settle_one_source)}
