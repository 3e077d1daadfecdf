"""The two tables printed on event sides: asked once, told anew when wrong, or counted by hand (C6-18, C6-26).

And the correction of which side of a card is up.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.turbulent.chapters import CHAPTERS, LEADS, SLUG, TABLES
from companion.chronicles.turbulent.events import TABLE
from companion.chronicles.turbulent.scoring import asked_for, fact, lead, table_of, untold
from companion.chronicles.turbulent.sides import CountedByHand, SideSet, holder, turned
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question
from companion.scoring.glen_more_2.compare import points_for_lead
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.question_kinds import QuestionKind
from companion.state.glen_more_2.questions.scoring import count_again
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.standings import rules_of

POINTS = f"{SLUG}.points"
TELL, SIDE = f"{SLUG}.tell", f"{SLUG}.side"
OWN_ROUND, OWN_FINAL = f"{SLUG}.own_round", f"{SLUG}.own_final"
MAX_POINTS = 40
LANDMARK, EVENT, ONLY = "landmark", "event", "only"


def before_round(state: State) -> Iterator[ev.Event]:
    """A table that a scoring needs and that nobody has told yet."""
    for card in asked_for(state):
        yield ev.QuestionAsked(TABLE, holder(state, card), (card,))


def table_parts(state: State, card: str) -> tuple[Amount, ...]:
    """Points for each lead, from what is known or from the usual table."""
    known = table_of(state, card) or tuple(points_for_lead(n, rules_of(state)) for n in range(1, LEADS + 1))
    return tuple(
        Amount(
            f"lead_{n}",
            tr("{card}: points for {n} more than the fewest?", card=CHAPTERS[card].name, n=n)
            if n < LEADS
            else tr("{card}: points for {n} or more?", card=CHAPTERS[card].name, n=n),
            0,
            MAX_POINTS,
            known[n - 1],
        )
        for n in range(1, LEADS + 1)
    )


def ask_table(state: State, question: OpenQuestion) -> Question:
    card = str(question.args[0])
    text = tr("What does the table on the event side of {card} give?", card=CHAPTERS[card].name)
    offers = (
        Offer("table", tr("The printed table"), table_parts(state, card)),
        Offer("ourselves", tr("We do it ourselves and enter the points")),
    )
    return Question(question.number, question.kind, text, offers, question.player, rule=CHAPTERS[card].rule)


def settle_table(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    card = str(question.args[0])
    resolution.close(question)
    if answer.offer == "ourselves":
        resolution.do(CountedByHand(card))
    else:
        learn(resolution, card, answer.values)


def learn(resolution: Resolution, card: str, values: tuple[int | str, ...]) -> None:
    resolution.do(ev.FactLearned(Learned("", fact(card), " ".join(str(value) for value in values))))


# ---- counted by hand


def round_scored(state: State) -> Iterator[ev.Event]:
    return _points(state, OWN_ROUND)


def final_scored(state: State) -> Iterator[ev.Event]:
    return _points(state, OWN_FINAL)


def _points(state: State, source: str) -> Iterator[ev.Event]:
    """Whoever is ahead and scores by an untold table says the points."""
    for card in untold(state):
        if more := lead(state, card):
            yield ev.QuestionAsked(POINTS, holder(state, card), (card, more, source))


def ask_points(state: State, question: OpenQuestion) -> Question:
    card, more = str(question.args[0]), int(question.args[1])
    player = labels.figure(state, question.player)
    text = tr(
        "{card}: {player} has {n} more than the fewest. How many points?",
        card=CHAPTERS[card].name,
        player=player,
        n=more,
    )
    part = Amount("points", text, 0, MAX_POINTS, min(points_for_lead(more, rules_of(state)), MAX_POINTS))
    offers = (Offer("points", text, (part,)),)
    return Question(question.number, question.kind, text, offers, question.player, rule=CHAPTERS[card].rule)


def settle_points(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    points = int(answer.values[0])
    resolution.close(question)
    if points:
        resolution.do(ev.PointsScored(question.player, points, str(question.args[2]), (int(question.args[1]),)))


def withdrawn(_before: State, _e: ev.ScoringWithdrawn, after: State) -> Iterator[ev.Event]:
    """The final scoring comes again, and with it the points said after it."""
    for player in after.players:
        if points := player.points.get(OWN_FINAL, 0):
            yield ev.PointsScored(player.id, -points, OWN_FINAL)


# ---- corrections


def corrections(state: State, _question: OpenQuestion) -> Iterator[Offer]:
    if SLUG not in state.drawers:
        return
    held = [card for p in state.players for card in p.landmarks if card in CHAPTERS]
    if held:
        cards = tuple(Choice(card, CHAPTERS[card].name, then=(_sides(card),)) for card in held)
        yield Offer(SIDE, tr("Which side of a landmark card is up"), (Pick("card", tr("Which card?"), cards),))
    tabled = tuple(Choice(card, CHAPTERS[card].name, then=table_parts(state, card)) for card in TABLES.values())
    yield Offer(TELL, tr("The table of an event side"), (Pick("card", tr("Which card?"), tabled),))


def _sides(card: str) -> Pick:
    sides: list[tuple[str, Message]] = [
        (LANDMARK, tr("the landmark side")),
        (EVENT, tr("the event side")),
    ]
    if card in TABLES.values():
        sides.append((ONLY, tr("the event side, its table does not hold")))
    return Pick("side", tr("Which side is up?"), tuple(Choice(value, label) for value, label in sides))


def settle_side(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, side = (str(value) for value in answer.values)
    resolution.do(SideSet(card, side != LANDMARK, side == EVENT))
    _again(resolution)


def settle_tell(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    learn(resolution, str(answer.values[0]), answer.values[1:])
    _again(resolution)


def _again(resolution: Resolution) -> None:
    """After the end the final scoring comes again."""
    if resolution.state.phase == "over":
        count_again(resolution)


def card_placed(_before: State, e: ev.CardPlaced, after: State) -> Iterator[ev.Event]:
    """A card that nobody has lies landmark side up."""
    if not e.player and e.card in turned(after):
        yield SideSet(e.card, False)


KINDS = {TABLE: QuestionKind(ask_table, settle_table), POINTS: QuestionKind(ask_points, settle_points)}
