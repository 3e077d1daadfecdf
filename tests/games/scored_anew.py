"""A recorded game, scored once more by a reader that shares nothing with the product."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from companion.cli import main
from tests.games.played import Played
from tests.independent_journal import TOLD, NotAnsweredError, scored_anew

DECISIVE = {
    "boat_race": ("BoatHome",),
    "single_cask": ("CaskSold",),
    "haggis": ("HaggisTurned",),
    "turbulent": ("SideTurned",),
    "great_glen": ("CardVoted",),
    "penny_mobs": ("MemberTaken", "PennyLaid"),
}
"""Events of a chronicle that bring points: without them a game has others."""
ALWAYS = ("RoundScored", "CountEntered", "TileCountChanged")
COUNTED_AS = {"TileCountChanged": "tiles"}
"""What a scoring may have counted anew: only without that count too does it hang on the events."""


def journal_of(game: Played) -> list[str]:
    """Its lines, as anybody may export them."""
    file = game.data / "scored_anew.jsonl"
    assert main(["--data", str(game.data), "games", "export", str(game.id), "--out", str(file)]) == 0
    lines = file.read_text(encoding="utf-8").splitlines()
    file.unlink()
    return lines


def check_points(game: Played) -> None:
    """Every point by its source, and who won."""
    own, end = scored_anew(journal_of(game)), game.end
    assert own.by_source() == {who: player["by_source"] for who, player in end["players"].items()}
    assert own.best() == end["winners"]


def check_points_beside_territories(game: Played) -> None:
    """Every point that nothing on a territory brings: of those that are followed this reader knows nothing."""
    lines = journal_of(game)
    own, pieces = scored_anew(lines).by_source(), set(json.loads(lines[0])["setup"]["facts"]["pieces"])
    for who, player in game.end["players"].items():
        a, b = _beside_territory(own[who], pieces), _beside_territory(player["by_source"], pieces)
        assert a == b, (who, sorted(set(a.items()) ^ set(b.items())))


def _beside_territory(sources: dict[str, int], pieces: set[str]) -> dict[str, int]:
    """Points of a tile go by its id alone where territories are followed; some are of MacGregor (GM-CRS-09)."""
    on_it = {"scots_in_home_castle", "crest:macgregor", *pieces, *(f"tile:{piece}" for piece in pieces)}
    return {source: n for source, n in sources.items() if source not in on_it}


def check_that_it_reads(game: Played, chronicles: tuple[str, ...]) -> None:
    """Without the events that bring points it comes to other points: what it says hangs on what happened."""
    lines = journal_of(game)
    right = scored_anew(lines).by_source()
    kinds = [*ALWAYS, *(kind for slug in chronicles for kind in DECISIVE.get(slug, ()))]
    happened = [kind for kind in kinds if f'"type":"{kind}"' in "".join(lines)]
    if any(told_points(lines)):
        happened.append("PointsScored")
    assert set(ALWAYS) <= set(happened)
    assert [kind for kind in happened if points_without(kind, lines) == right] == []


def told_points(lines: list[str]) -> Iterator[int]:
    """Points that nothing but their own event tells; the reader reckons all others itself."""
    for row in map(json.loads, lines[1:]):
        yield from (e["points"] for e in row["events"] if e["type"] == "PointsScored" and e["source"] in TOLD)


def points_without(kind: str, lines: list[str]) -> Any:
    head, *rows = lines
    fewer = []
    for row in map(json.loads, rows):
        row["events"] = [e for e in row["events"] if e["type"] != kind and not counts_anew(e, kind)]
        fewer.append(json.dumps(row))
    try:
        return scored_anew([head, *fewer]).by_source()
    except (NotAnsweredError, KeyError, ValueError):
        return None


def counts_anew(event: dict[str, Any], kind: str) -> bool:
    return event["type"] == "CountEntered" and event["count"] == COUNTED_AS.get(kind)
