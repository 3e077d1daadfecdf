"""Schotten Totten on the web page: board, tray of tappable pieces, tables for phones, and a spoken description.

All texts are translated here; board.js draws the values. No rules are decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from companion.engine.message import Message, Translate, capitalize_start, join_list, literal, tr
from companion.games.schotten_totten.screens.home import home_sentences, turn_title
from companion.games.schotten_totten.screens.icons import SIGNS
from companion.games.schotten_totten.screens.sheets import (
    CLAIMS_TITLE,
    COLOUR_WORDS,
    POINTS_TITLE,
    UNSEEN_TITLE,
    unseen_strengths,
)
from companion.menu.pages import HomePage, MapPage, Page
from companion.scoring.schotten_totten.border import CLAN_CARDS, SIDES, TACTICS
from companion.screens.icons import icon_svg
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.model import State, is_card_seen
from companion.state.schotten_totten.taps import PLACE_IDS, STONE_IDS, whereabouts_text
from companion.state.schotten_totten.view import CardView, PlayerView, SideView, StoneView, View, outline_of
from companion.web import page_data
from companion.web.game_page import OUT_OF_PLAY, Board, GamePage, PageTable, TableRow, TrayGroup, TrayPiece


def picture_sentences(view: View, page: Page, translate: Translate) -> list[str]:
    """Return sentences for screen readers: what the home page or the page that asks for a place shows."""
    return [translate(line) for line in _lines(view, page)]


def _lines(view: View, page: Page) -> Iterator[Message]:
    if not view.stones or not isinstance(page, HomePage | MapPage):
        return
    if isinstance(page, HomePage):
        yield turn_title(view)
        yield from map(capitalize_start, home_sentences(view))
    yield from (_spoken_stone(view, stone) for stone in view.stones if stone.a.cards or stone.b.cards)


def _spoken_stone(view: View, stone: StoneView) -> Message:
    a, b = map(_cards, (stone.a, stone.b))
    if stone.owner:
        return tr("Stone {n} ({owner}): {a} / {b}", n=stone.number, owner=view.player(stone.owner).label, a=a, b=b)
    return tr("Stone {n}: {a} / {b}", n=stone.number, a=a, b=b)


def _cards(side: SideView) -> Message:
    return join_list(card.label for card in side.cards) if side.cards else literal("–")


def phone_tables(view: View) -> tuple[PageTable, ...]:
    """Return the tables for phones, those needed in every turn first."""
    return tuple(_tables(view))


def _tables(view: View) -> Iterator[PageTable]:
    claims = [
        TableRow(tr("Stone {n}: {player}", n=each.number, player=view.player(each.claimable).label), (), each.why)
        for each in view.stones
        if each.claimable
    ]
    if claims:
        yield PageTable(CLAIMS_TITLE, (), tuple(claims))
    if view.stones:
        rows = (
            TableRow(COLOUR_WORDS[each], (" ".join(map(str, left)),))
            for each, left in unseen_strengths(view).items()
        )
        yield PageTable(UNSEEN_TITLE, (), tuple(rows), aside=True)
    if view.results:
        names = tuple(player.label for player in view.players)
        yield PageTable(POINTS_TITLE, names, tuple(_points(view)))


def _points(view: View) -> Iterator[TableRow]:
    for n, result in enumerate(view.results, 1):
        yield TableRow(tr("Round {n}", n=n), tuple(map(str, result.points)), result.why)
    yield TableRow(tr("Total"), tuple(str(player.points) for player in view.players), sum=True)


def reader_tag(id: str) -> str:
    """Return the tag text that the reader would read on a piece."""
    for kind in (labels.STONE_PREFIX, labels.PLACE_PREFIX):
        if id.startswith(kind):
            return f"{kind[:-1]}:{id.removeprefix(kind)}"
    return f"clan:{id}" if id in CLAN_CARDS else f"tactics:{id}"


FIRST_GROUPS = {"place": "places", "goal": "places", "stone": "stones"}
"""First group of the tray, by what a played card asks for: a narrow page shows no other part of the border."""


def tray_groups(state: State, view: View, translate: Translate) -> list[TrayGroup]:
    """Return clan cards (used if seen), tactics cards, places and stones; what a card asks for comes first."""
    waiting = view.waiting.asks if view.waiting else ""
    places = PLACE_IDS if waiting not in ("place", "goal") else _of_mover_first(view.to_move)
    groups = [
        _group(state, "clan", tr("Clan cards"), CLAN_CARDS, translate),
        *([_group(state, "tactics", tr("Tactics cards"), TACTICS, translate)] if state.tactical else []),
        _group(state, "places", tr("Places beside the stones"), places, translate),
        _group(state, "stones", tr("Border stones"), STONE_IDS, translate),
    ]
    return sorted(groups, key=lambda group: group.id != FIRST_GROUPS.get(waiting, "clan"))


def _of_mover_first(side: str) -> list[str]:
    return sorted(PLACE_IDS, key=lambda place: labels.place_side(place) != side)


def _group(state: State, id: str, label: Message, pieces: Iterable[str], translate: Translate) -> TrayGroup:
    return TrayGroup(id, translate(label), tuple(_piece(state, each, translate) for each in pieces))


def _piece(state: State, id: str, translate: Translate) -> TrayPiece:
    return TrayPiece(
        reader_tag(id),
        page_data.capitalize(translate(_words(state, id))),
        translate(whereabouts_text(state, id)),
        OUT_OF_PLAY if is_card_seen(state, id) else "",
        kind=id.partition("-")[0] if id in CLAN_CARDS else "",
    )


def _words(state: State, id: str) -> Message:
    if side := labels.place_side(id):
        return labels.place_label(state, labels.stone_number(id), side)
    return labels.stone_label(labels.stone_number(id)) if id in STONE_IDS else labels.card_label(id)


HERE = Path(__file__).parent
INK, PAPER = "currentColor", "var(--tile)"
"""Colours of the web page, dark or light."""


def page_board(view: View, translate: Translate) -> Board:
    """Return the board; its picture has both players, the nine stones and the card to be placed."""
    title = turn_title(view) if view.stones else tr("Set-up")
    lines = tuple(home_sentences(view)) if view.stones else ()
    return Board(title=title, lines=lines, picture=_border(view, title, lines, translate))


def _border(view: View, title: Message, lines: Iterable[Message], translate: Translate) -> dict[str, Any]:
    return {
        "title": translate(title),
        "lines": [page_data.capitalize(translate(line)) for line in lines],
        "players": [_player(view, player, translate) for player in view.players] if view.stones else [],
        "stones": [_board_stone(view, stone, translate) for stone in view.stones],
        "waits": _card(view, view.waiting.card, translate) if view.waiting else None,
        "asks": view.waiting.asks if view.waiting else "",
        "signs": _signs(),
    }


@cache
def _signs() -> dict[str, str]:
    return {name: icon_svg(icon, INK, PAPER) for name, icon in SIGNS.items()}


def _player(view: View, player: PlayerView, translate: Translate) -> dict[str, Any]:
    counts = [tr("stones: {n}", n=player.stones)]
    counts += [tr("points: {n}", n=player.points)] if view.rounds > 1 else []
    counts += [tr("tactics cards: {n}", n=len(player.tactics))] if "tactics" in view.variants else []
    return {
        **page_data.figure_data(outline_of(view).figure(player.id), translate),
        "turn": player.id == view.acts,
        "counts": [translate(each) for each in counts],
        "tactics": translate(join_list(card.label for card in player.tactics)) if player.tactics else "",
    }


def _board_stone(view: View, stone: StoneView, translate: Translate) -> dict[str, Any]:
    said: list[Message] = [tr("stone {n}", n=stone.number), *(card.label for card in stone.techniques)]
    if stone.owner:
        said.append(tr("claimed by {player}", player=view.player(stone.owner).label))
    if stone.claimable and stone.why:
        who = view.player(stone.claimable).label
        said.append(tr("{player} can claim it: {because}", player=who, because=stone.why))
    return {
        "number": stone.number,
        "tag": f"stone:{stone.number}",
        "label": page_data.capitalize(translate(join_list(said))),
        "owner": stone.owner,
        "claimable": stone.claimable,
        "techniques": [card.id for card in stone.techniques],
        "needed": stone.needed,
        "sides": {side: _side(view, stone, side, translate) for side in SIDES},
    }


def _side(view: View, stone: StoneView, side: str, translate: Translate) -> dict[str, Any]:
    """Return one side of a stone; `wanted`: it may take the card to be placed, as far as the view can tell."""
    shown: SideView = stone.side(side)
    waits = view.waiting is not None and view.waiting.asks in ("place", "goal") and side == view.to_move
    who = view.player(side).label
    cards = join_list(card.label for card in shown.cards) if shown.cards else tr("no card")
    words = tr("stone {n}, side of {player}: {cards}", n=stone.number, player=who, cards=cards)
    return {
        "tag": f"place:{side.lower()}{stone.number}",
        "label": page_data.capitalize(translate(words)),
        "wanted": waits and not stone.owner and not shown.full,
        "cards": [_card(view, card, translate) for card in shown.cards],
    }


def _card(view: View, card: CardView, translate: Translate) -> dict[str, Any]:
    return {
        "tag": reader_tag(card.id),
        "label": page_data.capitalize(translate(card.label)),
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
    board=page_board,
    shows_players=True,
    places_on_board=True,
    tray=tray_groups,
    spoken=picture_sentences,
    tables=phone_tables,
)
