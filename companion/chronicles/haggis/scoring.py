"""The haggis scoring: rolls for all, one by one; rolls for a barrel; points; tokens back (C5-13 to C5-25).

Works out no value and no points itself: `arithmetic` does.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.haggis.arithmetic import MAX_FACE_UP, ROLLS, may_buy, points
from companion.chronicles.haggis.members import ask_taker, may_throw_again
from companion.chronicles.haggis.pieces import FOR_A_ROLL, SLUG
from companion.chronicles.haggis.setup import SHOW_NEXT
from companion.chronicles.haggis.tokens import (
    OWN_STATE,
    HaggisBegan,
    HaggisKept,
    HaggisRecast,
    HaggisReturned,
    HaggisRolled,
    HaggisScored,
    HaggisTurned,
    known_of,
)
from companion.engine.message import Message, listed, tr
from companion.engine.offers import BY_CHANCE, Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, ActionFamily, Form, QuestionKind

ROLL, BUY, AGAIN, OURSELVES = f"{SLUG}.roll", f"{SLUG}.buy", f"{SLUG}.again", f"{SLUG}.ourselves"
FACE, TURNS, HAS_NOT, BUYS = "face_", "turns_", "not_", "buy_"
# None after A (C5-13).
ROUNDS = ("B", "C", "final")
GO_ON = ev.FollowUpQueued(SLUG, "next")
# Three tokens of 3 each: 3 x 9 (C5-21).
MAX_POINTS = 27


# ---- its course


def after_round(state: State) -> Iterator[ev.Event]:
    """After the scoring of B, of C, and the final one (C5-13); nothing to do where nobody has a token."""
    now, scored = OWN_STATE.of(state), state.scored[-1]
    # A correction after the end scores the final round anew; its haggis is not rolled a second time.
    if scored in ROUNDS and scored not in now.done and any(now.held.values()):
        yield HaggisBegan(scored)
        yield from ask_taker(state)
        yield GO_ON


def go_on(state: State) -> Iterator[ev.Event]:
    """The next roll for all, or rolls for a barrel."""
    now = OWN_STATE.of(state)
    if now.round:
        yield ev.QuestionAsked(ROLL if len(now.rolls) < ROLLS else BUY)


def turn_tokens(resolution: Resolution) -> None:
    """Everybody who is known to have such a token turns exactly one (C5-16)."""
    face = OWN_STATE.of(resolution.state).last
    for player in resolution.state.still_in:
        may = OWN_STATE.of(resolution.state).may_turn(player.id)
        if may and (token := known_of(resolution.state, player.id, face)):
            resolution.do(HaggisTurned(player.id, face, token))
    resolution.do(GO_ON)


# ---- a roll: thrown by the companion or by the table (C5-15, C5-25)


def _roll_text(state: State, question: OpenQuestion) -> Message:
    """What the last roll did, and the next one."""
    now = OWN_STATE.of(state)
    if question.player:
        return tr("A roll for {player}.", player=labels.figure(state, question.player))
    coming = tr("Haggis: roll {n} of {all}.", n=len(now.rolls) + 1, all=ROLLS)
    return tr("{last} {coming}", last=_last(state), coming=coming) if now.last else coming


def _last(state: State) -> Message:
    """The last roll and who turns a token, as far as it is known."""
    now = OWN_STATE.of(state)
    if now.turning:
        players = listed(labels.figure(state, p) for p in now.turning)
        return tr("A {n}, turned by {players}.", n=now.last, players=players)
    if any(now.may_turn(p.id) and "" in now.held[p.id] for p in state.still_in):
        return tr("A {n}: whoever has one turns it.", n=now.last)
    return tr("A {n}: nobody turns one.", n=now.last)


def _companion_rolls(state: State, _question: OpenQuestion) -> Form:
    """Each side of the die is a choice of its own, so that a roll is fair."""
    faces = tuple(Choice(str(f), tr("{n}", n=f)) for f in state.facts.die_faces)
    return Form(tr("Roll it for us"), (Pick("face", tr("Which face?"), faces),))


def _faces(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for face in sorted(set(state.facts.die_faces)):
        yield str(face), Form(tr("We rolled a {n}", n=face))


def _roll(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """It lies on the table; a roll for all may be thrown again before it counts (C5-18)."""
    resolution.close(question)
    # Two offers end here: a face picked for us by chance, and one of "face_1" and so on that people rolled.
    face = int(str(answer.values[0] if answer.values else answer.offer.removeprefix(FACE)))
    resolution.do(HaggisRolled(face, question.player))
    if not question.player and (thrower := may_throw_again(resolution.state)):
        resolution.ask(AGAIN, thrower, face)
    else:
        turn_tokens(resolution)


def _by_hand(state: State, question: OpenQuestion) -> Form | None:
    """Before the first roll the table may choose to score without the companion."""
    if question.player or OWN_STATE.of(state).rolls:
        return None
    return Form(tr("We do it ourselves: enter the points"))


def _score_by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    for player in resolution.state.still_in:
        resolution.ask(OURSELVES, player.id)
    resolution.do(ev.FollowUpQueued(SLUG, "ourselves"))


# ---- more of the last roll, while the question after it stays open


def _turns(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Who turned one that the companion can't know of; those with unidentified tokens first."""
    now = OWN_STATE.of(state)
    if question.player or not now.last:
        return
    may = [p.id for p in state.still_in if now.may_turn(p.id)]
    may.sort(key=lambda player_id: "" not in now.held[player_id])
    for player_id in may:
        yield player_id, Form(tr("{player} turns a {n}", player=labels.figure(state, player_id), n=now.last))


def _has_not(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Who has not got the token that the companion named."""
    now = OWN_STATE.of(state)
    if question.player or not now.last:
        return
    for player_id in now.turning:
        yield player_id, Form(tr("{player} hasn't that {n}", player=labels.figure(state, player_id), n=now.last))


def _turn_one(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, face = answer.offer.removeprefix(TURNS), OWN_STATE.of(resolution.state).last
    resolution.do(HaggisTurned(player_id, face, known_of(resolution.state, player_id, face)))


def _not_turned(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(HaggisKept(answer.offer.removeprefix(HAS_NOT), OWN_STATE.of(resolution.state).last))


# ---- right after a roll for all, before anybody turns a token (C8-40)


def _again_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "A {n}. {player}: throw it again for everybody?",
        n=int(question.args[0]),
        player=labels.figure(state, question.player),
    )


def _keep_roll(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    turn_tokens(resolution)


def _throw_again(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(HaggisRecast(question.player))
    resolution.do(GO_ON)


# ---- rolls for a barrel, by what everybody sees: fewer than three face up, something face down (C5-19, C5-20)


def _buy_text(state: State, _question: OpenQuestion) -> Message:
    return tr("{last} Who rolls once more for 1 barrel?", last=_last(state))


def _buys(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    now = OWN_STATE.of(state)
    for player in state.still_in:
        if len(now.up(player.id)) < MAX_FACE_UP and now.held[player.id]:
            name = labels.figure(state, player.id)
            none = Reason("C5-19", tr("{player} has no barrel.", player=name))
            closed = None if may_buy(0, player.barrels) else none
            yield player.id, Form(tr("1 barrel of {player} for a roll", player=name), closed=closed)


def _buy(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    player_id = answer.offer.removeprefix(BUYS)
    resolution.do(ev.BarrelsPaid(player_id, 1, FOR_A_ROLL))
    resolution.ask(ROLL, player_id)


def _score(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Number times sum for each, then what lies face up goes back (C5-21, C5-22)."""
    resolution.close(question)
    for player in resolution.state.still_in:
        up = OWN_STATE.of(resolution.state).up(player.id)
        if up:
            resolution.do(ev.PointsScored(player.id, points(up), SLUG, (len(up), sum(up))))
    for event in end(resolution.state):
        resolution.do(event)


def end(state: State) -> Iterator[ev.Event]:
    """The scoring is over; two tokens lie face up again."""
    yield HaggisScored(OWN_STATE.of(state).round)
    yield SHOW_NEXT


# ---- without the companion: points and tokens that went back, as the table worked them out


def _by_hand_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: the haggis scoring", player=labels.figure(state, question.player))


def _results(state: State, question: OpenQuestion) -> Form:
    player = labels.figure(state, question.player)
    back = min(MAX_FACE_UP, len(OWN_STATE.of(state).held[question.player]))
    barrels = max(0, state.player(question.player).barrels)
    parts = (
        Amount("points", tr("{player}: haggis points?", player=player), 0, MAX_POINTS, 0),
        Amount("tokens", tr("{player}: tokens back to the supply?", player=player), 0, back, 0),
        Amount("barrels", tr("{player}: barrels paid for rolls?", player=player), 0, barrels, 0),
    )
    return Form(_by_hand_text(state, question), parts)


def _enter_results(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    scored, back, barrels = (int(value) for value in answer.values)
    if scored:
        resolution.do(ev.PointsScored(question.player, scored, SLUG))
    for _ in range(back):
        resolution.do(HaggisReturned(question.player))
    if barrels:
        resolution.do(ev.BarrelsPaid(question.player, barrels, FOR_A_ROLL))


_MORE_OF_LAST_ROLL = (ActionFamily(TURNS, _turns, _turn_one), ActionFamily(HAS_NOT, _has_not, _not_turned))

KINDS = (
    QuestionKind(
        ROLL,
        _roll_text,
        (
            Action(BY_CHANCE, _companion_rolls, _roll),
            ActionFamily(FACE, _faces, _roll),
            *_MORE_OF_LAST_ROLL,
            Action("ourselves", _by_hand, _score_by_hand),
        ),
        rule="C5-15",
        stays_open=True,
    ),
    QuestionKind(
        AGAIN,
        _again_text,
        (
            Action("keep", Form(tr("It stays")), _keep_roll),
            Action("again", Form(tr("Throw it again")), _throw_again),
        ),
        rule="C8-40",
    ),
    QuestionKind(
        BUY,
        _buy_text,
        (
            Action("score", Form(tr("Nobody rolls: score")), _score),
            *_MORE_OF_LAST_ROLL,
            ActionFamily(BUYS, _buys, _buy),
        ),
        rule="C5-19",
        stays_open=True,
    ),
    QuestionKind(
        OURSELVES,
        _by_hand_text,
        (Action("entered", _results, _enter_results),),
        rule="C5-21",
    ),
)
