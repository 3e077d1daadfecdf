"""The course of a game: one table of transitions from setup to the winner, with its actions and conditions.

A state of the table is a stage. Its entry actions open questions. `ADVANCE_TRANSITIONS` says what comes next when
no question is open; `ANSWER_TRANSITIONS` says which move an answer triggers at once. The machine acts on the
`Resolution` of one `decide` call and has no model of its own. Chronicles are called at hook points; they add
questions, never stages. Actions create events and questions through the `Resolution`; none of them makes an offer.
docs/developer-guide.md has a drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine import stage_machine
from companion.engine.stage_machine import ANY_STAGE
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import scoring_rounds
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.events import STAGES, HookCall
from companion.state.glen_more_2.expansions import Expansion, FigureTurn
from companion.state.glen_more_2.facts import DECKS, FINAL, WORLDS_END
from companion.state.glen_more_2.model import CASTLE_CELL, DIE, VILLAGE_CELL, State
from companion.state.glen_more_2.piece_locations import has_target_ahead, possible_pieces
from companion.state.glen_more_2.referee.activation import ACTIVATION
from companion.state.glen_more_2.referee.territory_tiles import CASTLE, VILLAGE, home_half_id
from companion.state.glen_more_2.rondel import (
    count_refill_gaps,
    is_game_over,
    must_locate_worlds_end,
    places_passed_by_all,
    possible_worlds_end_places,
    refill_place,
)
from companion.state.glen_more_2.ruleset import discard_pile_owner, figure_turn, rules_of
from companion.state.territory.rondel import count_refill, discard_tile_under, discard_tiles, move_figure
from companion.state.territory.track import last_figure, number_ahead, tile_indexes_ahead


def has_chronicle_symbol(state: State, piece: str) -> bool:
    """True if the piece has a chronicle symbol, which protects it from the die (GM-TIL-05)."""
    known = state.facts.pieces.get(piece)
    return bool(known and known.symbol)


def tiles_with_symbol(state: State) -> frozenset[str]:
    """Return the tiles on the rondel on which the die may not end (GM-DIE-03)."""
    return frozenset(s.piece for s in state.track if has_chronicle_symbol(state, s.piece))


def may_have_symbol(state: State, place: int) -> bool:
    """True if the tile at this place may have a chronicle symbol, as far as known."""
    space = state.track[place]
    if not state.chronicles:
        return False
    pieces = (
        possible_pieces(state, space.deck) if space.is_unidentified else (state.facts.pieces.get(space.piece),)
    )
    return any(piece is None or piece.symbol is not False for piece in pieces)


def must_identify_tile(state: State, place: int) -> bool:
    """True if the identity of the unknown tile at this place, or of one before it, matters to the die.

    Which tile of a deck goes to the discard pile does not matter.
    """
    return may_have_symbol(state, place) or any(at <= place for at in _may_be_end(state))


def _may_be_end(state: State) -> list[int]:
    """Return the places of tiles ahead that may turn out to be World's End (GM-DIE-06)."""
    ahead = tile_indexes_ahead(state.track)
    return [at for at in possible_worlds_end_places(state) if at in ahead]


def tiles_not_counted_by_die(state: State) -> frozenset[str]:
    """Return the pieces on the rondel that are no step for the die."""
    known = (state.facts.pieces.get(s.piece) for s in state.track if s.fixed)
    return frozenset(piece.id for piece in known if piece and piece.uncounted)


SCORED_DECKS = ("A", "B", "C")


def discard_passed_tiles(resolution: Resolution) -> None:
    """Discard every tile that all players' pawns have passed (GM-RND-05)."""
    discard_tiles(resolution, places_to_discard, "GM-RND-05", discard_pile_owner)


def places_to_discard(state: State) -> list[int]:
    """Return the places of tiles that no player can take any more; figures of expansions may hold tiles."""
    figures = rules_of(state).figures
    holding = [
        place
        for place, space in enumerate(state.track)
        for figure in space.figures
        if (turn := figures.get(figure)) and turn.holds_tiles and turn.holds_tiles(state)
    ]
    return [place for place in places_passed_by_all(state.track) if place < min(holding, default=len(state.track))]


def count_tiles_to_lay(state: State) -> int:
    """Return how many tiles the refill lays; 0 if the game ends with this turn (GM-RND-06, GM-END-01)."""
    return 0 if is_refill_skipped(state) else count_tiles_that_fit(state)


def count_tiles_that_fit(state: State) -> int:
    """Return how many tiles fit on the rondel, even if the refill is skipped."""
    if is_game_over(state):
        return 0
    coming = DECKS[DECKS.index(state.deck) :]
    gaps = count_refill_gaps(state.track)
    return count_refill(state.track, state.spaces + gaps, (state.deck_of(letter).left for letter in coming))


def is_refill_skipped(state: State) -> bool:
    """True if a chronicle skips the refill after this turn; never if no tile is ahead."""
    return state.turn.has_no_refill and has_target_ahead(state)


# Stage "deck": lay the tiles that the refill needs. The end of a deck is confirmed first (GM-RND-07).


def must_confirm_deck_end(resolution: Resolution) -> bool:
    """True if the end of a deck that triggers a round must be confirmed, because the counted size may be wrong."""
    state = resolution.state
    return state.deck in SCORED_DECKS and state.deck_of(state.deck).left == 0


def ask_deck_end(resolution: Resolution) -> None:
    """Ask if the current deck is empty."""
    resolution.ask("deck_end", "", resolution.state.deck)


def has_tiles_to_lay(resolution: Resolution) -> bool:
    """True if the refill is not finished and tiles fit on the rondel."""
    return resolution.state.tiles_left_to_lay > 0 and count_tiles_that_fit(resolution.state) > 0


def lay_unidentified_tiles(resolution: Resolution) -> None:
    """Lay unidentified tiles until none is left to lay or a question must come first."""
    opened = len(resolution.state.open_questions)
    while (
        has_tiles_to_lay(resolution)
        and not must_confirm_deck_end(resolution)
        and len(resolution.state.open_questions) == opened
    ):
        lay_tile(resolution)


def lay_tile(resolution: Resolution, piece: str = "") -> None:
    """Lay one tile of the current deck at the far end; in a short game World's End is on top of D (GM-SET-12)."""
    state = resolution.state
    on_top = state.deck == "D" and state.short_game and not state.is_worlds_end_known
    # If another tile was tapped first, World's End was laid before it without a tap.
    if on_top and piece not in ("", WORLDS_END):
        lay_tile(resolution)
    laid = WORLDS_END if on_top and not piece else piece
    place = refill_place(state.track)
    resolution.do(ev.TileLaid(laid, state.deck))
    finish_start_deck(resolution)
    if resolution.state.is_die_waiting and laid != WORLDS_END and not has_chronicle_symbol(resolution.state, laid):
        if may_have_symbol(resolution.state, place):
            resolution.ask("die_lands", "", number_ahead(resolution.state.track, place))
        else:
            land_waiting_die(resolution, place)


def finish_start_deck(resolution: Resolution) -> None:
    """Record the end of the start deck, which triggers no scoring; the next tile is of deck A (GM-SET-14)."""
    if resolution.state.deck == DECKS[0] and not resolution.state.deck_of(DECKS[0]).left:
        resolution.do(ev.DeckEmptied(DECKS[0]))


def land_waiting_die(resolution: Resolution, place: int) -> None:
    """Move the die that waited on the empty space onto the first allowed tile and discard it (GM-DIE-07).

    Then another tile is laid on the space that the die has left.
    """
    for question in [each for each in resolution.state.open_questions if each.kind == "die_lands"]:
        resolution.close(question)
    move_figure(resolution, DIE, place)
    discard_tile_under(resolution, DIE, "GM-DIE-07")


def empty_deck(resolution: Resolution, letter: str) -> None:
    """Record that a deck is empty and schedule its scoring round (GM-RND-04); deck D has none (GM-RND-08)."""
    resolution.do(ev.DeckEmptied(letter))
    # A deck that was counted again can run out twice, but its scoring happens once.
    if letter in SCORED_DECKS and letter not in (*resolution.state.done_scorings, *resolution.state.due_scorings):
        resolution.do(ev.RoundScheduled(letter))


def enlarge_decks(resolution: Resolution, more: Mapping[str, int]) -> None:
    """Enlarge decks by tiles entered late, unless players counted the deck themselves (C0-09)."""
    for letter, tiles in more.items():
        deck = resolution.state.deck_of(letter)
        if tiles and deck.size - deck.left == _tiles_laid_from(resolution.state, letter):
            resolution.do(ev.DeckCounted(letter, deck.left + tiles))


def _tiles_laid_from(state: State, letter: str) -> int:
    """Return how many tiles of this deck were laid: on the rondel, taken by players or out of the game."""
    gone = [
        *state.discards,
        *state.removed_tiles,
        *(tile for player in state.players for tile in player.taken_tiles),
    ]
    return sum(space.deck == letter for space in state.track) + sum(tile.deck == letter for tile in gone)


def begin_play(resolution: Resolution) -> None:
    """Begin play when pawns, die and market are set up; laying out the rondel comes next."""
    resolution.do(ev.PlayBegan())
    if resolution.state.tracks_territories:
        for player in resolution.state.players:
            place_home_tile(resolution, player.id)
    resolution.ask("prepare", "", 0)
    resolution.ask("layout")


def place_home_tile(resolution: Resolution, player_id: str) -> None:
    """Place the home tile, which counts as two tiles, with a Scot on its village (GM-CMP-12, GM-SET-02)."""
    for which, cell in ((VILLAGE, VILLAGE_CELL), (CASTLE, CASTLE_CELL)):
        resolution.do(ev.TilePlaced(player_id, home_half_id(player_id, which), cell.x, cell.y))
    resolution.do(ev.ScotPlaced(player_id, *VILLAGE_CELL, 1, "home"))


# The last figure on the track has the next turn (GM-RND-01).


def is_die_last(resolution: Resolution) -> bool:
    """True if the die has the next turn."""
    return last_figure(resolution.state.track) == DIE


def is_neutral_last(resolution: Resolution) -> bool:
    """True if a neutral figure of an expansion has the next turn."""
    return _neutral_turn(resolution) is not None


def _neutral_turn(resolution: Resolution) -> FigureTurn | None:
    return figure_turn(resolution.state, last_figure(resolution.state.track))


def begin_turn(resolution: Resolution) -> None:
    """Record the beginning of the last figure's turn."""
    neutral = _neutral_turn(resolution)
    acting = neutral.player(resolution.state) if neutral else ""
    resolution.do(ev.TurnBegan(last_figure(resolution.state.track), acting=acting))


def begin_neutral_turn(resolution: Resolution) -> None:
    """Begin the turn of a chronicle's figure, which opens its own questions."""
    neutral = _neutral_turn(resolution)
    assert neutral is not None
    neutral.begin(resolution)


def ask_take(resolution: Resolution) -> None:
    """Ask which tile the figure on turn takes."""
    resolution.ask("take", resolution.state.turn.figure)


def ask_roll(resolution: Resolution) -> None:
    """Ask for the face of the die."""
    resolution.ask("roll")


def ask_turn_end(resolution: Resolution) -> None:
    """Ask the player on turn to end the turn."""
    resolution.ask("end", resolution.state.turn.player)


def ask_turn_end_after_die(resolution: Resolution) -> None:
    """Ask to end the turn after the die's move (GM-DIE-08) if tiles must be laid first.

    That is a house rule (GM-DIE-11), or necessary because no pawn can move (GM-DIE-13).
    """
    state = resolution.state
    if (state.house.refill_after_die or not has_target_ahead(state)) and count_tiles_to_lay(state):
        resolution.ask("end")


def is_nothing_to_lay(resolution: Resolution) -> bool:
    """True if the turn needs no end question, because no tiles are to be laid."""
    return resolution.state.find_question("end") is None


def end_turn(resolution: Resolution) -> None:
    """Record the end of the turn after the refill."""
    resolution.do(ev.TurnEnded(resolution.state.turn.figure))


def ask_where_worlds_end_lies(resolution: Resolution) -> None:
    """Ask where World's End is if the next turn depends on it."""
    if must_locate_worlds_end(resolution.state):
        resolution.ask("where_end")


def check_game_end(resolution: Resolution) -> None:
    """Schedule the final scoring if every pawn is at World's End (GM-END-01)."""
    if is_game_over(resolution.state):
        resolution.do(ev.RoundScheduled(FINAL, "GM-END-01"))


EntryAction = Callable[[Resolution], None]
Transition = stage_machine.Transition[Resolution]


def hook_action(name: str) -> EntryAction:
    """Return an entry action that queues this hook of every chronicle in play, in the order of the one table."""

    def call(resolution: Resolution) -> None:
        resolution.hooks += [HookCall(name, slug) for slug in rules_of(resolution.state).expansions_at_hook(name)]

    # The drawing in docs/developer-guide.md uses this name.
    call.__name__ = f"hook {name}"
    return call


def is_follow_up_pending(resolution: Resolution) -> bool:
    """True if a chronicle queued a follow-up."""
    return bool(resolution.follow_ups)


def run_follow_up(resolution: Resolution) -> None:
    """Run the next follow-up that a chronicle queued."""
    # Removed from the queue first: its events may queue another one, which then comes next.
    coming = resolution.follow_ups.pop(0)
    for event in _expansion(resolution, coming.expansion).follow_ups[coming.name](resolution.state):
        resolution.do(event)


def is_hook_pending(resolution: Resolution) -> bool:
    """True if a hook is still to be called."""
    return bool(resolution.hooks)


def call_hook(resolution: Resolution) -> None:
    """Call the next pending hook and record its events."""
    call = resolution.hooks.pop(0)
    for event in _expansion(resolution, call.expansion).hooks[call.hook](resolution.state):
        resolution.do(event)


def _expansion(resolution: Resolution, slug: str) -> Expansion:
    return rules_of(resolution.state).expansion(slug)


def has_automatic_activation(resolution: Resolution) -> bool:
    """True if a tile can be activated that costs nothing and leaves no choice (GM-ACT-04)."""
    state = resolution.state
    return state.tracks_territories and ACTIVATION.next_automatic(state) is not None


ENTRY_ACTIONS: dict[str, tuple[EntryAction, ...]] = {
    "set_up": (hook_action("set_up"),),
    "layout": (begin_play,),
    "laid_out": (hook_action("laid_out"),),
    "take": (begin_turn, hook_action("turn_begun"), ask_take),
    "neutral": (begin_turn, begin_neutral_turn),
    "roll": (begin_turn, ask_roll),
    "turn": (ask_turn_end,),
    "turn_done": (end_turn, hook_action("turn_done")),
    "turn_over": (ask_where_worlds_end_lies,),
    "die_moved": (ask_turn_end_after_die,),
    "before_final": (hook_action("before_final"),),
    "before_round": (hook_action("before_round"),),
    "count": (scoring_rounds.ask_counts,),
    "recount": (scoring_rounds.withdraw_scoring,),
    "round_scored": (hook_action("round_scored"),),
    "final_scored": (hook_action("final_scored"),),
    "over": (scoring_rounds.end_game,),
}

ADVANCE_TRANSITIONS: tuple[Transition, ...] = (  # The first row whose condition holds is used.
    # The final scoring is also a due round. If it were tested second, its own hook would never be called.
    Transition("next", "before_final", scoring_rounds.is_final_due),
    Transition("next", "before_round", scoring_rounds.is_round_due),
    Transition("next", "roll", is_die_last),
    Transition("next", "neutral", is_neutral_last),
    Transition("next", "take"),
    # Players lay tiles first; what chronicles want done comes after that (C8-11).
    Transition("deck", None, must_confirm_deck_end, ask_deck_end),
    Transition("deck", None, has_tiles_to_lay, lay_unidentified_tiles),
    Transition("deck", "turn_done"),
    Transition("die_moved", "next", is_nothing_to_lay),
    Transition(ANY_STAGE, None, is_follow_up_pending, run_follow_up),
    Transition(ANY_STAGE, None, is_hook_pending, call_hook),
    Transition(("take", "turn"), None, has_automatic_activation, ACTIVATION.activate_automatically),
    Transition("set_up", "layout"),
    Transition("laid_out", "next"),
    Transition("turn_done", "turn_over"),
    Transition("turn_over", "next", None, check_game_end),
    Transition("before_final", "before_round"),
    Transition("before_round", "count"),
    Transition(("count", "recount"), "final_scored", scoring_rounds.is_final_scored),
    Transition("count", "round_scored"),
    Transition("round_scored", "next"),
    Transition("final_scored", "winner"),
    Transition("winner", None, scoring_rounds.must_count_goods, scoring_rounds.ask_goods),
    Transition("winner", "over"),
)

ANSWER_TRANSITIONS: dict[str, Transition] = {
    "started": Transition("setup", "set_up"),
    "laid_out": Transition("layout", "laid_out"),
    "taken": Transition(("take", "neutral"), "turn"),
    "turn_ended": Transition(("turn", "die_moved"), "deck"),
    "die_moved": Transition("roll", "die_moved"),
    "ring_corrected": Transition(("take", "neutral", "roll", "die_moved"), "next", None, check_game_end),
    "recount": Transition("over", "recount"),
}


COURSE = stage_machine.StageMachine(
    (stage.name for stage in STAGES), ENTRY_ACTIONS, ADVANCE_TRANSITIONS, ANSWER_TRANSITIONS
)
MACHINE = COURSE.machine


def fire_trigger(resolution: Resolution, trigger: str) -> None:
    """Make the move that an answer triggers. Raises MachineError if the table has no such move from this stage."""
    COURSE.fire(resolution, trigger)


def has_blocking_question(state: State) -> bool:
    """True if an open question blocks the course until it is answered."""
    kinds = rules_of(state).kinds
    return any(not kinds[o.kind].non_blocking for o in state.open_questions)


def advance_course(resolution: Resolution) -> None:
    """Advance the course until an open question blocks it."""
    COURSE.run(resolution, _is_blocked)


def _is_blocked(resolution: Resolution) -> bool:
    """True if a question blocks. Between two turns none does: open questions of the last turn end with it."""
    return resolution.stage != "next" and has_blocking_question(resolution.state)
