"""The command `companion haggis`: one haggis scoring without a game, from a JSON text to a JSON text.

Every mistake in the input becomes one sentence (`BadDocument`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.chronicles.haggis.model import (
    MAX_TOKENS_ON_TABLE,
    ROLLS,
    TOKEN_COUNT,
    apply_all_rolls,
    apply_bought_roll,
    haggis_points,
    may_buy,
)
from companion.chronicles.haggis.scoring import points_calculation
from companion.engine.message import Translate, tr
from companion.scoring.score_sheet import BadDocument, Label, player_name, require_keys

SCHEMA = 1
VALUES = (1, 2, 3)
MAX_PLAYERS = 4

Whole = Annotated[int, Meta(ge=0, le=1_000_000)]


class ScoredPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens and barrels of one player before the rolls for all, and the rolls bought by that player."""

    name: Label
    """Different for each player."""
    tokens: list[int]
    """Values, 1 to 3, all face down; at most MAX_HELD (C5-09)."""
    whisky: Whole = 0
    """Barrels before any is paid."""
    extra_rolls: list[int] = []
    """Faces in order, one for each barrel paid (C5-19, C5-20)."""


class HaggisDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Input of the command: the rolls for all, and the players."""

    schema: int
    """SCHEMA."""
    rolls: list[int]
    """The four faces that count for all, in order (C5-15)."""
    players: list[ScoredPlayer]


def score_document(text: str, faces: Collection[int], translate: Translate = str) -> str:
    """Return the scored document. `faces`: the faces of the die. Raises BadDocument for invalid input."""
    document = _read(text)
    _check(document, faces)
    shown = {"schema": SCHEMA, "players": [_scored(document, player, translate) for player in document.players]}
    return msgspec.json.format(msgspec.json.encode(shown), indent=2).decode()


def _read(text: str) -> HaggisDocument:
    try:
        sheet = msgspec.json.decode(text.removeprefix("\ufeff"))
        _check_keys(sheet)
        return msgspec.convert(sheet, HaggisDocument)
    except msgspec.ValidationError as error:
        raise BadDocument(tr("The haggis sheet can't be used: {why}.", why=str(error))) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadDocument(tr("The haggis sheet is not readable JSON: {why}.", why=str(error))) from None


def _check_keys(sheet: Any) -> None:
    """Check that no key is missing, of the sheet or of a player. Raises BadDocument with all missing keys at
    once."""
    if not isinstance(sheet, dict):
        return
    require_keys(sheet, _needed(HaggisDocument), tr("The haggis sheet"))
    players = sheet["players"] if isinstance(sheet["players"], list) else []
    for number, player in enumerate(players, 1):
        if isinstance(player, dict):
            require_keys(player, _needed(ScoredPlayer), player_name(player, number))


def _needed(of: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(of) if field.required]


def _check(document: HaggisDocument, faces: Collection[int]) -> None:
    if document.schema != SCHEMA:
        raise BadDocument(tr("The haggis sheet has schema {n}; only schema 1 is known here.", n=document.schema))
    if len(document.rolls) != ROLLS:
        raise BadDocument(tr('"rolls" must hold {n} rolls, not {found}.', n=ROLLS, found=len(document.rolls)))
    if not 1 <= len(document.players) <= MAX_PLAYERS:
        raise BadDocument(tr('"players" must list 1 to {n} players.', n=MAX_PLAYERS))
    _check_faces('"rolls"', document.rolls, faces)
    for player in document.players:
        _check_player(document, player, faces)
    if (held := sum(len(player.tokens) for player in document.players)) > TOKEN_COUNT:
        raise BadDocument(tr("There are {most} haggis tokens, not {n}.", most=TOKEN_COUNT, n=held))


def _check_player(document: HaggisDocument, player: ScoredPlayer, faces: Collection[int]) -> None:
    if [other.name for other in document.players].count(player.name) > 1:
        raise BadDocument(tr('"{name}" is the "name" of two players.', name=player.name))
    if len(player.tokens) > MAX_TOKENS_ON_TABLE:
        raise BadDocument(tr("{name}: a table holds at most {n} tokens.", name=player.name, n=MAX_TOKENS_ON_TABLE))
    for value in player.tokens:
        if value not in VALUES:
            raise BadDocument(tr("{name}: no token shows {n}.", name=player.name, n=value))
    _check_faces(player.name, player.extra_rolls, faces)
    _check_extra_rolls(document, player)


def _check_extra_rolls(document: HaggisDocument, player: ScoredPlayer) -> None:
    """Check that each extra roll could be bought when it was rolled (C5-19, C5-20). Raises BadDocument."""
    now = apply_all_rolls(player.tokens, document.rolls, (), player.whisky)
    for face in player.extra_rolls:
        if not now.whisky:
            raise BadDocument(tr("{name}: there is no barrel for that extra roll.", name=player.name))
        if not may_buy(len(now.face_up), now.whisky):
            raise BadDocument(
                tr("{name}: three tokens lie face up already, nothing more is rolled.", name=player.name)
            )
        now = apply_bought_roll(now, face)


def _check_faces(where: str, rolls: list[int], faces: Collection[int]) -> None:
    for face in rolls:
        if face not in faces:
            raise BadDocument(tr("{where}: the die does not show {n}.", where=where, n=face))


def _scored(document: HaggisDocument, player: ScoredPlayer, translate: Translate) -> dict[str, Any]:
    after = apply_all_rolls(player.tokens, document.rolls, player.extra_rolls, player.whisky)
    return {
        "name": player.name,
        "face_up": sorted(after.face_up),
        "points": haggis_points(after.face_up),
        "tokens_left": sorted(after.face_down),
        "whisky_left": after.whisky,
        "because": translate(points_calculation(after.face_up)),
    }
