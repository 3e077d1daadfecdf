"""The course of a game: one table of `transitions`, from set-up to the winner. Drawn in docs/developer-guide.md.

A state of the table is a stage. Its entry actions open questions; `ADVANCE` says what comes when no question is in
front of people any more, `BY_ANSWER` what an answer moves at once. One machine without models: it is triggered on
the `Resolution` that lives inside one `decide`. Chronicles are called at hook points and add questions, no stages.

What the die may end on (GM-DIE-03, GM-TIL-05). Pure functions of a state.

Laying tiles at the end of a turn, and decks that run out (GM-RND-05 to GM-RND-08).

Whose turn it is, how it begins and how it ends: the course's own actions and conditions.

Every action gives events through a `Resolution`; nothing here makes an offer.
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
from companion.state.glen_more_2.referee.activation import next_automatic_activation, run_automatic_activations
from companion.state.glen_more_2.referee.territory_tiles import CASTLE, VILLAGE, home_half_id
from companion.state.glen_more_2.rondel import (
    is_game_over,
    move_figure,
    must_locate_worlds_end,
    places_passed_by_all,
    possible_worlds_end_places,
)
from companion.state.glen_more_2.ruleset import discard_pile_owner, figure_turn, rules_of
from companion.state.territory.track import Space, ahead_of, last_figure, room, tiles_ahead
from companion.state.territory.track import laid as laid_at


def has_chronicle_symbol(state: State, piece: str) -> bool:
    """A chronicle symbol protects from the die (GM-TIL-05); without chronicles no tile carries one."""
    known = state.facts.pieces.get(piece)
    return bool(known and known.symbol)


def tiles_with_symbol(state: State) -> frozenset[str]:
    """The tiles on the rondel that the die may not end on."""
    return frozenset(s.piece for s in state.line if has_chronicle_symbol(state, s.piece))


def may_have_symbol(state: State, place: int) -> bool:
    """Whether the tile there may carry a chronicle symbol, as far as anybody has told."""
    space = state.line[place]
    if not state.chronicles:
        return False
    pieces = possible_pieces(state, space.deck) if space.unidentified else (state.facts.pieces.get(space.piece),)
    return any(piece is None or piece.symbol is not False for piece in pieces)


def must_identify_tile(state: State, place: int) -> bool:
    """Whether it changes anything which tile the die meets there, or on its way, and nobody has told.

    Which of its deck goes to the pile changes nothing.
    """
    return may_have_symbol(state, place) or any(at <= place for at in _may_be_end(state))


def _may_be_end(state: State) -> list[int]:
    """Tiles ahead that may turn out to be World's End (GM-DIE-06)."""
    ahead = tiles_ahead(state.line)
    return [at for at in possible_worlds_end_places(state) if at in ahead]


def tiles_not_counted_by_die(state: State) -> frozenset[str]:
    """What lies on the rondel and is no step for the die."""
    known = (state.facts.pieces.get(s.piece) for s in state.line if s.fixed)
    return frozenset(piece.id for piece in known if piece and piece.uncounted)


SCORED_DECKS = ("A", "B", "C")


def discard_passed_tiles(resolution: Resolution) -> None:
    """What all player pawns have passed leaves the rondel at once (GM-RND-05)."""
    # Looked for anew each time: a tile that leaves moves the places of those behind it.
    while places := passed_tiles(resolution.state):
        tile = resolution.state.line[places[0]]
        pile = discard_pile_owner(resolution.state)
        resolution.do(ev.TileDiscarded(tile.piece, tile.deck, places[0], "GM-RND-05", pile))


def passed_tiles(state: State) -> list[int]:
    """Places of the tiles that nobody can take any more; some figures may be waited for."""
    figures = rules_of(state).figures
    holding = [
        place
        for place, space in enumerate(state.line)
        for figure in space.figures
        if (turn := figures.get(figure)) and turn.holds_tiles and turn.holds_tiles(state)
    ]
    return [place for place in places_passed_by_all(state.line) if place < min(holding, default=len(state.line))]


def count_tiles_to_lay(state: State) -> int:
    """How many tiles the refill lays now; none when the game is over with this turn (GM-RND-06, GM-END-01)."""
    return 0 if is_refill_skipped(state) else count_tiles_with_room(state)


def count_tiles_with_room(state: State) -> int:
    """How many tiles find room, though perhaps none should be laid."""
    if is_game_over(state):
        return 0
    coming = DECKS[DECKS.index(state.deck) :]
    return min(room(state.line, state.spaces), sum(state.deck_of(letter).left for letter in coming))


def is_refill_skipped(state: State) -> bool:
    """After a turn that stopped on what stays, a chronicle may say that nothing is laid; never if none is left."""
    return state.turn.has_no_refill and has_target_ahead(state)


# ---- stage "deck": lay what the refill still needs; an empty deck is confirmed first (GM-RND-07)


def must_confirm_deck_end(resolution: Resolution) -> bool:
    """A counted end of a deck that ends a round is asked, because counts can be behind the table."""
    state = resolution.state
    return state.deck in SCORED_DECKS and state.deck_of(state.deck).left == 0


def ask_deck_end(resolution: Resolution) -> None:
    resolution.ask("deck_end", "", resolution.state.deck)


def has_tiles_to_lay(resolution: Resolution) -> bool:
    return resolution.state.tiles_left_to_lay > 0 and count_tiles_with_room(resolution.state) > 0


def lay_unidentified_tiles(resolution: Resolution) -> None:
    """Tiles that nobody has identified, until none is left to lay or something else must come first."""
    opened = len(resolution.state.open)
    while (
        has_tiles_to_lay(resolution)
        and not must_confirm_deck_end(resolution)
        and len(resolution.state.open) == opened
    ):
        lay_tile(resolution)


# ---- tile by tile


def lay_tile(resolution: Resolution, piece: str = "") -> None:
    """One tile of the current deck at the far end; on top of D lies World's End in a short game (GM-SET-12)."""
    state = resolution.state
    on_top = state.deck == "D" and state.short_game and not state.is_worlds_end_known
    # Another tile was tapped first: what lay on top of it is on the rondel already, untapped.
    if on_top and piece not in ("", WORLDS_END):
        lay_tile(resolution)
    laid = WORLDS_END if on_top and not piece else piece
    place = laid_at(state.line, Space())[1]
    resolution.do(ev.TileLaid(laid, state.deck))
    finish_start_deck(resolution)
    if resolution.state.is_die_waiting and laid != WORLDS_END and not has_chronicle_symbol(resolution.state, laid):
        land_waiting_die(resolution, place)


def finish_start_deck(resolution: Resolution) -> None:
    """The start tiles end without a scoring: the next one laid is of A (GM-SET-14)."""
    if resolution.state.deck == DECKS[0] and not resolution.state.deck_of(DECKS[0]).left:
        resolution.do(ev.DeckEmptied(DECKS[0]))


def land_waiting_die(resolution: Resolution, place: int) -> None:
    """The die that waited on the empty space goes onto the first tile that suits it (GM-DIE-07)."""
    tile = resolution.state.line[place]
    move_figure(resolution, DIE, ahead_of(resolution.state.line, place), place)
    # Its old space at the back was given up: the line begins elsewhere now.
    place = next(i for i, s in enumerate(resolution.state.line) if DIE in s.figures)
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, place, "GM-DIE-07"))


def empty_deck(resolution: Resolution, letter: str) -> None:
    """A deck is empty: its scoring round is due (GM-RND-04); deck D brings none (GM-RND-08)."""
    resolution.do(ev.DeckEmptied(letter))
    # A deck that was counted anew can run out twice; its scoring comes once.
    if letter in SCORED_DECKS and letter not in (*resolution.state.scored, *resolution.state.due):
        resolution.do(ev.RoundScheduled(letter))


def grow_decks(resolution: Resolution, more: Mapping[str, int]) -> None:
    """Decks that people have not counted themselves grow by tiles that were told only now (C0-09)."""
    for letter, tiles in more.items():
        deck = resolution.state.deck_of(letter)
        if tiles and deck.size - deck.left == _tiles_laid_from(resolution.state, letter):
            resolution.do(ev.DeckCounted(letter, deck.left + tiles))


def _tiles_laid_from(state: State, letter: str) -> int:
    """Tiles of this deck that have been laid: on the rondel, with people, out of the game."""
    gone = [*state.discards, *state.removed, *(tile for player in state.players for tile in player.taken)]
    return sum(space.deck == letter for space in state.line) + sum(tile.deck == letter for tile in gone)


def begin_play(resolution: Resolution) -> None:
    """Pawns, die and market stand; the rondel is laid out next."""
    resolution.do(ev.PlayBegan())
    if resolution.state.tracks_territories:
        for player in resolution.state.players:
            place_home_tile(resolution, player.id)
    resolution.ask("prepare", "", 0)
    resolution.ask("layout")


def place_home_tile(resolution: Resolution, player_id: str) -> None:
    """The home tile, two tiles in every respect, with a Scot on the start village (GM-CMP-12, GM-SET-02)."""
    for which, cell in ((VILLAGE, VILLAGE_CELL), (CASTLE, CASTLE_CELL)):
        resolution.do(ev.TilePlaced(player_id, home_half_id(player_id, which), cell.x, cell.y))
    resolution.do(ev.ScotPlaced(player_id, *VILLAGE_CELL, 1, "home"))


# ---- a turn begins: the last figure is on turn (GM-RND-01)


def is_die_last(resolution: Resolution) -> bool:
    return last_figure(resolution.state.line) == DIE


def is_neutral_last(resolution: Resolution) -> bool:
    return _neutral_turn(resolution) is not None


def _neutral_turn(resolution: Resolution) -> FigureTurn | None:
    return figure_turn(resolution.state, last_figure(resolution.state.line))


def begin_turn(resolution: Resolution) -> None:
    neutral = _neutral_turn(resolution)
    acting = neutral.player(resolution.state) if neutral else ""
    resolution.do(ev.TurnBegan(last_figure(resolution.state.line), acting=acting))


def begin_neutral_turn(resolution: Resolution) -> None:
    """A figure that a chronicle brought opens its own questions."""
    neutral = _neutral_turn(resolution)
    assert neutral is not None
    neutral.begin(resolution)


def ask_take(resolution: Resolution) -> None:
    resolution.ask("take", resolution.state.turn.figure)


def ask_roll(resolution: Resolution) -> None:
    resolution.ask("roll")


def ask_turn_end(resolution: Resolution) -> None:
    resolution.ask("end", resolution.state.turn.player)


# ---- the die has moved (GM-DIE-08)


def ask_turn_end_after_die(resolution: Resolution) -> None:
    """By a house rule tiles are laid first (GM-DIE-11); so they are where nobody could move (GM-DIE-13)."""
    state = resolution.state
    if (state.house.refill_after_die or not has_target_ahead(state)) and count_tiles_to_lay(state):
        resolution.ask("end")


def is_nothing_to_lay(resolution: Resolution) -> bool:
    return resolution.state.opened("end") is None


# ---- a turn ends


def end_turn(resolution: Resolution) -> None:
    """The refill is done."""
    resolution.do(ev.TurnEnded(resolution.state.turn.figure))


def ask_where_worlds_end_lies(resolution: Resolution) -> None:
    """Everything of the turn is done; where World's End lies must be known now."""
    if must_locate_worlds_end(resolution.state):
        resolution.ask("where_end")


def check_game_end(resolution: Resolution) -> None:
    """The final scoring is due when every pawn is at World's End (GM-END-01)."""
    if is_game_over(resolution.state):
        resolution.do(ev.RoundScheduled(FINAL, "GM-END-01"))


EntryAction = Callable[[Resolution], None]
Transition = stage_machine.Transition[Resolution]


def hook_action(name: str) -> EntryAction:
    """An entry action: the chronicles of this game are called at that point, in the order of the one table."""

    def call(resolution: Resolution) -> None:
        resolution.hooks += [HookCall(name, slug) for slug in rules_of(resolution.state).expansions_at_hook(name)]

    # The drawing in docs/developer-guide.md shows it by this name.
    call.__name__ = f"hook {name}"
    return call


# ---- what waits


def is_follow_up_pending(resolution: Resolution) -> bool:
    return bool(resolution.follow_ups)


def run_follow_up(resolution: Resolution) -> None:
    """What a chronicle asked to come as soon as nothing is in front of people."""
    # Off the list first: its events may queue another, which then comes next.
    coming = resolution.follow_ups.pop(0)
    for event in _expansion(resolution, coming.expansion).follow_ups[coming.name](resolution.state):
        resolution.do(event)


def is_hook_pending(resolution: Resolution) -> bool:
    return bool(resolution.hooks)


def call_hook(resolution: Resolution) -> None:
    call = resolution.hooks.pop(0)
    for event in _expansion(resolution, call.expansion).hooks[call.hook](resolution.state):
        resolution.do(event)


def _expansion(resolution: Resolution, slug: str) -> Expansion:
    return rules_of(resolution.state).expansion(slug)


# ---- a turn at referee depth


def has_automatic_activation(resolution: Resolution) -> bool:
    """A tile is activated that costs nothing and leaves no choice (GM-ACT-04)."""
    return next_automatic_activation(resolution.state) is not None


# ---- the table

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

ADVANCE_TRANSITIONS: tuple[Transition, ...] = (  # the first row whose condition holds
    # The final scoring is a round that is due as well: asked second, its own hook would never be called.
    Transition("next", "before_final", scoring_rounds.is_final_due),
    Transition("next", "before_round", scoring_rounds.is_round_due),
    Transition("next", "roll", is_die_last),
    Transition("next", "neutral", is_neutral_last),
    Transition("next", "take"),
    # The hands lay first; what chronicles want done meanwhile comes after it (C8-11).
    Transition("deck", None, must_confirm_deck_end, ask_deck_end),
    Transition("deck", None, has_tiles_to_lay, lay_unidentified_tiles),
    Transition("deck", "turn_done"),
    Transition("die_moved", "next", is_nothing_to_lay),
    Transition(ANY_STAGE, None, is_follow_up_pending, run_follow_up),
    Transition(ANY_STAGE, None, is_hook_pending, call_hook),
    Transition(("take", "turn"), None, has_automatic_activation, run_automatic_activations),
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
    """An answer moves the course at once; MachineError where the table has no such move from here."""
    COURSE.fire(resolution, trigger)


def has_blocking_question(state: State) -> bool:
    """A question is put in front of people: what comes next waits for it."""
    kinds = rules_of(state).kinds
    return any(not kinds[o.kind].non_blocking for o in state.open)


def advance_course(resolution: Resolution) -> None:
    """Let the course go on until a question stands in front of people, or an answer is waited for."""
    COURSE.run(resolution, _is_blocked)


def _is_blocked(resolution: Resolution) -> bool:
    """Between two turns nothing waits: what the last one still asked ends with it."""
    return resolution.stage != "next" and has_blocking_question(resolution.state)
