"""The definition of Glen More (2010): all its parts in one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.games.definition import GameDefinition, HouseRulesReader, KnownPlayers, RandomGame, RandomPlay
from companion.games.glen_more import GAME as LISTING
from companion.games.glen_more.catalogue import KnownBox, printed_command_cards
from companion.games.glen_more.help_pages import HELP_PAGES
from companion.games.glen_more.screens import SCREENS, printed_card
from companion.games.glen_more.web import PAGE
from companion.games.sticker_registry import unchanged_id
from companion.screens.game_screens import CardToPrint
from companion.state.glen_more.events import Overruled
from companion.state.glen_more.game import GlenMore, next_rematch_answer, seating_order
from companion.state.glen_more.model import MAX_PLAYERS, MIN_PLAYERS, Facts, HouseRules, State
from companion.state.glen_more.standings import entry_without_secrets
from companion.state.glen_more.view import View, outline_of, view_of
from companion.state.territory.model import REFEREE, SCOREKEEPER
from companion.storage.toml_file import parse_table

if TYPE_CHECKING:
    from companion.engine.history import History
    from companion.games.random_play import RandomPlayer


def _setup(facts: Facts, house: HouseRules, known_players: KnownPlayers) -> msgspec.Raw:
    return GlenMore().setup(facts, house, known_players.names)


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


def _begin_random_game(wanted: RandomGame) -> tuple[History, RandomPlayer]:
    from companion.games.glen_more.bot import begin_random_game  # late: players answer for themselves

    return begin_random_game(wanted)


GAME: GameDefinition[State, View] = GameDefinition(
    **msgspec.structs.asdict(LISTING),
    players=range(MIN_PLAYERS, MAX_PLAYERS + 1),
    depths=(SCOREKEEPER, REFEREE),
    make_rules=GlenMore,
    setup=_setup,
    view=view_of,
    outline=outline_of,
    finished=lambda state: state.stage == "over",
    summary=_summary,
    view_of_export=entry_without_secrets,
    next_rematch_answer=next_rematch_answer,
    order=seating_order,
    random_play=RandomPlay(_begin_random_game),
    open_box=KnownBox,
    tag_kinds={"tile": unchanged_id},
    cards=_cards,
    house_rules=HouseRulesReader(HouseRules(), _house_rules),
    overruled=_overruled,
    look_up=HELP_PAGES,
    screens=SCREENS,
    page=PAGE,
)
