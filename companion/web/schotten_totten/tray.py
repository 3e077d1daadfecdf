"""The pieces that can be tapped: clan cards and which of them were seen, tactics cards, stones, places."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.message import Message, Translate, tr
from companion.scoring.schotten_totten.cards import CLAN_CARDS, TACTICS
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.model import State, is_seen
from companion.state.schotten_totten.taps import PLACES, STONES, whereabouts
from companion.state.schotten_totten.view import View
from companion.web import page_data
from companion.web.game_page import USED, TrayGroup, TrayPiece


def tag(id: str) -> str:
    """What the reader reads on a piece."""
    for kind in (labels.STONE, labels.PLACE):
        if id.startswith(kind):
            return f"{kind[:-1]}:{id.removeprefix(kind)}"
    return f"clan:{id}" if id in CLAN_CARDS else f"tactics:{id}"


FIRST = {"place": "places", "goal": "places", "stone": "stones"}
"""The group that stands first, by what a card that waits asks: a narrow page shows nothing else of the border."""


def tray(state: State, view: View, translate: Translate) -> list[TrayGroup]:
    """Clan cards, those seen struck through; tactics cards where they are played; what a waiting card asks for."""
    waiting = view.waiting.asks if view.waiting else ""
    places = PLACES if waiting not in ("place", "goal") else _of_mover_first(view.to_move)
    groups = [
        _group(state, "clan", tr("Clan cards"), CLAN_CARDS, translate),
        *([_group(state, "tactics", tr("Tactics cards"), TACTICS, translate)] if state.tactical else []),
        _group(state, "places", tr("Places beside the stones"), places, translate),
        _group(state, "stones", tr("Border stones"), STONES, translate),
    ]
    return sorted(groups, key=lambda group: group.id != FIRST.get(waiting, "clan"))


def _of_mover_first(side: str) -> list[str]:
    return sorted(PLACES, key=lambda place: labels.place_side(place) != side)


def _group(state: State, id: str, label: Message, pieces: Iterable[str], translate: Translate) -> TrayGroup:
    return TrayGroup(id, translate(label), tuple(_piece(state, each, translate) for each in pieces))


def _piece(state: State, id: str, translate: Translate) -> TrayPiece:
    return TrayPiece(
        tag(id),
        page_data.capital(translate(_words(state, id))),
        translate(whereabouts(state, id)),
        USED if is_seen(state, id) else "",
        kind=id.partition("-")[0] if id in CLAN_CARDS else "",
    )


def _words(state: State, id: str) -> Message:
    if side := labels.place_side(id):
        return labels.side_of(state, labels.stone_of(id), side)
    return labels.stone(labels.stone_of(id)) if id in STONES else labels.card(id)
