"""Before a scoring: the counts it goes by, one OK where they are right; and the goods of a tie (G1-SCR-01)."""

from __future__ import annotations

from companion.engine.message import Message, listed, tr
from companion.engine.offers import Amount, Answer, Choice, Pick
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.course import score_now
from companion.state.glen_more.model import OpenQuestion, State, count_of
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, Form, QuestionKind, done_card
from companion.state.glen_more.secrecy import hidden
from companion.state.glen_more.standings import counts_of

MOST = {
    "coins": 99, "barrels": 16, "scots": 25, "chieftains": 25, "tiles": 60, "green_tiles": 20, "yellow_tiles": 20,
    "villages": 20, "points": 400,
}  # fmt: skip
MOST_GOODS = 90


def _text(state: State, question: OpenQuestion) -> Message:
    due = str(question.args[0])
    lines = listed((_counts(state, player.id, due) for player in state.players), "; ")
    return tr("{round}, by these counts? {counts}", round=labels.round_title(due), counts=lines)


def _counts(state: State, player_id: str, due: str) -> Message:
    player = state.player(player_id)
    numbers = listed(
        tr("{n} {count}", n=count_of(state, player, count), count=labels.COUNT_WORDS[count])
        for count in counts_of(due)[:2]
    )
    return tr("{player} {counts}", player=labels.figure(state, player_id), counts=numbers)


def count_form(state: State, counts: tuple[str, ...], label: Message) -> Form:
    """Whose count, which, how many there really are."""
    people = []
    for player in state.players:
        kinds = tuple(_one_count(state, player.id, count) for count in counts)
        which = Pick("count", tr("Which count?"), kinds)
        people.append(Choice(player.id, labels.figure(state, player.id), then=(which,)))
    return Form(label, (Pick("player", tr("Which player?"), tuple(people)),))


def _one_count(state: State, player_id: str, count: str) -> Choice:
    if count == "points" and hidden(state):
        points = Amount("value", labels.COUNT_WORDS[count], 0, MOST[count], 0, untold=True)
        return Choice(count, labels.COUNT_WORDS[count], then=(points,))
    now = count_of(state, state.player(player_id), count)
    label = tr("{count}: {n}", count=labels.COUNT_WORDS[count], n=now)
    most = max(MOST[count], now)
    low = min(0, now) if count == "points" else 0
    number = Amount("value", labels.COUNT_WORDS[count], low, most, min(max(now, low), most), counted=True)
    return Choice(count, label, then=(number,))


def set_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player, count, value = answer.values
    resolution.do(ev.CountSet(str(player), str(count), int(value)))


def _set(state: State, question: OpenQuestion) -> Form:
    return count_form(state, counts_of(str(question.args[0])), tr("A count is different"))


def _score(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close("count")
    score_now(resolution, str(question.args[0]))


# ---- a tie: most goods (G1-FIN-06)


def _goods_text(_state: State, _question: OpenQuestion) -> Message:
    return tr("Equal points: goods decide. Count them.")


def _goods(state: State, question: OpenQuestion) -> Form:
    parts = tuple(
        Amount(str(who), tr("Goods of {player}?", player=labels.figure(state, str(who))), 0, MOST_GOODS, 0)
        for who in question.args
    )
    return Form(tr("The goods left"), parts)


def _count_goods(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for who, goods in zip(question.args, answer.values, strict=True):
        resolution.do(ev.GoodsCounted(str(who), int(goods)))


KINDS = (
    QuestionKind(
        "count",
        _text,
        (Action("score", Form(tr("Score it")), _score, cards=done_card), Action("set", _set, set_count)),
        rule="G1-SCR-01",
        stays_open=True,
    ),
    QuestionKind("goods", _goods_text, (Action("goods", _goods, _count_goods),), rule="G1-FIN-06"),
)
