"""Questions about the die as a neutral player: the roll, its target and the tile it discards (GM-DIE-01..12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.engine.message import Message, literal, tr
from companion.engine.offers import COMPANION_ROLLS, ROLL_QUESTION, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, ActionFamily, Form, QuestionKind, Resolution, do_nothing
from companion.state.glen_more_2.course import (
    fire_trigger,
    has_chronicle_symbol,
    land_waiting_die,
    may_have_symbol,
    must_identify_tile,
    tiles_not_counted_by_die,
    tiles_with_symbol,
)
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import DIE, State
from companion.state.glen_more_2.piece_locations import piece_choices
from companion.state.glen_more_2.questions.take import identify_tile
from companion.state.glen_more_2.rondel import (
    die_target,
    is_game_over,
    must_locate_worlds_end,
    possible_worlds_end_places,
)
from companion.state.glen_more_2.text import labels
from companion.state.territory.die import FACE_PREFIX, companion_rolls_form, face_forms, rolled_face
from companion.state.territory.model import OpenQuestion
from companion.state.territory.rondel import ahead_label, discard_tile_under, move_figure
from companion.state.territory.track import last_figure, number_ahead, tile_index, tile_indexes_ahead

DIE_TARGET_QUESTIONS = ("hit", "die_waits")
STALE_QUESTIONS = ("untold_end", *DIE_TARGET_QUESTIONS)


def resolve_roll(resolution: Resolution) -> None:
    """Resolve a roll: the die moves, leaves or waits, or a question is asked (GM-DIE-03 to GM-DIE-08)."""
    state = resolution.state
    beyond = state.house.die_discards_beyond_worlds_end
    place, leaves = die_target(
        state.track, state.die_face, tiles_with_symbol(state), beyond, tiles_not_counted_by_die(state)
    )
    if place < 0 and must_locate_worlds_end(state):
        # Deck D is empty, so an unidentified tile is World's End, and the roll went beyond all of them.
        resolution.do(ev.FigureLeft(DIE))
        start_turn_after_die(resolution)
    elif place < 0 and possible_worlds_end_places(state):
        # An unidentified tile may be World's End, where the die would leave instead of waiting; players decide.
        resolution.ask("die_waits")
    elif place < 0:
        resolution.do(ev.DieWaited())
        start_turn_after_die(resolution)
    elif leaves and state.track[place].piece == WORLDS_END:
        resolution.do(ev.FigureLeft(DIE))
        start_turn_after_die(resolution)
    elif not must_identify_tile(state, place):
        throw_out_and_end_turn(resolution, number_ahead(state.track, place), leaves)
    else:
        resolution.ask("hit", "", number_ahead(state.track, place), int(leaves))


def throw_out_and_end_turn(resolution: Resolution, ahead: int, leaves: bool) -> None:
    """Discard the tile, let the die leave the game if it must, and start the next turn."""
    throw_out_tile(resolution, ahead)
    # The die crossed World's End and first discarded a tile beyond it (GM-DIE-06).
    if leaves:
        resolution.do(ev.FigureLeft(DIE))
    start_turn_after_die(resolution)


def is_beyond_worlds_end(state: State, ahead: int) -> bool:
    """True if that tile ahead is beyond World's End, as far as its place is known."""
    return 0 <= tile_index(state.track, WORLDS_END) < tile_indexes_ahead(state.track)[ahead - 1]


def throw_out_tile(resolution: Resolution, ahead: int) -> None:
    """Discard the tile and put the die on its space (GM-DIE-05)."""
    place = tile_indexes_ahead(resolution.state.track)[ahead - 1]
    move_figure(resolution, DIE, place)
    discard_tile_under(resolution, DIE, "GM-DIE-05")


def start_turn_after_die(resolution: Resolution) -> None:
    """Start the turn of the figure that is now last (GM-DIE-08), after a refill if one is due."""
    fire_trigger(resolution, "die_moved")


def restart_turn_after_correction(resolution: Resolution) -> None:
    """Start the right turn after a correction of the rondel, and repeat questions that depend on it."""
    state = resolution.state
    if state.phase not in ("take", "roll"):
        return
    # While tiles are laid after the die's move no turn has begun; the next figure is determined afterwards.
    if state.find_question("end"):
        return
    stale = [o for o in resolution.state.open_questions if o.kind in STALE_QUESTIONS]
    for question in stale:
        resolution.close(question)
    if is_game_over(resolution.state) or resolution.state.turn.figure != last_figure(resolution.state.track):
        _withdraw_roll(resolution)
        _withdraw_takes(resolution)
        fire_trigger(resolution, "ring_corrected")
    elif any(o.kind in DIE_TARGET_QUESTIONS for o in stale):
        resolve_roll(resolution)


def _withdraw_takes(resolution: Resolution) -> None:
    """Close the questions to take a tile if the game is over."""
    if is_game_over(resolution.state):
        for kind in ("take", "neutral"):
            if asked := resolution.state.find_question(kind):
                resolution.close(asked)


def _withdraw_roll(resolution: Resolution) -> None:
    """Close an open roll: it is not the die's turn any more, or the game is over."""
    roll = resolution.state.find_question("roll")
    if roll:
        resolution.close(roll)


def _roll(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.DieRolled(rolled_face(answer)))
    resolve_roll(resolution)


def _seen_tile_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for the discarded tile instead of the face: by a tap, or if the die moved elsewhere."""
    places = tile_indexes_ahead(state.track)
    tiles = _target_choices(state, places, range(1, len(places) + 1), state.facts.die_faces)
    if not tiles:
        return None
    return Form(tr("It discarded…"), (Pick("tile", tr("Which tile?"), tiles, in_order=True),), hint=tr("tile …"))


def _throw_out_seen(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    ahead = int(answer.values[0])
    throw_out_and_end_turn(resolution, ahead, is_beyond_worlds_end(resolution.state, ahead))


def _hit_text(state: State, question: OpenQuestion) -> Message:
    ahead = int(question.args[0])
    place = tile_indexes_ahead(state.track)[ahead - 1]
    tile = labels.tile_label(state.facts, state.track[place])
    if may_have_symbol(state, place) and not question.args[1]:
        return tr(
            "The die rolled {n}. It discards tile {ahead} ahead, {tile}, unless that has a chronicle symbol.",
            n=state.die_face,
            ahead=ahead,
            tile=tile,
        )
    if question.args[1]:
        return tr(
            "The die rolled {n}. It discards tile {ahead} ahead, {tile}, and leaves the game.",
            n=state.die_face,
            ahead=ahead,
            tile=tile,
        )
    return tr(
        "The die rolled {n}. It discards tile {ahead} ahead: {tile}.", n=state.die_face, ahead=ahead, tile=tile
    )


def die_target_objection(state: State, place: int, faces: Iterable[int]) -> Reason | None:
    """Return why no roll of these faces ends on the tile at this place, as far as known (GM-DIE-03, GM-DIE-04)."""
    uncounted = tiles_not_counted_by_die(state)
    counted = [at for at in tile_indexes_ahead(state.track) if state.track[at].piece not in uncounted]
    tile = labels.tile_label(state.facts, state.track[place])
    if place not in counted or has_chronicle_symbol(state, state.track[place].piece):
        return Reason("GM-DIE-04", tr("The die never discards {tile}: it goes on to the next tile.", tile=tile))
    way = counted[: counted.index(place)]
    if any(face <= len(way) + 1 and all(may_have_symbol(state, at) for at in way[face - 1 :]) for face in faces):
        return None
    return Reason("GM-DIE-03", tr("The die counts tiles, and no roll ends on that tile."))


def _further_tiles_form(state: State, question: OpenQuestion) -> Form:
    """Return the choice of another tile ahead, the target itself last; it can be tapped too."""
    places, ahead = tile_indexes_ahead(state.track), int(question.args[0])
    order = [*range(ahead + 1, len(places) + 1), *range(1, ahead + 1)]
    tiles = _target_choices(state, places, order, (state.die_face,))
    return Form(tr("Another tile"), (Pick("tile", tr("Which tile?"), tiles, in_order=True),), hint=tr("another"))


def _target_choices(
    state: State, places: Sequence[int], order: Iterable[int], faces: Sequence[int]
) -> tuple[Choice, ...]:
    """Return the tiles with these numbers ahead; those on which none of the faces ends need confirmation."""
    spaces = ((n, state.track[places[n - 1]]) for n in order)
    return tuple(
        replace(_nth_target(state, places, n), caution=die_target_objection(state, places[n - 1], faces))
        for n, space in spaces
        if space.piece != WORLDS_END and not space.fixed
    )


def _nth_target(state: State, places: Sequence[int], n: int) -> Choice:
    space = state.track[places[n - 1]]
    label = ahead_label(n, labels.tile_label(state.facts, space))
    return Choice(str(n), label, piece=space.piece, brief=literal(str(n)))


def _named_tile_form(state: State, question: OpenQuestion) -> Form | None:
    aimed = state.track[tile_indexes_ahead(state.track)[int(question.args[0]) - 1]]
    if not aimed.is_unidentified:
        return None
    names = tuple(c for c in piece_choices(state, aimed.deck) if c.value not in ("", WORLDS_END))
    pick = Pick("piece", tr("Which tile was it?"), names)
    return Form(tr("That tile: it was…"), (pick,), hint=tr("name it")) if names else None


def _met_end(state: State, places: Sequence[int]) -> Form | None:
    """Return the form for an unidentified tile on the way that turns out to be World's End."""
    unidentified = possible_worlds_end_places(state)
    choices = tuple(_nth_target(state, places, n) for n, place in enumerate(places, 1) if place in unidentified)
    pick = Pick("tile", tr("Where is it?"), choices, in_order=True)
    return Form(tr("It met World's End"), (pick,), hint=tr("the end")) if choices else None


def _met_on_the_way(state: State, question: OpenQuestion) -> Form | None:
    return _met_end(state, tile_indexes_ahead(state.track)[: int(question.args[0])])


def _met_ahead(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form if too few tiles are ahead and one may be World's End (GM-DIE-06 comes first)."""
    return _met_end(state, tile_indexes_ahead(state.track))


def _throw_out_aimed(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _throw_out_ahead(resolution, question, int(question.args[0]))


def _throw_out_other(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _throw_out_ahead(resolution, question, int(answer.values[0]))


def _throw_out_named(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece = str(answer.values[0])
    identify_tile(resolution, int(question.args[0]), piece)
    # Now its symbol is known, so the same roll goes on to the next tile without one (GM-DIE-04).
    if has_chronicle_symbol(resolution.state, piece):
        resolve_roll(resolution)
    else:
        _throw_out_aimed(resolution, question, answer)


def _throw_out_ahead(resolution: Resolution, question: OpenQuestion, ahead: int) -> None:
    leaves = bool(question.args[1])
    leaves = is_beyond_worlds_end(resolution.state, ahead)
    throw_out_and_end_turn(resolution, ahead, leaves)


def _meet_end(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    # World's End is identified now, so the same roll ends there (GM-DIE-06).
    resolution.do(ev.TileIdentified(int(answer.values[0]), WORLDS_END))
    resolve_roll(resolution)


# The die that waits on the empty space: an unknown tile that is laid may have a symbol (GM-DIE-07).


def _landing_space(state: State, question: OpenQuestion) -> tuple[int, Message]:
    """Return the place of the laid tile and its label."""
    place = tile_indexes_ahead(state.track)[int(question.args[0]) - 1]
    return place, labels.tile_label(state.facts, state.track[place])


def _lands_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "The die waits. It discards {tile}, which is laid now, unless that has a chronicle symbol.",
        tile=_landing_space(state, question)[1],
    )


def _lands(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    land_waiting_die(resolution, _landing_space(resolution.state, question)[0])


def _lands_named(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece = str(answer.values[0])
    identify_tile(resolution, int(question.args[0]), piece)
    if not has_chronicle_symbol(resolution.state, piece):
        _lands(resolution, question, answer)


def _waits_text(state: State, _question: OpenQuestion) -> Message:
    return tr("The die rolled {n}, but no tile so far ahead suits it: it waits for the next.", n=state.die_face)


def _wait(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.DieWaited())
    start_turn_after_die(resolution)


DIE_QUESTIONS = (
    QuestionKind(
        ROLL_QUESTION,
        tr("The die's turn."),
        (
            Action(COMPANION_ROLLS, companion_rolls_form, _roll),
            ActionFamily(FACE_PREFIX, face_forms, _roll),
            Action("seen", _seen_tile_form, _throw_out_seen),
        ),
        rule="GM-DIE-02",
    ),
    QuestionKind(
        "hit",
        _hit_text,
        (
            Action("hit", Form(tr("That tile"), hint=tr("go on")), _throw_out_aimed),
            Action("further", _further_tiles_form, _throw_out_other),
            Action("named", _named_tile_form, _throw_out_named),
            Action("worlds_end", _met_on_the_way, _meet_end),
        ),
        rule="GM-DIE-03",
    ),
    QuestionKind(
        "die_lands",
        _lands_text,
        (
            Action("lands", Form(tr("It is discarded"), hint=tr("go on")), _lands),
            Action("symbol", Form(tr("It has a symbol: the die waits on"), hint=tr("symbol")), do_nothing),
            Action("named", _named_tile_form, _lands_named),
        ),
        rule="GM-DIE-07",
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
