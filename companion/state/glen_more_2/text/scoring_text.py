"""Texts about scorings: point sources, results with player names, reasons for uncertain counts, repeated scorings.

Sources are ordered as a score table lists them; a source without a label is shown by its id, made readable. The
state stores ids only. Nothing is scored or settled here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.caching import memoize_by_parts, memoize_last
from companion.engine.message import Message, capitalize_start, join_list, literal, tr
from companion.scoring.ending import with_short_coin_reason
from companion.scoring.gains import Gain, Result, map_gains, replace_ids_by_names, with_short_reason
from companion.scoring.glen_more_2.scoring import reason_with_counts
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import PERSON, Piece
from companion.state.glen_more_2.model import Player, State, UncertaintyStart
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.text.labels import tile_in_sentence

CATEGORY_LABELS: dict[str, Message] = {
    "scots_in_home_castle": tr("Scots at home"),
    "landmarks": tr("Landmark cards"),
    "whisky": tr("Whisky barrels"),
    "persons": tr("Persons"),
    "territory": tr("Territory size"),
    "coins": tr("Coins"),
}
"""Scoring categories, which a table lists first."""

COUNTED_LABELS: dict[str, Message] = {
    "scots": CATEGORY_LABELS["scots_in_home_castle"],
    "landmarks": CATEGORY_LABELS["landmarks"],
    "barrels": CATEGORY_LABELS["whisky"],
    "persons": CATEGORY_LABELS["persons"],
    "coins": CATEGORY_LABELS["coins"],
    "tiles": tr("Tiles"),
}
"""Counts of a scoring as its table labels them."""

ENTERED_LABELS: dict[str, Message] = {
    "exchange": tr("Exchange"),
    "tile": tr("Tiles"),
    "tiles": tr("Tiles"),
    "card": tr("Command cards"),
    "trade": tr("Trade"),
    "correction": tr("Corrections"),
    "other": tr("Other"),
}
"""Sources of points that players only entered; listed last."""

LATER_SOURCE = "afterwards"
"""Source of points after the final scoring and before the end of the game."""

SMALL_WORDS = ("of", "the", "and")
CLAN_NAME_SPELLINGS = {
    "macdonald": "MacDonald",
    "macdonell": "MacDonell",
    "macgregor": "MacGregor",
    "maclachlan": "MacLachlan",
    "maclean": "MacLean",
    "macleod": "MacLeod",
    "macmillan": "MacMillan",
    "macpherson": "MacPherson",
    "mckay": "McKay",
    "mckenzie": "McKenzie",
    "mckinnon": "McKinnon",
}


def source_label(state: State, source: str) -> Message:
    """Return the label of a source: a category, a chronicle's source, a tile, or its id in readable form."""
    known = CATEGORY_LABELS.get(source) or ENTERED_LABELS.get(source) or rules_of(state).point_sources.get(source)
    if known is not None:
        return known
    if source == LATER_SOURCE:
        return tr("Afterwards")
    category, _, id = source.rpartition(":")
    if category in ("", "tile") and id in state.facts.pieces:
        tile = state.facts.pieces[id]
        return (
            capitalize_start(tile_in_sentence(state.facts, id))
            if tile.name or tile.deck
            else tr("Tile {tile}", tile=id)
        )
    return literal(_spell_source(id))


def _spell_source(source: str) -> str:
    if source in CLAN_NAME_SPELLINGS:
        return CLAN_NAME_SPELLINGS[source]
    words = [word if word in SMALL_WORDS else word[:1].upper() + word[1:] for word in source.split("_")]
    return " ".join(words)


def label_sources(state: State, sources: Iterable[str]) -> tuple[tuple[str, Message], ...]:
    """Return (source, label) pairs: categories first, then others by kind and name, entered points last."""
    there = set(sources)
    others = sorted(
        there - set(CATEGORY_LABELS) - set(ENTERED_LABELS), key=lambda s: (s == LATER_SOURCE, ":" in s, s)
    )
    first, last = [s for s in CATEGORY_LABELS if s in there], [s for s in ENTERED_LABELS if s in there]
    return tuple((source, source_label(state, source)) for source in (*first, *others, *last))


def result_with_names(state: State, result: Result) -> Result:
    """Return the result with player names instead of ids in its reasons, which are shortened if possible."""
    names = {p.id: labels.figure_label(state, p.id) for p in state.players}
    return map_gains(result, lambda gain: _gain_with_names(gain, names))


def last_result(state: State) -> Result | None:
    """Return the last scoring with player names; None before the first. Cached, because many turns show it."""
    if state.result is None:
        return None
    return _cached_result(state.result, *(text for p in state.players for text in (p.id, p.name)))


@memoize_last
def _cached_result(result: dict[str, Any], *ids_and_names: str) -> Result:
    ids, names = ids_and_names[::2], ids_and_names[1::2]
    called = {id: labels.player_label(id, name) for id, name in zip(ids, names, strict=True)}
    return map_gains(msgspec.convert(result, Result), lambda gain: _gain_with_names(gain, called))


def _gain_with_names(gain: Gain, names: dict[str, Message]) -> Gain:
    because = replace_ids_by_names(reason_with_counts(gain.because), names)
    return msgspec.structs.replace(with_short_coin_reason(with_short_reason(gain)), because=because)


COUNTS_BY_TILE_KIND = ("persons", "tiles")
"""Counts that depend on the kind of a tile."""


def _uncertainty_inputs(state: State) -> tuple[object, ...]:
    counts = (part for player in state.remaining_players for part in (player.uncertain_counts, player.name))
    return state.facts, state.score_history.uncertainty_starts, state.score_history.unpaid_costs, *counts


@memoize_by_parts(_uncertainty_inputs)
def uncertain_count_lines(state: State) -> tuple[Message, ...]:
    """Return a line for each reason, with all uncertain counts of all players that it explains."""
    found: dict[Message, dict[str, list[Message]]] = {}
    for player in state.remaining_players:
        for count in player.uncertain_counts:
            reason = found.setdefault(uncertainty_reason(state, player, count), {})
            reason.setdefault(player.id, []).append(labels.SHORT_COUNT_LABELS[count])
    return tuple(
        tr("{counts}: {why}", counts=join_list(_player_line(state, *each) for each in counts.items()), why=reason)
        for reason, counts in found.items()
    )


def _player_line(state: State, player_id: str, counts: list[Message]) -> Message:
    return tr("{player} ({counts})", player=labels.figure_label(state, player_id), counts=join_list(counts))


def uncertainty_reason(state: State, player: Player, count: str) -> Message:
    """Return why a count is uncertain, without its value."""
    since = state.score_history.uncertainty_starts.get((player.id, count))
    if count == "scots":
        return _scots_moved_text(since)
    if said := missing_fact_text(state, player, count):
        return said
    return tr("May be wrong since turn {turn}.", turn=since.turn) if since else tr("May be wrong.")


def _scots_moved_text(since: UncertaintyStart | None) -> Message:
    if since is None:
        return tr("Scots may have walked home or away.")
    return tr("Scots may have walked home or away since turn {n}.", n=since.turn)


def missing_fact_text(state: State, player: Player, count: str) -> Message | None:
    """Return which fact of that turn's tile is missing; None if no tile causes the uncertainty."""
    since = state.score_history.uncertainty_starts.get((player.id, count))
    if since is None or not since.deck:
        return None
    tile, known = labels.piece_label(state.facts, since.tile, since.deck), state.facts.pieces.get(since.tile)
    if count in COUNTS_BY_TILE_KIND:
        return _tile_kind_text(tile, known, since.turn)
    if known and known.cost is not None and (player.id, since.turn) not in state.score_history.unpaid_costs:
        return None
    return tr("Turn {turn}: what {tile} cost or gave is not entered.", tile=tile, turn=since.turn)


def _tile_kind_text(tile: Message, known: Piece | None, turn: int) -> Message | None:
    """Return the missing fact of a count that depends on the kind of a tile, never on its cost."""
    if known is None or known.category is None:
        return tr("Turn {turn}: the kind of {tile} is not entered.", turn=turn, tile=tile)
    if known.category != PERSON and known.rebuild is None:
        return tr("Turn {turn}: it is not entered whether {tile} is a rebuild tile.", turn=turn, tile=tile)
    return None


def rescoring_text(removed_events: Sequence[ev.Event], new_events: Sequence[ev.Event]) -> Message | None:
    """Return which scorings a history edit changed, left equal or will ask again; None for none."""
    before = {
        event.round: _points_of_scoring(event) for event in removed_events if isinstance(event, ev.RoundScored)
    }
    after = {event.round: _points_of_scoring(event) for event in new_events if isinstance(event, ev.RoundScored)}
    told = [*_changed_results(before, after)]
    if again := [labels.round_label(each) for each in before if each not in after]:
        told.append(tr("Asked again: {rounds}.", rounds=join_list(again)))
    return join_list(told, " ") if told else None


def _changed_results(
    before: Mapping[str, dict[str, int]], after: Mapping[str, dict[str, int]]
) -> Iterator[Message]:
    """Yield the scorings that are not asked again; those with other points only, if there are any."""
    changed = [labels.round_label(each) for each in after if before.get(each) != after[each]]
    if changed:
        yield tr("Scored again, with other points: {rounds}.", rounds=join_list(changed))
    elif after:
        same = join_list(map(labels.round_label, after))
        yield tr("Scored again, with the same points: {rounds}.", rounds=same)


def _points_of_scoring(event: ev.RoundScored) -> dict[str, int]:
    """Return the points that this scoring gave to each player."""
    result = msgspec.convert(event.result, Result)
    return {player.name: player.points - player.points_before for player in result.players}
