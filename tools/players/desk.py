"""Actions of a simulated player at the desk devices: answering by taps, cards or presses, and reading pages.

It decides nothing and knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.desk_player import DeskPlayer
from companion.engine.offers import Answer, Question, Value
from companion.menu import menu_state
from companion.menu.pages import SheetPage
from tools.players.planner import current_menu, presses_for, presses_to


class PlayersAstray(Exception):
    """The companion and the table differ, or an answer cannot be given."""


class DeskUser:
    """Devices as used by all players at a table."""

    def __init__(self, hands: DeskPlayer) -> None:
        self.hands = hands

    @property
    def state(self) -> Any:
        return self.hands.app.running.snapshot.state

    @property
    def questions(self) -> tuple[Question, ...]:
        return self.hands.app.snapshot.questions

    def _entries(self) -> int:
        return len(self.hands.app.running.history.entries)

    def give(self, answer: Answer) -> None:
        """Give an answer with the buttons."""
        before = self._entries()
        for key in presses_for(*current_menu(self.hands.app), answer):
            self.hands.press(*key)
        self._insist()
        if self._entries() == before:
            raise PlayersAstray(f"{answer} was not taken: {self.hands.app.snapshot.page}")

    def _insist(self) -> None:
        """Confirm a caution."""
        levels = current_menu(self.hands.app)[0].levels
        if levels and isinstance(levels[-1], menu_state.CautionPrompt):
            self.hands.press("OK", False)

    def reply(self, asked: Question, offer: str, *values: Value) -> None:
        self.give(Answer(asked.number, offer, values))

    def act(self, there: Callable[[object], bool]) -> None:
        """Press buttons until `there` is true of the outcome."""
        for key in presses_to(*current_menu(self.hands.app), there):
            self.hands.press(*key)

    def tap(self, tag: str, meant: Callable[[Answer], bool] = lambda _answer: True) -> None:
        """Tap a tag, and choose the interpretation that is meant if the companion asks."""
        before = self._entries()
        self.hands.tap(tag)
        menu, _ = current_menu(self.hands.app)
        top = menu.levels[-1] if menu.levels else None
        if isinstance(top, menu_state.InterpretationList):
            fitting = [way.answer for way in top.choices if meant(way.answer)]
            if not fitting:
                raise PlayersAstray(f"{tag} is asked about wrongly: {[str(way.label) for way in top.choices]}")
            self.give(fitting[0])
        self._insist()
        if self._entries() == before:
            raise PlayersAstray(f"the tap of {tag} was not taken: {self.hands.app.snapshot.page}")

    def _put_back(self) -> None:
        """Confirm the undo instructions."""
        while (levels := current_menu(self.hands.app)[0].levels) and isinstance(
            levels[-1], menu_state.UndoInstructionList
        ):
            self.hands.press("OK", False)

    def read_sheet(self, over: bool) -> None:
        """Read a result page by page; the last page of a finished game stays on the panel."""
        while isinstance(page := self.hands.app.snapshot.page, SheetPage):
            if page.page + 1 < page.pages:
                self.hands.press("DOWN", False)
            elif over:
                return
            else:
                self.hands.press("OK", False)
