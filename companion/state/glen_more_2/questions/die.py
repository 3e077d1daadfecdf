"""The die as neutral player: the roll, the tile it throws out (GM-DIE-01..12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.engine.message import Message, literal, tr
from companion.engine.offers import BY_CHANCE, ROLL, Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.die import may_be_symbol
from companion.state.glen_more_2.die_moves import after_die, aim_die, lies_beyond_end, throw_out_and_go_on
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.piece_locations import piece_choices
from companion.state.glen_more_2.questions.take import tell
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import tiles_ahead
from companion.state.glen_more_2.rows import Action, ActionFamily, Form, QuestionKind
from companion.state.glen_more_2.worlds_end import unidentified_of_d

FACE = "face_"

# ---- the roll


def _companion_rolls(state: State, _question: OpenQuestion) -> Form:
    """The companion fills in the face; each side of the die is a choice of its own, so that a roll is fair."""
    faces = tuple(Choice(str(f), tr("{n}", n=f)) for f in state.facts.die_faces)
    return Form(tr("Roll for us, from now on"), (Pick("face", tr("Which face?"), faces),), hint=tr("roll"))


def _faces(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for face in sorted(set(state.facts.die_faces)):
        yield str(face), Form(tr("We rolled a {n}", n=face), hint=literal(str(face)))


def _roll(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    face = int(str(answer.values[0] if answer.values else answer.offer.removeprefix(FACE)))
    resolution.do(ev.DieRolled(face))
    aim_die(resolution)


def _seen(state: State, _question: OpenQuestion) -> Form | None:
    """The tile itself instead of the face: by a tap, or where the die went another way than is believed here."""
    places = tiles_ahead(state.line)
    tiles = _able(state, places, range(1, len(places) + 1))
    if not tiles:
        return None
    return Form(tr("It discarded…"), (Pick("tile", tr("Which tile?"), tiles, in_order=True),), hint=tr("tile …"))


def _throw_out_seen(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    ahead = int(answer.values[0])
    throw_out_and_go_on(resolution, ahead, lies_beyond_end(resolution.state, ahead))


# ---- the tile it throws out


def _hit_text(state: State, question: OpenQuestion) -> Message:
    ahead = int(question.args[0])
    place = tiles_ahead(state.line)[ahead - 1]
    tile = labels.tile(state.facts, state.line[place])
    if may_be_symbol(state, place) and not question.args[1]:
        return tr(
            "The die rolled {n}. It discards tile {ahead} ahead, {tile}, unless that has a chronicle symbol.",
            n=state.rolled,
            ahead=ahead,
            tile=tile,
        )
    if question.args[1]:
        return tr(
            "The die rolled {n}. It discards tile {ahead} ahead, {tile}, and leaves the game.",
            n=state.rolled,
            ahead=ahead,
            tile=tile,
        )
    return tr(
        "The die rolled {n}. It discards tile {ahead} ahead: {tile}.", n=state.rolled, ahead=ahead, tile=tile
    )


def _further(state: State, question: OpenQuestion) -> Form:
    """All tiles ahead, those beyond the target first, itself last: it can be tapped too."""
    places, ahead = tiles_ahead(state.line), int(question.args[0])
    order = [*range(ahead + 1, len(places) + 1), *range(1, ahead + 1)]
    tiles = _able(state, places, order)
    return Form(tr("Another tile"), (Pick("tile", tr("Which tile?"), tiles, in_order=True),), hint=tr("another"))


def _able(state: State, places: Sequence[int], order: Iterable[int]) -> tuple[Choice, ...]:
    spaces = ((n, state.line[places[n - 1]]) for n in order)
    return tuple(_nth(state, places, n) for n, space in spaces if space.piece != WORLDS_END and not space.fixed)


def _nth(state: State, places: Sequence[int], n: int) -> Choice:
    space = state.line[places[n - 1]]
    label = tr("tile {n} ahead, {tile}", n=n, tile=labels.tile(state.facts, space))
    return Choice(str(n), label, piece=space.piece, brief=literal(str(n)))


def _named(state: State, question: OpenQuestion) -> Form | None:
    aimed = state.line[tiles_ahead(state.line)[int(question.args[0]) - 1]]
    if not aimed.unidentified:
        return None
    names = tuple(c for c in piece_choices(state, aimed.deck) if c.value not in ("", WORLDS_END))
    pick = Pick("piece", tr("Which tile was it?"), names)
    return Form(tr("That tile: it was…"), (pick,), hint=tr("name it")) if names else None


def _met_end(state: State, places: Sequence[int]) -> Form | None:
    """An unidentified tile on the way may be World's End."""
    unidentified = unidentified_of_d(state)
    choices = tuple(_nth(state, places, n) for n, place in enumerate(places, 1) if place in unidentified)
    pick = Pick("tile", tr("Where is it?"), choices, in_order=True)
    return Form(tr("It met World's End"), (pick,), hint=tr("the end")) if choices else None


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
    leaves = lies_beyond_end(resolution.state, ahead)
    throw_out_and_go_on(resolution, ahead, leaves)


def _meet_end(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    # Now that it is found, the same roll ends there (GM-DIE-06).
    resolution.do(ev.TileIdentified(int(answer.values[0]), WORLDS_END))
    aim_die(resolution)


def _waits_text(state: State, _question: OpenQuestion) -> Message:
    return tr("The die rolled {n}, but no tile so far ahead suits it: it waits for the next.", n=state.rolled)


def _wait(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.DieWaited())
    after_die(resolution)


KINDS = (
    QuestionKind(
        ROLL,
        tr("The die's turn."),
        (
            Action(BY_CHANCE, _companion_rolls, _roll),
            ActionFamily(FACE, _faces, _roll),
            Action("seen", _seen, _throw_out_seen),
        ),
        rule="GM-DIE-02",
    ),
    QuestionKind(
        "hit",
        _hit_text,
        (
            Action("hit", Form(tr("That tile"), hint=tr("go on")), _throw_out_aimed),
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
            Action("waits", Form(tr("It waits"), hint=tr("go on")), _wait),
            Action("worlds_end", _met_ahead, _meet_end),
        ),
        rule="GM-DIE-07",
    ),
)
