"""The Great Glen asks: which cards lie out, which is voted on, who says Aye, what is counted at the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.great_glen.cards import CARDS, CARDS_IN_PLAY, SLUG
from companion.chronicles.great_glen.glen import (
    CardCounted,
    CardVoted,
    GreatCardLaid,
    VoiceHeard,
    glen,
    tokens_left,
)
from companion.engine.message import say
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import switch
from companion.state.glen_more_2.facts import DAVID_HUME
from companion.state.glen_more_2.model import Open, State
from companion.state.glen_more_2.questions.question_kinds import Kind
from companion.state.glen_more_2.resolution import Course

LAY, CARD, VOICE, COUNT = f"{SLUG}.lay", f"{SLUG}.card", f"{SLUG}.voice", f"{SLUG}.count"
VOTE_STEP = f"{SLUG}.vote"
COUNT_MOST = 60
VOICES = {
    "aye": (1, 0, say("Aye")),
    "nay": (0, 1, say("Nay")),
    "aye_aye": (2, 0, say("2 x Aye")),
    "aye_nay": (1, 1, say("Aye and Nay")),
    "nay_nay": (0, 2, say("2 x Nay")),
}


# ---- five of the ten cards


def ask_lay(state: State, question: Open) -> Question:
    """Which cards were turned up, one after the other (C7-03)."""
    lying = glen(state).cards
    choices = tuple(
        Choice(
            card.id,
            card.name,
            Reason("C7-03", say("That card lies out already.")) if card.id in lying else None,
        )
        for card in CARDS.values()
    )
    text = say("Great Glen: which card is number {n} of {all}?", n=len(lying) + 1, all=CARDS_IN_PLAY)
    offer = Offer("card", say("A card lies out"), (Pick("card", text, choices),))
    return Question(question.number, question.kind, text, (offer,), rule="C7-03")


def settle_lay(course: Course, question: Open, answer: Answer) -> None:
    course.do(GreatCardLaid(str(answer.values[0])))
    if len(glen(course.state).cards) == CARDS_IN_PLAY:
        course.settle(question)


def lay_cards(_state: State) -> Iterator[ev.Event]:
    yield ev.Asked(LAY)


# ---- the vote


def person_taken(_before: State, e: ev.PersonGained, after: State) -> Iterator[ev.Event]:
    """Every person tile calls a gathering, after its marker and bonus (C7-06, C7-10)."""
    counts = e.piece != DAVID_HUME or switch(after, f"{SLUG}.hume_calls")
    if counts and glen(after).open_cards():
        yield ev.Later(VOTE_STEP)


def call_vote(state: State) -> Iterator[ev.Event]:
    if glen(state).open_cards():
        yield ev.Asked(CARD, state.turn.player)


def ask_card(state: State, question: Open) -> Question:
    """Whoever took the person chooses a card that was not voted on (C7-07)."""
    choices = tuple(Choice(card, CARDS[card].name) for card in glen(state).open_cards())
    text = say("{player}: on which card do you vote?", player=labels.figure(state, question.player))
    offer = Offer("card", say("A card"), (Pick("card", text, choices),))
    return Question(question.number, question.kind, text, (offer,), question.player, rule="C7-07")


def settle_card(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    for player in course.state.players:
        course.ask(VOICE, player.id, str(answer.values[0]))


def ask_voice(state: State, question: Open) -> Question:
    """One token of each; with 2 players once two of them (C7-05, C7-08). Addressed and secret to that player."""
    who = question.player
    twice = len(state.players) == 2 and who not in glen(state).doubled
    voices = [name for name in VOICES if twice or "_" not in name]
    offers = tuple(Offer(name, VOICES[name][2], closed=_short(state, who, name)) for name in voices)
    if all(offer.closed for offer in offers):
        offers = (*offers, Offer("none", say("No token is left")))
    text = say(
        "{card}: what does {player} say?",
        card=CARDS[str(question.args[0])].name,
        player=labels.figure(state, who),
    )
    return Question(question.number, question.kind, text, offers, who, secret=who, rule="C7-08")


def _short(state: State, who: str, name: str) -> Reason | None:
    """More tokens than the player has."""
    aye, nay, _ = VOICES[name]
    has_aye, has_nay = tokens_left(state, who)
    if aye <= has_aye and nay <= has_nay:
        return None
    return Reason(
        "C7-04",
        say(
            "{player} has {aye} Aye and {nay} Nay left.",
            player=labels.figure(state, who),
            aye=has_aye,
            nay=has_nay,
        ),
    )


def settle_voice(course: Course, question: Open, answer: Answer) -> None:
    aye, nay, _ = VOICES.get(answer.offer, (0, 0, None))
    course.settle(question)
    course.do(VoiceHeard(question.player, aye, nay))
    if not any(o.kind == VOICE for o in course.state.open):
        course.do(result(course.state, str(question.args[0])))


def result(state: State, card: str) -> CardVoted:
    """Aye at least as often as Nay: the card will be scored (C7-09)."""
    aye = sum(v.aye for v in glen(state).voices)
    nay = sum(v.nay for v in glen(state).voices)
    return CardVoted(card, aye, nay, passes(aye, nay))


def passes(aye: int, nay: int) -> bool:
    return aye >= nay


# ---- what is counted at the end


def ask_counts(state: State) -> Iterator[ev.Event]:
    """Each accepted card whose counts only the table can see (C7-13)."""
    for card in glen(state).accepted():
        if CARDS[card].counted is not None and card not in glen(state).counts:
            yield ev.Asked(COUNT, "", (card,))


def ask_count(state: State, question: Open) -> Question:
    card = CARDS[str(question.args[0])]
    assert card.counted is not None
    parts = tuple(
        Amount(
            p.id,
            say("{player}: {what}?", player=labels.figure(state, p.id), what=card.counted),
            0,
            COUNT_MOST,
            0,
        )
        for p in state.players
    )
    offers = (Offer("counted", card.name, parts),)
    text = say("{card}: count {what}.", card=card.name, what=card.counted)
    return Question(question.number, question.kind, text, offers, rule=card.rule)


def settle_count(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    for player, count in zip(course.state.players, answer.values, strict=True):
        course.do(CardCounted(str(question.args[0]), player.id, int(count)))


KINDS = {
    LAY: Kind(ask_lay, settle_lay),
    CARD: Kind(ask_card, settle_card),
    VOICE: Kind(ask_voice, settle_voice),
    COUNT: Kind(ask_count, settle_count),
}
