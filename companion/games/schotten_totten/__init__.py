"""Schotten Totten, all its parts named in one form. Decides nothing: each part has its own room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.catalogue.schotten_totten.box import Facts, WholeBox, cards, place_id, stone_id
from companion.catalogue.sticker_registry import same_id
from companion.engine.message import Translate, literal
from companion.games.definition import GameDefinition, HouseRulesOf, KnownPeople, RandomPlay, ScoreSheet
from companion.games.schotten_totten.expansions import EXPANSIONS
from companion.games.schotten_totten.help_pages import LOOK_UP
from companion.games.schotten_totten.random_play import begin
from companion.screens.card_sheet import CardToPrint
from companion.screens.schotten_totten.cards import printed
from companion.screens.schotten_totten.screens import SCREENS
from companion.state.schotten_totten.events import Overruled
from companion.state.schotten_totten.game import SchottenTotten
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.model import PLAYERS, State
from companion.state.schotten_totten.once_more import next_answer, order
from companion.state.schotten_totten.outline import outline_of
from companion.state.schotten_totten.summary import summary
from companion.state.schotten_totten.view import View, view_of
from companion.storage.toml_file import row_of
from companion.web.schotten_totten.board import PAGE


def _score(text: str, as_text: bool, translate: Translate) -> str:
    from companion.commands.schotten_totten.score import score  # late: most commands score nothing

    return score(text, as_text, translate)


def _setup(_facts: Facts, house: HouseRules, people: KnownPeople) -> msgspec.Raw:
    return SchottenTotten().setup(house, people.names)


def _house_rules(table: Mapping[str, Any], file: str, where: str) -> HouseRules:
    return row_of(HouseRules, table, file, where)


def _overruled(events: Sequence[Any]) -> tuple[str, ...]:
    return tuple(event.rule for event in events if isinstance(event, Overruled) and event.rule)


def _cards(_state: State) -> Sequence[CardToPrint]:
    return tuple(map(printed, cards().values()))


GAME: GameDefinition[State, View] = GameDefinition(
    id="schotten_totten",
    name=literal("Schotten Totten"),
    title=literal("Schotten Totten"),
    place=3,
    players=range(PLAYERS, PLAYERS + 1),
    make_rules=SchottenTotten,
    setup=_setup,
    view=view_of,
    outline=outline_of,
    finished=lambda state: state.stage == "over",
    summary=summary,
    once_more=next_answer,
    order=order,
    random_play=RandomPlay(begin),
    open_box=WholeBox,
    tag_kinds={"clan": same_id, "tactics": same_id, "stone": stone_id, "place": place_id},
    record_code="st",
    cards=_cards,
    house_rules=HouseRulesOf(HouseRules(), _house_rules),
    overruled=_overruled,
    expansions=EXPANSIONS,
    look_up=LOOK_UP,
    screens=SCREENS,
    page=PAGE,
    score=ScoreSheet(_score, Path(__file__).with_name("score_example.json")),
    parts=(
        "companion.games.schotten_totten",
        "companion.state.schotten_totten",
        "companion.scoring.schotten_totten",
        "companion.catalogue.schotten_totten",
        "companion.screens.schotten_totten",
        "companion.web.schotten_totten",
        "companion.commands.schotten_totten",
    ),
    words=(
        *("schotten", "totten", "schotten_totten", "claims", "claimable", "formation", "techniques", "troop"),
        *("joker", "spy", "bearer", "bluff", "mud", "recruiter", "strategist", "banshee", "traitor", "ruses"),
    ),
)
