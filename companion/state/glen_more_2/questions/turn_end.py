"""The end of a turn: tiles laid, decks that end, the next player's tile (GM-RND-05..08, GM-TRN-07)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import (
    TURN,
    Action,
    CommandCard,
    Form,
    QuestionKind,
    Resolution,
    do_nothing,
)
from companion.state.glen_more_2.course import (
    SCORED_DECKS,
    advance_course,
    count_tiles_that_fit,
    count_tiles_to_lay,
    empty_deck,
    fire_trigger,
    lay_tile,
)
from companion.state.glen_more_2.effects import lapse_movement, raise_counts_to_zero
from companion.state.glen_more_2.facts import PERSON, WORLDS_END, Facts
from companion.state.glen_more_2.instructions.table_tasks import refill_task_texts, waiting_die_tasks
from companion.state.glen_more_2.model import State, Turn, is_neutral_figure
from companion.state.glen_more_2.payment import entered_tile_cost, is_cost_missing
from companion.state.glen_more_2.piece_locations import located_pieces, possible_pieces, unique_choices
from companion.state.glen_more_2.questions import activation
from companion.state.glen_more_2.questions.take import reachable_choices, record_deck, resolve_take
from companion.state.glen_more_2.referee.activation import ACTIVATION
from companion.state.glen_more_2.rondel import (
    is_everyone_at_worlds_end,
    is_on_worlds_end,
    possible_worlds_end_places,
)
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import count_layable_tiles, last_figure, number_ahead

RUNNING_TURN_QUESTIONS = ("ledger", "take")
MAX_MOVEMENT = 20
MAX_DECK = 20


def _text(state: State, _question: OpenQuestion) -> Message:
    """Return what to do on the table at the end of the turn; if nothing, what OK does."""
    parts = (*refill_task_texts(state), *waiting_die_tasks(state))
    words = Message(
        " ".join(f"{{p{i}}}." for i in range(len(parts))), tuple((f"p{i}", p) for i, p in enumerate(parts))
    )
    return words if parts else tr("OK ends the turn.")


def _done_form(state: State, _question: OpenQuestion) -> Form:
    # The key ends the turn even if the cost is missing: the tile may have been free. If the entries pay a tile of
    # unknown cost, "keep_cost" has the key instead, because it saves the cost and ends the turn.
    hint = tr("end now") if is_cost_missing(state) else tr("end turn")
    return Form(
        tr("End turn"), caution=turn_end_objection(state), hint=hint, has_key=entered_tile_cost(state) is None
    )


def _other_number(state: State, _question: OpenQuestion) -> Form:
    lay = count_tiles_to_lay(state)
    free = count_layable_tiles(state.track, state.spaces)
    # Limited by the space, not by the counted size of the deck, which may be wrong.
    number = Amount("tiles", tr("How many tiles do you lay?"), 0, max(free, lay), lay)
    return Form(tr("Lay more or fewer tiles"), (number,), caution=turn_end_objection(state))


def _laid_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that names a tile as it is laid."""
    return _laid_tile_form(state, state.deck, tr("Lay a tile"))


def _laid_next(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that names a tile of the next deck."""
    if state.deck not in SCORED_DECKS:
        return None
    deck = state.next_deck(state.deck)
    return _laid_tile_form(state, deck, tr("Lay a tile of deck {deck}", deck=deck))


def _laid_tile_form(state: State, deck: str, label: Message) -> Form | None:
    choices = _laid_choices(state, deck) if count_layable_tiles(state.track, state.spaces) else ()
    return Form(label, (Pick("piece", tr("Which tile?"), choices),)) if choices else None


def _laid_choices(state: State, deck: str) -> tuple[Choice, ...]:
    """Return the tiles that may be laid, if there is space; in a short game World's End is the first of D."""
    tapped = _tiles_tapped_early(state)
    end_first = deck == "D" and state.short_game and not state.is_worlds_end_known and WORLDS_END not in tapped
    free = count_layable_tiles(state.track, state.spaces) - len(tapped)
    return unique_choices(
        Choice(p.id, labels.piece_label(state.facts, p.id), piece=p.id)
        for p in possible_pieces(state, deck)
        if p.id not in tapped and free > (end_first and p.id != WORLDS_END)
    )


def _tiles_tapped_early(state: State) -> tuple[str, ...]:
    """Return tiles of the next deck that were tapped before the end of the old deck is confirmed."""
    asked = state.find_question("deck_end")
    return tuple(str(piece) for piece in asked.args[1:]) if asked else ()


def _end_laid(state: State, _question: OpenQuestion) -> Form | None:
    lay = count_tiles_to_lay(state)
    if state.deck != "D" or state.is_worlds_end_known or not lay or state.short_game:
        return None
    which = tuple(Choice(str(n), tr("tile {n}", n=n), brief=literal(str(n))) for n in range(1, lay + 1))
    title = tr("Which tile is World's End? The turn ends with it.")
    pick = Pick("which", title, which, "1", is_assumed=lay == 1, in_order=True)
    return Form(tr("World's End is among them: end turn"), (pick,), caution=turn_end_objection(state))


def _deck_empty(state: State, _question: OpenQuestion) -> Form | None:
    lay = count_tiles_to_lay(state)
    if state.deck not in SCORED_DECKS or not lay:
        return None
    before = Amount("tiles", tr("How many of {deck} were left?", deck=state.deck), 0, lay, 0)
    return Form(tr("Deck {deck} is empty", deck=state.deck), (before,), caution=turn_end_objection(state))


def _next_player_form(state: State, _question: OpenQuestion) -> Form | None:
    taker = next_player_choices(state)
    if taker is None:
        return None
    player_id, choices = taker
    if all(choice.closed for choice in choices):
        return None
    label = tr("{player} took a tile already", player=labels.figure_label(state, player_id))
    return Form(label, (Pick("tile", tr("Which tile?"), choices),), caution=turn_end_objection(state))


def _done_card(_facts: Facts) -> Iterator[CommandCard]:
    yield CommandCard("done", tr("Done"), (), "done", place=TURN, fallback=tr("No turn waits for its end."))


def turn_end_objection(state: State) -> Reason | None:
    """Return why the turn should not end: a negative count or an open question; None for no objection.

    An uncertain count may be negative: it is raised to 0 when the turn ends, and entered before a scoring.
    """
    for player in state.remaining_players:
        for count in ("coins", "barrels"):
            number = getattr(player, count)
            if number < 0 and count not in player.uncertain_counts:
                return Reason(
                    "GM-TAK-01",
                    tr(
                        "By the entries {player} has {n} {count}",
                        player=labels.figure_label(state, player.id),
                        n=number,
                        count=labels.COUNT_LABELS[count],
                    ),
                    tr("Go on: it stays at {n}", n=number),
                )
    if all(rules_of(state).kinds[opened.kind].non_blocking for opened in state.open_questions):
        return None
    # The previous page names the question; its text would not fit beside the row on a small panel.
    return Reason("GM-TRN-04", tr("A question is still open"))


def next_player_choices(state: State) -> tuple[str, tuple[Choice, ...]] | None:
    """Return the next player and the tiles that the player can take now.

    None if something comes first: the die, the end of a deck, a scoring or the end of the game.
    """
    figure = last_figure(state.track)
    last_tile = count_tiles_to_lay(state) >= state.deck_of(state.deck).left
    ends = last_tile and (state.deck in SCORED_DECKS or (state.deck == "D" and not state.is_worlds_end_known))
    asks = state.has_pending_steps or rules_of(state).expansions_at_hook("turn_done") or _asks_first(state, figure)
    if is_neutral_figure(figure) or ends or state.due_scorings or asks or is_everyone_at_worlds_end(state.track):
        return None
    return figure, reachable_choices(state, figure)


def _asks_first(state: State, figure: str) -> bool:
    """True if a chronicle acts when this player's turn begins."""
    # Tested on a state in which the turn has begun; hooks are pure, so this has no effect.
    begun = replace(state, turn=Turn(state.turn.number + 1, figure))
    rules = rules_of(state)
    hooks = (rules.expansion(slug).hooks["turn_begun"] for slug in rules.expansions_at_hook("turn_begun"))
    return any(tuple(hook(begun)) for hook in hooks)


def _finish_as_said(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    finish_turn(resolution, count_tiles_to_lay(resolution.state))


def _finish_with_number(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    finish_turn(resolution, int(answer.values[0]))


def _lay_named_tile(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    lay_pieces(resolution, str(answer.values[0]))


def _ask_if_deck_ended(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    _ask_deck_end(resolution, str(answer.values[0]))


def _ask_deck_end(resolution: Resolution, piece: str) -> None:
    """Ask if the deck is empty after a tile of the next deck was tapped; tapped tiles wait for the answer."""
    before = resolution.state.find_question("deck_end")
    pieces = (*_tiles_tapped_early(resolution.state), piece)
    if before:
        resolution.close(before)
    resolution.ask("deck_end", "", resolution.state.deck, *pieces)


def lay_pieces(resolution: Resolution, *pieces: str) -> None:
    """Lay tapped tiles if they are not on the table and there is space; the last of a refill ends the turn."""
    for piece in pieces:
        if piece not in located_pieces(resolution.state) and count_layable_tiles(
            resolution.state.track, resolution.state.spaces
        ):
            lay_tile(resolution, piece)
            record_deck(resolution, piece, resolution.state.deck)
    if not count_tiles_that_fit(resolution.state) and turn_end_objection(resolution.state) is None:
        finish_turn(resolution, 0)


def _lay_with_end(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Lay the tiles, with World's End in its place among them."""
    lay, which = count_tiles_to_lay(resolution.state), int(answer.values[0])
    for number in range(1, which + 1):
        lay_tile(resolution, WORLDS_END if number == which else "")
    finish_turn(resolution, lay - which)


def _empty_early(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Lay the last tiles of a deck that ended before its counted end, then go on with the next deck."""
    lay, before = count_tiles_to_lay(resolution.state), int(answer.values[0])
    letter = resolution.state.deck
    for _ in range(before):
        lay_tile(resolution)
    empty_deck(resolution, letter)
    finish_turn(resolution, lay - before)


def _taken_by_next(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """End this turn and take the tile for the next player; unused movement points are asked afterwards."""
    player_id = resolution.state.turn.player
    owes = must_enter_movement(resolution.state)
    _finish(resolution, count_tiles_to_lay(resolution.state), say_movement=False)
    # Offered only if nothing comes between the turns, so the course goes directly to the next take.
    advance_course(resolution)
    take = resolution.state.find_question("take")
    assert take is not None
    resolve_take(resolution, take, Answer(take.number, "take", answer.values))
    if owes:
        resolution.ask("movement_late", player_id)


def finish_turn(resolution: Resolution, tiles: int) -> None:
    """End the turn of the player and lay this number of tiles."""
    _finish(resolution, tiles, say_movement=True)


def _finish(resolution: Resolution, tiles: int, say_movement: bool) -> None:
    player_id = resolution.state.turn.player
    if say_movement and must_enter_movement(resolution.state):
        resolution.ask("movement", player_id, tiles)
        return
    # `turn_end_objection` has warned of these. Open questions would block the next turn.
    for question in [o for o in resolution.state.open_questions if o.kind not in RUNNING_TURN_QUESTIONS]:
        resolution.close(question)
    if player_id:
        _mark_uncertain_counts(resolution, player_id)
    raise_counts_to_zero(resolution, *(player.id for player in resolution.state.remaining_players))
    if resolution.state.tracks_territories:
        ACTIVATION.activate_rest(resolution)
        lapse_movement(resolution, player_id)
    resolution.do(ev.RefillBegan(tiles))
    fire_trigger(resolution, "turn_ended")


def must_enter_movement(state: State) -> bool:
    """True if the owner of MacLachlan must enter unused movement points; once a turn (GM-CRS-11)."""
    player_id = state.turn.player
    if not player_id or state.turn.is_movement_entered or not state.has_lasting_crest(player_id, "maclachlan"):
        return False
    if state.tracks_territories:
        return False
    if not _may_have_moved_scots(state):
        return False
    return not is_on_worlds_end(state, player_id)


def _may_have_moved_scots(state: State) -> bool:
    """True if this turn may have brought movement points; persons and World's End activate nothing (GM-PER-02)."""
    known = state.facts.pieces.get(state.turn.tile)
    laid = bool(state.turn.deck) and not (known and known.category == PERSON)
    return laid or "movement_point" in state.turn.instruction_causes


def _mark_uncertain_counts(resolution: Resolution, player_id: str) -> None:
    """Mark counts uncertain that this turn may have changed without an entry."""
    turn = resolution.state.turn
    if not turn.tile and not turn.deck:
        return
    counts = []
    unpaid = _is_cost_uncertain(resolution.state)
    if unpaid:
        counts += ["coins", "barrels"]
    # The tile may have moved Scots (GM-ACT-18) without an entry; persons activate nothing (GM-PER-02).
    if not (_has_taken_person(resolution.state) or turn.are_scots_entered or resolution.state.tracks_territories):
        counts.append("scots")
    if counts:
        resolution.do(ev.CountsMarkedUncertain(player_id, tuple(counts), unpaid))


def _has_taken_person(state: State) -> bool:
    """True if the tile of this turn is a person, known or entered for an unidentified tile."""
    known = state.facts.pieces.get(state.turn.tile)
    told = (e for e in state.turn_events if isinstance(e, ev.PersonGained) and e.piece == state.turn.tile)
    return bool(known and known.category == PERSON) or any(told)


def _is_cost_uncertain(state: State) -> bool:
    """True if the cost is missing; a known cost was paid when the tile was taken."""
    return is_cost_missing(state)


# Unused movement points score a point each with MacLachlan.

_MOVEMENT_TEXT = tr("MacLachlan: how many movement points were not used?")
_UNUSED = Form(_MOVEMENT_TEXT, (Amount("points", _MOVEMENT_TEXT, 0, MAX_MOVEMENT, 0),))


def _score_movement(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the points; the next player may have taken a tile already."""
    points = int(answer.values[0])
    if points:
        resolution.do(ev.PointsScored(question.player, points, "crest:maclachlan", (points,)))


def _score_movement_and_finish(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _score_movement(resolution, question, answer)
    finish_turn(resolution, int(question.args[0]))


# End of a deck: its counted end, or a tap of a tile of the next deck.


def _deck_end_text(state: State, question: OpenQuestion) -> Message:
    deck = str(question.args[0])
    if left := state.deck_of(deck).left:
        return trn(
            "{n} tile should be left in deck {deck}. Is it empty?",
            "{n} tiles should be left in deck {deck}. Is it empty?",
            left,
            deck=deck,
        )
    return tr("By the companion's count deck {deck} is empty. Is it?", deck=deck)


def _deck_left_form(_state: State, question: OpenQuestion) -> Form:
    text = tr("How many tiles are left in deck {deck}?", deck=str(question.args[0]))
    return Form(tr("Some are left"), (Amount("left", text, 1, MAX_DECK, 1),), hint=tr("not yet"))


def _default_deck_end(state: State, question: OpenQuestion) -> str:
    """Return the default answer. A tap of the next deck while tiles should be left is probably a mistake."""
    return "left" if question.args[1:] and state.deck_of(str(question.args[0])).left else "yes"


def _deck_ended(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Record the end of the deck and lay tiles tapped meanwhile, unless the refill does that."""
    empty_deck(resolution, str(question.args[0]))
    if resolution.state.tiles_left_to_lay < 0:
        lay_pieces(resolution, *map(str, question.args[1:]))


def _deck_counted(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.DeckCounted(str(question.args[0]), int(answer.values[0])))


# Deck D is empty, so one of the unidentified tiles on the rondel must be World's End.


def _end_lies_there(state: State, _question: OpenQuestion) -> Form | None:
    aheads = (number_ahead(state.track, place) for place in possible_worlds_end_places(state))
    choices = tuple(Choice(str(n), tr("tile {n} ahead", n=n)) for n in aheads)
    return Form(tr("It lies there"), (Pick("tile", tr("Which tile is it?"), choices),)) if choices else None


def _identify_end(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.TileIdentified(int(answer.values[0]), WORLDS_END))


TURN_END_QUESTIONS = (
    QuestionKind(
        "end",
        _text,
        (
            Action("done", _done_form, _finish_as_said, key="OK", cards=_done_card),
            *activation.ACTIONS_AFTER_LAYING,
            Action("lay", _other_number, _finish_with_number, is_rare=True),
            Action("laid", _laid_form, _lay_named_tile, is_rare=True),
            Action("laid_next", _laid_next, _ask_if_deck_ended, is_rare=True),
            Action("end_laid", _end_laid, _lay_with_end),
            Action("deck_empty", _deck_empty, _empty_early, is_rare=True),
            Action("next", _next_player_form, _taken_by_next, is_rare=True),
        ),
        rule="GM-RND-06",
        non_blocking=True,
        stays_open=True,
    ),
    QuestionKind(
        "movement", _MOVEMENT_TEXT, (Action("unused", _UNUSED, _score_movement_and_finish),), rule="GM-CRS-11"
    ),
    QuestionKind("movement_late", _MOVEMENT_TEXT, (Action("unused", _UNUSED, _score_movement),), rule="GM-CRS-11"),
    QuestionKind(
        "deck_end",
        _deck_end_text,
        (
            Action("yes", Form(tr("It is empty: score now"), hint=tr("empty")), _deck_ended),
            Action("left", _deck_left_form, _deck_counted),
        ),
        rule="GM-RND-04",
        first_action=_default_deck_end,
    ),
    QuestionKind(
        "where_end",
        tr("Deck D is empty. Where is World's End?"),
        (
            Action("where", _end_lies_there, _identify_end),
            Action("later", Form(tr("Say later")), do_nothing),
        ),
        rule="GM-SET-11",
    ),
)
