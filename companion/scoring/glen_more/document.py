"""`companion score --game glen_more`: read counts as JSON, return the scoring as JSON or as a table.

Every error in the input becomes a `BadDocument` with one sentence that names player and key. Reads no file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.message import Translate, literal, tr
from companion.scoring.glen_more.result import Round, Standing, score_standings
from companion.scoring.listing import Labels, format_scoring
from companion.scoring.score_sheet import (
    NAME_TEXT,
    NUMBER_TEXT,
    PLAYERS_TEXT,
    POINTS_TEXT,
    RULES_TEXT,
    WHOLE_NUMBER_TEXT,
    Key,
    Label,
    Number,
    Points,
    check_cards,
    check_object,
    house_rule_keys,
    read_players,
    read_sheet,
    result_json,
)
from companion.state.glen_more.model import HouseRules

LABELS = Labels(
    rounds={
        "1": tr("First scoring round (end of deck 1)"),
        "2": tr("Second scoring round (end of deck 2)"),
        "3": tr("Third scoring round (end of deck 3)"),
        "final": tr("Third scoring round and final scoring"),
    },
    sources={
        "whisky": tr("Whisky barrels"),
        "chieftains": tr("Chieftains and bonnets"),
        "special_locations": tr("Special locations"),
        "loch_morar": literal("Loch Morar"),
        "iona_abbey": literal("Iona Abbey"),
        "duart_castle": literal("Duart Castle"),
        "coins": tr("Coins"),
        "territory": tr("Territory"),
    },
)


PLAYER_COUNTS = range(2, 6)
"""Possible numbers of players (G1-CMP-01)."""
CARD_TEXT = tr("card of a special location")

SHEET_KEYS = {
    "schema": Key(int, WHOLE_NUMBER_TEXT),
    "round": Key(Round, tr('"1", "2", "3" or "final"')),
    "house_rules": Key(dict[str, Any], RULES_TEXT),
    "players": Key(list[Any], PLAYERS_TEXT),
}

PLAYER_KEYS = {
    "name": Key(Label, NAME_TEXT),
    "points": Key(Points, POINTS_TEXT),
    "coins": Key(Number, NUMBER_TEXT, "final"),
    "goods": Key(Number, NUMBER_TEXT, "final"),
    "tiles": Key(Number, NUMBER_TEXT, "final"),
    "whisky": Key(Number, NUMBER_TEXT),
    "chieftains": Key(Number, NUMBER_TEXT),
    "cards": Key(list[str], tr("a list of ids of cards")),
    "green_tiles": Key(Number, NUMBER_TEXT, "final"),
    "yellow_tiles": Key(Number, NUMBER_TEXT, "final"),
    "villages": Key(Number, NUMBER_TEXT, "final"),
}


class ScoreDocument(msgspec.Struct, frozen=True):
    """The checked input."""

    round: Round
    """Id of the scoring."""
    rules: HouseRules
    """House rules; those that do not concern scoring have no effect."""
    standings: tuple[Standing, ...]
    """Counts of the players in the order of the input."""


def score_document(
    text: str, bonnets: Mapping[str, int], as_text: bool = False, translate: Translate = str
) -> str:
    """Return the output of the command. Raises BadDocument for invalid input.

    bonnets: number of bonnets of every card.
    """
    sheet = read_document(text, bonnets)
    result = score_standings(sheet.round, sheet.standings, sheet.rules)
    return format_scoring(result, LABELS, translate) if as_text else result_json(result, translate)


def read_document(text: str, bonnets: Mapping[str, int]) -> ScoreDocument:
    """Return the checked input. Raises BadDocument if it is invalid."""
    top = read_sheet(text, SHEET_KEYS)
    house = check_object(top["house_rules"], house_rule_keys(HouseRules), tr("The house rules"))
    players = read_players(top["players"], PLAYER_COUNTS, PLAYER_KEYS, top["round"])
    for player in players:
        check_cards(player, "cards", bonnets, CARD_TEXT)
    standings = tuple(_standing(player, bonnets) for player in players)
    return ScoreDocument(top["round"], msgspec.convert(house, HouseRules), standings)


def _standing(player: dict[str, Any], bonnets: Mapping[str, int]) -> Standing:
    cards = tuple(player["cards"])
    return Standing(**{**player, "cards": cards, "bonnets": sum(bonnets[card] for card in cards)})
