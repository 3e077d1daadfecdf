"""Glen More II: Chronicles as a listing for lists and commands; its definition is imported when it is played."""

from __future__ import annotations

from pathlib import Path

from companion.engine.message import Translate, literal, tr
from companion.games.definition import GameBasics, NamesOnDisk, OwnCommand, ScoreSheet

DIE_OPTION = "--die"
"""The option of `simulate` that plays with the die."""


def _score(text: str, as_table: bool, translate: Translate) -> str:
    from companion.games.glen_more_2.cli import score  # Imported late: most commands score nothing.

    return score(text, as_table, translate)


GAME = GameBasics(
    id="glen_more_2",
    name=literal("Glen More II"),
    title=literal("Glen More II: Chronicles"),
    place=1,
    names_on_disk=NamesOnDisk("box.toml", "stickers", "", "habits.json"),
    record_code="gm2",
    score=ScoreSheet(_score, Path(__file__).with_name("score_example.json")),
    commands=(
        OwnCommand(
            "haggis",
            tr("score a haggis round without a game: tokens and rolls in, points out"),
            "companion.games.glen_more_2.cli:haggis",
        ),
        OwnCommand(
            "box",
            tr("what is known of your box: list it, share it with other owners, take theirs in"),
            "companion.games.glen_more_2.cli:box",
        ),
    ),
    parts=(
        "companion.chronicles",
        "companion.games.glen_more_2",
        "companion.scoring.glen_more_2",
        "companion.state.glen_more_2",
    ),
    shares=(
        "companion.scoring.ending",
        "companion.scoring.listing",
        "companion.screens.box_icons",
        "companion.screens.market",
        "companion.state.territory",
    ),
    words=(
        *("glen", "glen_more_2", "chronicle", "chronicles", "rondel", "scot", "scots", "landmark", "landmarks"),
        *("crest", "crests", "clan", "whisky", "barley", "cattle", "sheep", "haggis", "castle", "worlds_end"),
        *("armadale", "loch", "inverness", "david", "hume", "barrel", "barrels", "territory", "fixtures"),
        *("coin", "coins", "goods", "marker", "markers", "pawn", "pawns", "refill", "activation", "scorekeeper"),
    ),
    definition="companion.games.glen_more_2.definition:GAME",
)
