"""Questions of the Great Glen: cards in play, votes, counts at the end, and their corrections (C7-03 to C7-13).

A vote entered one player after the other is secret until the last player has voted (C7-08).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.chronicles.great_glen import scoring
from companion.chronicles.great_glen.model import (
    ACCEPTED,
    CARDS,
    CARDS_IN_PLAY,
    OWN_STATE,
    REFUSED,
    SLUG,
    TOKENS_BY_PLAYER_COUNT,
    CardCounted,
    CardVoted,
    GreatCard,
    GreatCardLaid,
    GreatCardSet,
    VoteCast,
    VotesCounted,
    VotingTokensSet,
    all_tokens_left,
    tokens_left,
)
from companion.chronicles.great_glen.text import VOTE_RESULTS, refused_card_cause
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.engine.question_kinds import Cards
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import (
    Action,
    ActionFamily,
    CommandCard,
    Form,
    QuestionKind,
    Resolution,
    expansion_card,
)
from companion.state.glen_more_2.course import fire_trigger
from companion.state.glen_more_2.facts import DAVID_HUME, Facts
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.questions.corrections import only_in_play
from companion.state.glen_more_2.ruleset import expansion_rule
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import OpenQuestion

LAYOUT_QUESTION, CARD_QUESTION, VOTE_QUESTION, COUNT_QUESTION = (
    f"{SLUG}.lay",
    f"{SLUG}.card",
    f"{SLUG}.voice",
    f"{SLUG}.count",
)
FISTS_QUESTION, VOTES_PREFIX = f"{SLUG}.fists", "votes_"
MAX_COUNT = 60
AYE, NAY = "aye", "nay"
VOTE_CHOICES = {
    AYE: (1, 0, tr("Aye")),
    NAY: (0, 1, tr("Nay")),
    "aye_aye": (2, 0, tr("2 x Aye")),
    "aye_nay": (1, 1, tr("Aye and Nay")),
    "nay_nay": (0, 2, tr("2 x Nay")),
}
"""Votes by name: Aye tokens, Nay tokens, label."""
NO_VOTE_HINT = tr("Nobody votes now.")
TWO_TOKENS_HINT = tr("Two tokens are for a vote one after the other, with 2 players, once each.")


def _vote_card(voice: str, words: Message) -> Cards:
    fallback = NO_VOTE_HINT if voice in (AYE, NAY) else TWO_TOKENS_HINT
    return expansion_card(f"vote_{voice}", words, 7, secret=True, fallback=fallback)


# Five of the ten cards are turned up, one after the other (C7-03).


def ask_card_layout(_state: State) -> Iterator[ev.Event]:
    """Ask for the five cards face up (C7-03)."""
    yield ev.QuestionAsked(LAYOUT_QUESTION)


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


# The player who took the person chooses a card that has not been voted on (C7-07).


def call_vote_on_person(_before: State, e: ev.PersonGained, after: State) -> Iterator[ev.Event]:
    """Queue a vote for each person tile gained (C7-06, C7-10)."""
    counts = e.piece != DAVID_HUME or expansion_rule(after, f"{SLUG}.hume_calls")
    if counts and OWN_STATE.of(after).open_cards():
        # Queued, because the clan marker is placed and its bonus received before the vote (C7-06).
        yield ev.FollowUpQueued(SLUG, "vote")


def call_vote(state: State) -> Iterator[ev.Event]:
    """Ask the player on turn for a card to vote on, if one is left (C7-07)."""
    if OWN_STATE.of(state).open_cards():
        # A person taken by the Englishman is voted on by the player who controls him (C7-10).
        yield ev.QuestionAsked(CARD_QUESTION, state.turn.player)


def close_needless_vote(_before: State, _e: GreatCardSet, after: State) -> Iterator[ev.Event]:
    """Close the question for a card if a correction leaves no card without a vote (C7-07)."""
    if not OWN_STATE.of(after).open_cards():
        yield from (ev.QuestionClosed(o.number) for o in after.open_questions if o.kind == CARD_QUESTION)


def _card_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: on which card do you vote?", player=labels.figure_label(state, question.player))


def _open_cards(state: State, question: OpenQuestion) -> Form:
    choices = tuple(Choice(card, CARDS[card].name) for card in OWN_STATE.of(state).open_cards())
    return Form(tr("A card"), (Pick("card", _card_text(state, question), choices),))


def _begin_vote(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    card = str(answer.values[0])
    resolution.ask(FISTS_QUESTION, question.player, card)


def _ask_each(resolution: Resolution, card: str) -> None:
    for player in resolution.state.remaining_players:
        resolution.ask(VOTE_QUESTION, player.id, card)


# With open fists the tokens of all players are counted in one step (C7-08).


def _fists_text(_state: State, question: OpenQuestion) -> Message:
    return tr("{card}: open your fists. How many Aye?", card=CARDS[str(question.args[0])].name)


def _fists(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    """Yield an offer for each possible result. Each player lays one token; with 2 players each may once lay two
    (C7-05).
    """
    players, now = len(state.remaining_players), OWN_STATE.of(state)
    more = players - len(now.doubled_players) - now.anonymous_double_votes if len(state.players) == 2 else 0
    for laid in range(players, players + max(0, more) + 1):
        for aye in range(laid, -1, -1):
            nay = laid - aye
            fate = VOTE_RESULTS[ACCEPTED if is_accepted(aye, nay) else REFUSED]
            words = tr("{aye} Aye, {nay} Nay: {fate}", aye=aye, nay=nay, fate=fate)
            yield f"{aye}_{nay}", Form(words, closed=_too_many(state, aye, nay))


def _fate_cards(facts: Facts) -> Iterator[CommandCard]:
    """Yield the command cards for Aye and Nay; the exact result is asked if several lead to it."""
    for voice in (AYE, NAY):
        yield from _vote_card(voice, VOTE_CHOICES[voice][2])(facts)


def _fits_fate(card: str, votes: str) -> bool:
    aye, nay = (int(number) for number in votes.split("_"))
    return card == f"vote_{AYE if is_accepted(aye, nay) else NAY}"


def _too_many(state: State, aye: int, nay: int) -> Reason | None:
    """Return why a result needs more tokens than all players have (C7-04)."""
    left_aye, left_nay = all_tokens_left(state)
    if aye <= left_aye and nay <= left_nay:
        return None
    return Reason("C7-04", tr("Only {aye} Aye and {nay} Nay are left.", aye=left_aye, nay=left_nay))


def _count_fists(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    aye, nay = (int(number) for number in answer.offer.removeprefix(VOTES_PREFIX).split("_"))
    resolution.do(VotesCounted(aye, nay))
    _end_vote(resolution, CardVoted(str(question.args[0]), aye, nay, is_accepted(aye, nay)))


def _one_by_one(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _ask_each(resolution, str(question.args[0]))


def _end_vote(resolution: Resolution, voted: CardVoted) -> None:
    resolution.do(voted)
    # The tokens of an accepted card stay in place.
    if not voted.accepted:
        resolution.do(ev.ManualStepRequired(refused_card_cause(voted.card)))


# Votes entered one after the other, in secret: one token each, or two once with 2 players (C7-05, C7-08).


def _voice_text(state: State, question: OpenQuestion) -> Message:
    card = CARDS[str(question.args[0])].name
    return tr("{card}: what does {player} say?", card=card, player=labels.figure_label(state, question.player))


def _may_say(state: State, player_id: str) -> list[str]:
    twice = len(state.players) == 2 and player_id not in OWN_STATE.of(state).doubled_players
    return [name for name in VOTE_CHOICES if twice or "_" not in name]


def _too_few_tokens(state: State, player_id: str, name: str) -> Reason | None:
    """Return why a player lacks the tokens for a vote (C7-04)."""
    aye, nay, _ = VOTE_CHOICES[name]
    has_aye, has_nay = tokens_left(state, player_id)
    if aye <= has_aye and nay <= has_nay:
        return None
    player = labels.figure_label(state, player_id)
    return Reason(
        "C7-04", tr("{player} has {aye} Aye and {nay} Nay left.", player=player, aye=has_aye, nay=has_nay)
    )


def _no_token_left(state: State, question: OpenQuestion) -> Form | None:
    """Return the offer for a player who has no token for any vote."""
    player_id = question.player
    short = all(_too_few_tokens(state, player_id, name) for name in _may_say(state, player_id))
    return Form(tr("No token is left")) if short else None


def _say(aye: int, nay: int) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    def resolve(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
        """Record the vote; the last vote ends the question."""
        resolution.do(VoteCast(question.player, aye, nay))
        if not any(o.kind == VOTE_QUESTION for o in resolution.state.open_questions):
            _end_vote(resolution, _result(resolution.state, str(question.args[0])))

    return resolve


def _voice(name: str, aye: int, nay: int, words: Message) -> Action:
    def form(state: State, question: OpenQuestion) -> Form | None:
        if name not in _may_say(state, question.player):
            return None
        return Form(words, closed=_too_few_tokens(state, question.player, name))

    return Action(name, form, _say(aye, nay), cards=_vote_card(name, words))


def _result(state: State, card: str) -> CardVoted:
    aye = sum(v.aye for v in OWN_STATE.of(state).votes)
    nay = sum(v.nay for v in OWN_STATE.of(state).votes)
    return CardVoted(card, aye, nay, is_accepted(aye, nay))


def is_accepted(aye: int, nay: int) -> bool:
    """True if there are at least as many Aye as Nay tokens (C7-09)."""
    return aye >= nay


# Counts of accepted cards that only the table shows are asked at the end (C7-13).


def ask_counts(state: State) -> Iterator[ev.Event]:
    """Record the counts that the companion knows and ask for those of the other accepted cards (C7-13)."""
    for card in OWN_STATE.of(state).accepted_cards():
        if CARDS[card].count_text is None or card in OWN_STATE.of(state).counts:
            continue
        counts = (
            {p.id: scoring.territory_count(state, card, p.id) for p in state.remaining_players}
            if state.tracks_territories
            else {}
        )
        known = {player: n for player, n in counts.items() if n is not None}
        if known and len(known) == len(counts):
            yield from (CardCounted(card, player, n) for player, n in known.items())
        else:
            yield ev.QuestionAsked(COUNT_QUESTION, "", (card,))


_UNSEEN = tr("Only the table shows it: count there.")


def _counted(question: OpenQuestion) -> tuple[GreatCard, Message]:
    """Return the card and what is counted for it."""
    card = CARDS[str(question.args[0])]
    assert card.count_text is not None
    return card, card.count_text


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
            tr("{player}: {what}?", player=labels.figure_label(state, p.id), what=what),
            0,
            MAX_COUNT,
            (scoring.territory_count(state, card.id, p.id) or 0) if state.tracks_territories else 0,
            None if state.tracks_territories else _UNSEEN,
        )
        for p in state.remaining_players
    )
    return Form(card.name, parts)


def _count(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for player, count in zip(resolution.state.remaining_players, answer.values, strict=True):
        resolution.do(CardCounted(str(question.args[0]), player.id, int(count)))


KINDS = (
    QuestionKind(
        LAYOUT_QUESTION, _lay_text, (Action("card", _cards_to_lay, _lay_card),), rule="C7-03", stays_open=True
    ),
    QuestionKind(CARD_QUESTION, _card_text, (Action("card", _open_cards, _begin_vote),), rule="C7-07"),
    QuestionKind(
        FISTS_QUESTION,
        _fists_text,
        (
            ActionFamily(VOTES_PREFIX, _fists, _count_fists, cards=_fate_cards, is_card_for=_fits_fate),
            Action("each", Form(tr("One after the other")), _one_by_one),
        ),
        rule="C7-08",
    ),
    QuestionKind(
        VOTE_QUESTION,
        _voice_text,
        (
            *(_voice(name, aye, nay, words) for name, (aye, nay, words) in VOTE_CHOICES.items()),
            Action("none", _no_token_left, _say(0, 0)),
        ),
        rule="C7-08",
        secret=True,
    ),
    QuestionKind(COUNT_QUESTION, _count_text, (Action("counted", _counts, _count),), rule=_count_rule),
)


ANOTHER_CARD = "another"


def _card_correction(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction of a card; None before the cards are laid out."""
    if not OWN_STATE.is_in_play(state) or not OWN_STATE.of(state).cards:
        return None
    lying = OWN_STATE.of(state).cards
    others = tuple(Choice(card.id, card.name) for card in CARDS.values() if card.id not in lying)
    really = Pick("really", tr("Which card lies there?"), others)
    fates = (
        Choice("open", VOTE_RESULTS[""]),
        Choice(ACCEPTED, VOTE_RESULTS[ACCEPTED]),
        Choice(REFUSED, VOTE_RESULTS[REFUSED]),
        Choice(ANOTHER_CARD, tr("another card lies there"), then=(really,)),
    )
    cards = tuple(
        Choice(card, _with_fate(card, fate), then=(Pick("fate", CARDS[card].name, fates),))
        for card, fate in lying.items()
    )
    return Form(tr("A Great Glen card"), (Pick("card", tr("Which card?"), cards),))


def _with_fate(card: str, fate: str) -> Message:
    return tr("{card}: {fate}", card=CARDS[card].name, fate=VOTE_RESULTS[fate])


def _set_card(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, fate, *really = map(str, answer.values)
    if really:
        resolution.do(GreatCardSet(card, OWN_STATE.of(resolution.state).cards[card], really[0]))
    else:
        resolution.do(GreatCardSet(card, "" if fate == "open" else fate))
    if resolution.state.phase == "over":
        # A card that counts only since this correction has not been counted yet.
        for event in ask_counts(resolution.state):
            resolution.do(event)
        fire_trigger(resolution, "recount")


def _tokens(state: State, _question: OpenQuestion) -> Form | None:
    if not OWN_STATE.is_in_play(state):
        return None
    aye, nay = TOKENS_BY_PLAYER_COUNT[len(state.players)]
    players = []
    for player in state.players:
        has_aye, has_nay = (max(0, n) for n in tokens_left(state, player.id))
        how_many = (("aye", tr("How many Aye?"), aye, has_aye), ("nay", tr("How many Nay?"), nay, has_nay))
        parts = tuple(Amount(name, text, 0, most, now) for name, text, most, now in how_many)
        players.append(Choice(player.id, labels.figure_label(state, player.id), then=parts))
    return Form(tr("Voting tokens"), (Pick("player", tr("Whose?"), tuple(players)),))


def _set_tokens(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, aye, nay = answer.values
    resolution.do(VotingTokensSet(str(player_id), int(aye), int(nay)))


def _counted_cards(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction of counts entered at the end; None if there are none."""
    if not OWN_STATE.is_in_play(state) or not OWN_STATE.of(state).counts:
        return None
    cards = tuple(
        Choice(card, CARDS[card].name, then=(_of_each(state, card, counts),))
        for card, counts in OWN_STATE.of(state).counts.items()
    )
    return Form(tr("A count of a Great Glen card"), (Pick("card", tr("Which card?"), cards),))


def _of_each(state: State, card: str, counts: Mapping[str, int]) -> Pick:
    what = CARDS[card].count_text
    assert what is not None
    players = tuple(
        Choice(
            p.id,
            tr("{player}: {n}", player=labels.figure_label(state, p.id), n=counts.get(p.id, 0)),
            then=(Amount("n", what, 0, MAX_COUNT, counts.get(p.id, 0)),),
        )
        for p in state.players
    )
    return Pick("player", tr("Whose?"), players)


def _set_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    card, player_id, n = answer.values
    resolution.do(CardCounted(str(card), str(player_id), int(n)))
    if resolution.state.phase == "over":
        fire_trigger(resolution, "recount")


CORRECTIONS = (
    Action(f"{SLUG}.card", _card_correction, _set_card),
    Action(f"{SLUG}.tokens", only_in_play(_tokens), _set_tokens),
    Action(f"{SLUG}.count", _counted_cards, _set_count),
)
