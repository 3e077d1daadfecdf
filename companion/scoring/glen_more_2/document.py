"""The command `companion score`: a scoring without a game, from JSON text to JSON text or a table.

Every error in the input becomes one sentence with player and key. Reads no file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from companion.engine.message import Message, Translate, literal, tr
from companion.scoring import listing as shared
from companion.scoring.gains import Result
from companion.scoring.glen_more_2.model import Round, ScoringPart, ScoringRules, Standing
from companion.scoring.glen_more_2.scoring import score_standings
from companion.scoring.score_sheet import (
    NAME_TEXT,
    NUMBER_TEXT,
    PLAYERS_TEXT,
    POINTS_TEXT,
    RULES_TEXT,
    WHOLE_NUMBER_TEXT,
    YES_OR_NO_TEXT,
    BadDocument,
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
from companion.state.glen_more_2.model import HouseRules

SOURCE_LABELS: Mapping[str, Message] = MappingProxyType(
    {
        "scots_in_home_castle": tr("Scots in the home castle"),
        "landmarks": tr("Landmark cards"),
        "whisky": tr("Whisky barrels"),
        "persons": tr("Persons"),
        "territory": tr("Territory"),
        "coins": tr("Coins"),
        "armadale_castle": literal("Armadale Castle"),
    }
)

ROUND_LABELS: Mapping[str, Message] = MappingProxyType(
    {
        "A": tr("First scoring round (end of deck A)"),
        "B": tr("Second scoring round (end of deck B)"),
        "C": tr("Third scoring round (end of deck C)"),
        "final": tr("Fourth scoring round and final scoring"),
    }
)


def result_listing(result: Result, translate: Translate) -> str:
    """Return the whole scoring as text, ready to print."""
    return shared.format_scoring(result, shared.Labels(ROUND_LABELS, SOURCE_LABELS), translate)


MIN_PLAYERS, MAX_PLAYERS = 2, 4
LANDMARK_CARD = tr("landmark card")


class ExtraPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Additional points, added without change."""

    source: Label
    """Source of the points; a line of its own in the table."""
    points: Points
    """Victory points, negative for a loss."""


class ExpansionKeys(msgspec.Struct, frozen=True):
    """Keys that a chronicle adds to the input."""

    slug: str = ""
    """Slug, set when the chronicle is found.

    It is also the key of the chronicle's values in `Standing.expansion_standings`.
    """
    number: int = 0
    """Printed number. The input may use it as a name, and it defines the order of chronicles."""
    keys: dict[str, Key] = {}
    """Optional keys of a player."""
    parts: tuple[ScoringPart, ...] = ()
    """Scoring parts of the chronicle."""
    name: str | Message = ""
    """Name in sentences; "" = the slug."""
    min_players: int = MIN_PLAYERS
    """Smallest number of players."""
    cards: tuple[str, ...] = ()
    """Ids of its own landmark cards."""
    fault: Callable[[Mapping[str, Any]], Message | None] | None = None
    """Return what is wrong with a player's checked values, without the player's name; None = nothing."""


SHEET_KEYS = {
    "schema": Key(int, WHOLE_NUMBER_TEXT),
    "round": Key(Round, tr('"A", "B", "C" or "final"')),
    "chronicles": Key(list[str | int], tr("a list of ids or numbers of chronicles")),
    "house_rules": Key(dict[str, Any], RULES_TEXT),
    "players": Key(list[Any], PLAYERS_TEXT),
}

PLAYER_KEYS = {
    "name": Key(Label, NAME_TEXT),
    "points": Key(Points, POINTS_TEXT),
    "coins": Key(Number, NUMBER_TEXT, "final"),
    "goods": Key(Number, NUMBER_TEXT, "final"),
    "tiles": Key(Number, NUMBER_TEXT, "final"),
    "scots_in_home_castle": Key(Number, NUMBER_TEXT),
    "whisky": Key(Number, NUMBER_TEXT),
    "persons": Key(Number, NUMBER_TEXT),
    "david_hume": Key(bool, YES_OR_NO_TEXT),
    "landmarks": Key(list[str], tr("a list of ids of landmark cards")),
    "extra": Key(list[ExtraPoints], tr('a list of entries with "source" and "points"'), "never"),
}

# Only difference_above_five changes a scoring; the other house rules are accepted without effect.
HOUSE_RULE_KEYS = house_rule_keys(HouseRules)


class ScoreDocument(msgspec.Struct, frozen=True):
    """The checked input."""

    round: Round
    """Scoring round."""
    rules: ScoringRules
    """House rules of the scoring."""
    standings: tuple[Standing, ...]
    """Counts of the players, in the order of the input."""
    parts: tuple[ScoringPart, ...]
    """Scoring parts of all its chronicles."""


def score_document(
    text: str,
    landmark_ids: Collection[str],
    as_text: bool = False,
    translate: Translate = str,
    chronicles: Sequence[ExpansionKeys] = (),
) -> str:
    """Return the scoring of the document `text`. Raises BadDocument with one sentence if it is invalid."""
    sheet = read_document(text, landmark_ids, chronicles)
    result = score_standings(sheet.round, sheet.standings, sheet.rules, sheet.parts)
    return result_listing(result, translate) if as_text else result_json(result, translate)


def read_document(
    text: str, landmark_ids: Collection[str], chronicles: Sequence[ExpansionKeys] = ()
) -> ScoreDocument:
    """Return the checked input. Raises BadDocument if it is invalid."""
    top = read_sheet(text, SHEET_KEYS, unknown_key_message)
    chosen = _chosen_chronicles(top["chronicles"], chronicles)
    house = check_object(top["house_rules"], HOUSE_RULE_KEYS, tr("The house rules"), unknown=unknown_key_message)
    rules = ScoringRules(msgspec.convert(house, HouseRules).difference_above_five)
    standings = _standings(top["players"], top["round"], landmark_ids, chosen)
    return ScoreDocument(top["round"], rules, standings, tuple(part for one in chosen for part in one.parts))


def unknown_key_message(where: str | Message, key: str) -> Message:
    """Return the message about an unknown key."""
    return tr(
        '{where}: "{key}" is not known; it is misspelt or of a chronicle that is not in "chronicles".',
        where=where,
        key=key,
    )


def _chosen_chronicles(wanted: Sequence[str | int], installed: Sequence[ExpansionKeys]) -> list[ExpansionKeys]:
    """Return the chronicles named by slug or number, ordered by number, each once."""
    chosen = {}
    for name in wanted:
        one = next((one for one in installed if name in (one.slug, one.number, str(one.number))), None)
        if one is None:
            raise BadDocument(
                tr('The chronicle "{name}" is not installed here; take it out of "chronicles".', name=name)
            )
        chosen[one.number] = one
    return [chosen[number] for number in sorted(chosen)]


def _standings(
    players: Sequence[Any], round: Round, landmark_ids: Collection[str], chosen: Sequence[ExpansionKeys]
) -> tuple[Standing, ...]:
    keys = {**PLAYER_KEYS, **{key: entry for one in chosen for key, entry in one.keys.items()}}
    found = read_players(players, range(MIN_PLAYERS, MAX_PLAYERS + 1), keys, round, unknown_key_message)
    _check_player_count(len(players), chosen)
    landmark_ids = {*landmark_ids, *(card for one in chosen for card in one.cards)}
    for player in found:
        check_cards(player, "landmarks", landmark_ids, LANDMARK_CARD)
        _check_faults(player, chosen)
    return tuple(_standing(player, chosen) for player in found)


def _check_player_count(players: int, chosen: Sequence[ExpansionKeys]) -> None:
    for one in chosen:
        if players < one.min_players:
            raise BadDocument(
                tr(
                    '"chronicles" has {chronicle}, which needs {fewest} players, not {n}; take it out.',
                    chronicle=one.name or one.slug,
                    fewest=one.min_players,
                    n=players,
                )
            )


def _check_faults(found: Mapping[str, Any], chosen: Sequence[ExpansionKeys]) -> None:
    for one in chosen:
        if one.fault and (why := one.fault(found)):
            raise BadDocument(tr("{name}: {why}", name=found["name"], why=why))


def _standing(found: dict[str, Any], chosen: Sequence[ExpansionKeys]) -> Standing:
    plain = {key: value for key, value in found.items() if key in PLAYER_KEYS}
    plain["landmarks"] = tuple(found["landmarks"])
    plain["extra"] = tuple((entry.source, entry.points) for entry in found.get("extra", ()))
    expansion_standings = {one.slug: {key: found[key] for key in one.keys if key in found} for one in chosen}
    return Standing(**plain, expansion_standings=expansion_standings)
