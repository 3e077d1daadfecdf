"""Glen More, the game of 2010, all its parts named in one form. Decides nothing: each part has its own room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.message import Translate, literal
from companion.games.definition import GameDefinition, HouseRulesReader, KnownPlayers, RandomPlay, ScoreSheet
from companion.games.glen_more.bot import begin_random_game
from companion.games.glen_more.catalogue import KnownBox, printed_command_cards
from companion.games.glen_more.help_pages import LOOK_UP
from companion.games.glen_more.screens import SCREENS, printed_card
from companion.games.glen_more.web import PAGE
from companion.games.sticker_registry import same_id
from companion.screens.print_sheets import CardToPrint
from companion.state.glen_more.events import Overruled
from companion.state.glen_more.game import GlenMore, next_rematch_answer, seating_order
from companion.state.glen_more.model import MAX_PLAYERS, MIN_PLAYERS, Facts, HouseRules, State
from companion.state.glen_more.standings import public_entry
from companion.state.glen_more.view import View, outline_of, view_of
from companion.state.territory.model import REFEREE, SCOREKEEPER
from companion.storage.toml_file import parse_table


def _score(text: str, as_table: bool, translate: Translate) -> str:
    from companion.games.glen_more.cli import score  # late: most commands score nothing

    return score(text, as_table, translate)


def _setup(facts: Facts, house: HouseRules, people: KnownPlayers) -> msgspec.Raw:
    return GlenMore().setup(facts, house, people.names)


def _house_rules(table: Mapping[str, Any], file: str, where: str) -> HouseRules:
    return parse_table(HouseRules, table, file, where)


def _summary(state: State) -> dict[str, Any]:
    view = view_of(state)
    players = [
        {**msgspec.structs.asdict(player), "label": str(player.label), "cards": list(map(str, player.cards))}
        for player in view.players
    ]
    told = {"phase": view.phase, "turn": view.turn, "players": players, "winners": list(view.winners)}
    if not state.tracks_territories:
        return told
    lie = {player.id: msgspec.to_builtins(player.territory.spots) for player in state.players}
    return {**told, "depth": state.depth, "territories": lie}


def _overruled(events: Sequence[Any]) -> tuple[str, ...]:
    return tuple(event.rule for event in events if isinstance(event, Overruled) and event.rule)


def _cards(_state: State) -> Sequence[CardToPrint]:
    return tuple(map(printed_card, printed_command_cards().values()))


GAME: GameDefinition[State, View] = GameDefinition(
    id="glen_more",
    name=literal("Glen More"),
    title=literal("Glen More"),
    place=2,
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
    depths=(SCOREKEEPER, REFEREE),
    make_rules=GlenMore,
    setup=_setup,
    view=view_of,
    outline=outline_of,
    finished=lambda state: state.stage == "over",
    summary=_summary,
    view_of_export=public_entry,
    once_more=next_rematch_answer,
    order=seating_order,
    random_play=RandomPlay(begin_random_game),
    open_box=KnownBox,
    tag_kinds={"tile": same_id},
    record_code="gm1",
    cards=_cards,
    house_rules=HouseRulesReader(HouseRules(), _house_rules),
    overruled=_overruled,
    look_up=LOOK_UP,
    screens=SCREENS,
    page=PAGE,
    score=ScoreSheet(_score, Path(__file__).with_name("score_example.json")),
    parts=(
        "companion.games.glen_more",
        "companion.scoring.glen_more",
        "companion.state.glen_more",
    ),
    shares=(
        "companion.scoring.ending",
        "companion.scoring.listing",
        "companion.screens.box_icons",
        "companion.screens.market",
        "companion.state.territory",
    ),
    words=(
        *("glen", "glen_more", "chieftain", "chieftains", "bonnet", "bonnets", "clan", "whisky", "barrels"),
        *("castle", "loch", "abbey", "iona", "mey", "duart", "territory", "coin", "coins", "goods"),
        *("scot", "scots", "rondel", "cattle", "sheep", "grain", "barrel", "pawn", "pawns"),
        *("landmark", "refill", "scorekeeper", "activation"),
    ),
)
