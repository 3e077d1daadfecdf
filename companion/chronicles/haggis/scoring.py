"""The haggis scoring: rolls for all players, turned tokens, rolls for a barrel, points (C5-13 to C5-25).

`begin_scoring` and `continue_scoring` drive it. Turned tokens that the companion cannot know are asked once, after
the rolls (C5-16, C5-17). Players may also score at the table and enter the result (C5-21). Two members of Penny
Mobs act in a scoring (C8-39, C8-40); queries say who may use them, and the state counts the uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from companion.chronicles.haggis.model import (
    MAX_FACE_UP,
    MAX_TOKENS_ON_TABLE,
    OWN_STATE,
    ROLL_PAYMENT_CAUSE,
    ROLLS,
    SLUG,
    VALUES,
    HaggisBegan,
    HaggisPassed,
    HaggisRerolled,
    HaggisRolled,
    HaggisScored,
    HaggisTurned,
    HaggisTurnedBack,
    HaggisUpSet,
    haggis_points,
    known_token,
    may_buy,
    possible_on_table,
    possible_outcomes,
)
from companion.chronicles.haggis.questions import SHOW_FOLLOW_UP, return_token, token_pick, token_to_return
from companion.chronicles.haggis.text import values_text
from companion.chronicles.interactions import REROLL_OWNER, TOKEN_TAKER
from companion.engine.message import Message, join_list, literal, tr, trn
from companion.engine.offers import COMPANION_ROLLS, Amount, Answer, Choice, Part, Pick, Reason
from companion.scoring.gains import player_gain
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, ActionFamily, Form, QuestionKind, Resolution, do_nothing
from companion.state.glen_more_2.expansions import cause_id
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import expansion_rule, run_query
from companion.state.glen_more_2.scoring_rounds import ExtraPoints, score_extra
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import OpenQuestion

TURNED_QUESTION = f"{SLUG}.turned"
TURNED_PREFIX = "these_"


def _turned_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "Rolled {rolls}. {player}: which tokens are turned up?",
        rolls=values_text(int(face) for face in question.args),
        player=labels.figure_label(state, question.player),
    )


def _turned(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Yield all results that the player may have, the most probable first. Secret knowledge does not change the
    list.
    """
    now = OWN_STATE.of(state)
    up, rolls = now.up(question.player), [int(face) for face in question.args]
    for face in () if now.buyer else up:
        # This roll turned a known token, so it turns no other one of this player (C5-16).
        if face in rolls:
            rolls.remove(face)
    for turned in possible_outcomes(len(up), len(now.face_down[question.player]), rolls):
        there = (*up, *turned)
        yield "_".join(map(str, turned)), Form(values_with_points(turned, there) if turned else tr("none"))


def values_with_points(turned: Sequence[int], face_up: Sequence[int] = ()) -> Message:
    """Return the values turned, with the points of all tokens that are then face up (C5-21)."""
    return trn(
        "worth {values}: {n} point in all",
        "worth {values}: {n} points in all",
        haggis_points(face_up or turned),
        values=values_text(turned),
    )


def points_calculation(up: Sequence[int]) -> Message:
    """Return how the points are calculated (C5-21)."""
    if not up:
        return tr("no token face up")
    return trn(
        "{n} face up × its value {values} = {points}",
        "{n} face up × their values ({values}) = {points}",
        len(up),
        values=literal(" + ".join(map(str, sorted(up)))),
        points=haggis_points(up),
    )


def _turn_these(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for face in filter(None, answer.offer.removeprefix(TURNED_PREFIX).split("_")):
        token = known_token(resolution.state, question.player, int(face))
        resolution.do(HaggisTurned(question.player, int(face), token))


TURNED_KINDS = (
    QuestionKind(
        TURNED_QUESTION, _turned_text, (ActionFamily(TURNED_PREFIX, _turned, _turn_these),), rule="C5-16"
    ),
)


MANUAL_QUESTION = f"{SLUG}.ourselves"
# Three tokens of value 3: 3 x 9 (C5-21).
MAX_POINTS = 27
NO_TOKEN = "0"


def manual_scoring_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the offer to score without the companion, before the first roll."""
    if question.player or OWN_STATE.of(state).rolls:
        return None
    return Form(tr("We do it ourselves: enter the result"))


def begin_manual_scoring(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Ask each player who has a token for the result."""
    resolution.close(question)
    state = resolution.state
    for player in state.remaining_players:
        if OWN_STATE.of(state).face_down[player.id]:
            resolution.ask(MANUAL_QUESTION, player.id)
    resolution.do(ev.FollowUpQueued(SLUG, "ourselves"))


def _by_hand_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: the haggis scoring.", player=labels.figure_label(state, question.player))


def _results(state: State, question: OpenQuestion) -> Form:
    barrels = max(0, state.player(question.player).barrels)
    paid = Amount("barrels", tr("How many barrels were paid for rolls?"), 0, barrels, 0)
    now = OWN_STATE.of(state)
    back = min(MAX_FACE_UP, len(now.face_down[question.player]) + len(now.up(question.player)))
    parts: tuple[Part, ...] = (_face_up(back), paid) if barrels else (_face_up(back),)
    return Form(_by_hand_text(state, question), parts)


def _face_up(most: int) -> Pick:
    """Return the choice of the tokens face up, with their points."""
    choices = [Choice(NO_TOKEN, tr("none"))]
    for n in range(1, most + 1):
        group = trn("{n} token", "{n} tokens", n)
        choices += [
            Choice("_".join(map(str, values)), values_with_points(values), group=group)
            for values in combinations_with_replacement(VALUES, n)
        ]
    return Pick("face_up", tr("Which tokens lie face up?"), tuple(choices))


def _enter_results(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player = question.player
    up, barrels = str(answer.values[0]), sum(int(value) for value in answer.values[1:])
    if OWN_STATE.of(resolution.state).up(player):
        # A correction came before this answer; the answer contains all tokens face up (C5-17).
        resolution.do(HaggisUpSet(player, ()))
    for face in map(int, () if up == NO_TOKEN else up.split("_")):
        resolution.do(HaggisTurned(player, face, known_token(resolution.state, player, face)))
    if barrels:
        resolution.do(ev.BarrelsPaid(player, barrels, cause_id(ROLL_PAYMENT_CAUSE)))


MANUAL_KINDS = (
    QuestionKind(
        MANUAL_QUESTION,
        _by_hand_text,
        (Action("entered", _results, _enter_results),),
        rule="C5-21",
    ),
)


TAKE_QUESTION, GIVE_QUESTION = f"{SLUG}.take", f"{SLUG}.give"
GIVER_PREFIX = "from_"
REROLL_ONCE_RULE = f"{SLUG}.reroll_once_a_game"


def reroll_owner(state: State) -> str:
    """Return the player who may have this roll rolled again, or "". Once in a scoring, by house rule once a game
    (C8-40).
    """
    now = OWN_STATE.of(state)
    used = now.rerolls if expansion_rule(state, REROLL_ONCE_RULE) else now.was_rerolled
    return "" if used else run_query(REROLL_OWNER, state)


def ask_token_taker(state: State) -> Iterator[ev.Event]:
    """Ask a player who may take a token, before the first roll, once a game (C5-14, C8-39)."""
    taker = run_query(TOKEN_TAKER, state)
    if taker and not OWN_STATE.of(state).taken_count and _givers(state, taker):
        yield ev.QuestionAsked(TAKE_QUESTION, taker)


def _givers(state: State, taker: str) -> list[str]:
    return [p.id for p in state.remaining_players if p.id != taker and OWN_STATE.of(state).face_down[p.id]]


# The token comes from any player; with a full table one goes back first (C8-39, C5-09).


def _take_text(state: State, question: OpenQuestion) -> Message:
    taker = labels.figure_label(state, question.player)
    return tr("Fraser McStarve: does {player} take a haggis token?", player=taker)


def _full(state: State, player_id: str) -> bool:
    return len(OWN_STATE.of(state).face_down[player_id]) >= MAX_TOKENS_ON_TABLE


def _from_each(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    full = _full(state, question.player)
    parts = token_to_return(state, question.player) if full else ()
    for giver in _givers(state, question.player):
        name = labels.figure_label(state, giver)
        label = tr("One from {player}, who chooses it", player=name)
        if full:
            label = tr("One goes back, one comes from {player}, who chooses it", player=name)
        yield giver, Form(label, parts)


def _take_from(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    taker, giver = question.player, answer.offer.removeprefix(GIVER_PREFIX)
    if _full(resolution.state, taker):
        return_token(resolution, taker, answer)
    if OWN_STATE.of(resolution.state).has_stickers:
        resolution.ask(GIVE_QUESTION, giver, taker)
    else:
        resolution.do(HaggisPassed(giver, taker))


# The giver chooses the token in secret.


def _give_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "{player}: choose a haggis token for {to} and tap it.",
        player=labels.figure_label(state, question.player),
        to=labels.figure_label(state, str(question.args[0])),
    )


def _chosen(state: State, question: OpenQuestion) -> Form:
    possible = possible_on_table(OWN_STATE.of(state), question.player)
    text = _give_text(state, question)
    return Form(text, (token_pick(state, text, possible),))


def _give(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(HaggisPassed(question.player, str(question.args[0]), str(answer.values[0])))


MEMBER_KINDS = (
    QuestionKind(
        TAKE_QUESTION,
        _take_text,
        (Action("no", Form(tr("Not now")), do_nothing), ActionFamily(GIVER_PREFIX, _from_each, _take_from)),
        rule="C8-39",
    ),
    QuestionKind(GIVE_QUESTION, _give_text, (Action("token", _chosen, _give),), rule="C8-39"),
)


ROLL_QUESTION, BUY_QUESTION, REROLL_QUESTION = f"{SLUG}.roll", f"{SLUG}.buy", f"{SLUG}.again"
FACE_PREFIX, TURNS_PREFIX, TURN_BACK_PREFIX, BUYS_PREFIX = "face_", "turns_", "not_", "buy_"
# There is no haggis scoring after round A (C5-13).
ROUNDS = ("B", "C", "final")
SCORING_FOLLOW_UP = ev.FollowUpQueued(SLUG, "next")


def begin_scoring(state: State) -> Iterator[ev.Event]:
    """Begin a scoring after rounds B, C and the final one (C5-13); without any token it ends at once."""
    now, scored = OWN_STATE.of(state), state.done_scorings[-1]
    # A correction after the end repeats the final round, but its haggis is not rolled a second time.
    if scored not in ROUNDS or scored in now.done_rounds:
        return
    if any(now.face_down.values()):
        yield HaggisBegan(scored)
        yield from ask_token_taker(state)
        yield SCORING_FOLLOW_UP
    else:
        yield from score_extra(state, SLUG, (), tr("Nobody has a haggis token: nobody gets haggis points."))
        yield HaggisScored(scored, 0)


def continue_scoring(state: State) -> Iterator[ev.Event]:
    """Ask for the next roll for all, then for bought rolls; score when no roll can turn a token."""
    now = OWN_STATE.of(state)
    if not now.round:
        return
    idle = not any(now.can_turn(p.id) for p in state.remaining_players)
    if len(now.rolls) < ROLLS and not idle:
        yield ev.QuestionAsked(ROLL_QUESTION)
    elif idle or not _something_open(state):
        yield from score_tokens(state)
    else:
        yield ev.QuestionAsked(BUY_QUESTION)


def _something_open(state: State) -> bool:
    """True if a player can buy a roll or must enter what the last one turned."""
    return _may_be_turned(state) or any(not form.closed for _, form in _buyers(state))


def _asked_afterwards(state: State) -> bool:
    """True if turned tokens are asked of each player once, after the rolls (C5-16).

    False only for a bought roll with the players' own die.
    """
    now = OWN_STATE.of(state)
    return now.is_rolled_by_companion or not now.buyer


def _may_be_turned(state: State) -> bool:
    """True if a player may turn a token at the last roll and is asked at once."""
    return not _asked_afterwards(state) and _may_have_one(state)


def _may_have_one(state: State) -> bool:
    """True if a player with unidentified tokens may turn one at the last roll, by what all players see."""
    now = OWN_STATE.of(state)
    return any(now.may_turn(p.id) and not now.all_known(p.id) for p in state.remaining_players)


def _turn_known(resolution: Resolution) -> None:
    """Turn a token of each player who is known to have that value, except players who are asked afterwards
    (C5-16).
    """
    face, afterwards = OWN_STATE.of(resolution.state).last_face, _asked_afterwards(resolution.state)
    for player in resolution.state.remaining_players:
        now = OWN_STATE.of(resolution.state)
        told = now.may_turn(player.id) and (now.all_known(player.id) or not afterwards)
        if told and (token := known_token(resolution.state, player.id, face)):
            resolution.do(HaggisTurned(player.id, face, token))


def _after_rolls(resolution: Resolution) -> None:
    """When all rolls are made, ask each player with unidentified tokens once (C5-16)."""
    now = OWN_STATE.of(resolution.state)
    if _asked_afterwards(resolution.state) and (now.buyer or len(now.rolls) == ROLLS):
        for player in resolution.state.remaining_players:
            if now.can_turn(player.id) and not now.all_known(player.id) and now.buyer in ("", player.id):
                resolution.ask(TURNED_QUESTION, player.id, *now.counted_rolls())
    resolution.do(SCORING_FOLLOW_UP)


def _roll_text(state: State, question: OpenQuestion) -> Message:
    """Return the result of the last roll and the next step."""
    now, n = OWN_STATE.of(state), len(OWN_STATE.of(state).rolls) + 1
    if question.player:
        return tr("A roll for {player}.", player=labels.figure_label(state, question.player))
    if not now.last_face:
        return tr(
            "Haggis: roll {n} of {all} for everybody. Players with that number turn one token up.", n=n, all=ROLLS
        )
    if not now.turned_players and _may_be_turned(state):
        return tr("A {face}: who turns one? When all have, roll {n} of {all}.", face=now.last_face, n=n, all=ROLLS)
    coming = tr("Haggis: roll {n} of {all}.", n=n, all=ROLLS)
    return tr("{last} {coming}", last=_last(state), coming=coming)


def _last(state: State) -> Message:
    """Return the last roll and the players who turn a token, as far as known."""
    now = OWN_STATE.of(state)
    if _asked_afterwards(state) and (now.buyer or len(now.rolls) == ROLLS):
        return _lies_up(state)
    if now.buyer and now.may_turn(now.buyer) and not now.all_known(now.buyer):
        # A bought roll counts only for its buyer (C5-19).
        return tr("A {n} for {player}.", n=now.last_face, player=labels.figure_label(state, now.buyer))
    if _may_have_one(state) and _asked_afterwards(state):
        return tr("A {n}: turn one {n} face up; enter it after roll {all}.", n=now.last_face, all=ROLLS)
    if _may_have_one(state) and not now.turned_players:
        return tr("A {n}: turn one {n} face up.", n=now.last_face)
    if now.turned_players:
        players = join_list(labels.figure_label(state, p) for p in now.turned_players)
        return tr("A {n}, turned by {players}.", n=now.last_face, players=players)
    return tr("A {n}: nobody turns one.", n=now.last_face)


def _lies_up(state: State) -> Message:
    """Return the rolls and the values face up on each table."""
    now = OWN_STATE.of(state)
    rolled = values_text(now.counted_rolls())
    tables = join_list(
        tr("{player} {values}", player=labels.figure_label(state, p.id), values=literal(" ".join(map(str, up))))
        for p in state.remaining_players
        if (up := now.up(p.id))
    )
    if not any(now.up(p.id) for p in state.remaining_players):
        return tr("Rolled {rolls}: nobody turns one.", rolls=rolled)
    return tr("Rolled {rolls}. Face up: {tables}.", rolls=rolled, tables=tables)


def _companion_rolls(state: State, question: OpenQuestion) -> Form:
    """Return the offer to roll: all remaining rolls, or one. Each side of the die is a choice, so that rolls are
    fair.

    Rolls are made one by one if a player may have a roll rolled again (C8-40).
    """
    faces = tuple(Choice(str(f), tr("{n}", n=f)) for f in state.facts.die_faces)
    left = ROLLS - len(OWN_STATE.of(state).rolls)
    if question.player or not _at_once(state) or left < 2:
        return Form(tr("Roll it"), (Pick("face", tr("Which face?"), faces),))
    picks = tuple(Pick(f"face_{n}", tr("Which face?"), faces) for n in range(1, left + 1))
    return Form(tr("Roll both") if left == 2 else tr("Roll all {n}", n=left), picks)


def _at_once(state: State) -> bool:
    return not reroll_owner(state)


def _companion_rolls_first(state: State, _question: OpenQuestion) -> str:
    """Return the companion's roll as the first offer, unless players roll their own die."""
    now = OWN_STATE.of(state)
    told = (now.rolls or now.was_rerolled) and not now.is_rolled_by_companion
    return "" if told else COMPANION_ROLLS


def _faces(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for face in sorted(set(state.facts.die_faces)):
        yield str(face), Form(tr("We rolled a {n}", n=face))


def _roll(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the roll; a roll for all may be rolled again before it counts (C5-18)."""
    resolution.close(question)
    buyer, thrower = question.player, "" if question.player else reroll_owner(resolution.state)
    # Two offers end here: rolls made by the companion (values), and "face_1" and so on for the players' own die.
    settled = bool(answer.values)
    for face in answer.values or (answer.offer.removeprefix(FACE_PREFIX),):
        resolution.do(HaggisRolled(int(str(face)), buyer, is_rolled_by_companion=settled))
        if thrower:
            resolution.ask(REROLL_QUESTION, thrower, int(str(face)))
            return
        _turn_known(resolution)
    _after_rolls(resolution)


def _turns(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Yield the players who may turn a token that the companion cannot know; those with unidentified tokens
    first."""
    now = OWN_STATE.of(state)
    if question.player or not now.last_face or _asked_afterwards(state):
        return
    may = [p.id for p in state.remaining_players if now.may_turn(p.id)]
    may.sort(key=lambda player_id: "" not in now.face_down[player_id])
    for player_id in may:
        yield (
            player_id,
            Form(tr("{player} turns a {n}", player=labels.figure_label(state, player_id), n=now.last_face)),
        )


def _has_not(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Yield the players whose token the companion turned, to turn it back."""
    now = OWN_STATE.of(state)
    if question.player or not now.last_face:
        return
    for player_id in dict.fromkeys(now.turned_players):
        if now.last_face not in (each.value for each in now.face_up.get(player_id, ())):
            continue
        yield (
            player_id,
            Form(
                tr("Turn it back: {player}'s {n}", player=labels.figure_label(state, player_id), n=now.last_face)
            ),
        )


def _turn_one(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, face = answer.offer.removeprefix(TURNS_PREFIX), OWN_STATE.of(resolution.state).last_face
    resolution.do(HaggisTurned(player_id, face, known_token(resolution.state, player_id, face)))
    now = OWN_STATE.of(resolution.state)
    if not any(now.can_turn(p.id) for p in resolution.state.remaining_players):
        # Another roll cannot turn any token.
        resolution.close(question)
        resolution.do(SCORING_FOLLOW_UP)


def _not_turned(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(
        HaggisTurnedBack(answer.offer.removeprefix(TURN_BACK_PREFIX), OWN_STATE.of(resolution.state).last_face)
    )


def _again_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "A {n}. {player}: roll it again for everybody?",
        n=int(question.args[0]),
        player=labels.figure_label(state, question.player),
    )


def _keep_roll(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    _turn_known(resolution)
    _after_rolls(resolution)


def _throw_again(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(HaggisRerolled(question.player))
    resolution.do(SCORING_FOLLOW_UP)


# Rolls for a barrel: fewer than three tokens face up and at least one face down (C5-19, C5-20).


def _buy_text(state: State, _question: OpenQuestion) -> Message:
    """Return the text for its answers: who turns a token, who buys a roll."""
    now, turns = OWN_STATE.of(state), _may_be_turned(state)
    rolls = any(form.closed is None for _, form in _buyers(state))
    if turns and not now.turned_players and not now.buyer:
        if rolls:
            return tr("A {n}: who turns one? When all have: who rolls once more for 1 barrel?", n=now.last_face)
        return tr("A {n}: who turns one?", n=now.last_face)
    if turns and rolls:
        return tr("{last} Who turns one, or rolls once more for 1 barrel?", last=_last(state))
    if turns:
        return tr("{last} Who turns one?", last=_last(state))
    return tr("{last} Who rolls once more for 1 barrel?", last=_last(state))


def _nobody(state: State, _question: OpenQuestion) -> Form:
    """Return the offer that ends the rolls and scores."""
    return Form(tr("Nobody turns or rolls: score") if _may_be_turned(state) else tr("Nobody rolls: score"))


def _own_roll_first(state: State, _question: OpenQuestion) -> str:
    """Return the buyer of the last roll as the first offer: that player may have to turn a token (C5-19)."""
    now = OWN_STATE.of(state)
    return (
        f"{TURNS_PREFIX}{now.buyer}"
        if now.buyer and not now.is_rolled_by_companion and now.may_turn(now.buyer)
        else ""
    )


def _buys(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    return _buyers(state)


def _buyers(state: State) -> Iterator[tuple[str, Form]]:
    now = OWN_STATE.of(state)
    for player in state.remaining_players:
        if len(now.up(player.id)) < MAX_FACE_UP and now.face_down[player.id]:
            name = labels.figure_label(state, player.id)
            none = Reason("C5-19", tr("{player} has no barrel.", player=name))
            closed = None if may_buy(0, player.barrels) else none
            yield player.id, Form(tr("{player} pays 1 barrel and rolls", player=name), closed=closed)


def _buy(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    player_id = answer.offer.removeprefix(BUYS_PREFIX)
    resolution.do(ev.BarrelsPaid(player_id, 1, cause_id(ROLL_PAYMENT_CAUSE)))
    resolution.ask(ROLL_QUESTION, player_id)


def _score(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    for event in score_tokens(resolution.state):
        resolution.do(event)


def finish_manual_scoring(state: State) -> Iterator[ev.Event]:
    """Score the results entered by the players."""
    yield from score_tokens(state, by_hand=True)


def score_tokens(state: State, by_hand: bool = False) -> Iterator[ev.Event]:
    """Score number times sum for each player, then return the tokens to the supply (C5-21, C5-22)."""
    up = {p.id: values for p in state.remaining_players if (values := OWN_STATE.of(state).up(p.id))}
    scored = (
        ExtraPoints(
            player_gain(player_id, SLUG, haggis_points(values), points_calculation(values)),
            (len(values), sum(values)),
        )
        for player_id, values in up.items()
    )
    nothing_up = None if up else tr("No haggis token lies face up: nobody gets haggis points.")
    yield from score_extra(state, SLUG, scored, (None if by_hand else _rolls_left(state)) or nothing_up)
    yield from end_scoring(state)


def _rolls_left(state: State) -> Message | None:
    """Return why the remaining rolls are skipped: no player can turn a token (C5-16, C5-17)."""
    left = ROLLS - len(OWN_STATE.of(state).rolls)
    if not left:
        return None
    return trn(
        "Nobody can turn another token: {n} roll falls away.",
        "Nobody can turn another token: {n} rolls fall away.",
        left,
    )


def end_scoring(state: State) -> Iterator[ev.Event]:
    """End the scoring; then two tokens are turned face up again."""
    now = OWN_STATE.of(state)
    yield HaggisScored(now.round, sum(map(len, now.face_up.values())))
    yield SHOW_FOLLOW_UP


_TURNING, _TURNING_BACK = (
    ActionFamily(TURNS_PREFIX, _turns, _turn_one),
    ActionFamily(TURN_BACK_PREFIX, _has_not, _not_turned),
)

SCORING_KINDS = (
    QuestionKind(
        ROLL_QUESTION,
        _roll_text,
        (
            _TURNING,
            ActionFamily(FACE_PREFIX, _faces, _roll),
            Action(COMPANION_ROLLS, _companion_rolls, _roll),
            _TURNING_BACK,
            Action("ourselves", manual_scoring_form, begin_manual_scoring),
        ),
        rule="C5-15",
        stays_open=True,
        first_action=_companion_rolls_first,
    ),
    QuestionKind(
        REROLL_QUESTION,
        _again_text,
        (
            Action("keep", Form(tr("It stays")), _keep_roll),
            Action("again", Form(tr("Roll again")), _throw_again),
        ),
        rule="C8-40",
    ),
    QuestionKind(
        BUY_QUESTION,
        _buy_text,
        (
            Action("score", _nobody, _score),
            _TURNING,
            _TURNING_BACK,
            ActionFamily(BUYS_PREFIX, _buys, _buy),
        ),
        rule="C5-19",
        stays_open=True,
        first_action=_own_roll_first,
    ),
)
