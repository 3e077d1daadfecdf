"""Before a scoring: the count sheet, which stops only at what cannot be known, and the goods of a tie."""

from __future__ import annotations

from companion.engine.message import Said, say
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import HOME_TILES, SCOTS_MOST, Open, Player, State
from companion.state.glen_more_2.questions.question_kinds import kind
from companion.state.glen_more_2.resolution import Course
from companion.state.glen_more_2.standings import persons_counted
from companion.state.glen_more_2.turns import score_round

FINAL = "final"
COUNT_MOST = {"coins": 99, "barrels": 25, "tiles": 40, "persons": 25, "scots": SCOTS_MOST, "points": 400}
GOODS_MOST = 90


def round_words(due: str) -> Said:
    return say("final scoring") if due == FINAL else say("scoring round {deck}", deck=due)


def ask_count_scots(state: State, question: Open) -> Question:
    """Scots standing in the home castles: walking Scots are not followed, so they are counted (GM-SCR-03)."""
    text = say("Count the Scots in the home castles for the {round}.", round=round_words(str(question.args[0])))
    parts = tuple(
        Amount(
            p.id,
            say("{player}: Scots in the home castle?", player=labels.figure(state, p.id)),
            0,
            SCOTS_MOST,
            min(max(p.scots, 0), SCOTS_MOST),
        )
        for p in state.players
    )
    return Question(question.number, question.kind, text, (Offer("counted", text, parts),), rule="GM-SCR-03")


def settle_count_scots(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    for player, scots in zip(course.state.players, answer.values, strict=True):
        course.do(ev.Counted(player.id, "scots", int(scots)))
    course.ask("count_rest", "", *question.args)


def counts_of(due: str) -> tuple[str, ...]:
    return ("barrels", "persons", "coins", "tiles") if due == FINAL else ("barrels", "persons")


def count_value(player: Player, count: str) -> int:
    if count == "persons":
        return persons_counted(player)
    return player.total if count == "points" else int(getattr(player, count))


def ask_count_rest(state: State, question: Open) -> Question:
    """All other counts as the companion has them, which the screen shows: one OK, or put one right."""
    due = str(question.args[0])
    who = tuple(
        Choice(p.id, labels.figure(state, p.id), then=(count_pick(p, (*counts_of(due), "scots")),))
        for p in state.players
    )
    offers = (
        Offer("right", say("All is right: score")),
        Offer("set", say("A count is wrong"), (Pick("player", say("Whose?"), who),)),
    )
    text = say("Counts for the {round}", round=round_words(due))
    return Question(question.number, question.kind, text, offers, rule="GM-SCR-03")


def count_pick(player: Player, counts: tuple[str, ...]) -> Pick:
    """A count and its new value."""
    choices = tuple(
        Choice(
            count, say("{count}: {n}", count=words, n=count_value(player, count)), then=(_amount(player, count),)
        )
        for count, words in ((count, labels.COUNT_WORDS[count]) for count in counts)
    )
    return Pick("count", say("Which count?"), choices)


def _amount(player: Player, count: str) -> Amount:
    """From the least that can be (the home tile is two tiles, GM-CMP-12) to more than anybody needs."""
    high = COUNT_MOST[count]
    low = {"tiles": HOME_TILES, "points": -high}.get(count, 0)
    now = count_value(player, count)
    return Amount(count, labels.COUNT_WORDS[count], low, high, min(max(now, low), high))


def settle_count_rest(course: Course, question: Open, answer: Answer) -> None:
    if answer.offer == "set":
        who, count, value = answer.values
        course.do(ev.CountSet(str(who), str(count), int(value)))
        return
    course.settle(question)
    due = str(question.args[0])
    _no_more_doubt(course, due)
    score_round(course, due)


def _no_more_doubt(course: Course, due: str) -> None:
    """The table said that these counts are right."""
    for player in course.state.players:
        for count in counts_of(due):
            if count in player.doubtful:
                course.do(ev.Counted(player.id, count, max(0, count_value(player, count))))


def count_again(course: Course) -> None:
    """After the end a count was put right: the final scoring doesn't count, and comes again after one OK."""
    course.do(ev.ScoringWithdrawn())
    course.go("counted_again")
    course.ask("count_rest", "", FINAL)


def ask_goods(state: State, question: Open) -> Question:
    """Most goods left win a tie (GM-TIE-01)."""
    text = say("A tie: how many goods lie on the tiles of each?")
    parts = tuple(
        Amount(str(who), say("{player}: how many goods?", player=labels.figure(state, str(who))), 0, GOODS_MOST, 0)
        for who in question.args
    )
    return Question(question.number, question.kind, text, (Offer("counted", text, parts),), rule="GM-TIE-01")


def settle_goods(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    for who, goods in zip(question.args, answer.values, strict=True):
        course.do(ev.GoodsCounted(str(who), int(goods)))
    course.then("winner")


kind("count_scots", ask_count_scots, settle_count_scots)
kind("count_rest", ask_count_rest, settle_count_rest)
kind("goods", ask_goods, settle_goods)
