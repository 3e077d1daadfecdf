"""The die as neutral player: the roll, the tile it throws out (GM-DIE-01..12)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, tr
from companion.engine.offers import BY_CHANCE, ROLL, Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels, rulings
from companion.state.glen_more_2.die_moves import after_die, aim_die
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import DIE, OpenQuestion, State
from companion.state.glen_more_2.moves import move_pawn
from companion.state.glen_more_2.piece_locations import piece_choices
from companion.state.glen_more_2.questions.take import tell
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of, place_of_piece, tiles_ahead
from companion.state.glen_more_2.rows import Action, ActionFamily, Form, QuestionKind
from companion.state.glen_more_2.worlds_end import unidentified_of_d

FACE = "face_"

# ---- the roll


def _companion_rolls(state: State, _question: OpenQuestion) -> Form:
    """The companion fills in the face; each side of the die is a choice of its own, so that a roll is fair."""
    faces = tuple(Choice(str(f), tr("{n}", n=f)) for f in state.facts.die_faces)
    return Form(tr("Roll it for us"), (Pick("face", tr("Which face?"), faces),))


def _faces(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for face in sorted(set(state.facts.die_faces)):
        yield str(face), Form(tr("We rolled a {n}", n=face))


def _roll(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    face = int(str(answer.values[0] if answer.values else answer.offer.removeprefix(FACE)))
    resolution.do(ev.DieRolled(face))
    aim_die(resolution)


# ---- the tile it throws out


def _hit_text(state: State, question: OpenQuestion) -> Message:
    ahead = int(question.args[0])
    tile = labels.tile(state.facts, state.line[tiles_ahead(state.line)[ahead - 1]])
    if question.args[1]:
        return tr(
            "The die rolled {n}. It throws out tile {ahead} ahead, {tile}, and leaves the game.",
            n=state.rolled,
            ahead=ahead,
            tile=tile,
        )
    return tr(
        "The die rolled {n}. It throws out tile {ahead} ahead: {tile}.", n=state.rolled, ahead=ahead, tile=tile
    )


def _further(state: State, question: OpenQuestion) -> Form:
    """All tiles ahead, those beyond the target first, itself last: it can be tapped too."""
    places, ahead = tiles_ahead(state.line), int(question.args[0])
    order = [*range(ahead + 1, len(places) + 1), *range(1, ahead + 1)]
    spaces = ((n, state.line[places[n - 1]]) for n in order)
    others = tuple(_nth(state, places, n) for n, space in spaces if space.piece != WORLDS_END and not space.fixed)
    return Form(tr("No, another tile"), (Pick("tile", tr("Which tile?"), others),))


def _nth(state: State, places: list[int], n: int) -> Choice:
    space = state.line[places[n - 1]]
    return Choice(str(n), tr("{n}: {tile}", n=n, tile=labels.tile(state.facts, space)), piece=space.piece)


def _named(state: State, question: OpenQuestion) -> Form | None:
    aimed = state.line[tiles_ahead(state.line)[int(question.args[0]) - 1]]
    if not aimed.unidentified:
        return None
    names = tuple(c for c in piece_choices(state, aimed.deck) if c.value not in ("", WORLDS_END))
    return Form(tr("Yes, it was…"), (Pick("piece", tr("Which tile was it?"), names),)) if names else None


def _met_end(state: State, places: list[int]) -> Form | None:
    """An unidentified tile on the way may be World's End."""
    unidentified = unidentified_of_d(state)
    choices = tuple(_nth(state, places, n) for n, place in enumerate(places, 1) if place in unidentified)
    return Form(tr("It met World's End"), (Pick("tile", tr("Where is it?"), choices),)) if choices else None


def _met_on_the_way(state: State, question: OpenQuestion) -> Form | None:
    return _met_end(state, tiles_ahead(state.line)[: int(question.args[0])])


def _met_ahead(state: State, _question: OpenQuestion) -> Form | None:
    """Too few tiles lie ahead; an unidentified one of D may be World's End (GM-DIE-06 comes first)."""
    return _met_end(state, tiles_ahead(state.line))


def _throw_out_aimed(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _throw_out(resolution, question, int(question.args[0]))


def _throw_out_other(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _throw_out(resolution, question, int(answer.values[0]))


def _throw_out_named(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    tell(resolution, int(question.args[0]), str(answer.values[0]))
    _throw_out_aimed(resolution, question, answer)


def _throw_out(resolution: Resolution, question: OpenQuestion, ahead: int) -> None:
    leaves = bool(question.args[1])
    if rulings.die_leaves_by_its_tile(resolution.state):
        leaves = _lies_beyond_end(resolution.state, ahead)
    throw_out(resolution, ahead)
    # It went across World's End and threw out a tile there first (GM-DIE-06).
    if leaves:
        resolution.do(ev.FigureLeft(DIE))
    after_die(resolution)


def _lies_beyond_end(state: State, ahead: int) -> bool:
    return 0 <= place_of_piece(state.line, WORLDS_END) < tiles_ahead(state.line)[ahead - 1]


def _meet_end(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    # Now that it is found, the same roll ends there (GM-DIE-06).
    resolution.do(ev.TileIdentified(int(answer.values[0]), WORLDS_END))
    aim_die(resolution)


def _waits_text(state: State, _question: OpenQuestion) -> Message:
    return tr("The die rolled {n}, but no tile so far ahead suits it: it waits for the next.", n=state.rolled)


def _wait(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.DieWaited())
    after_die(resolution)


def throw_out(resolution: Resolution, ahead: int) -> None:
    """The tile goes to the pile, the die stands on its space (GM-DIE-05)."""
    place = tiles_ahead(resolution.state.line)[ahead - 1]
    tile = resolution.state.line[place]
    move_pawn(resolution, DIE, ahead, place)
    # The move gave up its old space at the back: the line begins elsewhere now.
    at = place_of(resolution.state.line, DIE)
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, at, "GM-DIE-05"))


KINDS = (
    QuestionKind(
        ROLL,
        tr("The die's turn."),
        (Action(BY_CHANCE, _companion_rolls, _roll), ActionFamily(FACE, _faces, _roll)),
        rule="GM-DIE-02",
    ),
    QuestionKind(
        "hit",
        _hit_text,
        (
            Action("hit", Form(tr("Yes, that tile")), _throw_out_aimed),
            Action("further", _further, _throw_out_other),
            Action("named", _named, _throw_out_named),
            Action("worlds_end", _met_on_the_way, _meet_end),
        ),
        rule="GM-DIE-03",
    ),
    QuestionKind(
        "die_waits",
        _waits_text,
        (
            Action("waits", Form(tr("Yes, it waits")), _wait),
            Action("worlds_end", _met_ahead, _meet_end),
        ),
        rule="GM-DIE-07",
    ),
)
