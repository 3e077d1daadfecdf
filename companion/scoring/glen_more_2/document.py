"""`companion score`: a scoring round without a game, from a JSON text to a JSON text (or a table for people).

Everything that is wrong with the input becomes one sentence that names player and key. Reads no file itself.

How a scoring of Glen More II is told in words: its sources and its rounds. Knows no language.
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
    NAME,
    NUMBER,
    PLAYERS,
    POINTS,
    RULES,
    WHOLE,
    YES_OR_NO,
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
    """The whole scoring, ready to print."""
    return shared.format_scoring(result, shared.Labels(ROUND_LABELS, SOURCE_LABELS), translate)


MIN_PLAYERS, MAX_PLAYERS = 2, 4
LANDMARK_CARD = tr("landmark card")


class ExtraPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points from elsewhere, added as they are."""

    source: Label
    """What they are for; a line of its own in the table."""
    points: Points
    """Victory points, below zero when they are lost."""


class ExpansionKeys(msgspec.Struct, frozen=True):
    """What a chronicle adds to the input."""

    slug: str = ""
    """Its id, put in with number and name where it is found; a player's keys come to the `Standing` under it."""
    number: int = 0
    """As printed in the book: input may name it by that too, and chronicles are asked in that order."""
    keys: dict[str, Key] = {}
    """Optional keys of a player."""
    parts: tuple[ScoringPart, ...] = ()
    """Its parts of the scoring."""
    name: str | Message = ""
    """For sentences; "" = by its slug."""
    min_players: int = MIN_PLAYERS
    """How many players it needs."""
    cards: tuple[str, ...] = ()
    """Ids of its own landmark cards."""
    fault: Callable[[Mapping[str, Any]], Message | None] | None = None
    """What is wrong with a player's checked values, without the name; None = nothing."""


SHEET_KEYS = {
    "schema": Key(int, WHOLE),
    "round": Key(Round, tr('"A", "B", "C" or "final"')),
    "chronicles": Key(list[str | int], tr("a list of ids or numbers of chronicles")),
    "house_rules": Key(dict[str, Any], RULES),
    "players": Key(list[Any], PLAYERS),
}

PLAYER_KEYS = {
    "name": Key(Label, NAME),
    "points": Key(Points, POINTS),
    "coins": Key(Number, NUMBER, "final"),
    "goods": Key(Number, NUMBER, "final"),
    "tiles": Key(Number, NUMBER, "final"),
    "scots_in_home_castle": Key(Number, NUMBER),
    "whisky": Key(Number, NUMBER),
    "persons": Key(Number, NUMBER),
    "david_hume": Key(bool, YES_OR_NO),
    "landmarks": Key(list[str], tr("a list of ids of landmark cards")),
    "extra": Key(list[ExtraPoints], tr('a list of entries with "source" and "points"'), "never"),
}

# Only difference_above_five has a say in scoring; the table's other switches are taken without effect.
HOUSE_RULE_KEYS = house_rule_keys(HouseRules)


class ScoreDocument(msgspec.Struct, frozen=True):
    """The input, checked."""

    round: Round
    """Which scoring it is."""
    rules: ScoringRules
    """The house rules that a scoring reads."""
    standings: tuple[Standing, ...]
    """In the order of the input."""
    parts: tuple[ScoringPart, ...]
    """Of all its chronicles."""


def score_document(
    text: str,
    landmark_ids: Collection[str],
    as_text: bool = False,
    translate: Translate = str,
    chronicles: Sequence[ExpansionKeys] = (),
) -> str:
    """The whole command: `text` scored. BadDocument says in one sentence what can't be read."""
    sheet = read_document(text, landmark_ids, chronicles)
    result = score_standings(sheet.round, sheet.standings, sheet.rules, sheet.parts)
    return result_listing(result, translate) if as_text else result_json(result, translate)


def read_document(
    text: str, landmark_ids: Collection[str], chronicles: Sequence[ExpansionKeys] = ()
) -> ScoreDocument:
    """The input as values, or BadDocument."""
    top = read_sheet(text, SHEET_KEYS, unknown_key_message)
    chosen = _chosen_chronicles(top["chronicles"], chronicles)
    house = check_object(top["house_rules"], HOUSE_RULE_KEYS, tr("The house rules"), unknown=unknown_key_message)
    rules = ScoringRules(msgspec.convert(house, HouseRules).difference_above_five)
    standings = _standings(top["players"], top["round"], landmark_ids, chosen)
    return ScoreDocument(top["round"], rules, standings, tuple(part for one in chosen for part in one.parts))


def unknown_key_message(where: str | Message, key: str) -> Message:
    """What is said of a key that is not known."""
    return tr(
        '{where}: "{key}" is not known; it is misspelt or of a chronicle that is not in "chronicles".',
        where=where,
        key=key,
    )


def _chosen_chronicles(wanted: Sequence[str | int], installed: Sequence[ExpansionKeys]) -> list[ExpansionKeys]:
    """The chronicles named by id or number, in the order of their numbers, each once."""
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
