"""The course of a game from setup to the winner, and the refill of the rondel (phase 4: G1-TRK-05, G1-TRN-05).

`COURSE` is one table of stages (`companion.engine.stage_machine`): actions on entering a stage open questions,
`AUTOMATIC_TRANSITIONS` lists the transitions when no question is urgent. `ANSWER_TRANSITIONS` lists those that an
answer fires at once.
"""

from __future__ import annotations

import msgspec

from companion.engine import stage_machine
from companion.state.glen_more import events as ev
from companion.state.glen_more.activation import ACTIVATION, SCOT_MOVES
from companion.state.glen_more.event_rows import first_figure
from companion.state.glen_more.model import (
    DIE,
    FINAL_SCORING,
    NON_BLOCKING_QUESTIONS,
    RONDEL_SPACES,
    START_SCOTS,
    State,
)
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.standings import current_result
from companion.state.glen_more.tile_placement import only_legal_cell, place_taken_tile
from companion.state.territory.payment_options import goods_stock
from companion.state.territory.rondel import count_refill, discard_tiles
from companion.state.territory.track import Space, figure_index, last_figure, tile_indexes_ahead, with_space


def leaving_tile_indexes(state: State) -> list[int]:
    """Return the indexes of the tiles that leave in this phase 4.

    These are the tiles behind the figure when its turn began and, if it is still last, the tiles it has just
    passed. Other passed tiles stay, out of reach, until phase 4 of the figure that is last then.
    """
    if state.turn.is_track_cleared:
        return []
    first = figure_index(state.track, last_figure(state.track))
    behind = [place for place, space in enumerate(state.track[:first]) if space.has_tile]
    if state.house.skipped_leave_at_once or last_figure(state.track) == state.turn.figure:
        return behind
    return behind[: state.turn.tiles_behind]


def tiles_to_lay(state: State) -> int:
    """Return how many tiles are laid now: until one space is empty, or until no tiles are left."""
    line = state.track
    for place in leaving_tile_indexes(state):
        line = with_space(line, place, Space())
    return count_refill(line, RONDEL_SPACES, state.tiles_left.values())


def is_identifying_laid_tiles(state: State) -> bool:
    """True if players identify the tiles that they lay and some are still to be laid."""
    return any(state.track[place].piece for place in tile_indexes_ahead(state.track)) and tiles_to_lay(state) > 0


def end_activation(resolution: Resolution) -> None:
    """Record the last activations without a choice, and unused movement points, which are lost (G1-TRN-06)."""
    ACTIVATION.activate_rest(resolution)
    turn = resolution.state.turn
    if turn.work.movement_points > 0:
        resolution.do(ev.MovementLapsed(turn.figure, turn.work.movement_points))


def discard_passed_tiles(resolution: Resolution) -> None:
    """Record that all passed tiles leave the game."""
    if resolution.state.turn.is_track_cleared:
        return
    if resolution.state.tracks_territories and resolution.state.turn.figure != DIE:
        end_activation(resolution)
    discard_tiles(resolution, leaving_tile_indexes, "G1-TRK-05")
    resolution.do(ev.RefillBegan())


def lay_next_tile(resolution: Resolution, piece: str = "") -> None:
    """Record one tile at the front of the rondel. The deck of an identified tile is the deck in use now."""
    deck = resolution.state.facts.tiles[piece].deck if piece else resolution.state.deck
    if deck > resolution.state.deck:
        resolution.do(ev.DeckEmptied(resolution.state.deck))
    resolution.do(ev.TileLaid(piece, deck))
    if not resolution.state.tiles_left[deck]:
        resolution.do(ev.DeckEmptied(deck))


def refill_rondel(resolution: Resolution) -> None:
    """Record all tiles that still have to be laid as unidentified; the next deck follows an empty one."""
    discard_passed_tiles(resolution)
    while tiles_to_lay(resolution.state):
        lay_next_tile(resolution)


Transition = stage_machine.Transition[Resolution]

PHASE_OF = {
    "setup": "setup",
    "layout": "layout",
    "laid_out": "layout",
    "next": "refill",
    "take": "take",
    "turn": "turn",
    "place": "turn",
    "gained": "turn",
    "use": "turn",
    "roll": "roll",
    "thrown": "turn",
    "refill": "refill",
    "turn_over": "refill",
    "count": "count",
    "recount": "count",
    "scored": "count",
    "winner": "count",
    "over": "over",
}
"""The stages, and the phase of each that players see."""


def begin_layout(resolution: Resolution) -> None:
    """Record the start of play and ask for the layout of the rondel; at referee depth place the start villages."""
    resolution.do(ev.PlayBegan())
    if resolution.state.tracks_territories:
        place_start_villages(resolution)
    resolution.ask("layout")


def place_start_villages(resolution: Resolution) -> None:
    """Record each start village with a Scot on it (G1-SET-02, G1-CMP-07).

    A player without a known start village gets a free one.
    """
    told = {player.village for player in resolution.state.players}
    free = [t.id for t in resolution.state.facts.tiles.values() if not t.deck and t.id not in told]
    for player in resolution.state.players:
        village = player.village or free.pop(0)
        resolution.do(ev.TilePlaced(player.id, village, 0, 0))
        resolution.do(ev.ScotPlaced(player.id, 0, 0, START_SCOTS, f"placing:{village}"))


def is_die_first(resolution: Resolution) -> bool:
    """True if the die is last on the rondel, so that it has the turn."""
    return first_figure(resolution.state) == DIE


def begin_turn(resolution: Resolution) -> None:
    """Record the turn of the figure that is last."""
    resolution.do(ev.TurnBegan(first_figure(resolution.state)))


def ask_take(resolution: Resolution) -> None:
    """Ask for a tile and open trade, which stays open to the end of the turn (G1-WHS-02)."""
    player = resolution.state.turn.figure
    resolution.ask("ledger", player)
    resolution.ask("take", player)


def ask_roll(resolution: Resolution) -> None:
    """Ask for the roll of the die."""
    resolution.ask("roll")


def ask_to_lay(resolution: Resolution) -> None:
    """Ask for the tiles that are laid after the die's turn, as after any turn (G1-DIE-06)."""
    resolution.ask("end")


def are_all_tiles_laid(resolution: Resolution) -> bool:
    """True if no tile has to be laid."""
    return not tiles_to_lay(resolution.state)


def close_end(resolution: Resolution) -> None:
    resolution.close_all("end")


def ask_end(resolution: Resolution) -> None:
    """Close the question of the take and ask for the end of the turn."""
    resolution.close_all("take")
    resolution.ask("end", resolution.state.turn.figure)


def has_only_cell(resolution: Resolution) -> bool:
    """True if there is one legal cell and one way to pay: then the tile is placed without a question."""
    return only_legal_cell(resolution.state) is not None


def lay_on_only_cell(resolution: Resolution) -> None:
    """Record the placement of the taken tile on its only legal cell."""
    cell = only_legal_cell(resolution.state)
    assert cell is not None
    place_taken_tile(resolution, cell)


def ask_place(resolution: Resolution) -> None:
    """Ask for the cell of the taken tile."""
    resolution.ask("place", resolution.state.turn.figure)


def close_take(resolution: Resolution) -> None:
    resolution.close_all("take")


def ask_use(resolution: Resolution) -> None:
    """Close the question of the take and ask what the player activates and moves."""
    resolution.close_all("take")
    resolution.ask("use", resolution.state.turn.figure)


def has_automatic_activation(resolution: Resolution) -> bool:
    """True if a tile can be activated at no cost and without a choice (G1-ACT-01)."""
    return ACTIVATION.next_automatic(resolution.state) is not None


def is_turn_over(resolution: Resolution) -> bool:
    """True if nothing is left to activate, move, sell or identify, so that the turn ends by itself."""
    state = resolution.state
    if state.turn.is_track_cleared:
        return not tiles_to_lay(state)
    stock = goods_stock(state.player(state.turn.figure).territory)
    sells = any(n and state.market[good] for good, n in stock.items())
    return not (
        sells
        or is_identifying_laid_tiles(state)
        or SCOT_MOVES.movable(state)
        or ACTIVATION.can_activate_more(state)
    )


def close_use(resolution: Resolution) -> None:
    resolution.close_all("use")


def end_turn(resolution: Resolution) -> None:
    """Record the end of the turn."""
    resolution.do(ev.TurnEnded(resolution.state.turn.figure))


def is_scoring_due(resolution: Resolution) -> bool:
    """True if a scoring is due: after phase 4 of the turn that used up its deck (G1-TRK-06)."""
    return bool(resolution.state.due_scorings)


def ask_count(resolution: Resolution) -> None:
    """Ask players to check the counts. Tracked territories supply all counts, so the scoring follows at once."""
    if resolution.state.tracks_territories:
        record_scoring(resolution, resolution.state.due_scorings[0])
        return
    resolution.ask("count", "", resolution.state.due_scorings[0])


def withdraw_scoring(resolution: Resolution) -> None:
    """Withdraw the last scoring and ask for the counts again."""
    resolution.do(ev.ScoringWithdrawn())
    ask_count(resolution)


def is_final_scored(resolution: Resolution) -> bool:
    """True if the final scoring is done."""
    return FINAL_SCORING in resolution.state.done_scorings


def needs_goods_count(resolution: Resolution) -> bool:
    """True if several players lead and their goods have not been counted (G1-FIN-06)."""
    first = leading_players(resolution.state)
    return len(first) > 1 and any(player not in resolution.state.tiebreak_goods for player in first)


def ask_goods(resolution: Resolution) -> None:
    """Ask for the goods of the leading players; tracked territories supply them."""
    state = resolution.state
    for player in leading_players(state) if state.tracks_territories else ():
        resolution.do(ev.GoodsCounted(player, sum(goods_stock(state.player(player).territory).values())))
    if not state.tracks_territories:
        resolution.ask("goods", "", *leading_players(resolution.state))


def leading_players(state: State) -> list[str]:
    """Return the ids of all players with the most points."""
    most = max(p.total for p in state.players)
    return [p.id for p in state.players if p.total == most]


def end_game(resolution: Resolution) -> None:
    """Record the winners: the players with most points (G1-FIN-01).

    Of tied leaders those with most goods win and share the victory (G1-FIN-06).
    """
    state, first = resolution.state, leading_players(resolution.state)
    most = max(state.tiebreak_goods.get(player, 0) for player in first)
    resolution.do(ev.GameEnded(tuple(w for w in first if len(first) == 1 or state.tiebreak_goods[w] == most)))


def record_scoring(resolution: Resolution, scoring: str) -> None:
    """Record a scoring: every gain of points with its source, then the result (G1-SCR-01, G1-FIN-07)."""
    result = current_result(resolution.state, scoring)
    for scored in result.players:
        for gain in scored.gains:
            resolution.do(ev.PointsScored(scored.name, gain.points, gain.source))
    # Decoded from JSON, so that it equals the value read from a journal.
    resolution.do(ev.RoundScored(scoring, msgspec.json.decode(msgspec.json.encode(result))))


ENTRY_ACTIONS = {
    "layout": (begin_layout,),
    "take": (begin_turn, ask_take),
    "roll": (begin_turn, ask_roll),
    "thrown": (ask_to_lay,),
    "turn": (ask_end,),
    "place": (close_take,),
    "use": (ask_use,),
    "refill": (refill_rondel,),
    "turn_over": (end_turn,),
    "count": (ask_count,),
    "recount": (withdraw_scoring,),
    "over": (end_game,),
}
AUTOMATIC_TRANSITIONS: tuple[Transition, ...] = (
    Transition("laid_out", "next"),
    Transition("next", "count", is_scoring_due),
    Transition("next", "roll", is_die_first),
    Transition("next", "take"),
    Transition("place", "gained", has_only_cell, lay_on_only_cell),
    Transition("place", None, None, ask_place),
    Transition("gained", "use"),
    Transition("use", None, has_automatic_activation, ACTIVATION.activate_automatically),
    Transition("use", "refill", is_turn_over, close_use),
    Transition("thrown", "refill", are_all_tiles_laid, close_end),
    Transition("refill", "turn_over"),
    Transition("turn_over", "next"),
    Transition(("count", "recount"), "scored"),
    Transition("scored", "winner", is_final_scored),
    Transition("scored", "next"),
    Transition("winner", None, needs_goods_count, ask_goods),
    Transition("winner", "over"),
)
ANSWER_TRANSITIONS: dict[str, Transition] = {
    "started": Transition("setup", "layout"),
    "laid_out": Transition("layout", "laid_out"),
    "taken": Transition("take", "turn"),
    "to_be_laid": Transition("take", "place"),
    "placed": Transition("place", "gained"),
    "given_up": Transition("place", "use"),
    "nothing_taken": Transition("take", "use"),
    "thrown": Transition("roll", "thrown"),
    "turn_ended": Transition(("turn", "use", "roll", "thrown"), "refill"),
    "ring_corrected": Transition(("take", "roll"), "next"),
    "recount": Transition("over", "recount"),
}
COURSE = stage_machine.StageMachine(PHASE_OF, ENTRY_ACTIONS, AUTOMATIC_TRANSITIONS, ANSWER_TRANSITIONS)


def fire_trigger(resolution: Resolution, trigger: str) -> None:
    """Fire the transition that an answer triggers."""
    COURSE.fire(resolution, trigger)


def has_urgent_question(state: State) -> bool:
    """True if an open question must be answered before the course continues."""
    return any(opened.kind not in NON_BLOCKING_QUESTIONS for opened in state.open_questions)


def run_course(resolution: Resolution) -> None:
    """Continue the course until a question is urgent or an answer is needed."""
    COURSE.run(resolution, lambda resolution: has_urgent_question(resolution.state))
