"""The haggis scoring: the rolls for all, then what they turned; rolls for a barrel; points (C5-13 to C5-25).

Works out no value and no points itself: `arithmetic` does.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.haggis.arithmetic import MAX_FACE_UP, ROLLS, may_buy, points
from companion.chronicles.haggis.by_hand import begun, offered
from companion.chronicles.haggis.members import ask_taker, may_throw_again
from companion.chronicles.haggis.pieces import FOR_A_ROLL, SLUG
from companion.chronicles.haggis.setup import SHOW_NEXT
from companion.chronicles.haggis.tokens import (
    OWN_STATE,
    HaggisBegan,
    HaggisKept,
    HaggisRecast,
    HaggisRolled,
    HaggisScored,
    HaggisTurned,
    known_of,
)
from companion.chronicles.haggis.turned import TURNED, arithmetic_of
from companion.chronicles.haggis.words import numbers
from companion.engine.message import Message, listed, literal, tr, trn
from companion.engine.offers import BY_CHANCE, Answer, Choice, Pick, Reason
from companion.scoring.gains import given
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, ActionFamily, Form, QuestionKind
from companion.state.glen_more_2.scorings_apart import Points, scored_apart
from companion.state.glen_more_2.sources import source

ROLL, BUY, AGAIN = f"{SLUG}.roll", f"{SLUG}.buy", f"{SLUG}.again"
FACE, TURNS, HAS_NOT, BUYS = "face_", "turns_", "not_", "buy_"
# None after A (C5-13).
ROUNDS = ("B", "C", "final")
GO_ON = ev.FollowUpQueued(SLUG, "next")


# ---- its course


def after_round(state: State) -> Iterator[ev.Event]:
    """After the scoring of B, of C, and the final one (C5-13); nothing is rolled where nobody has a token."""
    now, scored = OWN_STATE.of(state), state.scored[-1]
    # A correction after the end scores the final round anew; its haggis is not rolled a second time.
    if scored not in ROUNDS or scored in now.done:
        return
    if any(now.held.values()):
        yield HaggisBegan(scored)
        yield from ask_taker(state)
        yield GO_ON
    else:
        yield from scored_apart(state, SLUG, (), tr("Nobody has a haggis token: nobody gets haggis points."))
        yield HaggisScored(scored, 0)


def go_on(state: State) -> Iterator[ev.Event]:
    """The next roll for all, or rolls for a barrel; nobody is asked where nothing can be done any more."""
    now = OWN_STATE.of(state)
    if not now.round:
        return
    idle = not any(now.can_turn(p.id) for p in state.still_in)
    if len(now.rolls) < ROLLS and not idle:
        yield ev.QuestionAsked(ROLL)
    elif idle or not _something_open(state):
        yield from score(state)
    else:
        yield ev.QuestionAsked(BUY)


def _something_open(state: State) -> bool:
    """Somebody can buy a roll, or has to say what the last one turned."""
    return _may_be_turned(state) or any(not form.closed for _, form in _buyers(state))


def _asked_afterwards(state: State) -> bool:
    """Who turned what is asked of each player once, after the rolls (C5-16).

    At once only for a roll of the table's own die for a barrel.
    """
    now = OWN_STATE.of(state)
    return now.settled or not now.buyer


def _may_be_turned(state: State) -> bool:
    """Somebody may turn one at the last roll, and is not asked afterwards."""
    return not _asked_afterwards(state) and _may_have_one(state)


def _may_have_one(state: State) -> bool:
    """By what everybody sees, somebody whose tokens aren't all known may turn one at the last roll."""
    now = OWN_STATE.of(state)
    return any(now.may_turn(p.id) and not now.all_known(p.id) for p in state.still_in)


def _turn_known(resolution: Resolution) -> None:
    """Everybody who is known to have such a token turns exactly one; not who is asked afterwards (C5-16)."""
    face, afterwards = OWN_STATE.of(resolution.state).last, _asked_afterwards(resolution.state)
    for player in resolution.state.still_in:
        now = OWN_STATE.of(resolution.state)
        told = now.may_turn(player.id) and (now.all_known(player.id) or not afterwards)
        if told and (token := known_of(resolution.state, player.id, face)):
            resolution.do(HaggisTurned(player.id, face, token))


def _after_rolls(resolution: Resolution) -> None:
    """Each player with tokens that nobody knows is asked once, when all rolls are made (C5-16)."""
    now = OWN_STATE.of(resolution.state)
    if _asked_afterwards(resolution.state) and (now.buyer or len(now.rolls) == ROLLS):
        for player in resolution.state.still_in:
            if now.can_turn(player.id) and not now.all_known(player.id) and now.buyer in ("", player.id):
                resolution.ask(TURNED, player.id, *now.counted())
    resolution.do(GO_ON)


# ---- a roll: thrown by the companion or by the table (C5-15, C5-25)


def _roll_text(state: State, question: OpenQuestion) -> Message:
    """What the last roll did, and the next one."""
    now, n = OWN_STATE.of(state), len(OWN_STATE.of(state).rolls) + 1
    if question.player:
        return tr("A roll for {player}.", player=labels.figure(state, question.player))
    if not now.last:
        return tr(
            "Haggis: roll {n} of {all} for everybody. Whoever has that number turns one token up.", n=n, all=ROLLS
        )
    if not now.turning and _may_be_turned(state):
        return tr("A {face}: who turns one? When all have, roll {n} of {all}.", face=now.last, n=n, all=ROLLS)
    coming = tr("Haggis: roll {n} of {all}.", n=n, all=ROLLS)
    return tr("{last} {coming}", last=_last(state), coming=coming)


def _last(state: State) -> Message:
    """The last roll and who turns a token, as far as it is known."""
    now = OWN_STATE.of(state)
    if _asked_afterwards(state) and (now.buyer or len(now.rolls) == ROLLS):
        return _lies_up(state)
    if now.buyer and now.may_turn(now.buyer) and not now.all_known(now.buyer):
        # A bought roll counts for its buyer alone (C5-19).
        return tr("A {n} for {player}.", n=now.last, player=labels.figure(state, now.buyer))
    if _may_have_one(state) and _asked_afterwards(state):
        return tr("A {n}: whoever has one turns it and says so after roll {all}.", n=now.last, all=ROLLS)
    if _may_have_one(state) and not now.turning:
        return tr("A {n}: whoever has one turns it.", n=now.last)
    if now.turning:
        players = listed(labels.figure(state, p) for p in now.turning)
        return tr("A {n}, turned by {players}.", n=now.last, players=players)
    return tr("A {n}: nobody turns one.", n=now.last)


def _lies_up(state: State) -> Message:
    """What was rolled, and what lies face up on each table."""
    now = OWN_STATE.of(state)
    rolled = numbers(now.counted())
    tables = listed(
        tr("{player} {values}", player=labels.figure(state, p.id), values=literal(" ".join(map(str, up))))
        for p in state.still_in
        if (up := now.up(p.id))
    )
    if not any(now.up(p.id) for p in state.still_in):
        return tr("Rolled {rolls}: nobody turns one.", rolls=rolled)
    return tr("Rolled {rolls}. Face up: {tables}.", rolls=rolled, tables=tables)


def _companion_rolls(state: State, question: OpenQuestion) -> Form:
    """Each side of the die is a choice of its own, so that a roll is fair: all rolls left, or the one bought.

    One by one where somebody may have a roll thrown again (C8-40).
    """
    faces = tuple(Choice(str(f), tr("{n}", n=f)) for f in state.facts.die_faces)
    left = ROLLS - len(OWN_STATE.of(state).rolls)
    if question.player or not _at_once(state) or left < 2:
        return Form(tr("Roll it for us"), (Pick("face", tr("Which face?"), faces),))
    picks = tuple(Pick(f"face_{n}", tr("Which face?"), faces) for n in range(1, left + 1))
    return Form(tr("Roll all {n} for us", n=left), picks)


def _at_once(state: State) -> bool:
    return not may_throw_again(state)


def _companion_rolls_first(state: State, _question: OpenQuestion) -> str:
    """Unless the table rolls its own die: then who turns a token and what is rolled next stand before it."""
    now = OWN_STATE.of(state)
    told = (now.rolls or now.again) and not now.settled
    return "" if told else BY_CHANCE


def _faces(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for face in sorted(set(state.facts.die_faces)):
        yield str(face), Form(tr("We rolled a {n}", n=face))


def _roll(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """It lies on the table; a roll for all may be thrown again before it counts (C5-18)."""
    resolution.close(question)
    buyer, thrower = question.player, "" if question.player else may_throw_again(resolution.state)
    # Two offers end here: faces picked for us by chance, and one of "face_1" and so on that people rolled.
    settled = bool(answer.values)
    for face in answer.values or (answer.offer.removeprefix(FACE),):
        resolution.do(HaggisRolled(int(str(face)), buyer, settled=settled))
        if thrower:
            resolution.ask(AGAIN, thrower, int(str(face)))
            return
        _turn_known(resolution)
    _after_rolls(resolution)


# ---- more of the last roll, while the question after it stays open


def _turns(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Who turned one that the companion can't know of; those with unidentified tokens first."""
    now = OWN_STATE.of(state)
    if question.player or not now.last or _asked_afterwards(state):
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
    for player_id in dict.fromkeys(now.turning):
        if now.last not in (each.value for each in now.turned.get(player_id, ())):
            continue
        yield (
            player_id,
            Form(tr("Turn it back: {player}'s {n}", player=labels.figure(state, player_id), n=now.last)),
        )


def _turn_one(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, face = answer.offer.removeprefix(TURNS), OWN_STATE.of(resolution.state).last
    resolution.do(HaggisTurned(player_id, face, known_of(resolution.state, player_id, face)))
    now = OWN_STATE.of(resolution.state)
    if not any(now.can_turn(p.id) for p in resolution.state.still_in):
        # Nothing can come of another roll.
        resolution.close(question)
        resolution.do(GO_ON)


def _not_turned(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(HaggisKept(answer.offer.removeprefix(HAS_NOT), OWN_STATE.of(resolution.state).last))


# ---- right after a roll for all, before anybody turns a token (C8-40)


def _again_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "A {n}. {player}: roll it again for everybody?",
        n=int(question.args[0]),
        player=labels.figure(state, question.player),
    )


def _keep_roll(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    _turn_known(resolution)
    _after_rolls(resolution)


def _throw_again(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(HaggisRecast(question.player))
    resolution.do(GO_ON)


# ---- rolls for a barrel, by what everybody sees: fewer than three face up, something face down (C5-19, C5-20)


def _buy_text(state: State, _question: OpenQuestion) -> Message:
    """What its answers say: who turns one, who rolls."""
    now, turns = OWN_STATE.of(state), _may_be_turned(state)
    rolls = any(form.closed is None for _, form in _buyers(state))
    if turns and not now.turning and not now.buyer:
        if rolls:
            return tr("A {n}: who turns one? When all have: who rolls once more for 1 barrel?", n=now.last)
        return tr("A {n}: who turns one?", n=now.last)
    if turns and rolls:
        return tr("{last} Who turns one, or rolls once more for 1 barrel?", last=_last(state))
    if turns:
        return tr("{last} Who turns one?", last=_last(state))
    return tr("{last} Who rolls once more for 1 barrel?", last=_last(state))


def _nobody(state: State, _question: OpenQuestion) -> Form:
    """What it ends: rolls for barrels, and saying who turns one."""
    return Form(tr("Nobody turns or rolls: score") if _may_be_turned(state) else tr("Nobody rolls: score"))


def _own_roll_first(state: State, _question: OpenQuestion) -> str:
    """Whoever paid for the last roll may have to turn one: told before anything else (C5-19)."""
    now = OWN_STATE.of(state)
    return f"{TURNS}{now.buyer}" if now.buyer and not now.settled and now.may_turn(now.buyer) else ""


def _buys(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    return _buyers(state)


def _buyers(state: State) -> Iterator[tuple[str, Form]]:
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
    resolution.do(ev.BarrelsPaid(player_id, 1, source(FOR_A_ROLL)))
    resolution.ask(ROLL, player_id)


def _score(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    for event in score(resolution.state):
        resolution.do(event)


def done_by_hand(state: State) -> Iterator[ev.Event]:
    """Everybody has said what came of it."""
    yield from score(state, by_hand=True)


def score(state: State, by_hand: bool = False) -> Iterator[ev.Event]:
    """Number times sum for each, then what lies face up goes back (C5-21, C5-22)."""
    up = {p.id: values for p in state.still_in if (values := OWN_STATE.of(state).up(p.id))}
    scored = (
        Points(given(player_id, SLUG, points(values), arithmetic_of(values)), (len(values), sum(values)))
        for player_id, values in up.items()
    )
    nothing_up = None if up else tr("No haggis token lies face up: nobody gets haggis points.")
    yield from scored_apart(state, SLUG, scored, (None if by_hand else _rolls_left(state)) or nothing_up)
    yield from end(state)


def _rolls_left(state: State) -> Message | None:
    """Why rolls for all that are left are not made: nobody has anything to turn at them (C5-16, C5-17)."""
    left = ROLLS - len(OWN_STATE.of(state).rolls)
    if not left:
        return None
    return trn(
        "Nobody can turn another token: {n} roll falls away.",
        "Nobody can turn another token: {n} rolls fall away.",
        left,
    )


def end(state: State) -> Iterator[ev.Event]:
    """The scoring is over; two tokens lie face up again."""
    now = OWN_STATE.of(state)
    yield HaggisScored(now.round, sum(map(len, now.turned.values())))
    yield SHOW_NEXT


_TURNING, _TURNING_BACK = ActionFamily(TURNS, _turns, _turn_one), ActionFamily(HAS_NOT, _has_not, _not_turned)

KINDS = (
    QuestionKind(
        ROLL,
        _roll_text,
        (
            _TURNING,
            ActionFamily(FACE, _faces, _roll),
            Action(BY_CHANCE, _companion_rolls, _roll),
            _TURNING_BACK,
            Action("ourselves", offered, begun),
        ),
        rule="C5-15",
        stays_open=True,
        first=_companion_rolls_first,
    ),
    QuestionKind(
        AGAIN,
        _again_text,
        (
            Action("keep", Form(tr("It stays")), _keep_roll),
            Action("again", Form(tr("Roll again")), _throw_again),
        ),
        rule="C8-40",
    ),
    QuestionKind(
        BUY,
        _buy_text,
        (
            Action("score", _nobody, _score),
            _TURNING,
            _TURNING_BACK,
            ActionFamily(BUYS, _buys, _buy),
        ),
        rule="C5-19",
        stays_open=True,
        first=_own_roll_first,
    ),
)
