"""Home page and sheets of Glen More II for the panel, and how its command cards are printed.

A printed card has a sign, or a number with an icon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.engine.message import tr
from companion.games.glen_more_2.catalogue.sticker_kinds import command_cards
from companion.games.glen_more_2.screens import icons
from companion.games.glen_more_2.screens.counts import TITLE as ALL_COUNTS
from companion.games.glen_more_2.screens.counts import (
    WHY_UNCERTAIN,
    all_count_leaves,
    counts_to_confirm,
    uncertain_leaves,
)
from companion.games.glen_more_2.screens.home import TITLE, count_hidden_tasks, draw_home
from companion.games.glen_more_2.screens.icons import GOOD_ICONS
from companion.games.glen_more_2.screens.result import TITLE as POINTS_SO_FAR
from companion.games.glen_more_2.screens.result import points_leaves, result_leaves, standings_leaves
from companion.games.glen_more_2.screens.todo_layout import TO_DO, tasks_over_question, todo_leaves
from companion.screens import box_icons
from companion.screens.box_icons import CARD
from companion.screens.game_screens import CardToPrint, GameScreens, GameSheet
from companion.screens.icons import KEYS, POINTS_ICON, QUESTION, TICK
from companion.screens.pen import Pen
from companion.screens.tables import Leaf
from companion.screens.tile_map import map_leaves
from companion.state.glen_more_2 import questions
from companion.state.glen_more_2.actions import EXPANSION_ICON, CommandCard, QuestionKind
from companion.state.glen_more_2.expansions import NUMERALS
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.view import (
    COUNTS,
    FINAL,
    POINTS_SHEET,
    RESULT,
    STANDINGS,
    TABLE_TASKS,
    TERRITORIES_SHEET,
    UNCERTAIN_COUNTS,
    View,
    outline_of,
)

OVERDUE_COST_CORRECTION = "late_cost"
"""The correction that enters the cost of a tile of an earlier turn."""


def _final_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return the pages of the final result, which is loaded at the end of a game only: a start has to be quick."""
    from companion.games.glen_more_2.screens.final_result import final_leaves

    return final_leaves(pen, view)


def _territories(pen: Pen, view: View) -> list[Leaf]:
    names = [figure.label for figure in outline_of(view).players]
    return map_leaves(pen, zip(names, view.territories, strict=False), icons.ROW_ICONS)


SCREENS: GameScreens[View] = GameScreens(
    title=TITLE,
    emblem=CARD,
    home=draw_home,
    hides=lambda pen, view: TABLE_TASKS if count_hidden_tasks(pen, view) else "",
    sheets={
        TABLE_TASKS: GameSheet(
            label=tr("To do"),
            leaves=todo_leaves,
            key="BACK",
            hint=TO_DO,
            is_in_entry_list=True,
            correction=OVERDUE_COST_CORRECTION,
        ),
        UNCERTAIN_COUNTS: GameSheet(
            label=WHY_UNCERTAIN,
            leaves=uncertain_leaves,
            key="BACK",
            hint=WHY_UNCERTAIN,
            is_key_only=True,
            correction=OVERDUE_COST_CORRECTION,
        ),
        FINAL: GameSheet(label=tr("Final result"), leaves=_final_leaves, key="OK", hint=tr("result")),
        RESULT: GameSheet(label=tr("Last scoring round"), leaves=result_leaves),
        STANDINGS: GameSheet(label=tr("If scored now"), leaves=standings_leaves, key="OK+", hint=tr("score now?")),
        COUNTS: GameSheet(label=ALL_COUNTS, leaves=all_count_leaves, correction="count"),
        POINTS_SHEET: GameSheet(label=POINTS_SO_FAR, leaves=points_leaves),
        TERRITORIES_SHEET: GameSheet(label=tr("Territories"), leaves=_territories),
    },
    icons=icons.ROW_ICONS,
    list_tables=counts_to_confirm,
    question_tables=tasks_over_question,
)


CARD_ICONS = {
    "points": POINTS_ICON, "coins": box_icons.COIN, "pay": box_icons.COIN, "barrel": box_icons.BARREL,
    "pay_barrel": box_icons.BARREL, "scot_home": box_icons.SCOT, "scot_away": box_icons.SCOT, "done": TICK,
    "undo": KEYS["UNDO"], "what": QUESTION, "worlds_end": icons.END, "sell": box_icons.SELL,
    "buy": box_icons.BUY, "crest": icons.CREST,
}  # fmt: skip
CREST = "crest"
MINUS_ICONS = ("pay", "pay_barrel", "scot_away")


def cards_to_print(
    facts: Facts, kinds: Iterable[QuestionKind] = questions.QUESTION_KINDS
) -> tuple[CardToPrint, ...]:
    """Return every command card of these kinds of questions, in the order of the printed sheet."""
    cards = command_cards(facts, kinds)
    crests = _short_names([_clan(card) for card in cards.values() if card.icon == CREST])
    return tuple(_printed(card, crests) for card in cards.values())


def _printed(card: CommandCard, crests: Mapping[str, str]) -> CardToPrint:
    if card.icon == EXPANSION_ICON:
        return CardToPrint(card.id, card.label, NUMERALS[card.number])
    sign = f"{'−' if card.icon in MINUS_ICONS else '+'}{card.number}" if card.number else ""
    icons = (CARD_ICONS[card.icon],) if card.icon in CARD_ICONS else ()
    if good := GOOD_ICONS.get(card.id.rpartition("_")[2]):
        icons = (good, *icons) if card.icon == "sell" else (*icons, good)
    return CardToPrint(card.id, card.label, sign, icons, crests[_clan(card)] if card.icon == CREST else "")


def _clan(card: CommandCard) -> str:
    return str(dict(card.label.values)["name"])


def _short_names(clans: Sequence[str]) -> dict[str, str]:
    """Return the fewest letters of each clan, at least two, that no clan before has: its capitals first."""
    found: dict[str, str] = {}
    for clan in clans:
        capitals = "".join(letter for letter in clan if letter.isupper())
        rest = clan[clan.rindex(capitals[-1]) + 1 :]
        ways = [capitals + rest[:more] for more in range(2 - len(capitals), len(rest) + 1)]
        found[clan] = next((way for way in ways if way not in found.values()), clan)
    return found
