"""The course of turns: who is next, laying tiles at the end of a turn, decks that run out, the end of the game.

Every step gives events through a `Course`; nothing here makes an offer.
"""

from __future__ import annotations

import msgspec

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import figure_turn, pile_of
from companion.state.glen_more_2.facts import DECKS, WORLDS_END
from companion.state.glen_more_2.model import DIE, OpenQuestion, Space, State, is_neutral
from companion.state.glen_more_2.piece_locations import something_ahead
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import (
    ahead_of,
    all_at_worlds_end,
    die_target,
    last_figure,
    passed_by_all,
    place_of,
    place_of_piece,
    room,
)
from companion.state.glen_more_2.ring import laid as laid_at
from companion.state.glen_more_2.standings import final_result, round_result
from companion.state.glen_more_2.steps import step

SCORED_DECKS = ("A", "B", "C")
FINAL = "final"


def next_turn(resolution: Resolution) -> None:
    """A scoring round that is due comes first (GM-TRN-08); else the last figure is on turn (GM-RND-01)."""
    state = resolution.state
    if state.due:
        resolution.go("round_due")
        before = ("moment:before_final",) if state.due[0] == FINAL else ()
        resolution.then(*before, "moment:before_round", "count")
        return
    figure = last_figure(state.line)
    neutral = figure_turn(state, figure)
    resolution.go("die_last" if figure == DIE else "pawn_last")
    resolution.do(ev.TurnBegan(figure, acting=neutral.player(state) if neutral else ""))
    if figure == DIE:
        resolution.ask("roll")
    elif neutral:
        neutral.begin(resolution)
    else:
        resolution.then("moment:turn_begun")
        resolution.ask("take", figure)


def discard_passed(resolution: Resolution) -> None:
    """What all player pawns have passed leaves the rondel at once (GM-RND-05)."""
    while places := tiles_passed(resolution.state):
        tile = resolution.state.line[places[0]]
        resolution.do(ev.TileDiscarded(tile.piece, tile.deck, places[0], "GM-RND-05", pile_of(resolution.state)))


def tiles_passed(state: State) -> list[int]:
    """Places of the tiles that nobody can take any more; some figures may be waited for."""
    holding = [
        place
        for place, space in enumerate(state.line)
        for figure in space.figures
        if (turn := figure_turn(state, figure)) and turn.holds_tiles and turn.holds_tiles(state)
    ]
    return [place for place in passed_by_all(state.line) if place < min(holding, default=len(state.line))]


def move_pawn(resolution: Resolution, figure: str, ahead: int, place: int) -> None:
    """Move onto the `ahead`-th tile; what it goes by is named in the event."""
    back = place_of(resolution.state.line, figure)
    passed = tuple(s.piece or s.deck for s in resolution.state.line[back + 1 : place] if s.has_tile)
    resolution.do(ev.PawnMoved(figure, ahead, passed))


def to_lay(state: State) -> int:
    """How many tiles the refill lays now; none when the game is over with this turn (GM-RND-06, GM-END-01)."""
    return 0 if skips_refill(state) else can_lay(state)


def can_lay(state: State) -> int:
    """How many tiles find room, though perhaps none should be laid."""
    if game_ends(state):
        return 0
    coming = DECKS[DECKS.index(state.deck) :]
    return min(room(state.line, state.spaces), sum(state.deck_of(letter).left for letter in coming))


def end_turn(resolution: Resolution, tiles: int) -> None:
    """The turn is over: lay the tiles, then decks and scoring, then the next figure."""
    resolution.do(ev.TurnEnding(tiles))
    resolution.go("turn_ended")
    go_on_laying(resolution)


def go_on_laying(resolution: Resolution) -> None:
    """Lay what the refill still needs; an empty deck is confirmed first, then the next one goes on (GM-RND-07)."""
    while True:
        state = resolution.state
        if must_confirm(state):
            resolution.ask("deck_end", "", state.deck)
            return
        if state.finishing <= 0 or not can_lay(state):
            break
        lay_one(resolution)
    finish_turn(resolution)


def must_confirm(state: State) -> bool:
    """A counted end of a deck that ends a round is asked, because counts can be behind the table."""
    return state.deck in SCORED_DECKS and state.deck_of(state.deck).left == 0


def lay_one(resolution: Resolution, piece: str = "") -> None:
    """One tile of the current deck at the far end; on top of D lies World's End in a short game (GM-SET-12)."""
    state = resolution.state
    on_top = state.deck == "D" and state.short_game and not state.worlds_end_found
    if on_top and piece not in ("", WORLDS_END):
        lay_one(resolution)
    laid = WORLDS_END if on_top and not piece else piece
    place = laid_at(state.line, Space())[1]
    resolution.do(ev.TileLaid(laid, state.deck))
    start_deck_done(resolution)
    if resolution.state.die_waits and laid != WORLDS_END and not carries_symbol(resolution.state, laid):
        land_waiting_die(resolution, place)


def start_deck_done(resolution: Resolution) -> None:
    """The start tiles end without a scoring: the next one laid is of A (GM-SET-14)."""
    if resolution.state.deck == DECKS[0] and not resolution.state.deck_of(DECKS[0]).left:
        resolution.do(ev.DeckEmptied(DECKS[0]))


def land_waiting_die(resolution: Resolution, place: int) -> None:
    """The die that waited on the empty space goes onto the first tile that suits it (GM-DIE-07)."""
    tile = resolution.state.line[place]
    move_pawn(resolution, DIE, ahead_of(resolution.state.line, place), place)
    place = next(i for i, s in enumerate(resolution.state.line) if DIE in s.figures)
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, place, "GM-DIE-07"))


def carries_symbol(state: State, piece: str) -> bool:
    """A chronicle symbol protects from the die (GM-TIL-05); without chronicles no tile carries one."""
    known = state.facts.pieces.get(piece)
    return bool(known and known.symbol)


def with_symbol(state: State) -> frozenset[str]:
    """The tiles on the rondel that the die may not end on."""
    return frozenset(s.piece for s in state.line if carries_symbol(state, s.piece))


def uncounted(state: State) -> frozenset[str]:
    """What lies on the rondel and is no step for the die."""
    known = (state.facts.pieces.get(s.piece) for s in state.line if s.fixed)
    return frozenset(piece.id for piece in known if piece and piece.uncounted)


def empty_deck(resolution: Resolution, letter: str) -> None:
    """A deck is empty: its scoring round is due (GM-RND-04); deck D brings none (GM-RND-08)."""
    resolution.do(ev.DeckEmptied(letter))
    if letter in SCORED_DECKS and letter not in (*resolution.state.scored, *resolution.state.due):
        resolution.do(ev.RoundDue(letter))


def finish_turn(resolution: Resolution) -> None:
    """The refill is done."""
    resolution.do(ev.TurnEnded(resolution.state.turn.figure))
    resolution.after_all("moment:turn_done", "turn_over")


def turn_over(resolution: Resolution) -> None:
    """Everything of the turn is done; where World's End lies must be known now."""
    if needs_worlds_end(resolution.state):
        resolution.ask("where_end")
    else:
        go_on(resolution)


def go_on(resolution: Resolution) -> None:
    """The next turn, or the final scoring when every pawn is at World's End (GM-END-01)."""
    if game_ends(resolution.state):
        resolution.do(ev.RoundDue(FINAL, "GM-END-01"))
    next_turn(resolution)


def game_ends(state: State) -> bool:
    """Every pawn, and every figure that is waited for, stands on World's End or beyond it (GM-END-01)."""
    end = place_of_piece(state.line, WORLDS_END)
    waited = (f for s in state.line[: max(end, 0)] for f in s.figures)
    return all_at_worlds_end(state.line) and not any((t := figure_turn(state, f)) and t.holds_end for f in waited)


def skips_refill(state: State) -> bool:
    """After a turn that stopped on what stays, a chronicle may say that nothing is laid; never if none is left."""
    return state.turn.no_refill and something_ahead(state)


def needs_worlds_end(state: State) -> bool:
    """Deck D is out and nobody has said where World's End lies."""
    return state.deck == "D" and not state.deck_of("D").left and bool(unidentified_of_d(state))


def score_round(resolution: Resolution, due: str) -> None:
    """The scoring: every point with its source, then the result (GM-SCR-01, GM-END-07)."""
    result = final_result(resolution.state) if due == FINAL else round_result(resolution.state, due)
    for scored in result.players:
        for gain in scored.gains:
            resolution.do(ev.PointsScored(scored.name, gain.points, gain.source))
    # As JSON gives it back, so that the same scoring read from a journal is the same value.
    resolution.do(ev.RoundScored(due, msgspec.json.decode(msgspec.json.encode(result))))
    if due == FINAL:
        resolution.then("moment:final_scored", "winner")
    else:
        resolution.then("moment:round_scored", "next_turn")


def start_count(resolution: Resolution) -> None:
    """The count sheet of the scoring that is due."""
    resolution.ask("count_scots", "", resolution.state.due[0])


def find_winner(resolution: Resolution) -> None:
    """Most points win; tied leaders are asked for their goods, then share it (GM-END-11, GM-TIE-01, GM-TIE-02)."""
    state = resolution.state
    most = max(p.total for p in state.players)
    first = [p.id for p in state.players if p.total == most]
    if len(first) > 1 and not all(player_id in state.goods for player_id in first):
        resolution.ask("goods", "", *first)
        return
    goods = max(state.goods.get(player_id, 0) for player_id in first)
    resolution.go("won")
    resolution.do(ev.GameEnded(tuple(w for w in first if len(first) == 1 or state.goods[w] == goods)))


AIMED = ("hit", "die_waits")
STALE_KINDS = ("untold_end", *AIMED)


def take_again(resolution: Resolution) -> None:
    """After a correction of the ring: whoever is last now is on turn, what was asked about it is asked anew."""
    if resolution.state.phase not in ("take", "roll"):
        return
    stale = [o for o in resolution.state.open if o.kind in STALE_KINDS]
    for question in stale:
        resolution.close(question)
    if game_ends(resolution.state) or resolution.state.turn.figure != last_figure(resolution.state.line):
        go_on(resolution)
    elif any(o.kind in AIMED for o in stale):
        aim_die(resolution)


def aim_die(resolution: Resolution) -> None:
    """Where the roll takes the die: the tile it throws out is asked, or it is over with it."""
    state = resolution.state
    beyond = state.house.die_discards_beyond_worlds_end
    place, leaves = die_target(state.line, state.rolled, with_symbol(state), beyond, uncounted(state))
    if place < 0 and needs_worlds_end(state):
        resolution.do(ev.FigureLeft(DIE))
        after_die(resolution)
    elif place < 0 and unidentified_of_d(state):
        resolution.ask("die_waits")
    elif place < 0:
        resolution.do(ev.DieWaited())
        after_die(resolution)
    elif leaves and state.line[place].piece == WORLDS_END:
        resolution.do(ev.FigureLeft(DIE))
        after_die(resolution)
    else:
        resolution.ask("hit", "", ahead_of(state.line, place), int(leaves))


def after_die(resolution: Resolution) -> None:
    """The figure that is now last is on turn (GM-DIE-08).

    By a house rule tiles are laid first (GM-DIE-11); so they are where the die has thrown out the last one ahead,
    since nobody could move.
    """
    state = resolution.state
    if (state.house.refill_after_die or not something_ahead(state)) and to_lay(state):
        resolution.ask("end")
    else:
        next_turn(resolution)


def unidentified_of_d(state: State) -> list[int]:
    """Places of the tiles that may turn out to be World's End."""
    if state.worlds_end_found:
        return []
    return [i for i, s in enumerate(state.line) if s.untold and s.deck == "D"]


def unidentified_passed(state: State, place: int) -> list[int]:
    """Places of untold D tiles that a move to `place` would throw out; one of them may be World's End."""
    figure = last_figure(state.line)
    others = [i for i, s in enumerate(state.line) if any(f != figure and not is_neutral(f) for f in s.figures)]
    return [i for i in unidentified_of_d(state) if i < min([place, *others])]


step("next_turn", next_turn)
step("turn_over", turn_over)
step("count", start_count)
step("winner", find_winner)


def question_of(state: State, number: int) -> OpenQuestion | None:
    return next((o for o in state.open if o.number == number), None)
