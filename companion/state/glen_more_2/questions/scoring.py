"""Before a scoring: the count sheet, which stops only at what cannot be known, and the goods of a tie."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.doubts import nobody_said, why
from companion.state.glen_more_2.effects import none_at_least
from companion.state.glen_more_2.model import HOME_TILES, MAX_SCOTS, OpenQuestion, Player, State
from companion.state.glen_more_2.questions.cards_held import card_form, place_card
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rounds import score_round
from companion.state.glen_more_2.rows import Action, Form, QuestionKind
from companion.state.glen_more_2.standings import count_value, counts_of, with_castle_moil

MAX_COUNT = {"coins": 99, "barrels": 25, "tiles": 40, "persons": 25, "scots": MAX_SCOTS, "points": 400}
MAX_GOODS = 90


# ---- Scots standing in the home castles: walking Scots are not followed, so they are counted (GM-SCR-03)


_UNSEEN = tr("Scots may have walked: count them.")
_EACH_ONCE = tr("Count each Scot once: the companion doubles them for Castle Moil.")


def _scots_text(_state: State, question: OpenQuestion) -> Message:
    scoring = labels.round_words(str(question.args[0]))
    return tr("Scots in the home castles: {round}", round=scoring)


def _scots(state: State, question: OpenQuestion) -> Form:
    doubled = with_castle_moil(state)
    parts = tuple(
        Amount(
            p.id,
            tr("{player}: Scots in the home castle?", player=labels.figure(state, p.id)),
            0,
            MAX_SCOTS,
            min(max(p.scots, 0), MAX_SCOTS),
            _why_scots(state, p, doubled),
            stride=3,
            counted=True,
            quick=_beside(min(max(p.scots, 0), MAX_SCOTS), MAX_SCOTS),
            brief=labels.figure(state, p.id),
        )
        for p in state.still_in
    )
    return Form(_scots_text(state, question), parts)


def _why_scots(state: State, player: Player, doubled: Collection[str]) -> Message:
    """What is counted where a card doubles it (GM-LMK-03); since when nobody told of these Scots, or why they
    are asked for without a doubt.
    """
    counted = _EACH_ONCE if player.id in doubled else None
    walked = why(state, player, "scots") if "scots" in player.doubtful else _UNSEEN
    return tr("{counted} {walked}", counted=counted, walked=walked) if counted else walked


def _beside(n: int, most: int) -> tuple[int, ...]:
    """A count, one more, one fewer, and the next that is likely; `Amount.counted` says on which key each lies."""
    further = n + 2 if n + 2 <= most else n - 2
    return tuple(number for number in (n + 1, n - 1, n, further) if 0 <= number <= most)


def _count_scots(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for player, scots in zip(resolution.state.still_in, answer.values, strict=True):
        resolution.do(ev.Counted(player.id, "scots", int(scots)))
    asks = doubted(resolution.state, str(question.args[0]))
    resolution.ask("count_doubted" if asks else "count_rest", "", *question.args)


# ---- other counts that may be behind the table: each with the reason, one OK where it is right


def doubted(state: State, due: str) -> list[tuple[Player, str]]:
    """The counts of this scoring that nobody has vouched for since something may have changed them."""
    return [(p, count) for p in state.still_in for count in counts_of(due) if count in p.doubtful]


def _doubted_text(state: State, question: OpenQuestion) -> Message:
    n = len(doubted(state, str(question.args[0])))
    return trn("{n} count may be wrong. Look at the table.", "{n} counts may be wrong. Look at the table.", n)


def _doubted(state: State, question: OpenQuestion) -> Form:
    parts = tuple(_doubted_amount(state, p, count) for p, count in doubted(state, str(question.args[0])))
    return Form(_doubted_text(state, question), parts)


def _doubted_amount(state: State, player: Player, count: str) -> Amount:
    amount = _amount(player, count)
    return Amount(
        f"{player.id}_{count}",
        amount.text,
        amount.low,
        amount.high,
        amount.default,
        _why(state, player, count),
        counted=True,
        quick=_beside(amount.default, amount.high),
        brief=tr("{player}'s {count}", player=labels.figure(state, player.id), count=labels.COUNT_WORDS[count]),
    )


def _why(state: State, player: Player, count: str) -> Message:
    """Since when nobody can be sure, and what the companion believes."""
    now, since = count_value(player, count), state.story.doubts.get((player.id, count))
    if since is None:
        return tr("The companion has {n}, but that may be wrong.", n=now)
    if said := nobody_said(state, player, count):
        return tr("The companion has {n}. {why}", n=now, why=said)
    return _some_turn(now, since.turn)


def _some_turn(now: int, turn: int) -> Message:
    return tr("The companion has {n}, but that may be wrong since turn {turn}.", n=now, turn=turn)


def _count_doubted(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    asked = doubted(resolution.state, str(question.args[0]))
    for (player, count), value in zip(asked, answer.values, strict=True):
        resolution.do(ev.Counted(player.id, count, int(value)))
    resolution.ask("count_rest", "", *question.args)


# ---- all other counts as the companion has them, which the screen shows: one OK, or put one right


def _rest_text(_state: State, question: OpenQuestion) -> Message:
    return tr("Counts: {round}", round=labels.round_words(str(question.args[0])))


def _one_wrong(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("A count is wrong"), (whose_count(state, state.still_in),))


def whose_count(state: State, players: tuple[Player, ...]) -> Pick:
    """A player, a count and its new value; people start at the first whose counts are doubted."""
    doubled = with_castle_moil(state)
    told = state.follows and state.phase != "over"
    against = {"tiles": Reason("GM-END-08", _TILES_LIE)} if told else {}
    choices = tuple(
        Choice(p.id, labels.figure(state, p.id), then=(_which_count(p, p.id in doubled, against),))
        for p in players
    )
    doubted = next((p.id for p in players if p.doubtful), "")
    return Pick("player", tr("Whose?"), choices, default=doubted)


_TILES_LIE = tr("The companion counts the tiles where they lie; correct the territory.")


def _which_count(player: Player, doubled: bool, against: Mapping[str, Reason]) -> Pick:
    """Always in the same order, for fingers know it; against: why a count can't be set."""
    choices = tuple(
        Choice(
            count,
            tr("{count}: {n}", count=words, n=count_value(player, count)),
            against.get(count),
            then=(_amount(player, count, _EACH_ONCE if doubled and count == "scots" else None),),
            brief=labels.COUNT_BRIEFS[count],
        )
        for count, words in labels.COUNT_WORDS.items()
    )
    return Pick("count", tr("Which count?"), choices, in_order=True)


def _amount(player: Player, count: str, why: Message | None = None) -> Amount:
    """From the least that can be (the home tile is two tiles, GM-CMP-12) to more than anybody needs."""
    high = MAX_COUNT[count]
    low = {"tiles": HOME_TILES, "points": -high}.get(count, 0)
    now = count_value(player, count)
    whose = labels.player(player.id, player.name)
    title = tr("{player}: {count}?", player=whose, count=labels.COUNT_WORDS[count])
    return Amount(count, title, low, high, min(max(now, low), high), why, counted=True)


def _set_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, count, value = answer.values
    resolution.do(ev.CountSet(str(player_id), str(count), int(value)))


def _all_right(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Vouches for no count that wasn't asked; one in doubt only since the others were asked is asked first."""
    resolution.close(question)
    due = str(question.args[0])
    if doubted(resolution.state, due):
        resolution.ask("count_doubted", "", due)
        return
    none_at_least(resolution, *(player.id for player in resolution.state.still_in))
    score_round(resolution, due)


# ---- most goods left win a tie (GM-TIE-01)

_GOODS_TEXT = tr("A tie: how many goods lie on the tiles of each?")


def _most(state: State) -> int:
    return max(player.total for player in state.still_in)


def _goods(state: State, question: OpenQuestion) -> Form:
    parts = tuple(
        Amount(
            str(player_id),
            tr("{player}: how many goods?", player=labels.figure(state, str(player_id))),
            0,
            MAX_GOODS,
            0,
            _why_goods(state, state.player(str(player_id)).total),
            quick=tuple(range(8)),
        )
        for player_id in question.args
    )
    return Form(_GOODS_TEXT, parts)


def _why_goods(state: State, points: int) -> Message:
    """What goods are asked for: the win, or a place behind it (GM-TIE-02)."""
    if points == _most(state):
        return trn("Tied with {n} point; most goods wins.", "Tied with {n} points; most goods wins.", points)
    return trn(
        "Tied with {n} point; most goods comes first.", "Tied with {n} points; most goods comes first.", points
    )


def _count_goods(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for player_id, goods in zip(question.args, answer.values, strict=True):
        resolution.do(ev.GoodsCounted(str(player_id), int(goods)))


KINDS = (
    QuestionKind("count_scots", _scots_text, (Action("counted", _scots, _count_scots),), rule="GM-SCR-03"),
    QuestionKind("count_doubted", _doubted_text, (Action("counted", _doubted, _count_doubted),), rule="GM-SCR-03"),
    QuestionKind(
        "count_rest",
        _rest_text,
        (
            Action("right", Form(tr("All is right: score")), _all_right),
            Action("set", _one_wrong, _set_count),
            Action("card", card_form, place_card),
        ),
        rule="GM-SCR-03",
        stays_open=True,
    ),
    QuestionKind("goods", _GOODS_TEXT, (Action("counted", _goods, _count_goods),), rule="GM-TIE-01"),
)
