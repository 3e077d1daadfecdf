"""The counting game on the page."""

from __future__ import annotations

from pathlib import Path

from companion.engine.message import Translate, tr
from companion.web.game_page import Board, GamePage, TrayGroup, TrayPiece
from tests.counting_game.rules import PIECES, Heap
from tests.counting_game.view import HeapView


def board(view: HeapView, translate: Translate) -> Board:
    picture = {
        "heap": translate(tr("A heap of {n} stones", n=view.heap)),
        "bowls": translate(tr("Red bowl {red}, blue bowl {blue}", red=view.red, blue=view.blue)),
    }
    return Board(title=tr("The heap"), picture=picture)


def tray(_state: Heap, _view: HeapView, translate: Translate) -> list[TrayGroup]:
    pieces = tuple(TrayPiece(f"pebble:{id}", translate(label)) for id, label in PIECES.items())
    return [TrayGroup("pieces", translate(tr("Pieces")), pieces)]


PAGE: GamePage[Heap, HeapView] = GamePage(
    label=tr("The heap"), script=Path(__file__).parent / "board.js", board=board, tray=tray
)
