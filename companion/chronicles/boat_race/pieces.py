"""The tiles of the race: Start, and two Ship Builders whose letters only their backs tell, asked once."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.chronicles.boat_race.race import SLUG, START
from companion.engine.message import literal, tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import switch
from companion.state.glen_more_2.facts import LAND, Facts, Learned, Piece
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution

START_BARRED, BUILDERS = f"{SLUG}.start_barred", f"{SLUG}.builders"
LETTERS = f"{SLUG}.letters"
DECKS = ("A", "B", "C", "D")


def builders(facts: Facts) -> str:
    """The letters of both Ship Builders, "" while nobody has looked."""
    told = str(facts.more.get(BUILDERS, ""))
    return told if len(told) == 2 and set(told) <= set(DECKS) else ""


def pieces(facts: Facts, state: State) -> Facts:
    """Start lies in deck B, each Ship Builder in its own: the decks are that much larger (C0-09, C1-04, C1-05)."""
    letters = builders(facts)
    tiles = [Piece(START, "Start", LAND, "B", symbol=True, barred=bool(switch(state, START_BARRED)))]
    for number in (1, 2):
        letter = letters[number - 1] if letters else None
        tiles.append(Piece(f"ship_builder_{number}", "Ship Builder", LAND, letter, symbol=True))
    sizes = {deck: n + (deck == "B") + letters.count(deck) for deck, n in facts.decks.items()}
    return replace(facts, pieces={**facts.pieces, **{t.id: t for t in tiles}}, decks=sizes)


def set_up(state: State) -> Iterator[ev.Event]:
    if not builders(state.facts):
        yield ev.QuestionAsked(LETTERS)


def _letters() -> tuple[Pick, ...]:
    def pick(name: str, which: str) -> Pick:
        label = tr("Which letter is on the back of one?") if which == "1" else tr("And on the other?")
        return Pick(name, label, tuple(Choice(deck, literal(deck)) for deck in DECKS))

    return (pick("one", "1"), pick("other", "2"))


def ask_letters(_state: State, question: OpenQuestion) -> Question:
    text = tr("The 2 Ship Builders go into the decks of the letters on their backs.")
    offers = (Offer("letters", tr("We look"), _letters()), Offer("later", tr("We say it later")))
    return Question(question.number, question.kind, text, offers, rule="C1-05")


def settle_letters(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "letters":
        learn(resolution, answer)


def learn(resolution: Resolution, answer: Answer) -> None:
    letters = "".join(sorted(str(value) for value in answer.values))
    resolution.do(ev.FactLearned(Learned("", BUILDERS, letters)))


def change_letters(state: State, _question: OpenQuestion) -> tuple[Offer, ...]:
    """What was told in an earlier game can be told anew before play begins."""
    letters = builders(state.facts)
    if not letters:
        return ()
    label = tr("Ship Builders: {one} and {other}", one=letters[0], other=letters[1])
    return (Offer(LETTERS, label, _letters()),)


def settle_change(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    learn(resolution, answer)
