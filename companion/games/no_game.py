"""`NO_GAME`: what is on the table before players choose a game: no questions, no pieces, no pictures.

Its state and view are None. It is in no list of games and in no archive.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.game import GameOutline, TableInstruction, TapMeaning, TurnMark
from companion.engine.message import Message, literal
from companion.engine.offers import STALE, Answer, Refusal
from companion.games.definition import AnyGame, GameDefinition, HouseRulesReader, RandomPlay
from companion.games.sticker_registry import Registry, TagNames
from companion.screens.game_screens import GameScreens
from companion.screens.icons import COMPANION
from companion.screens.message_screens import TITLE_WITHOUT_GAME
from companion.web.game_page import GamePage

NO_TEXT = literal("")


class _NoRules:
    """Implementation of `companion.engine.game.Game` that asks nothing and refuses every answer."""

    slug = ""
    rules_version = 1

    def start(self, _setup: msgspec.Raw) -> None:
        return None

    def questions(self, _state: None) -> tuple[()]:
        return ()

    def question(self, _state: None, _number: int) -> None:
        return None

    def decide(self, _state: None, _answer: Answer) -> Refusal:
        return STALE

    def apply(self, _state: None, _event: Any) -> None:
        return None

    def tap_meaning(self, _state: None, _piece: str) -> TapMeaning:
        return TapMeaning(NO_TEXT)

    def encode_events(self, _events: Sequence[Any]) -> bytes:
        return b"[]"

    def decode_events(self, _raw: bytes) -> tuple[()]:
        return ()

    def canonical(self, _state: None) -> bytes:
        return b"null"

    def history_text(self, _state: None, _answer: Answer, _events: Sequence[Any]) -> Message:
        return NO_TEXT

    def turn(self, _state: None, _answer: Answer | None = None) -> TurnMark:
        return TurnMark(0, "")

    def turn_text(self, _state: None, _figure: str, _events: Sequence[Any]) -> Message:
        return NO_TEXT

    def undo_instructions(self, _state: None, _events: Sequence[Any]) -> tuple[TableInstruction, ...]:
        return ()

    def reconcile_table(self, *_states_and_events: Any) -> tuple[TableInstruction, ...]:
        return ()

    def rescoring_text(self, _gone: Sequence[Any], _came: Sequence[Any]) -> None:
        return None


class _NoBox:
    """Implementation of `companion.games.definition.OwnersBox` without pieces and file."""

    def tag_names(self) -> TagNames:
        return TagNames({}, {})

    def facts(self, _stickered: Collection[str] = (), _practice: Any = None) -> None:
        return None

    def learn(self, _facts: Sequence[Any], _stickers: Registry) -> None:
        return None


def _nothing(*_arguments: Any) -> Any:
    return None


def _empty(*_arguments: Any) -> tuple[()]:
    return ()


NO_GAME: AnyGame = GameDefinition(
    id="",
    name=NO_TEXT,
    title=NO_TEXT,
    place=0,
    parts=(),
    words=(),
    players=range(0),
    make_rules=_NoRules,
    setup=lambda *_: msgspec.Raw(b"null"),
    view=_nothing,
    outline=lambda _view: GameOutline(NO_TEXT),
    finished=lambda _state: False,
    summary=lambda _state: {},
    random_play=RandomPlay(_nothing),
    open_box=lambda *_: _NoBox(),
    tag_kinds={},
    house_rules=HouseRulesReader(None, _nothing),
    screens=GameScreens(title=TITLE_WITHOUT_GAME, emblem=COMPANION, home=_nothing, sheets={}),
    page=GamePage(label=NO_TEXT, script=Path(), board=_nothing, tray=_empty),
)
