"""`companion haggis`: one scoring without a game, from a JSON text to a JSON text.

Everything that is wrong with the input becomes one sentence. Reads no file itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.chronicles.haggis.arithmetic import ROLLS, bought, may_buy, played, points
from companion.chronicles.haggis.pieces import MAX_HELD, TOKENS
from companion.engine.message import Message, tr
from companion.scoring.glen_more_2.document import BadDocument, Label

SCHEMA = 1
VALUES = (1, 2, 3)
MAX_PLAYERS = 4

Whole = Annotated[int, Meta(ge=0, le=1_000_000)]


class Guest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player: values on the table, all face down; barrels; what was then rolled for them."""

    name: Label
    tokens: list[int]
    whisky: Whole = 0
    extra_rolls: list[int] = []


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: int
    rolls: list[int]
    players: list[Guest]


def run(text: str, faces: Collection[int], words: Callable[[Message], str] = str) -> str:
    """The whole command; BadDocument says in one sentence what can't be used. faces: what the die shows."""
    sheet = _read(text)
    _check(sheet, faces)
    shown = {"schema": SCHEMA, "players": [_served(sheet, guest, words) for guest in sheet.players]}
    return msgspec.json.format(msgspec.json.encode(shown), indent=2).decode()


def _read(text: str) -> Sheet:
    try:
        return msgspec.json.decode(text.removeprefix("\ufeff"), type=Sheet)
    except msgspec.ValidationError as error:
        raise BadDocument(tr("The haggis sheet can't be used: {why}.", why=str(error))) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadDocument(tr("The haggis sheet is not readable JSON: {why}.", why=str(error))) from None


def _check(sheet: Sheet, faces: Collection[int]) -> None:
    if sheet.schema != SCHEMA:
        raise BadDocument(tr("The haggis sheet has schema {n}; only schema 1 is known here.", n=sheet.schema))
    if len(sheet.rolls) != ROLLS:
        raise BadDocument(tr('"rolls" must hold {n} rolls, not {found}.', n=ROLLS, found=len(sheet.rolls)))
    if not 1 <= len(sheet.players) <= MAX_PLAYERS:
        raise BadDocument(tr('"players" must list 1 to {n} players.', n=MAX_PLAYERS))
    _check_faces('"rolls"', sheet.rolls, faces)
    for guest in sheet.players:
        _check_guest(sheet, guest, faces)
    if (held := sum(len(guest.tokens) for guest in sheet.players)) > TOKENS:
        raise BadDocument(tr("There are {most} haggis tokens, not {n}.", most=TOKENS, n=held))


def _check_guest(sheet: Sheet, guest: Guest, faces: Collection[int]) -> None:
    if [other.name for other in sheet.players].count(guest.name) > 1:
        raise BadDocument(tr('"{name}" is the "name" of two players.', name=guest.name))
    if len(guest.tokens) > MAX_HELD:
        raise BadDocument(tr("{name}: a table holds at most {n} tokens.", name=guest.name, n=MAX_HELD))
    for value in guest.tokens:
        if value not in VALUES:
            raise BadDocument(tr("{name}: no token shows {n}.", name=guest.name, n=value))
    _check_faces(guest.name, guest.extra_rolls, faces)
    dish = played(guest.tokens, sheet.rolls, (), guest.whisky)
    for face in guest.extra_rolls:
        if not dish.whisky:
            raise BadDocument(tr("{name}: there is no barrel for that extra roll.", name=guest.name))
        if not may_buy(len(dish.face_up), dish.whisky):
            raise BadDocument(
                tr("{name}: three tokens lie face up already, nothing more is rolled.", name=guest.name)
            )
        dish = bought(dish, face)


def _check_faces(where: str, rolls: list[int], faces: Collection[int]) -> None:
    for face in rolls:
        if face not in faces:
            raise BadDocument(tr("{where}: the die does not show {n}.", where=where, n=face))


def _served(sheet: Sheet, guest: Guest, words: Callable[[Message], str]) -> dict[str, Any]:
    dish = played(guest.tokens, sheet.rolls, guest.extra_rolls, guest.whisky)
    scored, number, total = points(dish.face_up), len(dish.face_up), sum(dish.face_up)
    return {
        "name": guest.name,
        "face_up": sorted(dish.face_up),
        "points": scored,
        "tokens_left": sorted(dish.face_down),
        "whisky_left": dish.whisky,
        "because": words(tr("{number} face up x {sum} = {points}", number=number, sum=total, points=scored)),
    }
