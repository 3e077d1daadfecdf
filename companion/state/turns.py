"""The course of turns: who is next, laying tiles at the end of a turn, decks that run out, the end of the game.

Every step gives events through a `Course`; nothing here makes an offer.
"""

from __future__ import annotations

import msgspec

from companion.state import events as ev
from companion.state.course import Course
from companion.state.facts import WORLDS_END
from companion.state.model import DIE, Open, Space, State
from companion.state.ring import (
    ahead_of,
    all_at_worlds_end,
    last_figure,
    passed_by_all,
    place_of_piece,
    room,
)
from companion.state.standings import final_result, round_result, tied_players

SCORED_DECKS = ("A", "B", "C")


def next_turn(course: Course) -> None:
    """A scoring round that is due comes first (GM-TRN-08); else the last figure is on turn (GM-RND-01)."""
    state = course.state
    if state.due:
        course.go("round_due")
        course.ask("count_scots", "", state.due[0])
        return
    figure = last_figure(state.line)
    course.go("die_last" if figure == DIE else "pawn_last")
    course.do(ev.TurnBegan(figure))
    if figure == DIE:
        course.ask("roll")
    else:
        course.ask("take", figure)


def discard_passed(course: Course) -> None:
    """What all player pawns have passed leaves the rondel at once (GM-RND-05)."""
    while places := passed_by_all(course.state.line):
        tile = course.state.line[places[0]]
        course.do(ev.TileDiscarded(tile.piece, tile.deck, places[0], "GM-RND-05"))


def move_pawn(course: Course, figure: str, ahead: int, place: int) -> None:
    """Move onto the `ahead`-th tile; what it goes by is named in the event."""
    passed = tuple(s.piece or s.deck for s in course.state.line[1:place] if s.has_tile)
    course.do(ev.PawnMoved(figure, ahead, passed))


def to_lay(state: State) -> int:
    """How many tiles the refill lays now; none when the game is over with this turn (GM-RND-06, GM-END-01)."""
    if all_at_worlds_end(state.line):
        return 0
    left = sum(d.left for d in state.decks if d.letter >= state.deck or state.deck == "S")
    return min(room(state.line, state.spaces), left)


def end_turn(course: Course, tiles: int) -> None:
    """The turn is over: lay the tiles, then decks and scoring, then the next figure."""
    course.do(ev.TurnEnding(tiles))
    course.go("turn_ended")
    go_on_laying(course)


def go_on_laying(course: Course) -> None:
    """Lay what the refill still needs; an empty deck is confirmed first, then the next one goes on (GM-RND-07)."""
    while True:
        state = course.state
        if must_confirm(state):
            course.ask("deck_end", "", state.deck)
            return
        if state.finishing <= 0 or not state.deck_of(state.deck).left:
            break
        lay_one(course)
    finish_turn(course)


def must_confirm(state: State) -> bool:
    """A counted end of a deck that ends a round is asked, because counts can be behind the table."""
    return state.deck in SCORED_DECKS and state.deck_of(state.deck).left == 0


def lay_one(course: Course, piece: str = "") -> None:
    """One tile of the current deck at the far end; on top of D lies World's End in a short game (GM-SET-12)."""
    state = course.state
    if state.deck == "D" and state.short_game and not state.worlds_end_found:
        piece = WORLDS_END
    course.do(ev.TileLaid(piece, state.deck))
    place = len(course.state.line) - 1
    if course.state.die_waits and piece != WORLDS_END and not carries_symbol(course.state, piece):
        land_waiting_die(course, place)


def land_waiting_die(course: Course, place: int) -> None:
    """The die that waited on the empty space goes onto the first tile that suits it (GM-DIE-07)."""
    tile = course.state.line[place]
    course.do(ev.PawnMoved(DIE, ahead_of(course.state.line, place)))
    place = next(i for i, s in enumerate(course.state.line) if DIE in s.figures)
    course.do(ev.TileDiscarded(tile.piece, tile.deck, place, "GM-DIE-07"))


def carries_symbol(state: State, piece: str) -> bool:
    """A chronicle symbol protects from the die (GM-TIL-05); without chronicles no tile carries one."""
    known = state.facts.pieces.get(piece)
    return bool(known and known.symbol)


def with_symbol(state: State) -> frozenset[str]:
    """The tiles on the rondel that the die may not end on."""
    return frozenset(s.piece for s in state.line if carries_symbol(state, s.piece))


def empty_deck(course: Course, letter: str) -> None:
    """A deck is empty: its scoring round is due (GM-RND-04); deck D brings none (GM-RND-08)."""
    course.do(ev.DeckEmptied(letter))
    if letter in SCORED_DECKS:
        course.do(ev.RoundDue(letter))


def finish_turn(course: Course) -> None:
    """The refill is done."""
    course.do(ev.TurnEnded(course.state.turn.figure))
    if all_at_worlds_end(course.state.line):
        course.do(ev.RoundDue("final", "GM-END-01"))
    elif needs_worlds_end(course.state):
        course.ask("where_end")
        return
    next_turn(course)


def needs_worlds_end(state: State) -> bool:
    """Deck D is out and nobody has said where World's End lies."""
    untold = any(s.untold and s.deck == "D" for s in state.line)
    return not state.worlds_end_found and state.deck == "D" and not state.deck_of("D").left and untold


def score_round(course: Course, due: str) -> None:
    """The scoring: every point with its source, then the result (GM-SCR-01, GM-END-07)."""
    result = final_result(course.state) if due == "final" else round_result(course.state, due)
    for scored in result.players:
        for gain in scored.gains:
            course.do(ev.PointsScored(scored.name, gain.points, gain.source))
    # As JSON gives it back, so that the same scoring read from a journal is the same value.
    course.do(ev.RoundScored(due, msgspec.json.decode(msgspec.json.encode(result))))
    if due == "final":
        course.go("won")
        course.do(ev.GameEnded(result.winners))
    else:
        next_turn(course)


def count_done(course: Course, due: str) -> None:
    """Counts are right: score, after asking tied leaders for their goods (GM-TIE-01)."""
    tied = tied_players(course.state) if due == "final" else ()
    if tied and not all(who in course.state.goods for who in tied):
        course.ask("goods", "", *tied)
        return
    score_round(course, due)


def take_again(course: Course) -> None:
    """After a correction of the ring: whoever is last now is on turn."""
    state = course.state
    if state.phase in ("take", "roll") and state.turn.figure != last_figure(state.line):
        next_turn(course)


def untold_passed(state: State, place: int) -> list[int]:
    """Places of untold D tiles that a move to `place` would throw out; one of them may be World's End."""
    if state.worlds_end_found:
        return []
    after = simulated(state, place)
    return [i for i in after if state.line[i].untold and state.line[i].deck == "D"]


def simulated(state: State, place: int) -> list[int]:
    """Which tiles a move of the last figure to `place` would leave behind all player pawns."""
    figure = last_figure(state.line)
    others = [i for i, s in enumerate(state.line) if any(f not in (figure, DIE) for f in s.figures)]
    back = min([place, *others])
    return [i for i in range(back) if state.line[i].has_tile]


def space_of_end(state: State) -> int:
    return place_of_piece(state.line, WORLDS_END)


def question_of(state: State, number: int) -> Open | None:
    return next((o for o in state.open if o.number == number), None)


def blank(space: Space) -> bool:
    return not space.figures and not space.has_tile
