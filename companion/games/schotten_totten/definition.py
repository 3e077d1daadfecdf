"""The definition of Schotten Totten: all its parts in one value.

Also its variants, as the command line names them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.message import Message, tr
from companion.engine.table_game import Overruled
from companion.games.definition import (
    ExpansionInfo,
    Expansions,
    GameDefinition,
    HouseRulesReader,
    KnownPlayers,
    RandomGame,
    RandomPlay,
)
from companion.games.schotten_totten import GAME as LISTING
from companion.games.schotten_totten.catalogue import Facts, KnownBox, place_id, printed_command_cards, stone_id
from companion.games.schotten_totten.help_pages import HELP_PAGES
from companion.games.schotten_totten.screens.sheets import SCREENS, printed_card
from companion.games.schotten_totten.web import PAGE
from companion.games.sticker_registry import unchanged_id
from companion.screens.game_screens import CardToPrint
from companion.state.schotten_totten.game import SchottenTotten, next_rematch_answer, score_document, seating_order
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.labels import VARIANT_WORDS
from companion.state.schotten_totten.model import PLAYERS, VARIANTS, State
from companion.state.schotten_totten.view import View, outline_of, view_of
from companion.storage.toml_file import parse_table

if TYPE_CHECKING:
    from companion.engine.history import History
    from companion.games.random_play import RandomPlayer


def _known() -> list[ExpansionInfo]:
    two = range(PLAYERS, PLAYERS + 1)
    return [ExpansionInfo(each, n, VARIANT_WORDS[each], two) for n, each in enumerate(VARIANTS, 1)]


def _unknown(name: str) -> Message:
    return tr("There is no variant {name}; name one by its id or number.", name=name)


EXPANSIONS = Expansions(
    option="--variants",
    help=tr("variants by name or number, with commas between them"),
    unknown=_unknown,
    known=_known,
)


def _setup(_facts: Facts, house: HouseRules, known_players: KnownPlayers) -> msgspec.Raw:
    return SchottenTotten().setup(house, known_players.names)


def _house_rules(table: Mapping[str, Any], file: str, where: str) -> HouseRules:
    return parse_table(HouseRules, table, file, where)


def _overruled(events: Sequence[Any]) -> tuple[str, ...]:
    return tuple(event.rule for event in events if isinstance(event, Overruled) and event.rule)


def _cards(_state: State) -> Sequence[CardToPrint]:
    return tuple(map(printed_card, printed_command_cards().values()))


def _begin_random_game(wanted: RandomGame) -> tuple[History, RandomPlayer]:
    from companion.games.schotten_totten.bot import begin_random_game  # late: players answer for themselves

    return begin_random_game(wanted)


GAME: GameDefinition[State, View] = GameDefinition(
    **msgspec.structs.asdict(LISTING),
    players=range(PLAYERS, PLAYERS + 1),
    make_rules=SchottenTotten,
    setup=_setup,
    view=view_of,
    outline=outline_of,
    finished=lambda state: state.stage == "over",
    summary=score_document,
    next_rematch_answer=next_rematch_answer,
    order=seating_order,
    random_play=RandomPlay(_begin_random_game),
    open_box=KnownBox,
    tag_kinds={"clan": unchanged_id, "tactics": unchanged_id, "stone": stone_id, "place": place_id},
    cards=_cards,
    house_rules=HouseRulesReader(HouseRules(), _house_rules),
    overruled=_overruled,
    expansions=EXPANSIONS,
    look_up=HELP_PAGES,
    screens=SCREENS,
    page=PAGE,
)
