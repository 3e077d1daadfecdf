"""The tiles of the race: Start, and two Ship Builders whose letters only their backs tell, asked once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.chronicles.boat_race.race import SLUG, START
from companion.engine.message import Message, literal, tr
from companion.engine.offers import Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import LAND, Effect, Facts, Learned, Piece, deck_told
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.corrections import in_play
from companion.state.glen_more_2.refill import decks_grow
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, nothing
from companion.state.glen_more_2.ruleset import switch

START_BARRED, BUILDERS = f"{SLUG}.start_barred", f"{SLUG}.builders"
LETTERS = f"{SLUG}.letters"
MOVES = (Effect("move", n=2),)
"""The symbol of two movement points comes with this chronicle, and no other of its tiles can carry it (C1-05)."""
BUILDER_IDS = ("ship_builder_1", "ship_builder_2")
DECKS = ("A", "B", "C", "D")


def builders(facts: Facts) -> str:
    """The letters of both Ship Builders, "" while nobody has looked: told of each, or of both together."""
    told = [deck_told(facts, id) for id in BUILDER_IDS]
    left = list(str(facts.more.get(BUILDERS, "")))
    for number, letter in enumerate(told):
        if letter and left:
            left.pop(left.index(letter) if letter in left else min(number, len(left) - 1))
    letters = "".join(letter or (left.pop(0) if left else "") for letter in told)
    return letters if len(letters) == 2 and set(letters) <= set(DECKS) else ""


def pieces(facts: Facts, state: State) -> Facts:
    """Start lies in deck B, each Ship Builder in its own: the decks are that much larger (C0-09, C1-04, C1-05)."""
    letters = builders(facts)
    # No book says whether Start shows the "no entry" symbol, so the table decides (C1-11).
    tiles = [Piece(START, "Start", LAND, "B", symbol=True, barred=bool(switch(state, START_BARRED)))]
    for number, id in enumerate(BUILDER_IDS):
        letter = letters[number] if letters else None
        builder = Piece(id, "Ship Builder", LAND, letter, activation=MOVES, symbol=True)
        tiles.append(builder)
    sizes = {deck: n + (deck == "B") + letters.count(deck) for deck, n in facts.decks.items()}
    return replace(facts, pieces={**facts.pieces, **{t.id: t for t in tiles}}, decks=sizes)


def set_up(state: State) -> Iterator[ev.Event]:
    if not builders(state.facts):
        yield ev.QuestionAsked(LETTERS)


def _letter(name: str, label: Message) -> Pick:
    return Pick(name, label, tuple(Choice(deck, literal(deck)) for deck in DECKS))


_LETTERS = (
    _letter("one", tr("Which letter is on the back of one?")),
    _letter("other", tr("And on the other?")),
)


def _learn(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    # Nobody can tell the two Ship Builders apart: "AB" and "BA" must be the same fact.
    letters = "".join(sorted(str(value) for value in answer.values))
    resolution.do(ev.FactLearned(Learned("", BUILDERS, letters)))


def _letters_untold(state: State, _question: OpenQuestion) -> Form | None:
    """Who wanted to say them later says them now."""
    return None if builders(state.facts) else Form(tr("Letters of the Ship Builders"), _LETTERS)


def _learn_in_play(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _learn(resolution, question, answer)
    decks_grow(resolution, Counter(str(value) for value in answer.values))


def _letters_known(state: State, _question: OpenQuestion) -> Form | None:
    """What an earlier game learned can be changed before play begins; what was told of each, where it was told."""
    letters = builders(state.facts)
    if not letters or any(deck_told(state.facts, id) for id in BUILDER_IDS):
        return None
    return Form(tr("Ship Builders: {one} and {other}", one=letters[0], other=letters[1]), _LETTERS)


KINDS = (
    QuestionKind(
        LETTERS,
        tr("The 2 Ship Builders go into the decks of the letters on their backs."),
        (
            Action("letters", Form(tr("Look now"), _LETTERS), _learn),
            Action("later", Form(tr("Say later: Menu, Correct something")), nothing),
        ),
        rule="C1-05",
    ),
)
AT_THE_START = (Action(LETTERS, _letters_known, _learn),)
CORRECTIONS = (Action(LETTERS, in_play(_letters_untold), _learn_in_play),)
