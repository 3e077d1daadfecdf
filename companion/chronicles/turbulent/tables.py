"""The two tables printed on event sides: asked once, or counted by hand after each scoring (C6-18, C6-26).

Scores nothing that is told: `scoring` does.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.turbulent.chapters import CHAPTERS, LEADS, SLUG, chapter_of, rule_of
from companion.chronicles.turbulent.effects import TABLE
from companion.chronicles.turbulent.scoring import lead, table_fact, table_of, tables_to_ask, unknown_tables
from companion.chronicles.turbulent.sides import CountedByHand, holder
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer
from companion.scoring.compare import points_for_lead
from companion.scoring.gains import given
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind
from companion.state.glen_more_2.scorings_apart import Points, scored_apart
from companion.state.glen_more_2.standings import scoring_rules

POINTS = f"{SLUG}.points"
# Two sources: a final scoring can be withdrawn, and takes back only the points that were entered after it.
OWN_ROUND, OWN_FINAL = f"{SLUG}.own_round", f"{SLUG}.own_final"
MAX_POINTS = 40


# ---- what the table gives


def before_round(state: State) -> Iterator[ev.Event]:
    """A table that a scoring needs and that nobody has told yet."""
    for card in tables_to_ask(state):
        yield ev.QuestionAsked(TABLE, holder(state, card), (card,))


def usual_points(state: State, lead: int) -> int:
    """What the table on the board gives for a lead, by the house rules in force."""
    return points_for_lead(lead, scoring_rules(state).difference_above_five)


def table_parts(state: State, card: str) -> tuple[Amount, ...]:
    """Points for each lead, from what is known or from the usual table."""
    known = table_of(state, card) or tuple(usual_points(state, n) for n in range(1, LEADS + 1))
    return tuple(
        Amount(f"lead_{n}", _lead_text(card, n), 0, MAX_POINTS, known[n - 1]) for n in range(1, LEADS + 1)
    )


def _lead_text(card: str, n: int) -> Message:
    """The last number counts for all leads above it too."""
    name = CHAPTERS[card].name
    if n < LEADS:
        return tr("{card}: points for {n} more than the fewest?", card=name, n=n)
    return tr("{card}: points for {n} or more?", card=name, n=n)


def learn(resolution: Resolution, card: str, values: tuple[int | str, ...]) -> None:
    """The table is told; the box keeps it."""
    resolution.do(ev.FactLearned(Learned("", table_fact(card), " ".join(str(value) for value in values))))


def _table_text(_state: State, question: OpenQuestion) -> Message:
    return tr("What does the table on the event side of {card} give?", card=chapter_of(question).name)


def _table(state: State, question: OpenQuestion) -> Form:
    return Form(tr("The printed table"), table_parts(state, chapter_of(question).id))


def _learn_table(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    learn(resolution, chapter_of(question).id, answer.values)


def _count_by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(CountedByHand(chapter_of(question).id))


# ---- counted by hand


def round_scored(state: State) -> Iterator[ev.Event]:
    """A scoring round is done."""
    return _points_due(state, OWN_ROUND)


def final_scored(state: State) -> Iterator[ev.Event]:
    """The final scoring is done."""
    return _points_due(state, OWN_FINAL)


def _points_due(state: State, source: str) -> Iterator[ev.Event]:
    """Whoever is ahead and scores by a table that nobody has told says the points."""
    for card in unknown_tables(state):
        if more := lead(state, card):
            yield ev.QuestionAsked(POINTS, holder(state, card), (card, more, source))


def _points_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "{card}: {player} has {n} more than the fewest. How many points?",
        card=chapter_of(question).name,
        player=labels.figure(state, question.player),
        n=int(question.args[1]),
    )


def _points(state: State, question: OpenQuestion) -> Form:
    """The usual table's points are proposed."""
    text, usual = _points_text(state, question), usual_points(state, int(question.args[1]))
    return Form(text, (Amount("points", text, 0, MAX_POINTS, min(usual, MAX_POINTS)),))


def _score_points(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    card, more, source = question.args
    points = int(answer.values[0])
    because = trn(
        "{more} more than the fewest: {points} point ({card})",
        "{more} more than the fewest: {points} points ({card})",
        points,
        card=CHAPTERS[str(card)].name,
        more=int(more),
        points=points,
    )
    by_hand = Points(given(question.player, str(source), points, because), (int(more),))
    for event in scored_apart(resolution.state, SLUG, (by_hand,)):
        resolution.do(event)


def withdrawn(_before: State, _e: ev.ScoringWithdrawn, after: State) -> Iterator[ev.Event]:
    """The final scoring comes again, and with it the points said after it."""
    for player in after.players:
        if points := player.points.get(OWN_FINAL, 0):
            yield ev.PointsScored(player.id, -points, OWN_FINAL)


KINDS = (
    QuestionKind(
        TABLE,
        _table_text,
        (
            Action("table", _table, _learn_table),
            Action("ourselves", Form(tr("We do it ourselves and enter the points")), _count_by_hand),
        ),
        rule=rule_of,
    ),
    QuestionKind(POINTS, _points_text, (Action("points", _points, _score_points),), rule=rule_of),
)
