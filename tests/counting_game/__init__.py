"""The smallest game that is whole: everything that the application asks of one, each in a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.history import History
from companion.engine.journal import SCHEMA, Entry, Header
from companion.engine.message import literal, tr
from companion.engine.offers import Answer
from companion.games.definition import (
    GameDefinition,
    HouseRulesReader,
    KnownPlayers,
    OwnCommand,
    RandomGame,
    RandomPlay,
    ScoreSheet,
    Switch,
)
from companion.games.random_play import RandomPlayer
from companion.games.sticker_registry import unchanged_id
from companion.screens.game_screens import CardToPrint
from companion.storage.toml_file import parse_table
from tests.counting_game.box import Box, OwnBox
from tests.counting_game.command import score
from tests.counting_game.page import PAGE
from tests.counting_game.rules import FULL, BetMade, CountingGame, Heap, NoteMade, Setup
from tests.counting_game.screens import SCREENS
from tests.counting_game.view import HeapView, outline, view

ODD = "--odd"


class Rulings(msgspec.Struct, frozen=True):
    """more: stones that the heap begins with beyond those of the box."""

    more: int = 0


def _setup(box: Box, rulings: Rulings, _people: KnownPlayers) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(Setup(box.stones + rulings.more, note=box.note)))


def _rulings(table: Mapping[str, Any], file: str, where: str) -> Rulings:
    return parse_table(Rulings, table, file, where)


def _public(_state: Heap, entry: Entry) -> Entry:
    """Bob's bet is told when the game is over."""
    if not isinstance(entry.answer, Answer) or not any(isinstance(event, BetMade) for event in entry.events):
        return entry
    return msgspec.structs.replace(entry, answer=msgspec.structs.replace(entry.answer, offer="more"), events=())


def _begin(wanted: RandomGame) -> tuple[History, RandomPlayer]:
    setup = _setup(Box(5 if ODD in wanted.switches else 4), Rulings(), KnownPlayers())
    return History(GAME.rules, Header(SCHEMA, GAME.id, GAME.rules.rules_version, setup)), RandomPlayer(wanted.seed)


def _unidentified(state: Heap, taken: AbstractSet[str]) -> tuple[str, ...]:
    return ("shell",) if state.heap < 9 and "shell" not in taken else ()


GAME: GameDefinition[Heap, HeapView] = GameDefinition(
    id="counting",
    name=literal("Counting"),
    title=literal("Counting"),
    place=99,
    players=range(2, 3),
    make_rules=CountingGame,
    setup=_setup,
    view=view,
    outline=outline,
    finished=lambda state: state.heap > FULL,
    summary=lambda state: {"heap": state.heap, "red": state.red, "blue": state.blue},
    view_of_export=_public,
    random_play=RandomPlay(_begin, (Switch(ODD, tr("begin with an odd heap")),)),
    open_box=OwnBox,
    tag_kinds={"pebble": unchanged_id},
    unidentified=_unidentified,
    learned=lambda events: tuple(event.words for event in events if isinstance(event, NoteMade)),
    cards=lambda _state: (CardToPrint("double", tr("Double"), "×2"), CardToPrint("undo", tr("Take back"), "↶")),
    house_rules=HouseRulesReader(Rulings(), _rulings),
    screens=SCREENS,
    page=PAGE,
    score=ScoreSheet(score, Path(__file__).with_name("score_example.json")),
    commands=(OwnCommand("pile", tr("draw a heap of stones"), "tests.counting_game.command:pile"),),
    parts=("tests.counting_game",),
    words=("pebble", "pebbles"),
)
