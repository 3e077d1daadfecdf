"""How the command cards look on the printed sheet: a sign, or a number with a small picture.

Draws nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.catalogue.glen_more_2.command_cards import CommandCard, command_cards
from companion.screens import box_icons
from companion.screens.card_sheet import CardToPrint
from companion.screens.glen_more_2 import icons as pictures
from companion.screens.glen_more_2.icons import GOODS
from companion.screens.icons import KEYS, POINTS, QUESTION, TICK
from companion.state.glen_more_2 import questions
from companion.state.glen_more_2.expansions import NUMERALS
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.rows import EXPANSION, QuestionKind

ICONS = {
    "points": POINTS, "coins": box_icons.COIN, "pay": box_icons.COIN, "barrel": box_icons.BARREL,
    "pay_barrel": box_icons.BARREL, "scot_home": box_icons.SCOT, "scot_away": box_icons.SCOT, "done": TICK,
    "undo": KEYS["UNDO"], "what": QUESTION, "worlds_end": pictures.END, "sell": box_icons.SELL,
    "buy": box_icons.BUY, "crest": pictures.CREST,
}  # fmt: skip
CREST = "crest"
LESS = ("pay", "pay_barrel", "scot_away")


def cards_to_print(facts: Facts, kinds: Iterable[QuestionKind] = questions.KINDS) -> tuple[CardToPrint, ...]:
    """Every command card of these kinds of questions, in the order of the sheet."""
    cards = command_cards(facts, kinds)
    crests = _short_names([_clan(card) for card in cards.values() if card.icon == CREST])
    return tuple(_printed(card, crests) for card in cards.values())


def _printed(card: CommandCard, crests: Mapping[str, str]) -> CardToPrint:
    if card.icon == EXPANSION:
        return CardToPrint(card.id, card.label, NUMERALS[card.number])
    sign = f"{'−' if card.icon in LESS else '+'}{card.number}" if card.number else ""
    icons = (ICONS[card.icon],) if card.icon in ICONS else ()
    if good := GOODS.get(card.id.rpartition("_")[2]):
        icons = (good, *icons) if card.icon == "sell" else (*icons, good)
    return CardToPrint(card.id, card.label, sign, icons, crests[_clan(card)] if card.icon == CREST else "")


def _clan(card: CommandCard) -> str:
    return str(dict(card.label.values)["name"])


def _short_names(clans: Sequence[str]) -> dict[str, str]:
    """For each clan the fewest letters, at least two, that no clan before it has: its capitals first."""
    found: dict[str, str] = {}
    for clan in clans:
        capitals = "".join(letter for letter in clan if letter.isupper())
        rest = clan[clan.rindex(capitals[-1]) + 1 :]
        ways = [capitals + rest[:more] for more in range(2 - len(capitals), len(rest) + 1)]
        found[clan] = next((way for way in ways if way not in found.values()), clan)
    return found
