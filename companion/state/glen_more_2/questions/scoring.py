"""Before a scoring: the count sheet, which stops only at what cannot be known, and the goods of a tie."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.model import HOME_TILES, MAX_SCOTS, OpenQuestion, Player, State
from companion.state.glen_more_2.questions.question_kinds import question_kind
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rounds import FINAL, score_round
from companion.state.glen_more_2.standings import persons_counted

MAX_COUNT = {"coins": 99, "barrels": 25, "tiles": 40, "persons": 25, "scots": MAX_SCOTS, "points": 400}
MAX_GOODS = 90


def round_words(due: str) -> Message:
    return tr("final scoring") if due == FINAL else tr("scoring round {deck}", deck=due)


def ask_count_scots(state: State, question: OpenQuestion) -> Question:
    """Scots standing in the home castles: walking Scots are not followed, so they are counted (GM-SCR-03)."""
    text = tr("Count the Scots in the home castles for the {round}.", round=round_words(str(question.args[0])))
    parts = tuple(
        Amount(
            p.id,
            tr("{player}: Scots in the home castle?", player=labels.figure(state, p.id)),
            0,
            MAX_SCOTS,
            min(max(p.scots, 0), MAX_SCOTS),
        )
        for p in state.players
    )
    return Question(question.number, question.kind, text, (Offer("counted", text, parts),), rule="GM-SCR-03")


def settle_count_scots(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    for player, scots in zip(resolution.state.players, answer.values, strict=True):
        resolution.do(ev.Counted(player.id, "scots", int(scots)))
    resolution.ask("count_rest", "", *question.args)


def counts_of(due: str) -> tuple[str, ...]:
    return ("barrels", "persons", "coins", "tiles") if due == FINAL else ("barrels", "persons")


def count_value(player: Player, count: str) -> int:
    if count == "persons":
        return persons_counted(player)
    return player.total if count == "points" else int(getattr(player, count))


def ask_count_rest(state: State, question: OpenQuestion) -> Question:
    """All other counts as the companion has them, which the screen shows: one OK, or put one right."""
    due = str(question.args[0])
    players = tuple(
        Choice(p.id, labels.figure(state, p.id), then=(count_pick(p, (*counts_of(due), "scots")),))
        for p in state.players
    )
    offers = (
        Offer("right", tr("All is right: score")),
        Offer("set", tr("A count is wrong"), (Pick("player", tr("Whose?"), players),)),
    )
    text = tr("Counts for the {round}", round=round_words(due))
    return Question(question.number, question.kind, text, offers, rule="GM-SCR-03")


def count_pick(player: Player, counts: tuple[str, ...]) -> Pick:
    """A count and its new value."""
    choices = tuple(
        Choice(
            count, tr("{count}: {n}", count=words, n=count_value(player, count)), then=(_amount(player, count),)
        )
        for count, words in ((count, labels.COUNT_WORDS[count]) for count in counts)
    )
    return Pick("count", tr("Which count?"), choices)


def _amount(player: Player, count: str) -> Amount:
    """From the least that can be (the home tile is two tiles, GM-CMP-12) to more than anybody needs."""
    high = MAX_COUNT[count]
    low = {"tiles": HOME_TILES, "points": -high}.get(count, 0)
    now = count_value(player, count)
    return Amount(count, labels.COUNT_WORDS[count], low, high, min(max(now, low), high))


def settle_count_rest(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if answer.offer == "set":
        player_id, count, value = answer.values
        resolution.do(ev.CountSet(str(player_id), str(count), int(value)))
        return
    resolution.close(question)
    due = str(question.args[0])
    _no_more_doubt(resolution, due)
    score_round(resolution, due)


def _no_more_doubt(resolution: Resolution, due: str) -> None:
    """The table said that these counts are right."""
    for player in resolution.state.players:
        for count in counts_of(due):
            if count in player.doubtful:
                resolution.do(ev.Counted(player.id, count, max(0, count_value(player, count))))


def count_again(resolution: Resolution) -> None:
    """After the end a count was put right: the final scoring doesn't count, and comes again after one OK."""
    fire(resolution, "recount")


def ask_goods(state: State, question: OpenQuestion) -> Question:
    """Most goods left win a tie (GM-TIE-01)."""
    text = tr("A tie: how many goods lie on the tiles of each?")
    parts = tuple(
        Amount(
            str(player_id),
            tr("{player}: how many goods?", player=labels.figure(state, str(player_id))),
            0,
            MAX_GOODS,
            0,
        )
        for player_id in question.args
    )
    return Question(question.number, question.kind, text, (Offer("counted", text, parts),), rule="GM-TIE-01")


def settle_goods(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    for player_id, goods in zip(question.args, answer.values, strict=True):
        resolution.do(ev.GoodsCounted(str(player_id), int(goods)))


question_kind("count_scots", ask_count_scots, settle_count_scots)
question_kind("count_rest", ask_count_rest, settle_count_rest)
question_kind("goods", ask_goods, settle_goods)
