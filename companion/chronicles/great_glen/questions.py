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
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import switch
from companion.state.glen_more_2.facts import DAVID_HUME
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.question_kinds import QuestionKind
from companion.state.glen_more_2.resolution import Resolution

LAY, CARD, VOICE, COUNT = f"{SLUG}.lay", f"{SLUG}.card", f"{SLUG}.voice", f"{SLUG}.count"
MAX_COUNT = 60
VOICES = {
    "aye": (1, 0, tr("Aye")),
    "nay": (0, 1, tr("Nay")),
    "aye_aye": (2, 0, tr("2 x Aye")),
    "aye_nay": (1, 1, tr("Aye and Nay")),
    "nay_nay": (0, 2, tr("2 x Nay")),
}


# ---- five of the ten cards


def ask_lay(state: State, question: OpenQuestion) -> Question:
    """Which cards were turned up, one after the other (C7-03)."""
    lying = glen(state).cards
    choices = tuple(
        Choice(
            card.id,
            card.name,
            Reason("C7-03", tr("That card lies out already.")) if card.id in lying else None,
        )
        for card in CARDS.values()
    )
    text = tr("Great Glen: which card is number {n} of {all}?", n=len(lying) + 1, all=CARDS_IN_PLAY)
    offer = Offer("card", tr("A card lies out"), (Pick("card", text, choices),))
    return Question(question.number, question.kind, text, (offer,), rule="C7-03")


def settle_lay(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(GreatCardLaid(str(answer.values[0])))
    if len(glen(resolution.state).cards) == CARDS_IN_PLAY:
        resolution.close(question)


def lay_cards(_state: State) -> Iterator[ev.Event]:
    yield ev.QuestionAsked(LAY)


# ---- the vote


def person_taken(_before: State, e: ev.PersonGained, after: State) -> Iterator[ev.Event]:
    """Every person tile calls a gathering, after its marker and bonus (C7-06, C7-10)."""
    counts = e.piece != DAVID_HUME or switch(after, f"{SLUG}.hume_calls")
    if counts and glen(after).open_cards():
        yield ev.FollowUpQueued(SLUG, "vote")


def call_vote(state: State) -> Iterator[ev.Event]:
    if glen(state).open_cards():
        yield ev.QuestionAsked(CARD, state.turn.player)


def ask_card(state: State, question: OpenQuestion) -> Question:
    """Whoever took the person chooses a card that was not voted on (C7-07)."""
    choices = tuple(Choice(card, CARDS[card].name) for card in glen(state).open_cards())
    text = tr("{player}: on which card do you vote?", player=labels.figure(state, question.player))
    offer = Offer("card", tr("A card"), (Pick("card", text, choices),))
    return Question(question.number, question.kind, text, (offer,), question.player, rule="C7-07")


def settle_card(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    for player in resolution.state.players:
        resolution.ask(VOICE, player.id, str(answer.values[0]))


def ask_voice(state: State, question: OpenQuestion) -> Question:
    """One token of each; with 2 players once two of them (C7-05, C7-08). Addressed and secret to that player."""
    player_id = question.player
    twice = len(state.players) == 2 and player_id not in glen(state).doubled
    voices = [name for name in VOICES if twice or "_" not in name]
    offers = tuple(Offer(name, VOICES[name][2], closed=_short(state, player_id, name)) for name in voices)
    if all(offer.closed for offer in offers):
        offers = (*offers, Offer("none", tr("No token is left")))
    text = tr(
        "{card}: what does {player} say?",
        card=CARDS[str(question.args[0])].name,
        player=labels.figure(state, player_id),
    )
    return Question(question.number, question.kind, text, offers, player_id, secret=player_id, rule="C7-08")


def _short(state: State, player_id: str, name: str) -> Reason | None:
    """More tokens than the player has."""
    aye, nay, _ = VOICES[name]
    has_aye, has_nay = tokens_left(state, player_id)
    if aye <= has_aye and nay <= has_nay:
        return None
    return Reason(
        "C7-04",
        tr(
            "{player} has {aye} Aye and {nay} Nay left.",
            player=labels.figure(state, player_id),
            aye=has_aye,
            nay=has_nay,
        ),
    )


def settle_voice(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    aye, nay, _ = VOICES.get(answer.offer, (0, 0, None))
    resolution.close(question)
    resolution.do(VoiceHeard(question.player, aye, nay))
    if not any(o.kind == VOICE for o in resolution.state.open):
        resolution.do(result(resolution.state, str(question.args[0])))


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
            yield ev.QuestionAsked(COUNT, "", (card,))


def ask_count(state: State, question: OpenQuestion) -> Question:
    card = CARDS[str(question.args[0])]
    assert card.counted is not None
    parts = tuple(
        Amount(
            p.id,
            tr("{player}: {what}?", player=labels.figure(state, p.id), what=card.counted),
            0,
            MAX_COUNT,
            0,
        )
        for p in state.players
    )
    offers = (Offer("counted", card.name, parts),)
    text = tr("{card}: count {what}.", card=card.name, what=card.counted)
    return Question(question.number, question.kind, text, offers, rule=card.rule)


def settle_count(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    for player, count in zip(resolution.state.players, answer.values, strict=True):
        resolution.do(CardCounted(str(question.args[0]), player.id, int(count)))


KINDS = {
    LAY: QuestionKind(ask_lay, settle_lay),
    CARD: QuestionKind(ask_card, settle_card),
    VOICE: QuestionKind(ask_voice, settle_voice),
    COUNT: QuestionKind(ask_count, settle_count),
}
