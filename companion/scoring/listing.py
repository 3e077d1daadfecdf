"""A scoring as plain text: a table, and below it the reason for every gain.

Texts are translated with `translate`; each game passes its own labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.message import Message, Translate, join_list, literal, tr
from companion.scoring.gains import PlayerResult, Result, is_tie_broken, ordinal, players_with_most_points


class Labels(NamedTuple):
    """Names of a game's scorings and sources of points."""

    rounds: Mapping[str, Message]
    """Name of each scoring, by id."""
    sources: Mapping[str, Message]
    """Name of each source of points by id, in the order of the scoring."""

    def source(self, source: str) -> Message:
        """Return the name of a source; an unknown source is shown as its id."""
        return self.sources.get(source, literal(source))


def format_scoring(result: Result, labels: Labels, translate: Translate) -> str:
    """Return the whole scoring as text."""
    head = [translate(labels.rounds[result.round])]
    paragraphs = [head, _table(result, labels, translate), _reasons(result, labels, translate)]
    if outcome := winners_line(result):
        paragraphs.append([translate(outcome)])
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)


def winners_line(result: Result) -> Message | None:
    """Return the winners and whether goods broke a tie; None unless it is the final scoring."""
    if not result.winners:
        return None
    names = join_list(result.winners)
    if len(players_with_most_points(result.players)) > len(result.winners):
        return tr("Equal points, most goods decide: {names}.", names=names)
    if len(result.winners) > 1:
        return tr("Shared victory: {names}.", names=names)
    return tr("Winner: {names}.", names=names)


def _sources_of(result: Result, labels: Labels) -> tuple[str, ...]:
    """Return all sources that gave points, in the order of the scoring."""
    seen = {gain.source for player in result.players for gain in player.gains}
    known = [source for source in labels.sources if source in seen]
    others = [gain.source for player in result.players for gain in player.gains if gain.source not in known]
    return (*known, *dict.fromkeys(others))


def _table(result: Result, labels: Labels, translate: Translate) -> list[str]:
    players = result.players
    rows = [("", [player.name for player in players])]
    rows.append((translate(tr("Points before")), [str(player.points_before) for player in players]))
    for source in _sources_of(result, labels):
        rows.append((translate(labels.source(source)), [_signed(_from(player, source)) for player in players]))
    rows.append((translate(tr("Points")), [str(player.points) for player in players]))
    place = tr("Place (equal points: by goods)") if is_tie_broken(players) else tr("Place")
    rows.append((translate(place), [translate(ordinal(player.rank)) for player in players]))
    return list(_aligned(rows))


def _from(player: PlayerResult, source: str) -> int:
    return sum(gain.points for gain in player.gains if gain.source == source)


def _signed(points: int) -> str:
    return f"{points:+}" if points else "."


def _aligned(rows: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Yield the rows with the first column aligned left and the others right."""
    head = max(len(label) for label, _ in rows)
    widths = [max(map(len, column)) for column in zip(*(cells for _, cells in rows), strict=True)]
    for label, cells in rows:
        row = [label.ljust(head), *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))]
        yield "  ".join(row)


def _reasons(result: Result, labels: Labels, translate: Translate) -> list[str]:
    gains = [(player.name, gain) for player in result.players for gain in player.gains]
    if not gains:
        return [translate(tr("Nobody has more than anybody else: no points."))]
    who = max(len(name) for name, _ in gains)
    label = max(len(translate(labels.source(gain.source))) for _, gain in gains)
    return [
        f"{name.ljust(who)}  {translate(labels.source(gain.source)).ljust(label)}  {translate(gain.because)}"
        for name, gain in gains
    ]
