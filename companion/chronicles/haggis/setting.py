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
from companion.engine.message import Said, say
from companion.engine.offers import Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import Open, State
from companion.state.glen_more_2.resolution import Course

LETTERS_ASKED, STICKERS_ASKED = f"{SLUG}.letters", f"{SLUG}.stickers"
VALUES_ASKED, SHOW = f"{SLUG}.values", f"{SLUG}.show"
LETTERS_OFFER, STICKERS_OFFER = f"{SLUG}.new_letters", f"{SLUG}.new_stickers"
SHOW_STEP = f"{SLUG}.show"


def set_up(state: State) -> Iterator[ev.Event]:
    """Facts of the box, asked once (C5-03)."""
    if not letters_known(state.facts):
        yield ev.Asked(LETTERS_ASKED)
    if STICKERS not in state.facts.more:
        yield ev.Asked(STICKERS_ASKED)


# ---- the letters of the tiles


def ask_letters(_state: State, question: Open) -> Question:
    text = say("How many of the 6 haggis tiles have which letter?")
    offers = (Offer("letters", say("Count them"), (letters_pick(),)), Offer("later", say("We say it later")))
    return Question(question.number, question.kind, text, offers, rule="C5-03")


def letters_pick(place: int = 0, left: int = len(TILES)) -> Pick:
    """How many have A, B, C; the rest have D."""
    letter = LETTERS[place]
    more = place + 1 < len(LETTERS) - 1
    choices = tuple(
        Choice(str(n), say("{n} x {letter}", n=n, letter=letter), then=_next(place, left - n) if more else ())
        for n in range(left + 1)
    )
    return Pick(letter, say("How many of them have the letter {letter}?", letter=letter), choices)


def _next(place: int, left: int) -> tuple[Pick, ...]:
    return (letters_pick(place + 1, left),) if left else ()


def learn_letters(course: Course, answer: Answer) -> None:
    counts = [int(value) for value in answer.values]
    counts += [0] * (len(LETTERS) - 1 - len(counts))
    counts.append(len(TILES) - sum(counts))
    for letter, count in zip(LETTERS, counts, strict=True):
        course.do(ev.FactLearned(Learned("", letter_fact(letter), count)))


def settle_letters(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "letters":
        learn_letters(course, answer)


# ---- stickers on all 13 or on none


def ask_stickers(_state: State, question: Open) -> Question:
    text = say("Are there stickers on the 13 haggis tokens?")
    offers = (Offer("no", say("No stickers")), Offer("yes", say("Yes, on all 13")))
    return Question(question.number, question.kind, text, offers, rule="C5-04")


def settle_stickers(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    course.do(ev.FactLearned(Learned("", STICKERS, answer.offer == "yes")))


def change_facts(state: State, _question: Open) -> tuple[Offer, ...]:
    """What was told of the box earlier, to be told anew before play begins."""
    told = []
    if letters_known(state.facts):
        told.append(
            Offer(LETTERS_OFFER, say("Letters of the haggis tiles: {now}", now=_now(state)), (letters_pick(),))
        )
    if STICKERS in state.facts.more:
        label = (
            say("No stickers on haggis tokens") if state.facts.more[STICKERS] else say("Stickers on haggis tokens")
        )
        told.append(Offer(STICKERS_OFFER, label))
    return tuple(told)


def _now(state: State) -> str:
    return " ".join(f"{letter}{state.facts.more[letter_fact(letter)]}" for letter in LETTERS)


def settle_new_letters(course: Course, _question: Open, answer: Answer) -> None:
    learn_letters(course, answer)


def settle_new_stickers(course: Course, _question: Open, _answer: Answer) -> None:
    now = bool(course.state.facts.more[STICKERS])
    course.do(ev.FactLearned(Learned("", STICKERS, not now)))


# ---- what each token shows, and the two that lie face up


def laid_out(state: State) -> Iterator[ev.Event]:
    """With stickers: what each shows (once), then two face up (C5-04)."""
    if haggis(state).tagged:
        if untold(state):
            yield ev.Asked(VALUES_ASKED)
        yield ev.Later(SHOW_STEP)


def untold(state: State) -> list[str]:
    """Tokens whose value nobody told."""
    return [token for token in TOKEN_IDS if not value_of(state, token)]


def ask_values(state: State, question: Open) -> Question:
    left = untold(state)
    shows = tuple(Choice(str(n), say("It shows {n}", n=n)) for n in VALUES)
    value = Pick("value", say("What does it show?"), shows)
    choices = tuple(
        Choice(token, say("haggis token {n}", n=TOKEN_IDS.index(token) + 1), then=(value,), piece=token)
        for token in left
    )
    text = say("Tap each haggis token and say what it shows ({n} left).", n=len(left))
    offers = (
        Offer("token", say("A token"), (Pick("token", say("Which token?"), choices),)),
        Offer("none", say("Play without stickers")),
    )
    return Question(question.number, question.kind, text, offers, rule="C5-02")


def settle_values(course: Course, question: Open, answer: Answer) -> None:
    if answer.offer == "none":
        course.do(ev.FactLearned(Learned("", STICKERS, False)))
        course.do(HaggisUntagged())
    else:
        token, value = answer.values
        course.do(ev.FactLearned(Learned("", value_fact(str(token)), int(value))))
    if answer.offer == "none" or not untold(course.state):
        course.settle(question)


def new_stickers(state: State, stickers: Set[str]) -> tuple[str, ...]:
    """While tokens are told: a sticker nobody enrolled is on the next of them."""
    if not state.opened(VALUES_ASKED):
        return ()
    return tuple(token for token in untold(state) if token not in stickers)[:1]


def show(state: State) -> Iterator[ev.Event]:
    """Two tokens lie face up while the supply lasts (C5-07, C5-10)."""
    now = haggis(state)
    if now.tagged and len(now.shown) < min(SHOWN, now.in_supply()):
        yield ev.Asked(SHOW)


def ask_show(state: State, question: Open) -> Question:
    """The token that is turned up is tapped: everybody sees it."""
    can = face_down_supply(haggis(state))
    pick = Pick("token", say("Tap it"), token_choices(state, can, say("Not tapped")))
    text = say("Turn a haggis token of the supply face up and tap it.")
    return Question(question.number, question.kind, text, (Offer("token", text, (pick,)),), rule="C5-07")


def settle_show(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    course.do(HaggisShown(str(answer.values[0])))
    course.do(ev.Later(SHOW_STEP))


def value_words(state: State, token: str) -> Said:
    """A token that lies face up, as people see it."""
    value = value_of(state, token)
    return say("the {n}", n=value) if value else say("a token face up")
