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
    letters,
    letters_known,
    tile_letters,
    value_fact,
    value_of,
)
from companion.chronicles.haggis.tapping import tapped_token
from companion.chronicles.haggis.tokens import OWN_STATE, HaggisShown, HaggisUntagged, possible_in_supply
from companion.engine.message import Message, tr
from companion.engine.offers import NO, YES, Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.refill import decks_grow
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, nothing

LETTERS_ASKED, STICKERS_ASKED = f"{SLUG}.letters", f"{SLUG}.stickers"
VALUES_ASKED, SHOW = f"{SLUG}.values", f"{SLUG}.show"
NEW_LETTERS, NEW_STICKERS = f"{SLUG}.new_letters", f"{SLUG}.new_stickers"
# A follow-up waits until no question is in front of people: the sheep is paid before the next token is turned.
SHOW_NEXT = ev.FollowUpQueued(SLUG, "show")


def set_up(state: State) -> Iterator[ev.Event]:
    """Facts of the box, asked once (C5-03)."""
    if not letters_known(state.facts):
        yield ev.QuestionAsked(LETTERS_ASKED)
    if STICKERS not in state.facts.more:
        yield ev.QuestionAsked(STICKERS_ASKED)


# ---- the letters of the tiles


def letters_pick(place: int = 0, left: int = len(TILES)) -> Pick:
    """How many have A, B, C; the rest have D."""
    letter, asked_next = LETTERS[place], place + 2 < len(LETTERS)
    choices = tuple(
        Choice(str(n), _counted(letter, n, left - n), then=_next(place, left - n) if asked_next else ())
        for n in range(left + 1)
    )
    return Pick(letter, tr("How many of the 6 haggis tiles show {letter} on their back?", letter=letter), choices)


def _counted(letter: str, n: int, left: int) -> Message:
    """With what is left for the last letter, where nothing more is asked."""
    counted, last = tr("{n} x {letter}", n=n, letter=letter), LETTERS[-1]
    if left and letter == LETTERS[-2]:
        return tr("{counted}, so {n} x {letter}", counted=counted, n=left, letter=last)
    return counted


def _next(place: int, left: int) -> tuple[Pick, ...]:
    return (letters_pick(place + 1, left),) if left else ()


def _learn_letters(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    counts = [int(value) for value in answer.values]
    counts += [0] * (len(LETTERS) - 1 - len(counts))
    counts.append(len(TILES) - sum(counts))
    for letter, count in zip(LETTERS, counts, strict=True):
        resolution.do(ev.FactLearned(Learned("", letter_fact(letter), count)))


def _new_letters(state: State, _question: OpenQuestion) -> Form | None:
    """They were said earlier and can be said anew before play begins; those of each tile where they were told."""
    if not letters_known(state.facts) or tile_letters(state.facts):
        return None
    now = " ".join(f"{letter}{n}" for letter, n in letters(state.facts).items())
    return Form(tr("Letters of the haggis tiles: {now}", now=now), (letters_pick(),))


def _letters_in_play(state: State, _question: OpenQuestion) -> Form | None:
    """Who wanted to say them later says them now."""
    if not OWN_STATE.is_in(state) or letters_known(state.facts):
        return None
    return Form(tr("Letters of the haggis tiles"), (letters_pick(),))


def _learn_letters_in_play(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _learn_letters(resolution, question, answer)
    decks_grow(resolution, letters(resolution.state.facts))


# ---- stickers on all 13 or on none


def _no_stickers(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(Learned("", STICKERS, False)))


def _stickers(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(Learned("", STICKERS, True)))


def _new_stickers(state: State, _question: OpenQuestion) -> Form | None:
    """It was said earlier and can be said anew before play begins."""
    now = state.facts.more.get(STICKERS)
    if now is None:
        return None
    return Form(tr("No stickers on haggis tokens") if now else tr("Stickers on haggis tokens"))


def _change_stickers(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    now = bool(resolution.state.facts.more[STICKERS])
    resolution.do(ev.FactLearned(Learned("", STICKERS, not now)))


# ---- what each token shows


def laid_out(state: State) -> Iterator[ev.Event]:
    """With stickers: what each shows (once), then two face up (C5-04)."""
    if OWN_STATE.of(state).tagged:
        if without_value(state):
            yield ev.QuestionAsked(VALUES_ASKED)
        yield SHOW_NEXT


def without_value(state: State) -> list[str]:
    """Tokens of which nobody has said what they show."""
    return [token for token in TOKEN_IDS if not value_of(state, token)]


def _values_text(state: State, _question: OpenQuestion) -> Message:
    return tr("Tap each haggis token and say what it shows ({n} left).", n=len(without_value(state)))


def _token_and_value(state: State, _question: OpenQuestion) -> Form:
    shows = tuple(Choice(str(n), tr("It shows {n}", n=n)) for n in VALUES)
    value = Pick("value", tr("What does it show?"), shows)
    choices = tuple(
        Choice(token, tr("haggis token {n}", n=TOKEN_IDS.index(token) + 1), then=(value,), piece=token)
        for token in without_value(state)
    )
    return Form(tr("A token"), (Pick("token", tr("Which token?"), choices),))


def _learn_value(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The question stays open until the last of them is known."""
    token, value = answer.values
    resolution.do(ev.FactLearned(Learned("", value_fact(str(token)), int(value))))
    if not without_value(resolution.state):
        resolution.close(question)


def _play_without(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(Learned("", STICKERS, False)))
    resolution.do(HaggisUntagged())
    resolution.close(question)


def unidentified(state: State, stickers: Set[str]) -> tuple[str, ...]:
    """While values are asked: a sticker nobody enrolled is on the next token."""
    if not state.opened(VALUES_ASKED):
        return ()
    return tuple(token for token in without_value(state) if token not in stickers)[:1]


# ---- the two that lie face up


def show(state: State) -> Iterator[ev.Event]:
    """Two tokens lie face up while the supply lasts (C5-07, C5-10)."""
    now = OWN_STATE.of(state)
    if now.tagged and len(now.shown) < min(SHOWN, now.in_supply()):
        yield ev.QuestionAsked(SHOW)


_SHOW_TEXT = tr("Turn a haggis token of the supply face up and tap it.")


def _turned_up(state: State, _question: OpenQuestion) -> Form:
    """The token that is turned up is tapped: everybody sees it."""
    return Form(_SHOW_TEXT, (tapped_token(state, _SHOW_TEXT, possible_in_supply(OWN_STATE.of(state))),))


def _turn_up(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(HaggisShown(str(answer.values[0])))
    resolution.do(SHOW_NEXT)


KINDS = (
    QuestionKind(
        LETTERS_ASKED,
        tr("Which letters are on the backs of the 6 haggis tiles? Then the companion knows when a deck is out."),
        (
            Action("letters", Form(tr("Count them"), (letters_pick(),)), _learn_letters),
            Action("later", Form(tr("Say later: Menu, Correct something")), nothing),
        ),
        rule="C5-03",
    ),
    QuestionKind(
        STICKERS_ASKED,
        tr("Are there stickers on the 13 haggis tokens?"),
        (
            Action("no", Form(tr("No stickers"), hint=NO), _no_stickers),
            Action("yes", Form(tr("Yes, on all 13"), hint=YES), _stickers),
        ),
        rule="C5-04",
    ),
    QuestionKind(
        VALUES_ASKED,
        _values_text,
        (
            Action("token", _token_and_value, _learn_value),
            Action("none", Form(tr("Play without stickers")), _play_without),
        ),
        rule="C5-02",
        stays_open=True,
    ),
    QuestionKind(SHOW, _SHOW_TEXT, (Action("token", _turned_up, _turn_up),), rule="C5-07"),
)
CHANGES = (
    Action(NEW_LETTERS, _new_letters, _learn_letters),
    Action(NEW_STICKERS, _new_stickers, _change_stickers),
)
CORRECTIONS = (Action(NEW_LETTERS, _letters_in_play, _learn_letters_in_play),)
