"""`companion score --game glen_more`: a scoring without a game, from a JSON text to a JSON text, or to a table.

Everything that is wrong with the input becomes one sentence that names player and key. Reads no file itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.message import Translate, tr
from companion.scoring.glen_more.labels import LABELS
from companion.scoring.glen_more.result import score
from companion.scoring.glen_more.standing import Round, Standing
from companion.scoring.listing import listing
from companion.scoring.score_sheet import (
    NAME,
    NUMBER,
    PLAYERS,
    POINTS,
    RULES,
    WHOLE,
    Key,
    Label,
    Number,
    Points,
    checked,
    only_real_cards,
    read_players,
    read_sheet,
    switches,
    written,
)
from companion.state.glen_more.house_rules import HouseRules

SIZES = range(2, 6)
"""How many play (G1-CMP-01)."""
CARD = tr("card of a special location")

SHEET_KEYS = {
    "schema": Key(int, WHOLE),
    "round": Key(Round, tr('"1", "2", "3" or "final"')),
    "house_rules": Key(dict[str, Any], RULES),
    "players": Key(list[Any], PLAYERS),
}

PLAYER_KEYS = {
    "name": Key(Label, NAME),
    "points": Key(Points, POINTS),
    "coins": Key(Number, NUMBER, "final"),
    "goods": Key(Number, NUMBER, "final"),
    "tiles": Key(Number, NUMBER, "final"),
    "whisky": Key(Number, NUMBER),
    "chieftains": Key(Number, NUMBER),
    "cards": Key(list[str], tr("a list of ids of cards")),
    "green_tiles": Key(Number, NUMBER, "final"),
    "yellow_tiles": Key(Number, NUMBER, "final"),
    "villages": Key(Number, NUMBER, "final"),
}


class ScoreDocument(msgspec.Struct, frozen=True):
    """The input, checked."""

    round: Round
    """Which scoring it is."""
    rules: HouseRules
    """The table's rulings; those that no scoring reads have no effect."""
    standings: tuple[Standing, ...]
    """In the order of the input."""


def run(text: str, bonnets: Mapping[str, int], as_text: bool = False, translate: Translate = str) -> str:
    """The whole command. bonnets: those of every card there is. BadDocument says what can't be read."""
    sheet = read_document(text, bonnets)
    result = score(sheet.round, sheet.standings, sheet.rules)
    return listing(result, LABELS, translate) if as_text else written(result, translate)


def read_document(text: str, bonnets: Mapping[str, int]) -> ScoreDocument:
    """The input as values, or BadDocument."""
    top = read_sheet(text, SHEET_KEYS)
    house = checked(top["house_rules"], switches(HouseRules), tr("The house rules"))
    players = read_players(top["players"], SIZES, PLAYER_KEYS, top["round"])
    for player in players:
        only_real_cards(player, "cards", bonnets, CARD)
    standings = tuple(_standing(player, bonnets) for player in players)
    return ScoreDocument(top["round"], msgspec.convert(house, HouseRules), standings)


def _standing(player: dict[str, Any], bonnets: Mapping[str, int]) -> Standing:
    cards = tuple(player["cards"])
    return Standing(**{**player, "cards": cards, "bonnets": sum(bonnets[card] for card in cards)})
