"""The definition of Glen More II: Chronicles: all its parts in one value.

Also its house rules, read from a table of house_rules.toml, and the recorded game for `companion demo`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.journal import Entry
from companion.engine.message import Translate, tr
from companion.games.definition import (
    Demo,
    GameDefinition,
    HouseRulesReader,
    KnownPlayers,
    RandomGame,
    RandomPlay,
    Switch,
)
from companion.games.glen_more_2 import DIE_OPTION
from companion.games.glen_more_2 import GAME as LISTING
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.glen_more_2.catalogue.owner_box import OwnerBox
from companion.games.glen_more_2.catalogue.shipped import home_id
from companion.games.glen_more_2.help_pages import HELP_PAGES
from companion.games.glen_more_2.installed_chronicles import (
    CHRONICLE_OPTION,
    game_rules,
    installed_chronicles,
    left_out_chronicles,
)
from companion.games.glen_more_2.screens.sheets import SCREENS, cards_to_print
from companion.games.glen_more_2.web import PAGE
from companion.games.sticker_registry import unchanged_id
from companion.scoring.gains import Result
from companion.screens.game_screens import CardToPrint
from companion.state.glen_more_2.events import Overruled
from companion.state.glen_more_2.facts import Facts, LearnedFact
from companion.state.glen_more_2.model import HouseRules, State
from companion.state.glen_more_2.rematch import next_rematch_answer, pawn_order_text
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.view import View, outline_of
from companion.state.territory.model import REFEREE, SCOREKEEPER
from companion.storage.toml_file import BadFile, out_of_range, parse_table, unknown_key, wrong_type

if TYPE_CHECKING:
    from companion.engine.history import History
    from companion.games.random_play import RandomPlayer

MAX_RULE_VALUE = 99


def parse_house_rules(table: Mapping[str, Any], file: str, where: str = "") -> HouseRules:
    """Return the house rules from a table; `file` is its name in messages. Raises BadFile."""
    # The tables in it belong to chronicles.
    own = {name: value for name, value in table.items() if not isinstance(value, Mapping)}
    rules = msgspec.structs.replace(
        parse_table(HouseRules, own, file, where), more=_parse_chronicle_rules(table, file)
    )
    if not 0 <= rules.difference_above_five <= MAX_RULE_VALUE:
        raise BadFile(out_of_range(file, "difference_above_five", 0, MAX_RULE_VALUE))
    _check_switches(rules, file)
    return rules


def _check_switches(rules: HouseRules, file: str) -> None:
    """Raise BadFile for a switch that no chronicle has, or one out of its range."""
    known = {rule.name: rule.most for each in installed_chronicles() for rule in each.house_rules}
    for name, value in rules.more.items():
        if name not in known:
            own = [switch.partition(".")[2] for switch in known]
            raise BadFile(unknown_key(file, name, name.partition(".")[2], own))
        if not 0 <= value <= known[name]:
            raise BadFile(out_of_range(file, name, 0, known[name]))


def _parse_chronicle_rules(table: Mapping[str, Any], file: str) -> dict[str, int]:
    """Return the switches of chronicles by "slug.name"; each chronicle has a table. Raises BadFile."""
    more = {}
    for slug, own in table.items():
        for name, value in own.items() if isinstance(own, Mapping) else ():
            if not isinstance(value, int):
                raise BadFile(wrong_type(file, f"{slug}.{name}", tr("a whole number, true or false")))
            more[f"{slug}.{name}"] = int(value)
    return more


RECORDINGS = Path(__file__).parent / "recorded"
RECORDING = RECORDINGS / "three_players.jsonl"
RECORDING_BOXES = {"complete": RECORDINGS / "complete.toml", "bare": None}
"""Boxes by their names in recordings: an invented, completely known box, and the catalogue alone."""


def demo_facts(box: str) -> Facts:
    """Return the facts of the box that a recording names, never the owner's. Raises BadRecording."""
    if box not in RECORDING_BOXES:
        from companion.session.recording import BadRecording  # late: only a demo reads recordings

        known = ", ".join(RECORDING_BOXES)
        raise BadRecording(
            tr("There is no box {name} for a recording; use one of {known}.", name=box, known=known)
        )
    path = RECORDING_BOXES[box]
    return effective_facts(read_box(path) if path else None)


def demo_result(view: View, translate: Translate) -> str:
    """Return the last scoring as text with players' names; in a game, players are called by their colours' ids."""
    from companion.scoring.glen_more_2.document import result_listing  # late: only a demo prints its result

    assert view.result is not None
    outline = outline_of(view)

    def called(name: str) -> str:
        return translate(outline.figure(name).label)

    players = tuple(msgspec.structs.replace(scored, name=called(scored.name)) for scored in view.result.players)
    winners = tuple(called(who) for who in view.result.winners)
    shown: Result = msgspec.structs.replace(view.result, players=players, winners=winners)
    return result_listing(shown, translate)


def _setup(facts: Facts, house_rules: HouseRules, known_players: KnownPlayers) -> msgspec.Raw:
    return game_rules().setup(facts, house_rules, known_players.names, last_names=known_players.last)


def _view(state: State, viewer: str) -> View:
    return game_rules().view(state, viewer)


def _is_finished(state: State) -> bool:
    return game_rules().is_finished(state)


def _build_summary(state: State) -> dict[str, Any]:
    return game_rules().summary(state)


def _view_of_export(_state: State, entry: Entry) -> Entry:
    return game_rules().view_of_export(entry)


def _unidentified_pieces(state: State, taken: AbstractSet[str]) -> tuple[str, ...]:
    return game_rules().unidentified_pieces(state, taken)


def _learned_facts(events: Sequence[Any]) -> tuple[LearnedFact, ...]:
    return game_rules().learned_facts(events)


def _overruled_rules(events: Sequence[Any]) -> tuple[str, ...]:
    return tuple(event.rule for event in events if isinstance(event, Overruled) and event.rule)


def _cards(state: State) -> Sequence[CardToPrint]:
    return cards_to_print(state.facts, rules_of(state).library.question_kinds())


def _cards_in_play(state: State) -> Sequence[CardToPrint]:
    return cards_to_print(state.facts, rules_of(state).kinds.values())


def _open_box(path: Path, facts: Facts | None) -> OwnerBox:
    return OwnerBox(path, facts, game_rules().library)


def _begin_random_game(wanted: RandomGame) -> tuple[History, RandomPlayer]:
    from companion.games.glen_more_2.bot import begin_random_game  # late: players answer for themselves

    return begin_random_game(wanted)


GAME: GameDefinition[State, View] = GameDefinition(
    **msgspec.structs.asdict(LISTING),
    players=range(2, 5),
    depths=(SCOREKEEPER, REFEREE),
    make_rules=game_rules,
    troubles=left_out_chronicles,
    setup=_setup,
    view=_view,
    outline=outline_of,
    finished=_is_finished,
    summary=_build_summary,
    view_of_export=_view_of_export,
    next_rematch_answer=next_rematch_answer,
    order=pawn_order_text,
    random_play=RandomPlay(
        _begin_random_game, (Switch(DIE_OPTION, tr("play with the die (2 players always do)")),)
    ),
    open_box=_open_box,
    tag_kinds={"tile": unchanged_id, "home": home_id},
    unidentified=_unidentified_pieces,
    about=lambda fact: fact.piece,
    learned=_learned_facts,
    known=lambda state: state.facts,
    cards=_cards,
    cards_in_play=_cards_in_play,
    house_rules=HouseRulesReader(HouseRules(), parse_house_rules),
    overruled=_overruled_rules,
    expansions=CHRONICLE_OPTION,
    look_up=HELP_PAGES,
    screens=SCREENS,
    page=PAGE,
    demo=Demo(RECORDING, demo_facts, demo_result),
)
