"""Questions of a scoring: Scots, uncertain counts, confirmation of the others, goods in a tie, card owners."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution
from companion.state.glen_more_2.effects import raise_counts_to_zero
from companion.state.glen_more_2.model import HOME_TILE_SIZE, MAX_SCOTS, Player, State
from companion.state.glen_more_2.scoring_rounds import (
    castle_moil_players,
    count_value,
    counts_for_round,
    score_round,
)
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.scoring_text import missing_fact_text, uncertainty_reason
from companion.state.territory.model import OpenQuestion

NO_HOLDER = "nobody"


def card_holder_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for the owner of a landmark card."""
    people = tuple(Choice(p.id, labels.figure_label(state, p.id)) for p in state.players)
    holder = Pick("player", tr("Who has it?"), (*people, Choice(NO_HOLDER, tr("nobody"))))
    cards = tuple(
        Choice(c, _card_and_holder(state, c), then=(holder,), piece=f"card_{c}") for c in state.facts.landmarks
    )
    return Form(tr("Owner of a landmark card"), (Pick("card", tr("Which card?"), cards),))


def _card_and_holder(state: State, card: str) -> Message:
    """Return the label of a landmark card with its owner, if known."""
    name = labels.landmark_label(state.facts, card)
    holder = next((p.id for p in state.players if card in p.landmarks), "")
    return tr("{card} ({player})", card=name, player=labels.figure_label(state, holder)) if holder else name


def set_card_holder(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record the owner of a landmark card."""
    card, holder = map(str, answer.values)
    resolution.do(ev.CardPlaced(card, "" if holder == NO_HOLDER else holder))


MAX_COUNTS = {"coins": 99, "barrels": 25, "tiles": 40, "persons": 25, "scots": MAX_SCOTS, "points": 400}
MAX_GOODS = 90


# Scots in the home castles are asked each time, because moving Scots are not tracked (GM-SCR-03).


_UNSEEN_MOVES_HINT = tr("Scots may have walked: count them.")
_CASTLE_MOIL_HINT = tr("Count each Scot once: the companion doubles them for Castle Moil.")


def _scots_text(_state: State, question: OpenQuestion) -> Message:
    scoring = labels.round_label(str(question.args[0]))
    return tr("Scots in the home castles: {round}", round=scoring)


def _scots(state: State, question: OpenQuestion) -> Form:
    doubled = castle_moil_players(state)
    parts = tuple(
        Amount(
            p.id,
            tr("{player}: Scots in the home castle?", player=labels.figure_label(state, p.id)),
            0,
            MAX_SCOTS,
            min(max(p.scots, 0), MAX_SCOTS),
            _why_scots(state, p, doubled),
            stride=3,
            is_own_count=True,
            suggestions=_nearby_numbers(min(max(p.scots, 0), MAX_SCOTS), MAX_SCOTS),
            brief=labels.figure_label(state, p.id),
        )
        for p in state.remaining_players
    )
    return Form(_scots_text(state, question), parts)


def _why_scots(state: State, player: Player, doubled: Collection[str]) -> Message:
    """Return the hint for counting Scots: Castle Moil (GM-LMK-03), and since when the count is uncertain."""
    counted = _CASTLE_MOIL_HINT if player.id in doubled else None
    walked = (
        uncertainty_reason(state, player, "scots") if "scots" in player.uncertain_counts else _UNSEEN_MOVES_HINT
    )
    return tr("{counted} {walked}", counted=counted, walked=walked) if counted else walked


def _nearby_numbers(n: int, most: int) -> tuple[int, ...]:
    """Return the numbers on keys: the count and its neighbours; `Amount.counted` defines their keys."""
    further = n + 2 if n + 2 <= most else n - 2
    return tuple(number for number in (n + 1, n - 1, n, further) if 0 <= number <= most)


def _count_scots(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for player, scots in zip(resolution.state.remaining_players, answer.values, strict=True):
        resolution.do(ev.CountEntered(player.id, "scots", int(scots)))
    asks = uncertain_counts(resolution.state, str(question.args[0]))
    resolution.ask("count_doubted" if asks else "count_rest", "", *question.args)


# Other uncertain counts, each with its reason and one OK if it is right.


def uncertain_counts(state: State, round: str) -> list[tuple[Player, str]]:
    """Return the counts of this scoring that were not confirmed since something may have changed them."""
    return [
        (p, count)
        for p in state.remaining_players
        for count in counts_for_round(round)
        if count in p.uncertain_counts
    ]


def _uncertain_count_text(state: State, question: OpenQuestion) -> Message:
    n = len(uncertain_counts(state, str(question.args[0])))
    return trn("{n} count may be wrong. Look at the table.", "{n} counts may be wrong. Look at the table.", n)


def _uncertain_count_form(state: State, question: OpenQuestion) -> Form:
    parts = tuple(
        _uncertain_count_amount(state, p, count) for p, count in uncertain_counts(state, str(question.args[0]))
    )
    return Form(_uncertain_count_text(state, question), parts)


def _uncertain_count_amount(state: State, player: Player, count: str) -> Amount:
    amount = _amount(player, count)
    return Amount(
        f"{player.id}_{count}",
        amount.text,
        amount.low,
        amount.high,
        amount.default,
        _uncertainty_hint(state, player, count),
        is_own_count=True,
        suggestions=_nearby_numbers(amount.default, amount.high),
        brief=tr(
            "{player}'s {count}", player=labels.figure_label(state, player.id), count=labels.COUNT_LABELS[count]
        ),
    )


def _uncertainty_hint(state: State, player: Player, count: str) -> Message:
    """Return the companion's value and since when or why it is uncertain."""
    now, since = count_value(player, count), state.score_history.uncertainty_starts.get((player.id, count))
    if since is None:
        return tr("The companion has {n}, but that may be wrong.", n=now)
    if said := missing_fact_text(state, player, count):
        return tr("The companion has {n}. {why}", n=now, why=said)
    return _some_turn(now, since.turn)


def _some_turn(now: int, turn: int) -> Message:
    return tr("The companion has {n}, but that may be wrong since turn {turn}.", n=now, turn=turn)


def _enter_uncertain_count(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    asked = uncertain_counts(resolution.state, str(question.args[0]))
    for (player, count), value in zip(asked, answer.values, strict=True):
        resolution.do(ev.CountEntered(player.id, count, int(value)))
    resolution.ask("count_rest", "", *question.args)


# All other counts, which the screen shows: one OK, or correct one of them.


def _rest_text(_state: State, question: OpenQuestion) -> Message:
    return tr("Counts: {round}", round=labels.round_label(str(question.args[0])))


def _wrong_count_form(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("A count is wrong"), (count_pick(state, state.remaining_players),))


def count_pick(state: State, players: tuple[Player, ...]) -> Pick:
    """Return the choice of a player, a count and its value; the default is an uncertain one."""
    doubled = castle_moil_players(state)
    told = state.tracks_territories and state.phase != "over"
    against = {"tiles": Reason("GM-END-08", _TERRITORY_HINT)} if told else {}
    choices = tuple(
        Choice(p.id, labels.figure_label(state, p.id), then=(_which_count(p, p.id in doubled, against),))
        for p in players
    )
    doubted = next((p.id for p in players if p.uncertain_counts), "")
    return Pick("player", tr("Whose?"), choices, default=doubted)


_TERRITORY_HINT = tr("The companion counts the tiles of the territory; correct it there.")


def _which_count(player: Player, doubled: bool, against: Mapping[str, Reason]) -> Pick:
    """Return the choice of counts, always in the same order. `against`: why a count cannot be set."""
    choices = tuple(
        Choice(
            count,
            tr("{count}: {n}", count=words, n=count_value(player, count)),
            against.get(count),
            then=(_amount(player, count, _CASTLE_MOIL_HINT if doubled and count == "scots" else None),),
            brief=labels.SHORT_COUNT_LABELS[count],
        )
        for count, words in labels.COUNT_LABELS.items()
    )
    return Pick("count", tr("Which count?"), choices, in_order=True)


def _amount(player: Player, count: str, why: Message | None = None) -> Amount:
    """Return the number of a count, from its minimum (the home tile counts 2, GM-CMP-12) to its maximum."""
    high = MAX_COUNTS[count]
    low = {"tiles": HOME_TILE_SIZE, "points": -high}.get(count, 0)
    now = count_value(player, count)
    whose = labels.player_label(player.id, player.name)
    title = tr("{player}: {count}?", player=whose, count=labels.COUNT_LABELS[count])
    return Amount(count, title, low, high, min(max(now, low), high), why, is_own_count=True)


def _set_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, count, value = answer.values
    resolution.do(ev.CountSet(str(player_id), str(count), int(value)))


def _confirm_counts(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Score if all counts are certain; a count that became uncertain since the last question is asked first."""
    resolution.close(question)
    due = str(question.args[0])
    if uncertain_counts(resolution.state, due):
        resolution.ask("count_doubted", "", due)
        return
    raise_counts_to_zero(resolution, *(player.id for player in resolution.state.remaining_players))
    score_round(resolution, due)


# Most goods left win a tie (GM-TIE-01).

_GOODS_TEXT = tr("A tie: how many goods lie on the tiles of each?")


def _tied_points(state: State) -> int:
    return max(player.total for player in state.remaining_players)


def _goods(state: State, question: OpenQuestion) -> Form:
    parts = tuple(
        Amount(
            str(player_id),
            tr("{player}: how many goods?", player=labels.figure_label(state, str(player_id))),
            0,
            MAX_GOODS,
            0,
            _why_goods(state, state.player(str(player_id)).total),
            suggestions=tuple(range(8)),
        )
        for player_id in question.args
    )
    return Form(_GOODS_TEXT, parts)


def _why_goods(state: State, points: int) -> Message:
    """Return what goods decide: the win, or another rank (GM-TIE-02)."""
    if points == _tied_points(state):
        return trn("Tied with {n} point; most goods wins.", "Tied with {n} points; most goods wins.", points)
    return trn(
        "Tied with {n} point; most goods comes first.", "Tied with {n} points; most goods comes first.", points
    )


def _count_goods(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for player_id, goods in zip(question.args, answer.values, strict=True):
        resolution.do(ev.GoodsCounted(str(player_id), int(goods)))


SCORING_QUESTIONS = (
    QuestionKind("count_scots", _scots_text, (Action("counted", _scots, _count_scots),), rule="GM-SCR-03"),
    QuestionKind(
        "count_doubted",
        _uncertain_count_text,
        (Action("counted", _uncertain_count_form, _enter_uncertain_count),),
        rule="GM-SCR-03",
    ),
    QuestionKind(
        "count_rest",
        _rest_text,
        (
            Action("right", Form(tr("All is right: score")), _confirm_counts),
            Action("set", _wrong_count_form, _set_count),
            Action("card", card_holder_form, set_card_holder),
        ),
        rule="GM-SCR-03",
        stays_open=True,
    ),
    QuestionKind("goods", _GOODS_TEXT, (Action("counted", _goods, _count_goods),), rule="GM-TIE-01"),
)
