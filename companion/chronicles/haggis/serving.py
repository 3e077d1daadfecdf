"""The haggis scoring: rolls for all, told one by one; rolls for a barrel; points; tokens back (C5-13 to C5-25)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.haggis.arithmetic import FACE_UP_MOST, ROLLS, may_buy, points
from companion.chronicles.haggis.members import ask_taker, may_throw_again
from companion.chronicles.haggis.pieces import SLUG
from companion.chronicles.haggis.setting import SHOW_STEP
from companion.chronicles.haggis.tables import (
    HaggisBegan,
    HaggisKept,
    HaggisRecast,
    HaggisReturned,
    HaggisRolled,
    HaggisScored,
    HaggisTurned,
    haggis,
    known_of,
)
from companion.engine.message import Said, listed, say
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.menu.forms import BY_CHANCE
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import Open, State
from companion.state.glen_more_2.resolution import Course

ROLL, BUY, AGAIN, OURSELVES = f"{SLUG}.roll", f"{SLUG}.buy", f"{SLUG}.again", f"{SLUG}.ourselves"
ROUNDS = ("B", "C", "final")
NEXT_STEP = f"{SLUG}.next"
POINTS_MOST = 27


# ---- its course


def after_round(state: State) -> Iterator[ev.Event]:
    """After the scoring of B, of C, and the final one (C5-13); nothing to do where nobody has a token."""
    now, scored = haggis(state), state.scored[-1]
    if scored in ROUNDS and scored not in now.done and any(now.held.values()):
        yield HaggisBegan(scored)
        yield from ask_taker(state)
        yield ev.Later(NEXT_STEP)


def go_on(state: State) -> Iterator[ev.Event]:
    """The next roll for all, or rolls for a barrel."""
    now = haggis(state)
    if now.round:
        yield ev.Asked(ROLL if len(now.rolls) < ROLLS else BUY)


def roll(course: Course, face: int, player: str = "") -> None:
    """A roll lies on the table; a roll for all may be thrown again before it counts (C5-18)."""
    course.do(HaggisRolled(face, player))
    if not player and (owner := may_throw_again(course.state)):
        course.ask(AGAIN, owner, face)
    else:
        turn(course)


def turn(course: Course) -> None:
    """Everybody who is known to have such a token turns exactly one (C5-16)."""
    face = haggis(course.state).last
    for player in course.state.players:
        if haggis(course.state).may_turn(player.id) and (token := known_of(course.state, player.id, face)):
            course.do(HaggisTurned(player.id, face, token))
    course.do(ev.Later(NEXT_STEP))


def score(course: Course) -> None:
    """Number times sum for each, then what lies face up goes back (C5-21, C5-22)."""
    for player in course.state.players:
        up = haggis(course.state).up(player.id)
        if up:
            course.do(ev.PointsScored(player.id, points(up), SLUG, (len(up), sum(up))))
    end(course)


def end(course: Course) -> None:
    course.do(HaggisScored(haggis(course.state).round))
    course.do(ev.Later(SHOW_STEP))


# ---- a roll


def ask_roll(state: State, question: Open) -> Question:
    """What the last roll did, and the next one: thrown by the companion or by the table (C5-15, C5-25)."""
    now, buyer = haggis(state), question.player
    faces = sorted(set(state.facts.die_faces))
    picks = tuple(Choice(str(f), say("{n}", n=f)) for f in state.facts.die_faces)
    if buyer:
        coming = say("A roll for {player}.", player=labels.figure(state, buyer))
    else:
        coming = say("Haggis: roll {n} of {all}.", n=len(now.rolls) + 1, all=ROLLS)
    offers = [
        Offer(BY_CHANCE, say("Roll it for us"), (Pick("face", say("Which face?"), picks),)),
        *(Offer(f"face_{f}", say("We rolled a {n}", n=f)) for f in faces),
    ]
    if not buyer:
        offers += _others_turn(state)
        if not now.rolls:
            offers.append(Offer("ourselves", say("We do it ourselves: enter the points")))
    text = say("{last} {coming}", last=_last(state), coming=coming) if now.last and not buyer else coming
    return Question(question.number, question.kind, text, tuple(offers), buyer, rule="C5-15")


def _last(state: State) -> Said:
    """The last roll and who turns a token, as far as it is known."""
    now = haggis(state)
    if now.turning:
        who = listed(labels.figure(state, p) for p in now.turning)
        return say("A {n}, turned by {players}.", n=now.last, players=who)
    if any(now.may_turn(p.id) and "" in now.held[p.id] for p in state.players):
        return say("A {n}: whoever has one turns it.", n=now.last)
    return say("A {n}: nobody turns one.", n=now.last)


def _others_turn(state: State) -> list[Offer]:
    """Who turned one that the companion can't know of; who has not got the token that it named."""
    now = haggis(state)
    if not now.last:
        return []
    may = [p.id for p in state.players if now.may_turn(p.id)]
    may.sort(key=lambda who: "" not in now.held[who])
    turns = [
        Offer(f"turns_{who}", say("{player} turns a {n}", player=labels.figure(state, who), n=now.last))
        for who in may
    ]
    nots = [
        Offer(f"not_{who}", say("{player} hasn't that {n}", player=labels.figure(state, who), n=now.last))
        for who in now.turning
    ]
    return turns + nots


def settle_roll(course: Course, question: Open, answer: Answer) -> None:
    if _settled_turning(course, answer):
        return
    course.settle(question)
    if answer.offer == "ourselves":
        for player in course.state.players:
            course.ask(OURSELVES, player.id)
        course.do(ev.Later(f"{SLUG}.ourselves"))
        return
    face = int(str(answer.values[0] if answer.values else answer.offer.removeprefix("face_")))
    roll(course, face, question.player)


def _settled_turning(course: Course, answer: Answer) -> bool:
    """The question stays open: it only heard more of the last roll."""
    sort, _, who = answer.offer.partition("_")
    face = haggis(course.state).last
    if sort == "turns":
        course.do(HaggisTurned(who, face, known_of(course.state, who, face)))
    elif sort == "not":
        course.do(HaggisKept(who, face))
    return sort in ("turns", "not")


def ask_again(state: State, question: Open) -> Question:
    """Right after a roll for all, before anybody turns a token (C8-40)."""
    text = say(
        "A {n}. {player}: throw it again for everybody?",
        n=int(question.args[0]),
        player=labels.figure(state, question.player),
    )
    offers = (Offer("keep", say("It stays")), Offer("again", say("Throw it again")))
    return Question(question.number, question.kind, text, offers, question.player, rule="C8-40")


def settle_again(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "again":
        course.do(HaggisRecast(question.player))
        course.do(ev.Later(NEXT_STEP))
    else:
        turn(course)


# ---- rolls for a barrel


def ask_buy(state: State, question: Open) -> Question:
    """By what everybody sees: fewer than three face up, something face down, a barrel (C5-19, C5-20)."""
    now = haggis(state)
    offers = [Offer("score", say("Nobody rolls: score")), *_others_turn(state)]
    for player in state.players:
        if len(now.up(player.id)) < FACE_UP_MOST and now.held[player.id]:
            label = say("1 barrel of {player} for a roll", player=labels.figure(state, player.id))
            none = Reason("C5-19", say("{player} has no barrel.", player=labels.figure(state, player.id)))
            offers.append(Offer(f"buy_{player.id}", label, closed=None if may_buy(0, player.barrels) else none))
    text = say("{last} Who rolls once more for 1 barrel?", last=_last(state))
    return Question(question.number, question.kind, text, tuple(offers), rule="C5-19")


def settle_buy(course: Course, question: Open, answer: Answer) -> None:
    if _settled_turning(course, answer):
        return
    course.settle(question)
    if answer.offer == "score":
        score(course)
        return
    who = answer.offer.removeprefix("buy_")
    course.do(ev.BarrelsPaid(who, 1, ROLL))
    course.ask(ROLL, who)


# ---- without the companion


def ask_ourselves(state: State, question: Open) -> Question:
    """Points and tokens that went back, as the table worked them out."""
    who = labels.figure(state, question.player)
    back = min(FACE_UP_MOST, len(haggis(state).held[question.player]))
    parts = (
        Amount("points", say("{player}: haggis points?", player=who), 0, POINTS_MOST, 0),
        Amount("tokens", say("{player}: tokens back to the supply?", player=who), 0, back, 0),
        Amount(
            "barrels",
            say("{player}: barrels paid for rolls?", player=who),
            0,
            max(0, state.player(question.player).barrels),
            0,
        ),
    )
    text = say("{player}: the haggis scoring", player=who)
    return Question(
        question.number, question.kind, text, (Offer("entered", text, parts),), question.player, rule="C5-21"
    )


def settle_ourselves(course: Course, question: Open, answer: Answer) -> None:
    who = question.player
    scored, back, barrels = (int(value) for value in answer.values)
    course.settle(question)
    if scored:
        course.do(ev.PointsScored(who, scored, SLUG))
    for _ in range(back):
        course.do(HaggisReturned(who))
    if barrels:
        course.do(ev.BarrelsPaid(who, barrels, ROLL))


def entered(state: State) -> Iterator[ev.Event]:
    """All have entered theirs."""
    yield HaggisScored(haggis(state).round)
    yield ev.Later(SHOW_STEP)
