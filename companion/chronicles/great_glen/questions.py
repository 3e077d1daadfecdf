"""The Great Glen asks: which cards lie out, which is voted on, who says Aye, what is counted at the end.

What somebody says is shown to nobody else before the last one has spoken (C7-08).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.chronicles.great_glen import followed
from companion.chronicles.great_glen.cards import CARDS, CARDS_IN_PLAY, SLUG, Card
from companion.chronicles.great_glen.glen import (
    ACCEPTED,
    OWN_STATE,
    REFUSED,
    CardCounted,
    CardVoted,
    GreatCardLaid,
    GreatCardSet,
    VoiceHeard,
    VotesCounted,
    all_left,
    tokens_left,
)
from companion.chronicles.great_glen.words import FATES, goes_out
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import DAVID_HUME, Facts
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import (
    Action,
    ActionFamily,
    Cards,
    CommandCard,
    Form,
    QuestionKind,
    expansion_card,
)
from companion.state.glen_more_2.ruleset import switch

LAY, CARD, VOICE, COUNT = f"{SLUG}.lay", f"{SLUG}.card", f"{SLUG}.voice", f"{SLUG}.count"
FISTS, VOTES = f"{SLUG}.fists", "votes_"
MAX_COUNT = 60
AYE, NAY = "aye", "nay"
VOICES = {
    AYE: (1, 0, tr("Aye")),
    NAY: (0, 1, tr("Nay")),
    "aye_aye": (2, 0, tr("2 x Aye")),
    "aye_nay": (1, 1, tr("Aye and Nay")),
    "nay_nay": (0, 2, tr("2 x Nay")),
}
"""What may be said: Aye tokens, Nay tokens, words."""
NO_VOTE = tr("Nobody votes now.")
TWO_TOKENS = tr("Two tokens are for a vote one after the other, with 2 players, once each.")


def _vote_card(voice: str, words: Message) -> Cards:
    otherwise = NO_VOTE if voice in (AYE, NAY) else TWO_TOKENS
    return expansion_card(f"vote_{voice}", words, 7, secret=True, otherwise=otherwise)


# ---- five of the ten cards were turned up, one after the other (C7-03)


def lay_cards(_state: State) -> Iterator[ev.Event]:
    yield ev.QuestionAsked(LAY)


def _lay_text(state: State, _question: OpenQuestion) -> Message:
    number = len(OWN_STATE.of(state).cards) + 1
    return tr("Great Glen: which card is number {n} of {all}?", n=number, all=CARDS_IN_PLAY)


def _cards_to_lay(state: State, question: OpenQuestion) -> Form:
    lying, twice = OWN_STATE.of(state).cards, Reason("C7-03", tr("That card is face up already."))
    choices = tuple(Choice(card.id, card.name, twice if card.id in lying else None) for card in CARDS.values())
    return Form(tr("A card is face up"), (Pick("card", _lay_text(state, question), choices),))


def _lay_card(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(GreatCardLaid(str(answer.values[0])))
    if len(OWN_STATE.of(resolution.state).cards) == CARDS_IN_PLAY:
        resolution.close(question)


# ---- a gathering: who took the person chooses a card that was not voted on (C7-07)


def person_taken(_before: State, e: ev.PersonGained, after: State) -> Iterator[ev.Event]:
    """Every person tile calls a gathering, after its marker and bonus (C7-06, C7-10)."""
    counts = e.piece != DAVID_HUME or switch(after, f"{SLUG}.hume_calls")
    if counts and OWN_STATE.of(after).open_cards():
        # Not asked at once: the marker is placed and its bonus received before the vote (C7-06).
        yield ev.FollowUpQueued(SLUG, "vote")


def call_vote(state: State) -> Iterator[ev.Event]:
    if OWN_STATE.of(state).open_cards():
        # The person may have been the Englishman's: whoever acts for him chooses (C7-10).
        yield ev.QuestionAsked(CARD, state.turn.player)


def card_put_right(_before: State, _e: GreatCardSet, after: State) -> Iterator[ev.Event]:
    """Nobody is asked on which card to vote when it turns out that all have been voted on (C7-07)."""
    if not OWN_STATE.of(after).open_cards():
        yield from (ev.QuestionClosed(o.number) for o in after.open if o.kind == CARD)


def _card_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: on which card do you vote?", player=labels.figure(state, question.player))


def _open_cards(state: State, question: OpenQuestion) -> Form:
    choices = tuple(Choice(card, CARDS[card].name) for card in OWN_STATE.of(state).open_cards())
    return Form(tr("A card"), (Pick("card", _card_text(state, question), choices),))


def _begin_vote(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    card = str(answer.values[0])
    resolution.ask(FISTS, question.player, card)


def _ask_each(resolution: Resolution, card: str) -> None:
    for player in resolution.state.still_in:
        resolution.ask(VOICE, player.id, card)


# ---- the fists are open, everybody sees the tokens: they are counted in one go (C7-08)


def _fists_text(_state: State, question: OpenQuestion) -> Message:
    return tr("{card}: open your fists. How many Aye?", card=CARDS[str(question.args[0])].name)


def _fists(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """A token each; with 2 players each may once lay two (C7-05)."""
    players, now = len(state.still_in), OWN_STATE.of(state)
    more = players - len(now.doubled) - now.twice if len(state.players) == 2 else 0
    for laid in range(players, players + max(0, more) + 1):
        for aye in range(laid, -1, -1):
            nay = laid - aye
            fate = FATES[ACCEPTED if passes(aye, nay) else REFUSED]
            words = tr("{aye} Aye, {nay} Nay: {fate}", aye=aye, nay=nay, fate=fate)
            yield f"{aye}_{nay}", Form(words, closed=_too_many(state, aye, nay))


def _fate_cards(facts: Facts) -> Iterator[CommandCard]:
    """With open fists a card says how the vote went; how many said so is asked where it may be more than one."""
    for voice in (AYE, NAY):
        yield from _vote_card(voice, VOICES[voice][2])(facts)


def _fits_fate(card: str, votes: str) -> bool:
    aye, nay = (int(number) for number in votes.split("_"))
    return card == f"vote_{AYE if passes(aye, nay) else NAY}"


def _too_many(state: State, aye: int, nay: int) -> Reason | None:
    """More tokens than all have together (C7-04)."""
    left_aye, left_nay = all_left(state)
    if aye <= left_aye and nay <= left_nay:
        return None
    return Reason("C7-04", tr("Only {aye} Aye and {nay} Nay are left.", aye=left_aye, nay=left_nay))


def _count_fists(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    aye, nay = (int(number) for number in answer.offer.removeprefix(VOTES).split("_"))
    resolution.do(VotesCounted(aye, nay))
    _end_vote(resolution, CardVoted(str(question.args[0]), aye, nay, passes(aye, nay)))


def _one_by_one(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _ask_each(resolution, str(question.args[0]))


def _end_vote(resolution: Resolution, voted: CardVoted) -> None:
    resolution.do(voted)
    # The tokens of an accepted card stay where they are.
    if not voted.accepted:
        resolution.do(ev.ManualStepDue(goes_out(voted.card)))


# ---- everybody says Aye or Nay, in secret: one token each, with 2 players once two of them (C7-05, C7-08)


def _voice_text(state: State, question: OpenQuestion) -> Message:
    card = CARDS[str(question.args[0])].name
    return tr("{card}: what does {player} say?", card=card, player=labels.figure(state, question.player))


def _may_say(state: State, player_id: str) -> list[str]:
    twice = len(state.players) == 2 and player_id not in OWN_STATE.of(state).doubled
    return [name for name in VOICES if twice or "_" not in name]


def _too_few_tokens(state: State, player_id: str, name: str) -> Reason | None:
    """More tokens than the player has (C7-04)."""
    aye, nay, _ = VOICES[name]
    has_aye, has_nay = tokens_left(state, player_id)
    if aye <= has_aye and nay <= has_nay:
        return None
    player = labels.figure(state, player_id)
    return Reason(
        "C7-04", tr("{player} has {aye} Aye and {nay} Nay left.", player=player, aye=has_aye, nay=has_nay)
    )


def _no_token_left(state: State, question: OpenQuestion) -> Form | None:
    """Only of who has no token left for anything."""
    player_id = question.player
    short = all(_too_few_tokens(state, player_id, name) for name in _may_say(state, player_id))
    return Form(tr("No token is left")) if short else None


def _say(aye: int, nay: int) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    def resolve(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
        """The last one to speak ends the vote."""
        resolution.do(VoiceHeard(question.player, aye, nay))
        if not any(o.kind == VOICE for o in resolution.state.open):
            _end_vote(resolution, _result(resolution.state, str(question.args[0])))

    return resolve


def _voice(name: str, aye: int, nay: int, words: Message) -> Action:
    def form(state: State, question: OpenQuestion) -> Form | None:
        if name not in _may_say(state, question.player):
            return None
        return Form(words, closed=_too_few_tokens(state, question.player, name))

    return Action(name, form, _say(aye, nay), cards=_vote_card(name, words))


def _result(state: State, card: str) -> CardVoted:
    aye = sum(v.aye for v in OWN_STATE.of(state).voices)
    nay = sum(v.nay for v in OWN_STATE.of(state).voices)
    return CardVoted(card, aye, nay, passes(aye, nay))


def passes(aye: int, nay: int) -> bool:
    """Aye at least as often as Nay: the card will be scored (C7-09)."""
    return aye >= nay


# ---- what only the table can see of an accepted card is counted at the end (C7-13)


def ask_counts(state: State) -> Iterator[ev.Event]:
    """A question for each accepted card whose counts the companion doesn't know; the others it reads off."""
    for card in OWN_STATE.of(state).accepted():
        if CARDS[card].counted is None or card in OWN_STATE.of(state).counts:
            continue
        counts = {p.id: followed.count(state, card, p.id) for p in state.still_in} if state.follows else {}
        known = {player: n for player, n in counts.items() if n is not None}
        if known and len(known) == len(counts):
            yield from (CardCounted(card, player, n) for player, n in known.items())
        else:
            yield ev.QuestionAsked(COUNT, "", (card,))


_UNSEEN = tr("Only the table shows it: count there.")


def _counted(question: OpenQuestion) -> tuple[Card, Message]:
    """A card and what is counted for it."""
    card = CARDS[str(question.args[0])]
    assert card.counted is not None
    return card, card.counted


def _count_text(_state: State, question: OpenQuestion) -> Message:
    card, _ = _counted(question)
    return tr("{card}: count.", card=card.name)


def _count_rule(_state: State, question: OpenQuestion) -> str:
    return _counted(question)[0].rule


def _counts(state: State, question: OpenQuestion) -> Form:
    card, what = _counted(question)
    parts = tuple(
        Amount(
            p.id,
            tr("{player}: {what}?", player=labels.figure(state, p.id), what=what),
            0,
            MAX_COUNT,
            (followed.count(state, card.id, p.id) or 0) if state.follows else 0,
            None if state.follows else _UNSEEN,
        )
        for p in state.still_in
    )
    return Form(card.name, parts)


def _count(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for player, count in zip(resolution.state.still_in, answer.values, strict=True):
        resolution.do(CardCounted(str(question.args[0]), player.id, int(count)))


KINDS = (
    QuestionKind(LAY, _lay_text, (Action("card", _cards_to_lay, _lay_card),), rule="C7-03", stays_open=True),
    QuestionKind(CARD, _card_text, (Action("card", _open_cards, _begin_vote),), rule="C7-07"),
    QuestionKind(
        FISTS,
        _fists_text,
        (
            ActionFamily(VOTES, _fists, _count_fists, cards=_fate_cards, meant=_fits_fate),
            Action("each", Form(tr("One after the other")), _one_by_one),
        ),
        rule="C7-08",
    ),
    QuestionKind(
        VOICE,
        _voice_text,
        (
            *(_voice(name, aye, nay, words) for name, (aye, nay, words) in VOICES.items()),
            Action("none", _no_token_left, _say(0, 0)),
        ),
        rule="C7-08",
        secret=True,
    ),
    QuestionKind(COUNT, _count_text, (Action("counted", _counts, _count),), rule=_count_rule),
)
