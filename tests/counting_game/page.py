"""The counting game on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.engine.message import tr
from companion.web.game_page import GamePage, TrayGroup, TrayPiece
from companion.web.translated_json import Translate
from tests.counting_game.rules import PIECES, Heap
from tests.counting_game.view import HeapView


def board(view: HeapView, words: Translate) -> dict[str, Any]:
    return {
        "heap": words(tr("A heap of {n} stones", n=view.heap)),
        "bowls": words(tr("Red bowl {red}, blue bowl {blue}", red=view.red, blue=view.blue)),
    }


def tray(_state: Heap, _view: HeapView, words: Translate) -> list[TrayGroup]:
    pieces = tuple(TrayPiece(f"pebble:{id}", words(label)) for id, label in PIECES.items())
    return [TrayGroup("pieces", words(tr("Pieces")), pieces)]


PAGE: GamePage[Heap, HeapView] = GamePage(
    label=tr("The heap"), script=Path(__file__).parent / "board.js", board=board, tray=tray
)
