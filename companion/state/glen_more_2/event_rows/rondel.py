"""Event rows of the rondel: tiles laid, taken and discarded, figures that move, decks that end, and the die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.event_rows import LogChange, When, placeholder
from companion.engine.game import TableInstruction
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.table_game import unchanged_state
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import no_log_line, row
from companion.state.glen_more_2.event_rows.territory import apply_tile_named
from companion.state.glen_more_2.facts import DECKS, START_DECK, WORLDS_END
from companion.state.glen_more_2.model import DIE, JUST_PLAYED, State, Tile, Turn
from companion.state.glen_more_2.rondel import insert_fixture, refill_place, rotate_track
from companion.state.glen_more_2.text.labels import piece_label, taken_piece_label, tile_count_label
from companion.state.territory.model import OpenQuestion, with_player
from companion.state.territory.track import (
    Space,
    Track,
    figure_index,
    tile_indexes_ahead,
    with_laid_tile,
    with_moved_figure,
    with_space,
    without_tile,
)


def face_of_roll(state: State, e: ev.Event) -> int:
    """Return the face of the roll that caused this event; 0 if there was no roll or it is unknown."""
    for event in reversed(_events_before(state.turn_events, e)):
        if isinstance(event, ev.TurnBegan | ev.TileDiscarded | ev.DieWaited):
            return 0
        if isinstance(event, ev.DieRolled):
            return event.face
    return 0


def _events_before(happened: tuple[ev.Event, ...], e: ev.Event) -> tuple[ev.Event, ...]:
    return happened[: next(i for i, event in enumerate(happened) if event is e)]


def identify_discard_event(happened: tuple[ev.Event, ...], e: ev.DiscardNamed) -> tuple[ev.Event, ...]:
    """Return the events of this turn with the identified tile in its discard event."""
    places = range(len(happened) - 1, -1, -1)
    at = next((i for i in places if _was_thrown(happened[i], e.deck)), -1)
    if at < 0:
        return happened
    return (*happened[:at], msgspec.structs.replace(happened[at], piece=e.piece), *happened[at + 1 :])


def _was_thrown(event: ev.Event, deck: str) -> bool:
    return isinstance(event, ev.TileDiscarded) and (event.piece, event.deck) == ("", deck)


def _die_rolled(state: State, e: ev.DieRolled) -> State:
    return replace(state, die_face=e.face)


def _die_waited(state: State, _e: ev.DieWaited) -> State:
    bare = tuple(replace(s, figures=tuple(f for f in s.figures if f != DIE)) for s in state.track)
    line = with_laid_tile(rotate_track(bare, state.spaces), Space((DIE,)))[0]
    return replace(state, track=line, is_die_waiting=True)


# The die joins when two players are left.


def _die_joined(state: State, e: ev.DieJoined) -> State:
    line = tuple(replace(s, figures=(DIE, *s.figures)) if e.player in s.figures else s for s in state.track)
    return replace(state, track=line, use_die=True)


DIE_EVENT_ROWS = (
    # Logged without a line: a table instruction uses it.
    row(
        ev.DieJoined,
        _die_joined,
        tr("the die joins where the pawn of {player} stood (house ruling)"),
        log_change=no_log_line,
        undo=tr("The die off the rondel"),
    ),
    # Logged without a line: the next event of the die names the face.
    row(ev.DieRolled, _die_rolled, tr("the die shows {n}"), log_change=no_log_line, fillers={"n": "face"}),
    row(
        ev.DieWaited,
        _die_waited,
        tr("the die waits for a tile"),
        log_change=When(face_of_roll, LogChange(action=tr("The die shows {n}: it goes ahead of all tiles"))),
        undo=tr("The die back to where it stood"),
        fillers={"n": face_of_roll},
    ),
)


DIE_DISCARD_RULES = ("GM-DIE-05", "GM-DIE-07")


def _refill_skipped(state: State, _e: ev.RefillSkipped) -> State:
    return replace(state, turn=replace(state.turn, has_no_refill=True))


def _fixture_put(state: State, e: ev.FixturePlaced) -> State:
    spaces = (Space((), e.piece, fixed=True), *(Space(fixed=True) for _ in range(e.size - 1)))
    return replace(state, track=insert_fixture(state.track, state.spaces, spaces))


def _figure_joined(state: State, e: ev.FigureJoined) -> State:
    return replace(state, track=with_laid_tile(state.track, Space((e.figure,)))[0])


def _tile_laid(state: State, e: ev.TileLaid) -> State:
    # Not below 0: a tile that was laid was in the deck, whatever was counted.
    decks = tuple(replace(d, left=max(0, d.left - 1)) if d.letter == e.deck else d for d in state.decks)
    return replace(
        state,
        track=_with_tile_in_refill(state.track, Space((), e.piece, e.deck)),
        decks=decks,
        deck=e.deck,
        turn=replace(state.turn, laid_tiles=(*state.turn.laid_tiles, Tile(e.piece, e.deck))),
        tiles_left_to_lay=max(0, state.tiles_left_to_lay - 1) if state.tiles_left_to_lay >= 0 else -1,
    )


def _with_tile_in_refill(line: Track, tile: Space) -> Track:
    place = refill_place(line)
    return with_space(line, place, tile) if place < len(line) else (*line, tile)


def _undo_nameless_tiles(_state: State, laid: Sequence[ev.TileLaid]) -> TableInstruction:
    deck = laid[0].deck
    if deck == START_DECK:
        text = trn("{n} start tile back from the rondel", "{n} start tiles back from the rondel", len(laid))
        return TableInstruction(text)
    return TableInstruction(
        trn(
            "{n} tile from the rondel back on deck {deck}",
            "{n} tiles from the rondel back on deck {deck}",
            len(laid),
            deck=deck,
        )
    )


def _history_of_tiles_laid(state: State, laid: Sequence[ev.TileLaid]) -> Message:
    """Return one text for all tiles of a refill; a line for each would hide the players' actions."""
    known = [piece_label(state.facts, e.piece) for e in laid if e.piece]
    count = trn("{n} tile laid", "{n} tiles laid", len(laid))
    return tr("{count} ({tiles})", count=count, tiles=join_list(known)) if known else count


def _turn_began(state: State, e: ev.TurnBegan) -> State:
    # The ledgers of all players are open, because others enter what they forgot.
    open_still = _just_played(state)
    ledgers = tuple(
        OpenQuestion(state.question_count + 1 + i, "ledger", p.id, (JUST_PLAYED,) if p.id == open_still else ())
        for i, p in enumerate(state.remaining_players)
    )
    return replace(
        state,
        track=rotate_track(state.track, state.spaces),
        turn=Turn(
            state.turn.number + 1,
            e.figure,
            is_after_scoring=_just_scored(state),
            previous_tile=_laid_last(state),
            acting_player=e.acting,
        ),
        open_questions=ledgers,
        question_count=state.question_count + len(ledgers),
        die_face=0,
        tiles_left_to_lay=-1,
    )


def _just_played(state: State) -> str:
    """Return the player whose turn ended with the last tile laid; turns without a player may come between."""
    if not state.turn.player:
        return state.last_turn_player
    return state.turn.player if _laid_last(state) else ""


def _acting_changed(state: State, e: ev.ActingChanged) -> State:
    return replace(state, turn=replace(state.turn, acting_player=e.player))


def _tile_identified(state: State, e: ev.TileIdentified) -> State:
    place = tile_indexes_ahead(state.track)[e.ahead - 1]
    space = replace(state.track[place], piece=e.piece)
    unidentified = e.ahead if e.piece != WORLDS_END else 0
    return replace(
        state,
        track=with_space(state.track, place, space),
        turn=replace(state.turn, unidentified_ahead=unidentified),
    )


def _pawn_moved(state: State, e: ev.PawnMoved) -> State:
    place = tile_indexes_ahead(state.track)[e.ahead - 1]
    turn = replace(state.turn, unidentified_ahead=e.ahead) if state.track[place].is_unidentified else state.turn
    line = rotate_track(with_moved_figure(state.track, e.figure, place), state.spaces)
    return replace(state, track=line, turn=turn, is_die_waiting=state.is_die_waiting and e.figure != DIE)


def _tile_taken(state: State, e: ev.TileTaken) -> State:
    line = without_tile(state.track, figure_index(state.track, state.turn.figure))
    turn = replace(state.turn, tile=e.piece, deck=e.deck)
    return with_tile_given(replace(state, track=line, turn=turn), e.player, Tile(e.piece, e.deck))


def _tile_given(state: State, e: ev.TileGiven) -> State:
    pile = list(state.discards)
    tile = Tile(e.piece, e.deck)
    same = [t for t in pile if t.deck == e.deck and t.piece in (e.piece, "")]
    # The tile itself if it is recorded on the pile, otherwise an unidentified one.
    for lying in sorted(same, key=lambda t: t.piece != e.piece)[:1]:
        pile.remove(lying)
    return with_tile_given(replace(state, discards=tuple(pile)), e.player, tile)


def _tile_named(state: State, e: ev.TileNamed) -> State:
    taken = list(state.player(e.player).taken_tiles)
    # The latest one, because all unidentified tiles have the id "".
    place = max(i for i, tile in enumerate(taken) if tile.piece == e.was)
    taken[place] = replace(taken[place], piece=e.piece)
    named = state.turn.player == e.player and state.turn.tile == e.was
    turn = replace(state.turn, tile=e.piece) if named else state.turn
    named_now = with_player(replace(state, turn=turn), e.player, taken_tiles=tuple(taken))
    return apply_tile_named(named_now, e.player, e.was, e.piece)


def _discard_named(state: State, e: ev.DiscardNamed) -> State:
    turn = replace(state.turn, discarded_tiles=_latest_named(state.turn.discarded_tiles, e))
    happened = identify_discard_event(state.turn_events, e)
    return replace(state, discards=_latest_named(state.discards, e), turn=turn, turn_events=happened)


def _latest_named(tiles: tuple[Tile, ...], e: ev.DiscardNamed) -> tuple[Tile, ...]:
    at = next((i for i in range(len(tiles) - 1, -1, -1) if (tiles[i].piece, tiles[i].deck) == ("", e.deck)), -1)
    return tiles if at < 0 else (*tiles[:at], replace(tiles[at], piece=e.piece), *tiles[at + 1 :])


def _tile_discarded(state: State, e: ev.TileDiscarded) -> State:
    tile = Tile(e.piece, e.deck, e.pile)
    # The waiting die has left its space and discarded the tile of a refill, which needs one tile more (GM-DIE-07).
    more = e.rule == "GM-DIE-07" and state.tiles_left_to_lay >= 0
    return replace(
        state,
        track=rotate_track(without_tile(state.track, e.at), state.spaces),
        tiles_left_to_lay=state.tiles_left_to_lay + more,
        discards=(*state.discards, tile),
        turn=replace(state.turn, discarded_tiles=(*state.turn.discarded_tiles, tile)),
    )


def _history_of_tiles_discarded(state: State, events: Sequence[ev.TileDiscarded]) -> Message:
    """Return one text with identified tiles by label and the others counted by deck."""
    named = [tr("{tile} is discarded", tile=piece_label(state.facts, e.piece, e.deck)) for e in events if e.piece]
    nameless = Counter(e.deck for e in events if not e.piece)
    return join_list((*named, *(_counted_discards(deck, n) for deck, n in nameless.items())))


def _counted_discards(deck: str, n: int) -> Message:
    if deck == START_DECK:
        return trn("a start tile is discarded", "{n} start tiles are discarded", n)
    return trn("a tile of deck {deck} is discarded", "{n} tiles of deck {deck} are discarded", n, deck=deck)


def _figure_left(state: State, e: ev.FigureLeft) -> State:
    line = tuple(replace(s, figures=tuple(f for f in s.figures if f != e.figure)) for s in state.track)
    line = rotate_track(line, state.spaces)
    return replace(state, track=line, use_die=state.use_die and e.figure != DIE)


def _deck_emptied(state: State, e: ev.DeckEmptied) -> State:
    decks = tuple(replace(d, left=0) if d.letter == e.deck else d for d in state.decks)
    return replace(state, decks=decks, deck=state.next_deck(e.deck) or e.deck)


def _deck_counted(state: State, e: ev.DeckCounted) -> State:
    decks = tuple(replace(d, left=e.left) if d.letter == e.deck else d for d in state.decks)
    return replace(state, decks=decks, deck=_deck_laid(state, e))


def _just_scored(state: State) -> bool:
    """True if no turn has begun since the last scoring."""
    return bool(state.done_scorings) and state.last_scored_turn == state.turn.number


def _laid_last(state: State) -> str:
    return state.turn.laid_tiles[-1].piece if state.turn.laid_tiles else ""


def with_tile_given(state: State, player_id: str, tile: Tile) -> State:
    """Return the state with a tile added to those that a player took."""
    return with_player(state, player_id, taken_tiles=(*state.player(player_id).taken_tiles, tile))


def _deck_laid(state: State, e: ev.DeckCounted) -> str:
    """Return the deck that is laid now: one that was thought empty again if tiles of it are left."""
    back = e.left and DECKS.index(e.deck) < DECKS.index(state.deck)
    return e.deck if back else state.deck


def _is_start_tile(_state: State, e: Any) -> bool:
    return bool(e.deck == START_DECK)


def _nameless_deck(e: ev.TileLaid | ev.TileDiscarded) -> str:
    """Return the deck of an unidentified tile: they look alike, so one instruction returns all of them."""
    return "" if e.piece else e.deck


def _is_worlds_end(_state: State, e: Any) -> bool:
    return bool(e.piece == WORLDS_END)


def _taken_tile(state: State, e: ev.TileTaken) -> Message:
    """Return the label of a taken tile. It may have been identified later; the turn then has its id."""
    named = e.piece or (state.turn.tile if state.turn.deck == e.deck else "")
    return taken_piece_label(state.facts, named, e.deck)


def _undo_nameless_discards(_state: State, gone: Sequence[ev.TileDiscarded]) -> TableInstruction:
    """Return the instruction, short enough for one line of the smallest panel, because the title may take four."""
    tiles = tile_count_label(gone[0].deck, len(gone))
    return TableInstruction(tr("{tile}: from discard pile to rondel", tile=tiles))


_STOPS = tr("{figure} stops on {tile}")
_LEAVES = tr("{figure} leaves the game")
_END_APPEARS = When(_is_worlds_end, LogChange(action=tr("World's End lies on the rondel")))
RONDEL_EVENT_ROWS = (
    row(ev.PawnStopped, unchanged_state, _STOPS, log_change=LogChange(action=_STOPS)),
    row(ev.RefillSkipped, _refill_skipped),
    row(ev.FixturePlaced, _fixture_put),
    row(ev.FigureJoined, _figure_joined),
    row(
        ev.TileLaid,
        _tile_laid,
        group_history=_history_of_tiles_laid,
        log_change=_END_APPEARS,
        ends_turn=True,
        undo=When(
            _is_start_tile,
            TableInstruction(tr("{tile} from the rondel back to the start tiles"), "{piece}"),
            TableInstruction(tr("{tile} from the rondel back on deck {deck}"), "{piece}"),
        ),
        undo_group=_nameless_deck,
        group_undo_instructions=_undo_nameless_tiles,
    ),
    # Logged without a line: the events of the turn begin here.
    row(ev.TurnBegan, _turn_began, log_change=no_log_line),
    row(ev.ActingChanged, _acting_changed),
    row(ev.TileIdentified, _tile_identified, log_change=_END_APPEARS),
    row(
        ev.PawnMoved,
        _pawn_moved,
        # A figure that passed World's End has no more turns (GM-END-03).
        log_change=When(
            lambda _s, e: WORLDS_END in e.passed, LogChange(action=tr("{figure} has passed World's End"))
        ),
        undo=When(
            lambda _s, e: e.figure == DIE,
            tr("The die back to where it stood"),
            tr("The pawn of {player} back to where it stood", player=placeholder("figure")),
        ),
    ),
    row(
        ev.TileTaken,
        _tile_taken,
        tr("{player} takes {tile}"),
        log_change=LogChange(action=tr("took {tile}", tile=placeholder("taken")), player="{player}"),
        undo=TableInstruction(tr("{tile} back to the rondel"), "{piece}"),
        fillers={"taken": _taken_tile},
    ),
    row(
        ev.TileGiven,
        _tile_given,
        tr("{player} gets {tile}"),
        log_change=LogChange(action=tr("got {tile}"), player="{player}"),
        undo=When(
            "deck",
            TableInstruction(tr("{tile} back to the discard pile"), "{piece}"),
            TableInstruction(tr("{tile} back beside the clan board"), "{piece}"),
        ),
    ),
    row(ev.TileNamed, _tile_named, tr("the tile of {player} is {tile}")),
    row(
        ev.DiscardNamed,
        _discard_named,
        tr("{tile} lies on the discard pile"),
        fillers={"tile": lambda s, e: piece_label(s.facts, e.piece)},
    ),
    row(
        ev.TileDiscarded,
        _tile_discarded,
        group_history=_history_of_tiles_discarded,
        # The refill names the tiles that neither the die discarded nor all players refused.
        log_change=When(
            lambda _s, e: e.rule == "GM-TAK-07",
            LogChange(action=tr("No tile could be taken")),
            When(
                lambda _s, e: e.rule in DIE_DISCARD_RULES,
                When(
                    face_of_roll,
                    LogChange(action=tr("The die shows {n}: it discarded {tile}")),
                    LogChange(action=tr("The die discarded {tile}")),
                ),
            ),
        ),
        undo=TableInstruction(tr("{tile}: from discard pile to rondel"), "{piece}"),
        undo_group=_nameless_deck,
        group_undo_instructions=_undo_nameless_discards,
        fillers={"n": face_of_roll},
    ),
    row(
        ev.FigureLeft,
        _figure_left,
        _LEAVES,
        log_change=When(
            face_of_roll, LogChange(action=tr("The die shows {n}: it leaves the game")), LogChange(action=_LEAVES)
        ),
        undo=tr("Back on the rondel: {figure}"),
        fillers={"n": face_of_roll},
    ),
    row(
        ev.DeckEmptied,
        _deck_emptied,
        When(_is_start_tile, tr("all start tiles lie on the rondel"), tr("deck {deck} is empty")),
    ),
    row(
        ev.DeckCounted,
        _deck_counted,
        trn("{n} tile is left in deck {deck}", "{n} tiles are left in deck {deck}"),
        before=lambda s, e: s.deck_of(e.deck).left,
        fillers={"n": "left"},
    ),
)
