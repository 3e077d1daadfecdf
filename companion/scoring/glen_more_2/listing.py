"""A scoring as text for people: one table, and under it the arithmetic of every point.

Knows no language: `translate` turns a sentence into the reader's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.engine.message import Message, Translate, listed, literal, tr
from companion.scoring.glen_more_2.final import goods_decided, leaders
from companion.scoring.glen_more_2.standing import Result, Scored

SOURCES: Mapping[str, Message] = MappingProxyType(
    {
        "scots_in_home_castle": tr("Scots in the home castle"),
        "landmarks": tr("Landmark cards"),
        "whisky": tr("Whisky barrels"),
        "persons": tr("Persons"),
        "territory": tr("Territory"),
        "coins": tr("Coins"),
        "armadale_castle": literal("Armadale Castle"),
    }
)

ROUNDS: Mapping[str, Message] = MappingProxyType(
    {
        "A": tr("First scoring round (end of deck A)"),
        "B": tr("Second scoring round (end of deck B)"),
        "C": tr("Third scoring round (end of deck C)"),
        "final": tr("Fourth scoring round and final scoring"),
    }
)


def source_label(source: str) -> Message:
    """What people call a source; one that is not the base game's own is shown as it is."""
    return SOURCES.get(source, literal(source))


def listing(result: Result, translate: Translate) -> str:
    """The whole scoring, ready to print."""
    paragraphs = [[translate(ROUNDS[result.round])], _table(result, translate), _reasons(result, translate)]
    if outcome := winners_line(result):
        paragraphs.append([translate(outcome)])
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)


def winners_line(result: Result) -> Message | None:
    """Who won, and whether goods decided it; None in a scoring that ends nothing."""
    if not result.winners:
        return None
    names = listed(result.winners)
    if len(leaders(result.players)) > len(result.winners):
        return tr("Equal points, most goods decide: {names}.", names=names)
    if len(result.winners) > 1:
        return tr("Shared victory: {names}.", names=names)
    return tr("Winner: {names}.", names=names)


def sources_of(result: Result) -> tuple[str, ...]:
    """Every source that gave anybody anything, in the order of the scoring."""
    seen = {gain.source for player in result.players for gain in player.gains}
    known = [source for source in SOURCES if source in seen]
    others = [gain.source for player in result.players for gain in player.gains if gain.source not in SOURCES]
    return (*known, *dict.fromkeys(others))


def _table(result: Result, translate: Translate) -> list[str]:
    players = result.players
    rows = [("", [player.name for player in players])]
    rows.append((translate(tr("Before")), [str(player.points_before) for player in players]))
    for source in sources_of(result):
        rows.append((translate(source_label(source)), [_signed(_from(player, source)) for player in players]))
    rows.append((translate(tr("Points")), [str(player.points) for player in players]))
    place = tr("Place (equal points: by goods)") if goods_decided(players) else tr("Place")
    rows.append((translate(place), [str(player.rank) for player in players]))
    return list(_aligned(rows))


def _from(player: Scored, source: str) -> int:
    return sum(gain.points for gain in player.gains if gain.source == source)


def _signed(points: int) -> str:
    return f"{points:+}" if points else "."


def _aligned(rows: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """The first column to the left, the others to the right under their heads."""
    head = max(len(label) for label, _ in rows)
    widths = [max(map(len, column)) for column in zip(*(cells for _, cells in rows), strict=True)]
    for label, cells in rows:
        row = [label.ljust(head), *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))]
        yield "  ".join(row)


def _reasons(result: Result, translate: Translate) -> list[str]:
    gains = [(player.name, gain) for player in result.players for gain in player.gains]
    if not gains:
        return [translate(tr("Nobody has more than anybody else: no points."))]
    who = max(len(name) for name, _ in gains)
    label = max(len(translate(source_label(gain.source))) for _, gain in gains)
    return [
        f"{name.ljust(who)}  {translate(source_label(gain.source)).ljust(label)}  {translate(gain.because)}"
        for name, gain in gains
    ]
