"""Hands at the desk devices: saying something by a tap, a card or presses, reading what is shown.

Decides nothing and knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.desk_player import DeskPlayer
from companion.engine.offers import Answer, Question, Value
from companion.menu import menu_state
from companion.menu.pages import SheetPage
from tools.players.planner import lies_open, plan, way_to


class Astray(Exception):
    """The companion and the table no longer agree, or something can't be said."""


class Desk:
    """Both hands of the whole table."""

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
        """Say this with the buttons."""
        before = self._entries()
        for key in plan(*lies_open(self.hands.app), answer):
            self.hands.press(*key)
        self._insist()
        if self._entries() == before:
            raise Astray(f"{answer} was not taken: {self.hands.app.snapshot.page}")

    def _insist(self) -> None:
        """The book says otherwise; it was done all the same."""
        levels = lies_open(self.hands.app)[0].levels
        if levels and isinstance(levels[-1], menu_state.CautionPrompt):
            self.hands.press("OK", False)

    def reply(self, asked: Question, offer: str, *values: Value) -> None:
        self.give(Answer(asked.number, offer, values))

    def act(self, there: Callable[[object], bool]) -> None:
        """Press until that is done."""
        for key in way_to(*lies_open(self.hands.app), there):
            self.hands.press(*key)

    def tap(self, tag: str, meant: Callable[[Answer], bool] = lambda _answer: True) -> None:
        """Tap, and say which was meant where that is asked."""
        before = self._entries()
        self.hands.tap(tag)
        menu, _ = lies_open(self.hands.app)
        top = menu.levels[-1] if menu.levels else None
        if isinstance(top, menu_state.InterpretationList):
            fitting = [way.answer for way in top.choices if meant(way.answer)]
            if not fitting:
                raise Astray(f"{tag} is asked about wrongly: {[str(way.label) for way in top.choices]}")
            self.give(fitting[0])
        self._insist()
        if self._entries() == before:
            raise Astray(f"the tap of {tag} was not taken: {self.hands.app.snapshot.page}")

    def _put_back(self) -> None:
        """Tick off what the hands put back."""
        while (levels := lies_open(self.hands.app)[0].levels) and isinstance(
            levels[-1], menu_state.UndoInstructionList
        ):
            self.hands.press("OK", False)

    def read_sheet(self, over: bool) -> None:
        """Everybody looks at a result, page by page; the last one of a game that is over stays on the glass."""
        while isinstance(page := self.hands.app.snapshot.page, SheetPage):
            if page.page + 1 < page.pages:
                self.hands.press("DOWN", False)
            elif over:
                return
            else:
                self.hands.press("OK", False)
