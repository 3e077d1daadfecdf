"""The haggis scoring: rolls for all, told one by one; rolls for a barrel; points; tokens back (C5-13 to C5-25)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.haggis.arithmetic import MAX_FACE_UP, ROLLS, may_buy, points
from companion.chronicles.haggis.members import ask_taker, may_throw_again
from companion.chronicles.haggis.pieces import SLUG
from companion.chronicles.haggis.setting import SHOW_NEXT
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
from companion.engine.message import Message, listed, tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.menu.forms import BY_CHANCE
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution

ROLL, BUY, AGAIN, OURSELVES = f"{SLUG}.roll", f"{SLUG}.buy", f"{SLUG}.again", f"{SLUG}.ourselves"
ROUNDS = ("B", "C", "final")
GO_ON = ev.FollowUpQueued(SLUG, "next")
MAX_POINTS = 27


# ---- its course


def after_round(state: State) -> Iterator[ev.Event]:
    """After the scoring of B, of C, and the final one (C5-13); nothing to do where nobody has a token."""
    now, scored = haggis(state), state.scored[-1]
    if scored in ROUNDS and scored not in now.done and any(now.held.values()):
        yield HaggisBegan(scored)
        yield from ask_taker(state)
        yield GO_ON


def go_on(state: State) -> Iterator[ev.Event]:
    """The next roll for all, or rolls for a barrel."""
    now = haggis(state)
    if now.round:
        yield ev.QuestionAsked(ROLL if len(now.rolls) < ROLLS else BUY)


def roll(resolution: Resolution, face: int, player: str = "") -> None:
    """A roll lies on the table; a roll for all may be thrown again before it counts (C5-18)."""
    resolution.do(HaggisRolled(face, player))
    if not player and (owner := may_throw_again(resolution.state)):
        resolution.ask(AGAIN, owner, face)
    else:
        turn(resolution)


def turn(resolution: Resolution) -> None:
    """Everybody who is known to have such a token turns exactly one (C5-16)."""
    face = haggis(resolution.state).last
    for player in resolution.state.players:
        if haggis(resolution.state).may_turn(player.id) and (token := known_of(resolution.state, player.id, face)):
            resolution.do(HaggisTurned(player.id, face, token))
    resolution.do(GO_ON)


def score(resolution: Resolution) -> None:
    """Number times sum for each, then what lies face up goes back (C5-21, C5-22)."""
    for player in resolution.state.players:
        up = haggis(resolution.state).up(player.id)
        if up:
            resolution.do(ev.PointsScored(player.id, points(up), SLUG, (len(up), sum(up))))
    end(resolution)


def end(resolution: Resolution) -> None:
    resolution.do(HaggisScored(haggis(resolution.state).round))
    resolution.do(SHOW_NEXT)


# ---- a roll


def ask_roll(state: State, question: OpenQuestion) -> Question:
    """What the last roll did, and the next one: thrown by the companion or by the table (C5-15, C5-25)."""
    now, buyer = haggis(state), question.player
    faces = sorted(set(state.facts.die_faces))
    picks = tuple(Choice(str(f), tr("{n}", n=f)) for f in state.facts.die_faces)
    if buyer:
        coming = tr("A roll for {player}.", player=labels.figure(state, buyer))
    else:
        coming = tr("Haggis: roll {n} of {all}.", n=len(now.rolls) + 1, all=ROLLS)
    offers = [
        Offer(BY_CHANCE, tr("Roll it for us"), (Pick("face", tr("Which face?"), picks),)),
        *(Offer(f"face_{f}", tr("We rolled a {n}", n=f)) for f in faces),
    ]
    if not buyer:
        offers += _others_turn(state)
        if not now.rolls:
            offers.append(Offer("ourselves", tr("We do it ourselves: enter the points")))
    text = tr("{last} {coming}", last=_last(state), coming=coming) if now.last and not buyer else coming
    return Question(question.number, question.kind, text, tuple(offers), buyer, rule="C5-15")


def _last(state: State) -> Message:
    """The last roll and who turns a token, as far as it is known."""
    now = haggis(state)
    if now.turning:
        players = listed(labels.figure(state, p) for p in now.turning)
        return tr("A {n}, turned by {players}.", n=now.last, players=players)
    if any(now.may_turn(p.id) and "" in now.held[p.id] for p in state.players):
        return tr("A {n}: whoever has one turns it.", n=now.last)
    return tr("A {n}: nobody turns one.", n=now.last)


def _others_turn(state: State) -> list[Offer]:
    """Who turned one that the companion can't know of; who has not got the token that it named."""
    now = haggis(state)
    if not now.last:
        return []
    may = [p.id for p in state.players if now.may_turn(p.id)]
    may.sort(key=lambda player_id: "" not in now.held[player_id])
    turns = [
        Offer(f"turns_{player_id}", tr("{player} turns a {n}", player=labels.figure(state, player_id), n=now.last))
        for player_id in may
    ]
    nots = [
        Offer(
            f"not_{player_id}", tr("{player} hasn't that {n}", player=labels.figure(state, player_id), n=now.last)
        )
        for player_id in now.turning
    ]
    return turns + nots


def settle_roll(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if _settled_turning(resolution, answer):
        return
    resolution.close(question)
    if answer.offer == "ourselves":
        for player in resolution.state.players:
            resolution.ask(OURSELVES, player.id)
        resolution.do(ev.FollowUpQueued(SLUG, "ourselves"))
        return
    face = int(str(answer.values[0] if answer.values else answer.offer.removeprefix("face_")))
    roll(resolution, face, question.player)


def _settled_turning(resolution: Resolution, answer: Answer) -> bool:
    """The question stays open: it only heard more of the last roll."""
    category, _, player_id = answer.offer.partition("_")
    face = haggis(resolution.state).last
    if category == "turns":
        resolution.do(HaggisTurned(player_id, face, known_of(resolution.state, player_id, face)))
    elif category == "not":
        resolution.do(HaggisKept(player_id, face))
    return category in ("turns", "not")


def ask_again(state: State, question: OpenQuestion) -> Question:
    """Right after a roll for all, before anybody turns a token (C8-40)."""
    text = tr(
        "A {n}. {player}: throw it again for everybody?",
        n=int(question.args[0]),
        player=labels.figure(state, question.player),
    )
    offers = (Offer("keep", tr("It stays")), Offer("again", tr("Throw it again")))
    return Question(question.number, question.kind, text, offers, question.player, rule="C8-40")


def settle_again(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "again":
        resolution.do(HaggisRecast(question.player))
        resolution.do(GO_ON)
    else:
        turn(resolution)


# ---- rolls for a barrel


def ask_buy(state: State, question: OpenQuestion) -> Question:
    """By what everybody sees: fewer than three face up, something face down, a barrel (C5-19, C5-20)."""
    now = haggis(state)
    offers = [Offer("score", tr("Nobody rolls: score")), *_others_turn(state)]
    for player in state.players:
        if len(now.up(player.id)) < MAX_FACE_UP and now.held[player.id]:
            label = tr("1 barrel of {player} for a roll", player=labels.figure(state, player.id))
            none = Reason("C5-19", tr("{player} has no barrel.", player=labels.figure(state, player.id)))
            offers.append(Offer(f"buy_{player.id}", label, closed=None if may_buy(0, player.barrels) else none))
    text = tr("{last} Who rolls once more for 1 barrel?", last=_last(state))
    return Question(question.number, question.kind, text, tuple(offers), rule="C5-19")


def settle_buy(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if _settled_turning(resolution, answer):
        return
    resolution.close(question)
    if answer.offer == "score":
        score(resolution)
        return
    player_id = answer.offer.removeprefix("buy_")
    resolution.do(ev.BarrelsPaid(player_id, 1, ROLL))
    resolution.ask(ROLL, player_id)


# ---- without the companion


def ask_ourselves(state: State, question: OpenQuestion) -> Question:
    """Points and tokens that went back, as the table worked them out."""
    player = labels.figure(state, question.player)
    back = min(MAX_FACE_UP, len(haggis(state).held[question.player]))
    parts = (
        Amount("points", tr("{player}: haggis points?", player=player), 0, MAX_POINTS, 0),
        Amount("tokens", tr("{player}: tokens back to the supply?", player=player), 0, back, 0),
        Amount(
            "barrels",
            tr("{player}: barrels paid for rolls?", player=player),
            0,
            max(0, state.player(question.player).barrels),
            0,
        ),
    )
    text = tr("{player}: the haggis scoring", player=player)
    return Question(
        question.number, question.kind, text, (Offer("entered", text, parts),), question.player, rule="C5-21"
    )


def settle_ourselves(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id = question.player
    scored, back, barrels = (int(value) for value in answer.values)
    resolution.close(question)
    if scored:
        resolution.do(ev.PointsScored(player_id, scored, SLUG))
    for _ in range(back):
        resolution.do(HaggisReturned(player_id))
    if barrels:
        resolution.do(ev.BarrelsPaid(player_id, barrels, ROLL))


def entered(state: State) -> Iterator[ev.Event]:
    """All have entered theirs."""
    yield HaggisScored(haggis(state).round)
    yield SHOW_NEXT
