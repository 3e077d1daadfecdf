"""Glen More II: Chronicles, all its parts named in one form. Decides nothing: each part lives in its own room."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import msgspec

from companion.catalogue.glen_more_2.box import BOX
from companion.catalogue.glen_more_2.owner_box import OwnerBox
from companion.catalogue.glen_more_2.shipped import home_id
from companion.catalogue.sticker_registry import same_id
from companion.engine.journal import Entry
from companion.engine.message import Translate, literal, tr
from companion.games.definition import (
    Demo,
    GameDefinition,
    HouseRulesOf,
    KnownPeople,
    NamesOnDisk,
    OwnCommand,
    RandomPlay,
    ScoreSheet,
    Switch,
)
from companion.games.glen_more_2 import demo
from companion.games.glen_more_2.expansions import (
    CHRONICLES,
    fact_words,
    own_facts,
    pieces_beside,
    rules,
    troubles,
)
from companion.games.glen_more_2.help_pages import LOOK_UP
from companion.games.glen_more_2.house_rules import house_rules_of
from companion.games.glen_more_2.random_play import DIE, begin
from companion.screens.card_sheet import CardToPrint
from companion.screens.glen_more_2.cards import cards_to_print
from companion.screens.glen_more_2.screens import SCREENS
from companion.state.glen_more_2.events import Overruled
from companion.state.glen_more_2.facts import Facts, Learned
from companion.state.glen_more_2.house_rules import HouseRules
from companion.state.glen_more_2.model import REFEREE, SCOREKEEPER, State
from companion.state.glen_more_2.once_more import next_answer, order
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.view import View
from companion.web.glen_more_2.board import PAGE


def _setup(facts: Facts, house_rules: HouseRules, people: KnownPeople) -> msgspec.Raw:
    return rules().setup(facts, house_rules, people.names, last_names=people.last)


def _view(state: State, viewer: str) -> View:
    return rules().view(state, viewer)


def _finished(state: State) -> bool:
    return rules().finished(state)


def _summary(state: State) -> dict[str, Any]:
    return rules().summary(state)


def _view_of_export(_state: State, entry: Entry) -> Entry:
    return rules().view_of_export(entry)


def _unidentified(state: State, taken: AbstractSet[str]) -> tuple[str, ...]:
    return rules().unidentified(state, taken)


def _learned(events: Sequence[Any]) -> tuple[Learned, ...]:
    return rules().learned(events)


def _overruled(events: Sequence[Any]) -> tuple[str, ...]:
    return tuple(event.rule for event in events if isinstance(event, Overruled) and event.rule)


def _cards(state: State) -> Sequence[CardToPrint]:
    return cards_to_print(state.facts, rules_of(state).library.all_kinds())


def _open_box(path: Path, facts: Facts | None) -> OwnerBox:
    return OwnerBox(path, facts, pieces_beside, rules().library.all_kinds(), own_facts(), fact_words())


def _score(text: str, as_table: bool, translate: Translate) -> str:
    from companion.commands.glen_more_2.score import score  # late: most commands score nothing

    return score(text, as_table, translate)


GAME: GameDefinition[State, View] = GameDefinition(
    id="glen_more_2",
    name=literal("Glen More II"),
    title=literal("Glen More II: Chronicles"),
    place=1,
    players=range(2, 5),
    depths=(SCOREKEEPER, REFEREE),
    make_rules=rules,
    troubles=troubles,
    setup=_setup,
    view=_view,
    outline=outline_of,
    finished=_finished,
    summary=_summary,
    view_of_export=_view_of_export,
    once_more=next_answer,
    order=order,
    random_play=RandomPlay(begin, (Switch(DIE, tr("play with the die (2 players always do)")),)),
    names_on_disk=NamesOnDisk(BOX, "stickers", "", "habits.json"),
    open_box=_open_box,
    tag_kinds={"tile": same_id, "home": home_id},
    record_code="gm2",
    unidentified=_unidentified,
    about=lambda fact: fact.piece,
    learned=_learned,
    known=lambda state: state.facts,
    cards=_cards,
    house_rules=HouseRulesOf(HouseRules(), house_rules_of),
    overruled=_overruled,
    expansions=CHRONICLES,
    look_up=LOOK_UP,
    screens=SCREENS,
    page=PAGE,
    score=ScoreSheet(_score, Path(__file__).with_name("score_example.json")),
    commands=(
        OwnCommand(
            "haggis",
            tr("score a haggis round without a game: tokens and rolls in, points out"),
            "companion.commands.glen_more_2.haggis:haggis",
        ),
        OwnCommand(
            "box",
            tr("what is known of your box: list it, share it with other owners, take theirs in"),
            "companion.commands.glen_more_2.box:box",
        ),
    ),
    demo=Demo(demo.RECORDING, demo.facts, demo.result),
    parts=(
        "companion.games.glen_more_2",
        "companion.state.glen_more_2",
        "companion.scoring.glen_more_2",
        "companion.chronicles",
        "companion.catalogue.glen_more_2",
        "companion.screens.glen_more_2",
        "companion.web.glen_more_2",
        "companion.commands.glen_more_2",
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
)
