"""Instructions that change the table after an undo or an edit of the history.

`reconcile_table` compares two states, so opposite changes cancel out. What a state does not contain (sold goods,
an expansion's pieces) comes from the removed and the new events. The text of each event's undo instruction is in
`event_rows`; `undo_instructions` only collects these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from companion.engine.event_rows import collect_undo_instructions
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.engine.table_game import Event
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.model import DIE, State, is_neutral_figure
from companion.state.glen_more_2.referee.territory_tiles import WORDS
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.history_text import without_past_payments
from companion.state.glen_more_2.text.labels import figure_label
from companion.state.territory.corrections import reconcile_territories
from companion.state.territory.track import figure_index, tile_index


def undo_instructions(state: State, events: Sequence[Event]) -> tuple[TableInstruction, ...]:
    """Return the instructions that undo `events`, which are ordered last first."""
    moved = tuple(without_past_payments(events[::-1]))[::-1]
    return tuple(collect_undo_instructions(rules_of(state).events, state, moved))


RONDEL, PILE, OUT, DECK = "*rondel", "*pile", "*out", "*deck"
"""Places of tiles that are no player id."""
FROM_TEXTS = {
    RONDEL: tr("from the rondel"),
    PILE: tr("from the discard pile"),
    OUT: tr("from the tiles out of the game"),
    DECK: tr("from its deck"),
}
TO_TEXTS = {
    RONDEL: tr("to the rondel"),
    PILE: tr("to the discard pile"),
    OUT: tr("out of the game"),
    DECK: tr("back on its deck"),
}


def reconcile_table(
    old: State, new: State, removed_events: Sequence[ev.Event], new_events: Sequence[ev.Event]
) -> tuple[TableInstruction, ...]:
    """Return the instructions that turn a table in state `old` into `new`: tiles, figures, market, counts, cards.

    `removed_events` are the events that no longer happened, `new_events` those that replace them.
    """
    if _set_up(old) != _set_up(new):
        return (_forward("all", tr("Another set-up: lay the game out again")),)
    still = _unmoved_pieces(old, new, removed_events, new_events)
    return (
        *_tiles(old, new, still),
        *reconcile_territories(old, new, WORDS),
        *_figures(old, new, removed_events, new_events, still),
        *_market(old, new, removed_events, new_events),
        *_counts(old, new),
        *_cards(old, new),
        *_event_instructions(old, new, removed_events, new_events),
    )


def _set_up(state: State) -> tuple[object, ...]:
    """Return what two states of the same game share: players, chronicles, spaces, and whether play began."""
    return [player.id for player in state.players], state.chronicles, bool(state.decks), state.spaces


def _forward(about: str, text: Message, piece: str = "") -> TableInstruction:
    return TableInstruction(text, piece, is_forward=True, subject=about)


def _places(state: State) -> dict[str, tuple[str, str]]:
    """Return (place, deck letter) of each identified tile."""
    found = {space.piece: (RONDEL, space.deck) for space in state.track if space.piece and not space.fixed}
    found |= {tile.piece: (PILE, tile.deck) for tile in state.discards}
    found |= {tile.piece: (OUT, tile.deck) for tile in state.removed_tiles}
    found |= {tile.piece: (player.id, tile.deck) for player in state.players for tile in player.taken_tiles}
    found.pop("", None)
    return found


def _tally(state: State) -> Counter[tuple[str, str]]:
    """Return the number of tiles by (deck letter, place), identified or not."""
    found = Counter((space.deck, RONDEL) for space in state.track if space.has_tile and not space.fixed)
    found.update((tile.deck, PILE) for tile in state.discards)
    found.update((tile.deck, OUT) for tile in state.removed_tiles)
    found.update((tile.deck, player.id) for player in state.players for tile in player.taken_tiles)
    found.update({(deck.letter, DECK): deck.left for deck in state.decks})
    return found


def _tiles(old: State, new: State, still: AbstractSet[str]) -> Iterator[TableInstruction]:
    before, after = _places(old), _places(new)
    more = _tally(new)
    more.subtract(_tally(old))
    moves = []
    for piece in dict.fromkeys((*before, *after)):
        there, deck = before.get(piece, ("", ""))
        here, deck = after.get(piece, ("", deck))
        if there != here:
            moves.append((piece, deck, there, here))
            _move_tally(more, deck, there, here)
    for piece, deck, there, here in moves:
        # If only one state identifies the tile, the other has one more unidentified tile in some place.
        there = there or _taken_from(more, deck, -1)
        here = here or _taken_from(more, deck, 1)
        if there == here != RONDEL:
            continue
        words = _text_of_move(new, labels.piece_label(new.facts, piece, deck), piece, there, here, still)
        yield _forward(f"tile {piece}", words, piece)
    yield from _nameless_tiles(new, more)


def _move_tally(more: Counter[tuple[str, str]], deck: str, old_place: str, new_place: str) -> None:
    if old_place:
        more[deck, old_place] += 1
    if new_place:
        more[deck, new_place] -= 1


def _taken_from(more: Counter[tuple[str, str]], deck: str, sign: int) -> str:
    """Return a place that is to gain (1) or lose (-1) a tile of this deck; "" for none."""
    # Sorted, so that reconciling back reverses the instructions line by line.
    place = next((place for (letter, place), n in sorted(more.items()) if letter == deck and n * sign > 0), "")
    if place:
        more[deck, place] -= sign
    return place


def _nameless_tiles(new: State, more: Counter[tuple[str, str]]) -> Iterator[TableInstruction]:
    """Yield one instruction for each group of unidentified tiles."""
    handfuls: Counter[tuple[str, str, str]] = Counter()
    for deck in sorted({letter for letter, _place in more}):
        while there := _taken_from(more, deck, -1):
            handfuls[deck, there, _taken_from(more, deck, 1)] += 1
    for (deck, there, here), n in handfuls.items():
        tiles = labels.tile_count_label(deck, n)
        about = " ".join(sorted((there, here)))
        yield _forward(f"tiles {deck} {about}", _text_of_move(new, tiles, "", there, here, still=frozenset()))


def _text_of_move(
    new: State, tile: Message, piece: str, old_place: str, new_place: str, still: AbstractSet[str]
) -> Message:
    whence = FROM_TEXTS.get(old_place) or (
        tr("from {player}", player=figure_label(new, old_place)) if old_place else None
    )
    whither = TO_TEXTS.get(new_place) or (
        tr("to {player}", player=figure_label(new, new_place)) if new_place else tr("back where it lay")
    )
    place = tile_index(new.track, piece) if piece else -1
    if place >= 0:
        where = _spot(new, place, still)
        whither = tr("to the rondel, {where}", where=where)
    return (
        tr("{tile} {whence} {whither}", tile=tile, whence=whence, whither=whither)
        if whence
        else tr("{tile} {whither}", tile=tile, whither=whither)
    )


def _spot(state: State, place: int, still: AbstractSet[str]) -> Message:
    """Return the position of a space, counted from a piece that did not move.

    That is the nearest figure behind it, otherwise the nearest one ahead; if all figures moved, a tile.
    """
    figures = [(at, other) for at, space in enumerate(state.track) for other in space.figures[:1]]
    tiles = [(at, space.piece) for at, space in enumerate(state.track) if space.piece]
    for stand in (figures, tiles):
        found = [(at, who) for at, who in stand if who in still]
        if found:
            at, who = next((each for each in reversed(found) if each[0] <= place), found[0])
            name = figure_label(state, who) if stand is figures else labels.piece_label(state.facts, who)
            if at == place:
                return tr("where {figure} is", figure=name)
            if at < place:
                return trn("{n} space ahead of {figure}", "{n} spaces ahead of {figure}", place - at, figure=name)
            return trn("{n} space behind {figure}", "{n} spaces behind {figure}", at - place, figure=name)
    if not place:
        return tr("last of all")
    return trn("{n} space ahead of the last of all", "{n} spaces ahead of the last of all", place)


def _unmoved_pieces(
    old: State, new: State, removed_events: Sequence[ev.Event], new_events: Sequence[ev.Event]
) -> frozenset[str]:
    """Return the figures and tiles on the rondel that did not move."""
    moving = _moving_figures(removed_events, new_events)
    places = [
        {each for space in state.track for each in (*space.figures[:1], space.piece)} for state in (old, new)
    ]
    return frozenset(places[0] & places[1]) - {*moving, ""}


def _moving_figures(removed_events: Sequence[ev.Event], new_events: Sequence[ev.Event]) -> list[str]:
    """Return the figures whose place changed or may have changed."""
    before, after = _last_stops(removed_events), _last_stops(new_events)
    return [who for who in dict.fromkeys((*before, *after)) if before.get(who) != after.get(who)]


def _last_stops(events: Sequence[ev.Event]) -> dict[str, tuple[str | int, ...]]:
    """Return the last stop of each moved figure according to the events: the tile there, or its number ahead."""
    stops: dict[str, tuple[str | int, ...]] = {}
    moving, ahead = "", 0
    for event in events:
        match event:
            case ev.PawnMoved():
                moving, ahead = event.figure, event.ahead
                stops[moving] = (ahead,)
            case ev.TileTaken() | ev.TileDiscarded() | ev.PawnStopped() if moving:
                stops[moving] = (event.piece,) if event.piece else (ahead,)
                moving = ""
            case ev.PawnPlaced():
                stops[event.figure] = ("", event.at)
            case ev.FigureLeft():
                stops[event.figure] = ("",)
            case ev.DieWaited():
                stops[DIE] = ("", "")
    return stops


def _figure_place_text(state: State, figure: str, still: AbstractSet[str]) -> Message:
    """Return a text for the place of a figure."""
    place = figure_index(state.track, figure)
    return _spot(state, place, still) if place >= 0 else tr("off the rondel")


def _figures(
    old: State,
    new: State,
    removed_events: Sequence[ev.Event],
    new_events: Sequence[ev.Event],
    still: AbstractSet[str],
) -> Iterator[TableInstruction]:
    for who in sorted(_moving_figures(removed_events, new_events)):
        where = _figure_place_text(new, who, still)
        if where == _figure_place_text(old, who, still):
            continue  # The figure stayed; only the tile there has another name now.
        if is_neutral_figure(who):
            yield _forward(f"figure {who}", tr("{figure}: {where}", figure=figure_label(new, who), where=where))
        else:
            words = tr("The pawn of {player}: {where}", player=figure_label(new, who), where=where)
            yield _forward(f"figure {who}", words)


def _market(
    old: State, new: State, removed_events: Sequence[ev.Event], new_events: Sequence[ev.Event]
) -> Iterator[TableInstruction]:
    sold = Counter((e.player, e.good) for e in new_events if isinstance(e, ev.GoodSold))
    sold.subtract((e.player, e.good) for e in removed_events if isinstance(e, ev.GoodSold))
    for (who, good), n in sorted(sold.items(), key=lambda each: each[1]):
        if good not in GOODS or new.tracks_territories:
            # Rows of expansions buy nothing from the territory; tracked territories have their own instructions.
            continue
        words = labels.market_row_label(new, good)
        if n < 0:
            yield TableInstruction(
                tr("{player}: {n} {good} back to the territory", player=figure_label(new, who), n=-n, good=words),
                subject=f"sold {who} {good}",
            )
        elif n > 0:
            yield _forward(
                f"sold {who} {good}",
                tr(
                    "{player}: {n} {good} from the territory to the supply",
                    player=figure_label(new, who),
                    n=n,
                    good=words,
                ),
            )
    for good, filled in new.market.items():
        if filled != old.market.get(good, filled):
            row = labels.market_row_label(new, good)
            words = trn(
                "The {good} row: coins on {n} space", "The {good} row: coins on {n} spaces", filled, good=row
            )
            yield _forward(f"row {good}", words)


def _counts(old: State, new: State) -> Iterator[TableInstruction]:
    for player in new.players:
        before = next((each for each in old.players if each.id == player.id), player)
        name = figure_label(new, player.id)
        yield from _count_instructions(f"coins {player.id}", _coins, player.coins - before.coins, name)
        yield from _count_instructions(f"barrels {player.id}", _barrels, player.barrels - before.barrels, name)
        if not new.tracks_territories:
            yield from _count_instructions(f"scots {player.id}", _scots, player.scots - before.scots, name)
        yield from _count_instructions(f"points {player.id}", _points, player.total - before.total, name)


def _count_instructions(
    about: str, words: Callable[[int, Message], Message], by: int, name: Message
) -> Iterator[TableInstruction]:
    if by:
        yield TableInstruction(words(by, name), is_forward=by > 0, subject=about)


def _coins(by: int, name: Message) -> Message:
    if by > 0:
        return trn("{player} takes {n} coin", "{player} takes {n} coins", by, player=name)
    return trn("{player} gives back {n} coin", "{player} gives back {n} coins", -by, player=name)


def _barrels(by: int, name: Message) -> Message:
    if by > 0:
        return trn("{player} takes {n} barrel", "{player} takes {n} barrels", by, player=name)
    return trn("{player} gives back {n} barrel", "{player} gives back {n} barrels", -by, player=name)


def _scots(by: int, name: Message) -> Message:
    if by > 0:
        return trn(
            "{n} Scot of {player} into the home castle",
            "{n} Scots of {player} into the home castle",
            by,
            player=name,
        )
    return trn(
        "{n} Scot of {player} out of the home castle",
        "{n} Scots of {player} out of the home castle",
        -by,
        player=name,
    )


def _points(by: int, name: Message) -> Message:
    if by > 0:
        return trn("{player} takes {n} point", "{player} takes {n} points", by, player=name)
    return trn("{player} gives back {n} point", "{player} gives back {n} points", -by, player=name)


def _cards(old: State, new: State) -> Iterator[TableInstruction]:
    had = {card: player.id for player in old.players for card in player.landmarks}
    has = {card: player.id for player in new.players for card in player.landmarks}
    for id in dict.fromkeys((*had, *has)):
        giver, taker = had.get(id, ""), has.get(id, "")
        if giver == taker:
            continue
        card, piece = labels.landmark_label(new.facts, id), f"card_{id}"
        if not taker:
            words = tr("The card {card} back from {player}", card=card, player=figure_label(new, giver))
            yield TableInstruction(words, piece, subject=piece)
        else:
            yield _forward(
                piece, tr("The card {card} to {player}", card=card, player=figure_label(new, taker)), piece
            )
    for player in new.players:
        more = Counter(player.crests)
        more.subtract(next((each.crests for each in old.players if each.id == player.id), ()))
        for id, n in more.items():
            names = {"crest": labels.crest_label(new.facts, id), "player": figure_label(new, player.id)}
            if n < 0:
                yield TableInstruction(
                    tr("The marker of {player} off {crest}", **names), subject=f"crest {id} {player.id}"
                )
            elif n > 0:
                yield _forward(f"crest {id} {player.id}", tr("A marker of {player} on {crest}", **names))


def _event_instructions(
    old: State, new: State, removed_events: Sequence[ev.Event], new_events: Sequence[ev.Event]
) -> Iterator[TableInstruction]:
    """Yield instructions of removed tiles and of expansions: undo the removed events, then do the new ones."""
    rows = rules_of(new).events
    coming = [event for event in new_events if _has_own_instruction(event)]
    leaving = []
    for event in removed_events:
        if event in coming:
            coming.remove(event)
        elif _has_own_instruction(event):
            leaving.append(event)
    for event in leaving[::-1]:
        yield from (msgspec.structs.replace(line, subject=repr(event)) for line in undo_instructions(old, [event]))
    for event in coming:
        row = rows[type(event)]
        words = row.history(new, event) if row.history and undo_instructions(new, [event]) else None
        if words:
            yield _forward(repr(event), tr("On the table too: {what}", what=words))


def _has_own_instruction(event: ev.Event) -> bool:
    return isinstance(event, ev.TileCountChanged) or type(event) not in (*ev.EVENT_TYPES, *ev.REFEREE_EVENTS)
