"""The die on the rondel: its roll, and the tile that it takes away (G1-DIE-03 to G1-DIE-06)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, literal, tr
from companion.engine.offers import BY_CHANCE, ROLL, Answer, Choice, Pick
from companion.state.glen_more import events as ev
from companion.state.glen_more.course import fire
from companion.state.glen_more.model import DIE, OpenQuestion, State
from companion.state.glen_more.questions.take import move, place_meant, reach
from companion.state.glen_more.refill import is_told, throw_out
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, ActionFamily, Form, QuestionKind
from companion.state.territory.track import place_of, tiles_ahead

FACE = "face_"


def _text(_state: State, _question: OpenQuestion) -> Message:
    return tr("The die's turn: roll it.")


def _companion_rolls(state: State, _question: OpenQuestion) -> Form:
    """Each side of the die is a choice of its own, so that a roll is fair (G1-DIE-02)."""
    faces = tuple(Choice(str(face), tr("{n}", n=face)) for face in state.facts.die_faces)
    return Form(tr("Roll for us, from now on"), (Pick("face", tr("Which face?"), faces),), hint=tr("roll"))


def _faces(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for face in sorted(set(state.facts.die_faces)):
        yield str(face), Form(tr("We rolled a {n}", n=face), hint=literal(str(face)))


def target(state: State, face: int) -> int:
    """The place where the die goes: so many tiles ahead; by a house rule so many spaces (G1-DIE-04).

    Where fewer tiles lie ahead it takes the last one.
    """
    places = tiles_ahead(state.line)
    if not state.house.die_counts_spaces:
        return places[min(face, len(places)) - 1]
    aimed = place_of(state.line, DIE) + face
    return next((place for place in places if place >= aimed), places[-1])


def _roll(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    face = int(str(answer.values[0] if answer.values else answer.offer.removeprefix(FACE)))
    resolution.do(ev.DieRolled(face))
    take_away(resolution, target(resolution.state, face))


def take_away(resolution: Resolution, place: int) -> None:
    """That tile is out of the game, the die stands on its space; then phase 4 as usual (G1-DIE-05, G1-DIE-06)."""
    move(resolution, DIE, place)
    throw_out(resolution, place_of(resolution.state.line, DIE), "G1-DIE-05")
    fire(resolution, "thrown" if is_told(resolution.state) else "turn_ended")


def _seen(state: State, _question: OpenQuestion) -> Form:
    """The tile itself instead of the face: by a tap, or where people went by another one."""
    tiles = tuple(
        Choice(c.value, c.label, piece=c.piece, brief=c.brief) for c in reach(state, state.players[0].id)
    )
    pick = Pick("tile", tr("Which tile?"), tiles, in_order=True)
    return Form(tr("It discarded…"), (pick,), hint=tr("tile …"))


def _throw_out_seen(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    take_away(resolution, place_meant(resolution.state, answer.values[0]))


KINDS = (
    QuestionKind(
        ROLL,
        _text,
        (
            ActionFamily(FACE, _faces, _roll),
            Action(BY_CHANCE, _companion_rolls, _roll),
            Action("seen", _seen, _throw_out_seen),
        ),
        rule="G1-DIE-04",
    ),
)
