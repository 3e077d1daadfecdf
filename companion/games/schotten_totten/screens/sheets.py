"""Sheets of Schotten Totten: reasons of claims, unseen cards, tactics and discards, points. Also printed cards.

`SCREENS` at the end lists home page, board and sheets for the panel. Only the unseen clan cards are computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from companion.engine.message import Message, join_list, literal, tr, trn
from companion.engine.question_kinds import CommandCard
from companion.games.schotten_totten.screens.home import TITLE, border_over_question, draw_home, draw_place_page
from companion.games.schotten_totten.screens.icons import BOULDER, COLOUR_SIGNS, RUSE, SIGNS
from companion.scoring.schotten_totten.border import COLOURS, STRENGTHS
from companion.screens.game_screens import CardToPrint, GameScreens, GameSheet
from companion.screens.icons import KEYS, MEDIUM_ICON, QUESTION, SMALL_ICON
from companion.screens.paper import BIG, BOLD, Box, Face, capital_height, text_width
from companion.screens.pen import Pen
from companion.screens.tables import (
    Leaf,
    MatrixRow,
    Strip,
    head_strip,
    heading_strip,
    sentence_strip,
    sentence_strips,
    split_into_pages,
    strips_height,
    table_pages,
)
from companion.state.schotten_totten.view import (
    CLAIMS_SHEET,
    PLAYED_SHEET,
    RESULT_SHEET,
    UNSEEN_SHEET,
    CardView,
    PlayerView,
    View,
    outline_of,
)

CLAIMS_TITLE = tr("Stones to claim")
UNSEEN_TITLE = tr("Cards not seen yet")
TACTICS_TITLE = tr("Tactics and discards")
POINTS_TITLE = tr("Points of the rounds")
COLOUR_WORDS = {
    "red": tr("red cards"),
    "yellow": tr("yellow cards"),
    "green": tr("green cards"),
    "blue": tr("blue cards"),
    "purple": tr("purple cards"),
    "brown": tr("brown cards"),
}
TIGHT_LINES = 3
"""Lines of colours on tight paper, with two colours in each."""


def unseen_strengths(view: View) -> dict[str, list[int]]:
    """Return by colour the strengths of the clan cards that are at no stone and in no discard pile."""
    lying = [card for stone in view.stones for side in (stone.a, stone.b) for card in side.cards]
    seen = {card.id for card in (*lying, *view.discards)}
    return {colour: [n for n in STRENGTHS if f"{colour}-{n}" not in seen] for colour in COLOURS}


def claim_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages with every stone that can be claimed, by whom and why; then why others cannot be claimed.

    Claimed stones come last, with the reason of the claim.
    """
    strips: list[Strip] = []
    for stone in view.stones:
        if stone.why:
            who = view.player(stone.claimable).label
            strips.append(heading_strip(pen, tr("Stone {n}: {player}", n=stone.number, player=who)))
            strips += sentence_strips(pen, tr("{Clause}.", Clause=stone.why))
    strips = strips or [sentence_strip(pen, tr("No stone can be claimed."))]
    for stone in view.stones:
        if stone.stays:
            strips.append(heading_strip(pen, tr("Stone {n}: not yet", n=stone.number)))
            strips += sentence_strips(pen, tr("{Clause}.", Clause=stone.stays))
    for stone in view.stones:
        if stone.claimed:
            who = view.player(stone.owner).label
            strips.append(heading_strip(pen, tr("Stone {n}: claimed by {player}", n=stone.number, player=who)))
            strips += sentence_strips(pen, tr("{Clause}.", Clause=stone.claimed))
    return [Leaf(CLAIMS_TITLE, page) for page in split_into_pages(strips, strips_height(pen))]


def unseen_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the page with a line for each colour and the strengths left, each strength in its own column."""
    left = unseen_strengths(view)
    return [Leaf(UNSEEN_TITLE, tuple(_tight_lines(left) if pen.paper.tight else _lines(pen, left)))]


def _lines(pen: Pen, left: dict[str, list[int]]) -> Iterator[Strip]:
    high = strips_height(pen) // len(left)
    for colour, strengths in left.items():
        yield Strip(high, partial(_colour, colours=((colour, strengths),)))


def _tight_lines(left: dict[str, list[int]]) -> Iterator[Strip]:
    several = tuple(left.items())
    for at in range(TIGHT_LINES):
        yield Strip(26, partial(_colour, colours=several[at::TIGHT_LINES]))


def _colour(pen: Pen, box: Box, colours: Sequence[tuple[str, list[int]]]) -> None:
    for column, (colour, strengths) in zip(box.columns(len(colours), 14), colours, strict=True):
        _strengths(pen, _after_sign(pen, column, colour), strengths)


def _after_sign(pen: Pen, box: Box, colour: str) -> Box:
    """Draw the sign, and the colour's name if there is space; return the box that is left."""
    size = MEDIUM_ICON if pen.paper.panel == BIG else SMALL_ICON
    x = pen.icon(box.x, box.y + (box.h - size) // 2, COLOUR_SIGNS[colour], size)
    if pen.paper.tight:
        return box.from_left(x + 5 - box.x)
    face = pen.paper.face("text")
    words = max(text_width(pen.translate(each), face) for each in COLOUR_WORDS.values())
    pen.text(Box(x + pen.paper.px(8), box.y, words + 2, box.h), COLOUR_WORDS[colour], face, middle=True)
    return box.from_left(x + pen.paper.px(8) + words + pen.paper.px(16) - box.x)


def _strengths(pen: Pen, box: Box, strengths: list[int]) -> None:
    """Draw the strengths; the column of a card that was seen has a dotted line."""
    face = Face(24, BOLD) if pen.paper.panel == BIG else pen.paper.face("text", bold=True)
    for n, column in zip(STRENGTHS, box.columns(len(STRENGTHS)), strict=True):
        base = box.y + (box.h + capital_height(face)) // 2
        if n in strengths:
            pen.write(column.x + column.w // 2, base, literal(str(n)), face, align="centre")
        else:
            pen.dots(column.x + column.w // 2 - 3, base - capital_height(face) // 2, 6)


def tactics_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages with who may play a tactics card, what each player has played, and the discards."""
    strips = [sentence_strip(pen, _who_may(view))]
    strips += [strip for player in view.players for strip in _played(pen, player)]
    strips += [heading_strip(pen, tr("Discarded")), _cards(pen, view.discards)]
    return [Leaf(TACTICS_TITLE, page) for page in split_into_pages(strips, strips_height(pen))]


def _played(pen: Pen, player: PlayerView) -> Iterator[Strip]:
    words = trn(
        "{Player}: {n} tactics card played",
        "{Player}: {n} tactics cards played",
        len(player.tactics),
        Player=player.label,
    )
    yield heading_strip(pen, words, RUSE)
    if player.tactics:
        yield _cards(pen, player.tactics)


def _who_may(view: View) -> Message:
    """Return the sentence about ST-TAC-08 and what it means now."""
    some, other = sorted(view.players, key=lambda player: len(player.tactics))
    if len(some.tactics) == len(other.tactics):
        return tr("You may be one tactics card ahead, never two.")
    return tr("{Player} is one ahead: now only {other} may play one.", Player=other.label, other=some.label)


def _cards(pen: Pen, cards: Sequence[CardView]) -> Strip:
    said = join_list(card.label for card in cards) if cards else tr("nothing")
    return sentence_strip(pen, tr("{Clause}.", Clause=said))


def points_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages with the points of each round, the total, and how each round ended."""
    if not view.results:
        return [Leaf(POINTS_TITLE, (sentence_strip(pen, tr("No round is over yet.")),))]
    rows = [
        MatrixRow(tr("Round {n}", n=n), tuple(map(str, result.points))) for n, result in enumerate(view.results, 1)
    ]
    total = MatrixRow(tr("Total"), tuple(str(player.points) for player in view.players), bold=True)
    head = head_strip(pen, outline_of(view), [player.id for player in view.players])
    why = [
        sentence_strip(pen, tr("Round {n}: {why}", n=n, why=each.why)) for n, each in enumerate(view.results, 1)
    ]
    pages = [
        *table_pages(pen, rows, [total], *_outcome(pen, view), head),
        *split_into_pages(why, strips_height(pen)),
    ]
    return [Leaf(POINTS_TITLE, page) for page in pages]


def _outcome(pen: Pen, view: View) -> list[Strip]:
    """Return the strip with the winner after the game, else []."""
    if not view.over:
        return []
    names = join_list(view.player(who).label for who in view.winners)
    said = (
        tr("Shared victory: {names}.", names=names)
        if len(view.winners) > 1
        else tr("Winner: {names}.", names=names)
    )
    return [sentence_strip(pen, said)]


SCREENS: GameScreens[View] = GameScreens(
    title=TITLE,
    emblem=BOULDER,
    icons=SIGNS,
    home=draw_home,
    place=draw_place_page,
    question_tables=border_over_question,
    sheets={
        CLAIMS_SHEET: GameSheet(label=CLAIMS_TITLE, leaves=claim_leaves, key="OK+", hint=tr("why?")),
        UNSEEN_SHEET: GameSheet(label=UNSEEN_TITLE, leaves=unseen_leaves, key="UP+", hint=tr("not seen")),
        PLAYED_SHEET: GameSheet(
            label=TACTICS_TITLE, leaves=tactics_leaves, key="BACK", hint=tr("tactics"), is_key_only=True
        ),
        RESULT_SHEET: GameSheet(label=POINTS_TITLE, leaves=points_leaves),
    },
)


CARD_ICONS = {"undo": KEYS["UNDO"], "what": QUESTION}


def printed_card(card: CommandCard) -> CardToPrint:
    """Return the printed card, with an icon if there is one."""
    return CardToPrint(card.id, card.label, "", (CARD_ICONS[card.icon],) if card.icon in CARD_ICONS else ())
