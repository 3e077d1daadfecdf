"""Before play: letters of the six tiles, stickers or none, what each token shows, the two that lie face up."""

from __future__ import annotations

from collections.abc import Iterator, Set

from companion.chronicles.haggis.pieces import (
    LETTERS,
    SHOWN,
    SLUG,
    STICKERS,
    TILES,
    TOKEN_IDS,
    VALUES,
    letter_fact,
    letters_known,
    value_fact,
    value_of,
)
from companion.chronicles.haggis.tables import HaggisShown, HaggisUntagged, face_down_supply, haggis
from companion.chronicles.haggis.tapping import token_choices
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution

LETTERS_ASKED, STICKERS_ASKED = f"{SLUG}.letters", f"{SLUG}.stickers"
VALUES_ASKED, SHOW = f"{SLUG}.values", f"{SLUG}.show"
LETTERS_OFFER, STICKERS_OFFER = f"{SLUG}.new_letters", f"{SLUG}.new_stickers"
SHOW_NEXT = ev.FollowUpQueued(SLUG, "show")


def set_up(state: State) -> Iterator[ev.Event]:
    """Facts of the box, asked once (C5-03)."""
    if not letters_known(state.facts):
        yield ev.QuestionAsked(LETTERS_ASKED)
    if STICKERS not in state.facts.more:
        yield ev.QuestionAsked(STICKERS_ASKED)


# ---- the letters of the tiles


def ask_letters(_state: State, question: OpenQuestion) -> Question:
    text = tr("How many of the 6 haggis tiles have which letter?")
    offers = (Offer("letters", tr("Count them"), (letters_pick(),)), Offer("later", tr("We say it later")))
    return Question(question.number, question.kind, text, offers, rule="C5-03")


def letters_pick(place: int = 0, left: int = len(TILES)) -> Pick:
    """How many have A, B, C; the rest have D."""
    letter = LETTERS[place]
    more = place + 1 < len(LETTERS) - 1
    choices = tuple(
        Choice(str(n), tr("{n} x {letter}", n=n, letter=letter), then=_next(place, left - n) if more else ())
        for n in range(left + 1)
    )
    return Pick(letter, tr("How many of them have the letter {letter}?", letter=letter), choices)


def _next(place: int, left: int) -> tuple[Pick, ...]:
    return (letters_pick(place + 1, left),) if left else ()


def learn_letters(resolution: Resolution, answer: Answer) -> None:
    counts = [int(value) for value in answer.values]
    counts += [0] * (len(LETTERS) - 1 - len(counts))
    counts.append(len(TILES) - sum(counts))
    for letter, count in zip(LETTERS, counts, strict=True):
        resolution.do(ev.FactLearned(Learned("", letter_fact(letter), count)))


def settle_letters(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "letters":
        learn_letters(resolution, answer)


# ---- stickers on all 13 or on none


def ask_stickers(_state: State, question: OpenQuestion) -> Question:
    text = tr("Are there stickers on the 13 haggis tokens?")
    offers = (Offer("no", tr("No stickers")), Offer("yes", tr("Yes, on all 13")))
    return Question(question.number, question.kind, text, offers, rule="C5-04")


def settle_stickers(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    resolution.do(ev.FactLearned(Learned("", STICKERS, answer.offer == "yes")))


def change_facts(state: State, _question: OpenQuestion) -> tuple[Offer, ...]:
    """What was told of the box earlier, to be told anew before play begins."""
    told = []
    if letters_known(state.facts):
        told.append(
            Offer(LETTERS_OFFER, tr("Letters of the haggis tiles: {now}", now=_now(state)), (letters_pick(),))
        )
    if STICKERS in state.facts.more:
        label = (
            tr("No stickers on haggis tokens") if state.facts.more[STICKERS] else tr("Stickers on haggis tokens")
        )
        told.append(Offer(STICKERS_OFFER, label))
    return tuple(told)


def _now(state: State) -> str:
    return " ".join(f"{letter}{state.facts.more[letter_fact(letter)]}" for letter in LETTERS)


def settle_new_letters(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    learn_letters(resolution, answer)


def settle_new_stickers(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    now = bool(resolution.state.facts.more[STICKERS])
    resolution.do(ev.FactLearned(Learned("", STICKERS, not now)))


# ---- what each token shows, and the two that lie face up


def laid_out(state: State) -> Iterator[ev.Event]:
    """With stickers: what each shows (once), then two face up (C5-04)."""
    if haggis(state).tagged:
        if untold(state):
            yield ev.QuestionAsked(VALUES_ASKED)
        yield SHOW_NEXT


def untold(state: State) -> list[str]:
    """Tokens whose value nobody told."""
    return [token for token in TOKEN_IDS if not value_of(state, token)]


def ask_values(state: State, question: OpenQuestion) -> Question:
    left = untold(state)
    shows = tuple(Choice(str(n), tr("It shows {n}", n=n)) for n in VALUES)
    value = Pick("value", tr("What does it show?"), shows)
    choices = tuple(
        Choice(token, tr("haggis token {n}", n=TOKEN_IDS.index(token) + 1), then=(value,), piece=token)
        for token in left
    )
    text = tr("Tap each haggis token and say what it shows ({n} left).", n=len(left))
    offers = (
        Offer("token", tr("A token"), (Pick("token", tr("Which token?"), choices),)),
        Offer("none", tr("Play without stickers")),
    )
    return Question(question.number, question.kind, text, offers, rule="C5-02")


def settle_values(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if answer.offer == "none":
        resolution.do(ev.FactLearned(Learned("", STICKERS, False)))
        resolution.do(HaggisUntagged())
    else:
        token, value = answer.values
        resolution.do(ev.FactLearned(Learned("", value_fact(str(token)), int(value))))
    if answer.offer == "none" or not untold(resolution.state):
        resolution.close(question)


def new_stickers(state: State, stickers: Set[str]) -> tuple[str, ...]:
    """While tokens are told: a sticker nobody enrolled is on the next of them."""
    if not state.opened(VALUES_ASKED):
        return ()
    return tuple(token for token in untold(state) if token not in stickers)[:1]


def show(state: State) -> Iterator[ev.Event]:
    """Two tokens lie face up while the supply lasts (C5-07, C5-10)."""
    now = haggis(state)
    if now.tagged and len(now.shown) < min(SHOWN, now.in_supply()):
        yield ev.QuestionAsked(SHOW)


def ask_show(state: State, question: OpenQuestion) -> Question:
    """The token that is turned up is tapped: everybody sees it."""
    can = face_down_supply(haggis(state))
    pick = Pick("token", tr("Tap it"), token_choices(state, can, tr("Not tapped")))
    text = tr("Turn a haggis token of the supply face up and tap it.")
    return Question(question.number, question.kind, text, (Offer("token", text, (pick,)),), rule="C5-07")


def settle_show(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    resolution.do(HaggisShown(str(answer.values[0])))
    resolution.do(SHOW_NEXT)


def value_words(state: State, token: str) -> Message:
    """A token that lies face up, as people see it."""
    value = value_of(state, token)
    return tr("the {n}", n=value) if value else tr("a token face up")
