"""Texts about what happened: history lines of entries and turns, and the turn log of the current turn.

An entry that pays the cost of an earlier turn's tile is shown with that tile as the cause. All functions return
texts and change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.engine.event_rows import LogChange, history_lines
from companion.engine.message import (
    Message,
    capitalize_start,
    count_repeats,
    join_list,
    literal,
    shorten_entries,
    tr,
    trn,
)
from companion.engine.table_game import Event
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.rondel import DIE_DISCARD_RULES
from companion.state.glen_more_2.events import SCORING_PHASE, EntryMade, LateEntryMade, TilePlaced
from companion.state.glen_more_2.model import DIE, State
from companion.state.glen_more_2.payment import goods_bought_as_cost, turns_with_missing_cost
from companion.state.glen_more_2.referee.territory_tiles import WORDS
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.labels import EARLIER_PAID, EARLIER_TILE, figure_label, piece_label
from companion.state.glen_more_2.text.scoring_text import source_label
from companion.state.territory.grid import Cell


def name_earlier_payments(
    events: Iterable[ev.Event], cause: Callable[[ev.CostSettled], str] = lambda _e: EARLIER_TILE
) -> tuple[ev.Event, ...]:
    """Return the events in which payments that settled an earlier tile's cost have that tile as their cause."""
    told, paid = list(events), dict[str, list[int]]()
    for at, event in enumerate(told):
        match event:
            case ev.EntryMade(player=player):
                paid[player] = []
            case ev.CoinsPaid(player=player, why="entered") | ev.BarrelsPaid(player=player, why="entered"):
                paid.setdefault(player, []).append(at)
            case ev.CostSettled(player=player):
                for place in paid.pop(player, []):
                    told[place] = replace(told[place], why=cause(event))
    return tuple(told)


def earlier_tile_cause(state: State, settled: ev.CostSettled) -> str:
    """Return the cause "earlier_tile:<turn>", with the turn in which the tile was taken according to `state`."""
    turns = turns_with_missing_cost(state, settled.player)
    turn = settled.turn or (turns[-1] if turns else 0)
    return f"{EARLIER_TILE}:{turn}" if turn else EARLIER_TILE


def without_past_payments(events: Iterable[ev.Event]) -> Iterator[ev.Event]:
    """Yield the events, oldest first, without payments that a correction entered for an earlier turn.

    No piece is moved for such a payment now.
    """
    told_late = set[str]()
    for event in events:
        match event:
            case ev.EntryMade(player=player, entry=entry):
                (told_late.add if entry == EARLIER_PAID else told_late.discard)(player)
            case ev.CostSettled(player=player):
                told_late.discard(player)
            case ev.CoinsPaid(player=player) | ev.BarrelsPaid(player=player) if player in told_late:
                continue
        yield event


MANUAL_ENTRIES = ("points", "barrel", "coins_in")
"""Entries for gains of a tile; with tracked territories they are marked as entered by hand."""


def history_text(state: State, events: Sequence[Event]) -> Message | None:
    """Return one line with everything notable in the events of an answer given in `state`, or None."""
    lines = count_repeats(_entry_lines(state, [event for event in events if not isinstance(event, LateEntryMade)]))
    if (
        lines
        and state.tracks_territories
        and any(isinstance(e, EntryMade) and e.entry in MANUAL_ENTRIES for e in events)
    ):
        lines = [tr("{what} (entered by hand)", what=join_list(lines))]
    late = next((event for event in events if isinstance(event, LateEntryMade)), None)
    if lines and late:
        return _late_entry_text(state, late.player, join_list(lines))
    lines = lines or count_repeats(_entry_lines(state, events))
    return join_list(lines) if lines else None


def _late_entry_text(state: State, player_id: str, what: Message) -> Message:
    """Return the line of a late entry, with the turn in which it was made.

    Scorings since the player's own turn are not repeated, which the line says: an entry counts from when it is
    made. These remarks are at the end because corrections and undone entries have their prefix in front.
    """
    if state.phase in ("take", "turn") and state.turn.figure not in ("", player_id):
        what = tr("{what}, in {player}'s turn", what=what, player=figure_label(state, state.turn.figure))
    else:
        what = tr("{what}, entered late", what=what)
    if _scored_since_turn(state, player_id):
        return tr("{what}: scorings before stay as they were", what=what)
    return what


def _scored_since_turn(state: State, player_id: str) -> bool:
    last = (each for each in reversed(state.score_history.turns) if each.scoring or each.figure == player_id)
    latest = next(last, None)
    return latest is not None and bool(latest.scoring)


def _entry_lines(state: State, events: Sequence[Event]) -> Iterator[Message]:
    """Yield the lines of an entry. A tile built over is named by the covered tile before, by the new one after."""
    told = name_earlier_payments(events, partial(earlier_tile_cause, state))
    rules = rules_of(state)
    over = next((at for at, event in enumerate(told) if _builds_over(state, event)), len(told))
    yield from history_lines(rules.events, state, told[: over + 1])
    if rest := told[over + 1 :]:
        yield from history_lines(rules.events, reduce(rules.apply, told[: over + 1], state), rest)


def _builds_over(state: State, event: Event) -> bool:
    if not isinstance(event, TilePlaced):
        return False
    land = state.player(event.player).territory
    return any(spot.cell == (event.x, event.y) for spot in land.spots)


ROUND_SOURCES = ("scots_in_home_castle", "landmarks", "whisky", "persons", "territory", "coins")
"""Point sources of a scoring; history shows the scoring instead of each of them."""


def _sale_text(state: State, e: ev.GoodSold) -> Message:
    row = labels.market_row_label(state, e.good)
    if e.good in labels.GOODS_LABELS:
        return trn("sells {good}: +{n} coin", "sells {good}: +{n} coins", e.coins, good=row)
    return trn("+{n} coin from the {row} row", "+{n} coins from the {row} row", e.coins, row=row)


def _purchase_text(state: State, e: ev.GoodBought) -> Message:
    row = labels.market_row_label(state, e.good)
    if e.good in labels.GOODS_LABELS:
        return trn("buys {good}: -{n} coin", "buys {good}: -{n} coins", e.coins, good=row)
    return trn("-{n} coin into the {row} row", "-{n} coins into the {row} row", e.coins, row=row)


def _discard_text(state: State, e: ev.TileDiscarded) -> Message | None:
    """Return the text of a discard; None if all pawns passed the tile, which happens with every refill."""
    tile = piece_label(state.facts, e.piece, e.deck)
    match e.rule:
        case "GM-RND-05":
            return None
        case "GM-TAK-07":
            return tr("no tile could be taken")
        case rule if rule in DIE_DISCARD_RULES:
            return tr("discards {tile}", tile=tile)
        case _:
            return tr("moves onto {tile} and discards it", tile=tile)


EVENT_TEXTS: dict[type[ev.Event], Callable[[State, Any], Message | None]] = {
    ev.PlayerSeated: lambda _s, e: (
        labels.player_label(e.player, e.name) if e.name else labels.colour_label(e.player)
    ),
    ev.PlayBegan: lambda _s, _e: tr("play begins"),
    ev.DieRolled: lambda _s, e: tr("rolls {n}", n=e.face),
    ev.TileTaken: lambda s, e: tr("takes {tile}", tile=labels.taken_piece_label(s.facts, e.piece, e.deck)),
    ev.TileGiven: lambda s, e: tr("gets {tile}", tile=piece_label(s.facts, e.piece, e.deck)),
    ev.TileNamed: lambda s, e: tr("a tile is {tile}", tile=piece_label(s.facts, e.piece)),
    ev.TileDiscarded: _discard_text,
    ev.PawnStopped: lambda s, e: tr("onto {tile}", tile=piece_label(s.facts, e.piece)),
    ev.FigureLeft: lambda s, e: tr("{figure} leaves the game", figure=figure_label(s, e.figure)),
    ev.GoodSold: _sale_text,
    ev.GoodBought: _purchase_text,
    ev.CrestTaken: lambda s, e: tr("marker on {crest}", crest=labels.crest_label(s.facts, e.crest)),
    ev.PlayerJoinedLate: lambda _s, e: tr("{player} joins", player=labels.colour_label(e.player)),
    ev.PlayerLeft: lambda s, e: tr("{player} goes home", player=figure_label(s, e.player)),
    ev.RoundScored: lambda _s, e: labels.round_label(e.round),
}
"""Texts of events in a turn line. Counts are summed; an expansion's own events use their history text."""

MAX_ITEMS, MAX_LENGTH = 4, 60
"""Largest number of items in a row of the smallest panel, and of their letters.

With more letters one item fewer is shown. The turn's own list has all of them.
"""

CountChanges = Counter[tuple[str, str, str]]
"""Changes by (player, count, point source)."""


def _count_change(event: ev.Event) -> tuple[tuple[str, str, str], int] | None:
    """Return which count an event changes and by how much, or None."""
    match event:
        case ev.CoinsGained():
            return (event.player, "coins", ""), event.coins
        case ev.CoinsPaid():
            return (event.player, "coins", ""), -event.coins
        case ev.BarrelsGained():
            return (event.player, "barrels", ""), event.barrels
        case ev.BarrelsPaid():
            return (event.player, "barrels", ""), -event.barrels
        case ev.HomeScotsChanged():
            return (event.player, "scots", ""), event.by
        case ev.PointsScored() if event.source not in ROUND_SOURCES:
            return (event.player, "points", event.source), event.points
    return None


def _sum_points(counts: CountChanges) -> CountChanges:
    """Return the changes with points summed over their sources."""
    summed = CountChanges()
    for (player, count, _), by in counts.items():
        summed[player, count, ""] += by
    return summed


def _count_words(count: str, by: int) -> Message:
    n = literal(f"{by:+}")
    if count == "coins":
        return trn("{by} coin", "{by} coins", abs(by), by=n)
    if count == "barrels":
        return trn("{by} barrel", "{by} barrels", abs(by), by=n)
    if count == "scots":
        return trn("{by} Scot at home", "{by} Scots at home", abs(by), by=n)
    return trn("{by} point", "{by} points", abs(by), by=n)


def turn_text(state: State, figure: str, events: Sequence[ev.Event]) -> Message:
    """Return what a figure's turn brought; what other players gained in it has their names."""
    told = count_repeats(_turn_lines(state, figure, _with_late_names(events)))
    if told:
        return shorten_entries(
            told, MAX_ITEMS if sum(len(str(line)) for line in told[:MAX_ITEMS]) <= MAX_LENGTH else MAX_ITEMS - 1
        )
    return tr("moves on") if any(isinstance(e, ev.PawnMoved) for e in events) else tr("nothing was booked")


def _with_late_names(events: Sequence[ev.Event]) -> list[ev.Event]:
    """Return the events with each tile named as it was identified later in the turn."""
    told: list[ev.Event] = []
    for event in events:
        at = next((n for n in reversed(range(len(told))) if _is_naming_of(event, told[n])), None)
        if at is None:
            told.append(event)
        else:
            told[at] = msgspec.structs.replace(told[at], piece=event.piece)  # type: ignore[attr-defined]
    return told


def _is_naming_of(event: ev.Event, earlier: ev.Event) -> bool:
    """True if `event` identifies the tile of an earlier event."""
    match event, earlier:
        case ev.TileNamed(), ev.TileTaken() | ev.TileGiven():
            return (event.player, event.was) == (earlier.player, earlier.piece)
        case ev.DiscardNamed(), ev.TileDiscarded():
            return (event.deck, earlier.piece) == (earlier.deck, "")
    return False


def _turn_lines(state: State, figure: str, events: Sequence[ev.Event]) -> Iterator[Message]:
    counts, taken = CountChanges(), {event.piece for event in events if isinstance(event, ev.TileTaken)}
    for event in events:
        if isinstance(event, ev.TilePlaced) and event.piece in taken:
            yield tr("lays the tile: {where}", where=WORDS.cell(Cell(event.x, event.y)))
        elif counted := _count_change(event):
            key, by = counted
            counts[key] += by
        elif words := EVENT_TEXTS.get(type(event)):
            if line := words(state, event):
                yield _with_player_name(state, figure, _acting_player(event) or figure, line)
        elif line := _of_expansion(state, figure, event):
            yield line
    # Points of a scoring are not listed here, so points beside a scoring are shown with their source.
    scored = any(isinstance(event, ev.RoundScored) for event in events)
    for (player, count, source), by in (counts if scored else _sum_points(counts)).items():
        if by:
            line = _count_words(count, by)
            why = source_label(state, source)
            yield _with_player_name(
                state, figure, player, tr("{what} ({why})", what=line, why=why) if source else line
            )


def _of_expansion(state: State, figure: str, event: ev.Event) -> Message | None:
    """Return the history text of an expansion's own event, without the name of the player on turn."""
    row = rules_of(state).events[type(event)]
    if type(event) in ev.EVENT_TYPES or not row.history:
        return None
    own = row.short_history if getattr(event, "player", "") == figure != "" else None
    return (own or row.history)(state, event)


def _acting_player(event: ev.Event) -> str:
    """Return the player whose action an event is, "" for none."""
    if isinstance(event, ev.TileDiscarded) and event.rule in DIE_DISCARD_RULES:
        return DIE
    owned = ev.TileTaken | ev.TileGiven | ev.TileNamed | ev.GoodSold | ev.GoodBought | ev.CrestTaken
    return event.player if isinstance(event, owned) else ""


def _with_player_name(state: State, figure: str, player: str, words: Message) -> Message:
    """Return the text, with the player's name if another figure is on turn."""
    return (
        words
        if player == figure or not figure
        else tr("{player}: {what}", player=figure_label(state, player), what=words)
    )


class TurnLogLine(NamedTuple):
    """A line of the turn log."""

    words: Message
    coins: int
    """Change of the coins of the player on turn."""
    points: int
    """Change of the points of the player on turn."""
    own: bool
    """The line is about the player on turn."""


def turn_log(state: State) -> tuple[TurnLogLine, ...]:
    """Return the turn log of the current turn, latest line first."""
    if not state.turn_events:
        return ()
    lines: list[tuple[LogChange, list[Message], int, int]] = []
    for booking in _bookings(state):
        same = next((at for at in range(len(lines) - 1, -1, -1) if _merges_with(lines[at][0], booking)), None)
        changes, coins, points = [booking.change] if booking.change else [], booking.money, booking.points
        if same is not None:
            # A line with a new change becomes the latest.
            booking, before, coins_before, points_before = lines.pop(same)
            changes, coins, points = [*before, *changes], coins_before + coins, points_before + points
        lines.append((booking, changes, coins, points))
    own = _title_bar_player(state)
    return tuple(
        TurnLogLine(_build_log_line(state, own, booking, changes), *_split_amounts(own, booking, coins, points))
        for booking, changes, coins, points in reversed(lines)
    )


def _split_amounts(own: str, booking: LogChange, coins: int, points: int) -> tuple[int, int, bool]:
    """Return (coins, points, own). Amounts of other players are in the text only."""
    return (coins, points, True) if booking.player == own else (0, 0, False)


def owner_of_remaining_amounts(state: State, done: Sequence[TurnLogLine]) -> Message | None:
    """Return the player to name with the sum of hidden lines, if the latest line is about another player."""
    own = _title_bar_player(state)
    return labels.figure_label(state, own) if own and done and not done[0].own else None


def _bookings(state: State) -> Iterator[LogChange]:
    rows, goods = rules_of(state).events, goods_bought_as_cost(state)
    events = _without_parts_of_rounds(name_earlier_payments(state.turn_events))
    paid = max((at for at, event in enumerate(events) if isinstance(event, _COST_EVENTS)), default=-1)
    for at, event in enumerate(events):
        row = rows[type(event)]
        booking = row.log_change(state, row.public(event) if row.public else event) if row.log_change else None
        if booking:
            yield booking
        if goods and at == paid:
            words = join_list(labels.market_row_label(state, good) for good in dict.fromkeys(goods))
            yield LogChange(action=tr("Paid with the bought {goods}, own goods aren't counted", goods=words))


_COST_EVENTS = (ev.TileTaken, ev.GoodBought)
"""Events after which the log says that the goods bought are the cost of the tile."""


def _without_parts_of_rounds(events: Iterable[ev.Event]) -> list[ev.Event]:
    """Return the events without the single gains of a scoring, because the scoring lists each player's points."""
    kept: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.RoundScored):
            gains = sum(len(player["gains"]) for player in event.result["players"])
            del kept[len(kept) - gains :]
        kept.append(event)
    return kept


def _merges_with(line: LogChange, more: LogChange) -> bool:
    """True if the change of `more` belongs in this line."""
    if line.player != more.player:
        return False
    if more.joins and line.action:
        return True
    return (line.action, line.cause) == (more.action, more.cause)


def _build_log_line(state: State, own: str, booking: LogChange, changes: list[Message]) -> Message:
    change = join_list(_sum_changes(changes)) if changes else None
    if booking.player in ("", own):
        return _log_line_text(booking, change)
    what = _behind_name(booking, change)
    return tr("{player}: {what}", player=labels.figure_label(state, booking.player), what=what)


def _sum_changes(changes: Iterable[Message]) -> Iterable[Message]:
    """Return the changes with those that differ only in their number summed up."""
    sums: dict[object, Message] = {}
    for at, each in enumerate(changes):
        others = tuple(value for value in each.values if value[0] != "n")
        key = (each.text, others) if each.plural else at
        n = each.count + (sums[key].count if key in sums else 0)
        sums.pop(key, None)  # A change that has just grown is the newest and goes last.
        sums[key] = Message(each.text, (("n", n), *others), each.plural, n) if each.plural else each
    return sums.values()


def _title_bar_player(state: State) -> str:
    """Return the player in the title bar; "" between turns and for a player who acts for a neutral figure."""
    return "" if state.phase in (SCORING_PHASE, "over") or state.turn.acting_player else state.turn.player


def _log_line_text(booking: LogChange, change: Message | None) -> Message:
    if booking.action:
        return (
            tr("{Deed}: {change}", Deed=booking.action, change=change)
            if change
            else capitalize_start(booking.action)
        )
    if change and booking.cause:
        return tr("{change} ({cause})", change=change, cause=booking.cause)
    return change or join_list(())


def _behind_name(booking: LogChange, change: Message | None) -> Message:
    """Return the text of a log line after a name, which has a colon already."""
    if booking.action:
        return tr("{deed}, {change}", deed=booking.action, change=change) if change else booking.action
    return _log_line_text(booking, change)


def shortened_log_lines(line: Message) -> Iterator[Message]:
    """Yield shorter versions of a log line: the action, otherwise the amount, otherwise the cause.

    After another player's name the amount comes first, because nothing else shows it.
    """
    parts = dict(line.values)
    what, change = parts.get("what"), parts.get("change")
    if isinstance(what, Message) and "player" in parts:
        amount = dict(what.values).get("change")
        told = [amount] if isinstance(amount, Message) and _has_amount(amount) else shortened_log_lines(what)
        for each in told:
            yield tr("{player}: {what}", player=parts["player"], what=each)
        return
    about = parts.get("Deed", parts.get("cause"))
    if not isinstance(change, Message) or not isinstance(about, Message):
        yield line
    elif about == labels.ENTERED_LABEL:
        yield from dict.fromkeys((change, _newest(change)))
    elif "Deed" in parts:
        yield capitalize_start(about)
    else:
        yield change if _has_amount(change) else about


def _newest(changes: Message) -> Message:
    """Return the last item of a joined list."""
    last = changes.values[-1][1] if changes.values else changes
    return last if isinstance(last, Message) and not changes.plural else changes


def _has_amount(changes: Message) -> bool:
    """True if a joined list contains an amount."""
    return any(map(_is_amount, dict(changes.values).values()))


def _is_amount(change: int | str | Message) -> bool:
    """True if the change is an amount of something."""
    return isinstance(change, Message) and (bool(change.plural) or "n" in dict(change.values))
