"""The border as the page draws it: values of JSON with their words put in. Pure; knows no rule."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.engine.message import Message, Translate, tr
from companion.scoring.schotten_totten.cards import CLAN_CARDS, TACTICS
from companion.screens.schotten_totten.home import sentences, title
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.model import State, is_seen
from companion.state.schotten_totten.taps import PLACES, STONES, whereabouts
from companion.state.schotten_totten.view import View
from companion.web import page_data
from companion.web.game_page import USED, GamePage, TrayGroup, TrayPiece


def board(view: View, translate: Translate) -> dict[str, Any]:
    """Whose turn it is, and the stones in words."""
    if not view.stones:
        return {"title": translate(tr("Set-up")), "lines": []}
    return {
        "title": translate(title(view)),
        "lines": [page_data.capital(translate(line)) for line in sentences(view)],
    }


def tray(state: State, _view: View, translate: Translate) -> list[TrayGroup]:
    """Clan cards, the places beside the stones, the stones; tactics cards where they are played."""
    groups = [
        _group(state, "clan", tr("Clan cards"), "clan:", CLAN_CARDS, translate),
        _group(state, "places", tr("Places beside the stones"), "place:", PLACES, translate),
        _group(state, "stones", tr("Border stones"), "stone:", STONES, translate),
    ]
    if state.tactical:
        groups.insert(1, _group(state, "tactics", tr("Tactics cards"), "tactics:", TACTICS, translate))
    return groups


def _group(
    state: State, id: str, label: Message, tag: str, pieces: Iterable[str], translate: Translate
) -> TrayGroup:
    several = tuple(
        TrayPiece(
            f"{tag}{each.removeprefix(labels.STONE).removeprefix(labels.PLACE)}",
            page_data.capital(translate(_words(state, each))),
            translate(whereabouts(state, each)),
            USED if is_seen(state, each) else "",
        )
        for each in pieces
    )
    return TrayGroup(id, translate(label), several)


def _words(state: State, id: str) -> Message:
    if side := labels.place_side(id):
        return labels.side_of(state, labels.stone_of(id), side)
    return labels.stone(labels.stone_of(id)) if id in STONES else labels.card(id)


PAGE: GamePage[State, View] = GamePage(
    label=tr("The border as the companion sees it"),
    script=Path(__file__).with_name("board.js"),
    board=board,
    tray=tray,
)
