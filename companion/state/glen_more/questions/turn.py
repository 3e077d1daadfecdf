"""Turn questions: the take, the end of the turn and the roll of the die.

The player on turn takes a tile or none (G1-TRN-01, G1-TRN-02, G1-TRN-07). At the end of a turn players lay new
tiles and may identify them (G1-TRN-05); the next player may already have taken a tile. The die removes a tile
(G1-DIE-03 to G1-DIE-06).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.caching import memoize_last
from companion.engine.message import Message, join_list, literal, tr, trn, with_button_wording
from companion.engine.offers import COMPANION_ROLLS, ROLL_QUESTION, Answer, Choice, Pick, Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import text
from companion.state.glen_more.course import (
    discard_passed_tiles,
    fire_trigger,
    is_identifying_laid_tiles,
    lay_next_tile,
    leaving_tile_indexes,
    run_course,
    tiles_to_lay,
)
from companion.state.glen_more.model import DIE, EVENT_COUNTS, SCORING_AFTER_DECK, State
from companion.state.glen_more.questions.setup import laid_tile_form, tile_choices_from_decks, tiles_to_lay_text
from companion.state.glen_more.resolution import Action, ActionFamily, Form, QuestionKind, Resolution, done_card
from companion.state.glen_more.tile_costs import (
    last_scot_caution,
    payment_caution,
    record_tile_effects,
    tile_instructions,
)
from companion.state.glen_more.tile_placement import takeable_tiles
from companion.state.territory.die import FACE_PREFIX, companion_rolls_form, face_forms, rolled_face
from companion.state.territory.model import OpenQuestion
from companion.state.territory.rondel import (
    AHEAD_PREFIX,
    ahead_label,
    discard_tile_under,
    move_figure,
    target_index,
)
from companion.state.territory.takeable_tiles import why_tile_must_be_taken
from companion.state.territory.track import Space, figure_index, last_figure, tile_indexes_ahead

ChoiceJudge = Callable[[Choice, str], Choice]
"""Adds to a choice why its tile cannot or should not be taken; takes the choice and the tile id."""


@memoize_last
def reachable_tiles(state: State, player_id: str) -> tuple[Choice, ...]:
    """Return a choice for every tile ahead, nearest first; an unidentified one asks for its name (G1-TRN-02)."""
    judged = _judge(state, player_id)
    names = {
        deck: Pick("piece", tr("Which tile is it?"), _names(state, judged, deck))
        for deck in _unidentified_decks(state)
    }
    return tuple(
        _choice(state, judged, n, state.track[place], names)
        for n, place in enumerate(tile_indexes_ahead(state.track), 1)
    )


def _judge(state: State, player_id: str) -> ChoiceJudge:
    """Return the check of a tile: a caution from the known counts, at referee depth a refusal (G1-TRN-02)."""
    if not state.tracks_territories:
        return lambda choice, piece: replace(choice, caution=payment_caution(state, player_id, piece))
    takeable, tiles = takeable_tiles(state, player_id), state.facts.tiles
    return lambda choice, piece: replace(choice, closed=takeable.why_not(tiles[piece]))


def _choice(state: State, judged: ChoiceJudge, n: int, space: Space, names: dict[str, Pick]) -> Choice:
    label = ahead_label(n, text.piece_label(state.facts, space.piece, space.deck))
    brief = literal(str(n))
    if not space.piece:
        return Choice(f"{AHEAD_PREFIX}{n}", label, then=(names[space.deck],), brief=brief)
    return judged(Choice(space.piece, label, piece=space.piece, brief=brief), space.piece)


def _unidentified_decks(state: State) -> set[str]:
    return {space.deck for space in state.track if space.is_unidentified}


def _names(state: State, judged: ChoiceJudge, deck: str) -> tuple[Choice, ...]:
    return tuple(judged(choice, choice.value) for choice in tile_choices_from_decks(state, (deck,)))


def _take_text(state: State, question: OpenQuestion) -> Message:
    player = text.figure_label(state, question.player)
    return with_button_wording(
        tr("{Player}, tap the tile you take", Player=player), tr("{Player}, take a tile", Player=player)
    )


def _take(state: State, question: OpenQuestion) -> Form:
    which = Pick(
        "tile",
        tr("Which tile ahead of you? Count tiles only."),
        reachable_tiles(state, question.player),
        starts_at_default=True,
        in_order=True,
    )
    return Form(tr("Take a tile"), (which,))


def _nothing(state: State, question: OpenQuestion) -> Form:
    """Return the form for taking no tile: the pawn moves to any tile ahead, which leaves the game (G1-TRN-07)."""
    found = reachable_tiles(state, question.player)
    plain = tuple(replace(choice, closed=None, caution=None, then=()) for choice in found)
    closed = why_tile_must_be_taken(found, "G1-TRN-07") if state.tracks_territories else None
    return Form(
        tr("No tile can be taken"), (Pick("tile", tr("Move to which tile?"), plain, in_order=True),), closed
    )


def take_chosen_tile(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the pawn's move, the taken tile and its counted effects."""
    player, place = question.player, target_index(resolution.state.track, answer.values[0])
    if len(answer.values) > 1:
        resolution.do(ev.TileIdentified(place, str(answer.values[1])))
    space = resolution.state.track[place]
    move_figure(resolution, player, place)
    resolution.do(ev.TileTaken(player, space.piece, space.deck))
    if resolution.state.tracks_territories:
        fire_trigger(resolution, "to_be_laid")
        return
    fire_trigger(resolution, "taken")
    record_tile_effects(resolution, player, space.piece)


def _take_nothing(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    place = target_index(resolution.state.track, answer.values[0])
    move_figure(resolution, question.player, place)
    discard_tile_under(resolution, question.player, "G1-TRN-07")
    fire_trigger(resolution, "nothing_taken" if resolution.state.tracks_territories else "taken")


def _pay_text(state: State, question: OpenQuestion) -> Message:
    """Return the question that follows Loch Ness, which costs a Scot or a chieftain (G1-LOC-04)."""
    return tr("{Player} pays a Scot or a chieftain?", Player=text.figure_label(state, question.player))


def _pay_scot(state: State, question: OpenQuestion) -> Form:
    return Form(tr("A Scot"), caution=last_scot_caution(state, state.player(question.player)))


def _pay(count: str) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    def pay(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
        resolution.do(ev.CountChanged(question.player, count, -1, "cost"))

    return pay


TAKE_KINDS = (
    QuestionKind(
        "take",
        _take_text,
        (
            Action("take", _take, take_chosen_tile, "OK", tr("take")),
            Action("nothing", _nothing, _take_nothing, is_rare=True),
        ),
        rule="G1-TRN-02",
        non_blocking=True,
    ),
    QuestionKind(
        "pay",
        _pay_text,
        (
            Action("chieftain", Form(tr("A chieftain")), _pay("chieftains")),
            Action("scot", _pay_scot, _pay("scots")),
        ),
        rule="G1-LOC-04",
    ),
)


def table_instructions(state: State) -> list[Message]:
    """Return what players must do at the end of this turn, in order."""
    lines = [] if state.tracks_territories else [*tile_instructions(state, state.turn.tile)]
    if passed := len(leaving_tile_indexes(state)):
        lines.append(trn("Put {n} passed tile into the box", "Put {n} passed tiles into the box", passed))
    if tiles := tiles_to_lay_text(state):
        lines.append(tr("Lay {tiles}", tiles=join_list(tiles)))
    return lines


def _end_text(state: State, _question: OpenQuestion) -> Message:
    lines = table_instructions(state)
    if not lines:
        return tr("OK ends the turn.")
    return Message(
        " ".join(f"{{p{i}}}." for i in range(len(lines))), tuple((f"p{i}", p) for i, p in enumerate(lines))
    )


def why_turn_cannot_end(state: State) -> Reason | None:
    """Return a caution against ending the turn: a negative count; otherwise None."""
    for player in state.players:
        for count in EVENT_COUNTS:
            number = getattr(player, count)
            if number < 0:
                words = tr(
                    "{Player}: {count} {n}. Is it so?",
                    Player=text.figure_label(state, player.id),
                    n=number,
                    count=text.COUNT_WORDS[count],
                )
                return Reason("G1-APP-03", words, tr("Go on without it"))
    return None


def _done(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("Done"), caution=why_turn_cannot_end(state), hint=tr("end turn"))


def _next(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for a next player who has already taken a tile; None before the die or a scoring."""
    scoring = state.deck in SCORING_AFTER_DECK and tiles_to_lay(state) >= state.tiles_left[state.deck]
    who = last_figure(state.track)
    if scoring or who == DIE:
        return None
    ahead = [state.track[place].piece for place in tile_indexes_ahead(state.track)]
    takeable = takeable_tiles(state, who) if state.tracks_territories else None
    known = tuple(
        Choice(
            piece,
            text.piece_label(state.facts, piece),
            closed=takeable.why_not(state.facts.tiles[piece]) if takeable else None,
            piece=piece,
        )
        for piece in ahead
        if piece
    )
    if not known:
        return None
    pick = Pick("tile", tr("Which tile?"), known)
    return Form(tr("The next tile was taken already"), (pick,), caution=why_turn_cannot_end(state), is_rare=True)


def _end(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.close_all("end")
    fire_trigger(resolution, "turn_ended")


def _end_and_take(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _end(resolution, question, answer)
    run_course(resolution)
    if taking := resolution.state.find_question("take"):
        resolution.close_all("take")
        take_chosen_tile(resolution, taking, answer)


def enter_laid_tile(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Record an identified tile that players laid."""
    discard_passed_tiles(resolution)
    lay_next_tile(resolution, str(answer.values[0]))


END_KINDS = (
    QuestionKind(
        "end",
        _end_text,
        (
            Action("done", _done, _end, "OK", tr("end turn"), cards=done_card),
            Action("laid", laid_tile_form, enter_laid_tile),
            Action("next", _next, _end_and_take, is_rare=True),
        ),
        rule="G1-TRN-05",
        non_blocking=True,
        stays_open=True,
    ),
)


def _die_text(_state: State, _question: OpenQuestion) -> Message:
    return tr("The die's turn: roll it.")


def die_target(state: State, face: int) -> int:
    """Return the index of the tile that the die reaches (G1-DIE-04).

    It counts tiles, or by a house rule spaces. If fewer tiles are ahead, it is the last one.
    """
    places = tile_indexes_ahead(state.track)
    if not state.house.die_counts_spaces:
        return places[min(face, len(places)) - 1]
    aimed = figure_index(state.track, DIE) + face
    return next((place for place in places if place >= aimed), places[-1])


def _roll(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    face = rolled_face(answer)
    resolution.do(ev.DieRolled(face))
    remove_die_tile(resolution, die_target(resolution.state, face))


def remove_die_tile(resolution: Resolution, place: int) -> None:
    """Record that the tile leaves the game and the die takes its space; phase 4 follows (G1-DIE-05, G1-DIE-06)."""
    move_figure(resolution, DIE, place)
    discard_tile_under(resolution, DIE, "G1-DIE-05")
    fire_trigger(resolution, "thrown" if is_identifying_laid_tiles(resolution.state) else "turn_ended")


def _seen(state: State, _question: OpenQuestion) -> Form:
    """Return the form for the discarded tile itself, by tap or if the die discarded another one."""
    faces = sorted(set(state.facts.die_faces))
    reached = {die_target(state, face) for face in faces}
    words = tr("The die shows {faces}: it cannot reach that tile.", faces=join_list(map(str, faces)))
    tiles = tuple(
        Choice(
            c.value,
            c.label,
            caution=None if target_index(state.track, c.value) in reached else Reason("G1-DIE-04", words),
            piece=c.piece,
            brief=c.brief,
        )
        for c in reachable_tiles(state, state.players[0].id)
    )
    pick = Pick("tile", tr("Which tile?"), tiles, in_order=True)
    return Form(tr("It discarded…"), (pick,), hint=tr("tile …"))


def _throw_out_seen(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    remove_die_tile(resolution, target_index(resolution.state.track, answer.values[0]))


DIE_KINDS = (
    QuestionKind(
        ROLL_QUESTION,
        _die_text,
        (
            ActionFamily(FACE_PREFIX, face_forms, _roll),
            Action(COMPANION_ROLLS, companion_rolls_form, _roll),
            Action("seen", _seen, _throw_out_seen),
        ),
        rule="G1-DIE-04",
    ),
)
