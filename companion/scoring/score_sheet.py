"""Shared parts of the score sheets of all games: read and check JSON input, write a result as JSON.

Every error in a sheet becomes a `BadDocument` with one sentence that names player and key. Reads no file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.engine.message import Message, Translate, UserError, join_list, tr, trn
from companion.scoring.gains import Result

SCHEMA = 1
MAX_NUMBER = 1_000_000

Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Points = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
# A name is one visible line: no control characters and no unpaired surrogates.
Label = Annotated[str, Meta(max_length=40, pattern=r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+\Z")]


class BadDocument(UserError):
    """The input cannot be scored; `message` is the sentence for the user."""


class Key(msgspec.Struct, frozen=True):
    """One key of the input."""

    type: Any
    """Type for `msgspec.convert`."""
    wanted: Message
    """The type in words, for an error message."""
    needed: Literal["always", "final", "never"] = "always"
    """When the key is required: in every scoring, in the final scoring, or never."""


NUMBER_TEXT = tr("a whole number from 0 to {most}", most=MAX_NUMBER)
POINTS_TEXT = tr("a whole number from {least} to {most}", least=-MAX_NUMBER, most=MAX_NUMBER)
YES_OR_NO_TEXT = tr("true or false")
NAME_TEXT = tr("a name of 1 to 40 letters")
WHOLE_NUMBER_TEXT = tr("a whole number")
RULES_TEXT = tr("an object of house rules")
PLAYERS_TEXT = tr("a list of players")
SHEET_TEXT = tr("The score sheet")


def unknown_key_message(where: str | Message, key: str) -> Message:
    """Return the error message for an unknown key."""
    return tr('{where}: "{key}" is not known.', where=where, key=key)


UnknownKeyMessage = Callable[[str | Message, str], Message]
"""Returns the error message for an unknown key, by its owner and name."""


def read_sheet(
    text: str, keys: Mapping[str, Key], unknown: UnknownKeyMessage = unknown_key_message
) -> dict[str, Any]:
    """Return the values of a sheet, players unchecked. Raises BadDocument for an invalid sheet."""
    sheet = as_object(_parsed(text), SHEET_TEXT)
    # isinstance would accept true and false, which are ints in Python.
    if type(sheet.get("schema")) is int and sheet["schema"] != SCHEMA:
        raise BadDocument(tr("The score sheet has schema {n}; only schema 1 is known here.", n=sheet["schema"]))
    return check_object(sheet, keys, SHEET_TEXT, unknown=unknown)


def read_players(
    players: Sequence[Any],
    sizes: range,
    keys: Mapping[str, Key],
    round: str,
    unknown: UnknownKeyMessage = unknown_key_message,
) -> list[dict[str, Any]]:
    """Return the values of all players. Raises BadDocument for an invalid player or a wrong number of players."""
    if len(players) not in sizes:
        least, most = sizes[0], sizes[-1]
        raise BadDocument(
            tr('"players" must list {least} to {most} players, not {n}.', least=least, most=most, n=len(players))
        )
    read = []
    for number, player in enumerate(players, 1):
        found = as_object(player, tr("Player {n}", n=number))
        read.append(check_object(found, keys, player_name(found, number), round, unknown))
    _all_different([player["name"] for player in read])
    return read


def check_cards(player: Mapping[str, Any], key: str, cards: Collection[str], kind: Message) -> None:
    """Raise BadDocument if a list of cards has an unknown card or a duplicate. kind: the kind of card in words."""
    name, own = player["name"], player[key]
    for card in own:
        if card not in cards:
            raise BadDocument(
                tr(
                    '{name}: "{key}" has "{card}", which is not a {kind}; there are {cards}.',
                    name=name,
                    key=key,
                    card=card,
                    kind=kind,
                    cards=join_list(sorted(cards)),
                )
            )
        if own.count(card) > 1:
            raise BadDocument(tr('{name}: "{key}" has "{card}" more than once.', name=name, key=key, card=card))


def house_rule_keys(rules: type[msgspec.Struct]) -> dict[str, Key]:
    """Return the keys of house rules that are yes or no or a number; others do not matter for a score sheet."""
    return {
        field.name: Key(bool, YES_OR_NO_TEXT, "never") if field.type is bool else Key(Number, NUMBER_TEXT, "never")
        for field in msgspec.structs.fields(rules)
        if field.type in (bool, int)
    }


def _parsed(text: str) -> Any:
    try:
        # Some editors write a byte order mark at the start of a file.
        return msgspec.json.decode(text.removeprefix("\ufeff"))
    except UnicodeError:
        raise BadDocument(tr("The score sheet is not UTF-8 text.")) from None
    except msgspec.DecodeError as problem:
        raise BadDocument(tr("The score sheet is not readable JSON: {why}.", why=str(problem))) from None
    except RecursionError:
        raise BadDocument(tr("The score sheet is not readable JSON: too many brackets in brackets.")) from None


def as_object(value: Any, where: str | Message) -> dict[str, Any]:
    """Return a value that must be a JSON object. Raises BadDocument if it is not."""
    if not isinstance(value, dict):
        raise BadDocument(tr("{where} must be an object with keys and values.", where=where))
    return value


def check_object(
    found: dict[str, Any],
    keys: Mapping[str, Key],
    where: str | Message,
    round: str = "",
    unknown: UnknownKeyMessage = unknown_key_message,
) -> dict[str, Any]:
    """Return the converted values. Raises BadDocument for an unknown or missing key or a wrong value."""
    for key in found:
        if key not in keys:
            raise BadDocument(unknown(where, key))
    require_keys(found, [key for key, entry in keys.items() if entry.needed in ("always", round)], where)
    return {key: _converted(value, keys[key], key, where) for key, value in found.items()}


def require_keys(found: Collection[str], needed: Iterable[str], where: str | Message) -> None:
    """Raise BadDocument with every required key that is missing."""
    missing = [f'"{key}"' for key in needed if key not in found]
    if missing:
        raise BadDocument(
            trn(
                "{where}: {keys} is missing.",
                "{where}: {keys} are missing.",
                len(missing),
                where=where,
                keys=join_list(missing),
            )
        )


def _converted(value: Any, entry: Key, key: str, where: str | Message) -> Any:
    try:
        return msgspec.convert(value, entry.type)
    except msgspec.ValidationError:
        raise BadDocument(
            tr('{where}: "{key}" must be {wanted}.', where=where, key=key, wanted=entry.wanted)
        ) from None


def player_name(player: Mapping[str, Any], number: int) -> str | Message:
    """Return the name of a player, or the number if the name is invalid."""
    try:
        return msgspec.convert(player.get("name"), Label)
    except msgspec.ValidationError:
        return tr("Player {n}", n=number)


def _all_different(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BadDocument(tr('"{name}" is the "name" of two players; give them different names.', name=name))


def result_json(result: Result, translate: Translate = str) -> str:
    """Return a result as the JSON output of the command."""
    shown: dict[str, Any] = {"schema": SCHEMA, "round": result.round}
    shown["players"] = [
        {
            **msgspec.structs.asdict(player),
            "gains": [
                {"source": gain.source, "points": gain.points, "because": translate(gain.because)}
                for gain in player.gains
            ],
        }
        for player in result.players
    ]
    if result.round == "final":
        shown["winners"] = list(result.winners)
    return msgspec.json.format(msgspec.json.encode(shown), indent=2).decode()
