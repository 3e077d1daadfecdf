"""The border as the page draws it: values of JSON with their words put in. Pure; knows no rule."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from companion.engine.message import Message, Translate, listed, tr
from companion.scoring.schotten_totten.border import SIDES
from companion.screens.icons import svg
from companion.screens.schotten_totten.home import sentences, title
from companion.screens.schotten_totten.icons import SIGNS
from companion.state.schotten_totten.model import State
from companion.state.schotten_totten.outline import outline_of
from companion.state.schotten_totten.view import CardView, PlayerView, SideView, StoneView, View
from companion.web import page_data
from companion.web.game_page import GamePage
from companion.web.schotten_totten.spoken import spoken
from companion.web.schotten_totten.tables import tables
from companion.web.schotten_totten.tray import tag, tray

HERE = Path(__file__).parent
INK, PAPER = "currentColor", "var(--tile)"
"""A page's own colours, dark or light."""


def board(view: View, translate: Translate) -> dict[str, Any]:
    """Whose turn it is, both players, the nine stones, the card that waits, and why."""
    return {
        "title": translate(title(view) if view.stones else tr("Set-up")),
        "lines": [page_data.capital(translate(line)) for line in sentences(view)] if view.stones else [],
        "players": [_player(view, player, translate) for player in view.players] if view.stones else [],
        "stones": [_stone(view, stone, translate) for stone in view.stones],
        "waits": _card(view, view.waiting.card, translate) if view.waiting else None,
        "asks": view.waiting.asks if view.waiting else "",
        "signs": _signs(),
    }


@cache
def _signs() -> dict[str, str]:
    return {name: svg(icon, INK, PAPER) for name, icon in SIGNS.items()}


def _player(view: View, player: PlayerView, translate: Translate) -> dict[str, Any]:
    counts = [tr("stones: {n}", n=player.stones)]
    counts += [tr("points: {n}", n=player.points)] if view.rounds > 1 else []
    counts += [tr("tactics cards: {n}", n=len(player.tactics))] if "tactics" in view.variants else []
    return {
        **page_data.figure(outline_of(view).figure(player.id), translate),
        "turn": player.id == view.acts,
        "counts": [translate(each) for each in counts],
        "tactics": translate(listed(card.label for card in player.tactics)) if player.tactics else "",
    }


def _stone(view: View, stone: StoneView, translate: Translate) -> dict[str, Any]:
    said: list[Message] = [tr("stone {n}", n=stone.number), *(card.label for card in stone.techniques)]
    if stone.owner:
        said.append(tr("claimed by {player}", player=view.player(stone.owner).label))
    if stone.claimable and stone.why:
        who = view.player(stone.claimable).label
        said.append(tr("{player} can claim it: {because}", player=who, because=stone.why))
    return {
        "number": stone.number,
        "tag": f"stone:{stone.number}",
        "label": page_data.capital(translate(listed(said))),
        "owner": stone.owner,
        "claimable": stone.claimable,
        "techniques": [card.id for card in stone.techniques],
        "needed": stone.needed,
        "sides": {side: _side(view, stone, side, translate) for side in SIDES},
    }


def _side(view: View, stone: StoneView, side: str, translate: Translate) -> dict[str, Any]:
    """A place; `wanted`: the card that waits may lie there, as far as the picture goes."""
    shown: SideView = stone.side(side)
    waits = view.waiting is not None and view.waiting.asks in ("place", "goal") and side == view.to_move
    who = view.player(side).label
    cards = listed(card.label for card in shown.cards) if shown.cards else tr("no card")
    words = tr("stone {n}, side of {player}: {cards}", n=stone.number, player=who, cards=cards)
    return {
        "tag": f"place:{side.lower()}{stone.number}",
        "label": page_data.capital(translate(words)),
        "wanted": waits and not stone.owner and not shown.full,
        "cards": [_card(view, card, translate) for card in shown.cards],
    }


def _card(view: View, card: CardView, translate: Translate) -> dict[str, Any]:
    return {
        "tag": tag(card.id),
        "label": page_data.capital(translate(card.label)),
        "sign": card.colour or card.kind if card.kind != "technique" else card.id,
        "colour": card.colour,
        "strength": card.strength or "",
        "declared": card.kind == "joker" and bool(card.colour),
        "last": view.last is not None and view.last.card.id == card.id,
    }


PAGE: GamePage[State, View] = GamePage(
    label=tr("The border as the companion sees it"),
    script=HERE / "board.js",
    style=HERE / "board.css",
    board=board,
    places_on_board=True,
    tray=tray,
    spoken=spoken,
    tables=tables,
)
