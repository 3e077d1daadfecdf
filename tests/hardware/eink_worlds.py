"""Panels on chips, for tests of screens: our screen and driver, Waveshare's code, a controller, a clock."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from PIL import Image

from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.random_play import play_step
from companion.hardware.eink import EinkScreen
from companion.hardware.eink_driver import DRIVER_CALLS, EinkDriver, load_driver
from companion.hardware.refresh_policy import DEFAULT_POLICY, RefreshPolicy
from companion.menu import menu_state
from companion.menu.menu import menu_page
from companion.menu.menu_state import Menu, MenuContext, MenuScreen
from companion.screens.paper import PANELS
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import HouseRules
from tests.hardware_fakes.clock import Clock, FakeClock
from tests.hardware_fakes.eink_board import FakeEpdConfig
from tests.hardware_fakes.eink_chip import KEEPS, chip_for
from tests.screens.shown import picture, refresh_hint

BOX = Path(__file__).parent.parent / "boxes" / "complete.toml"


class EinkWorld:
    """One panel."""

    def __init__(
        self,
        name: str = "4in2",
        after_partial: str = KEEPS,
        policy: RefreshPolicy = DEFAULT_POLICY,
        has_power_pin: bool = True,
        clock: Clock | None = None,
    ) -> None:
        self.panel = PANELS[name]
        self.clock = clock or FakeClock()
        self.chip = chip_for(name, self.clock, after_partial)
        self.board = FakeEpdConfig(self.chip, has_power_pin)
        self.driver: EinkDriver = load_driver(
            self.panel, DRIVER_CALLS[name], self.board, self.clock, self.clock.sleep
        )
        self.screen = EinkScreen(self.panel, self.driver, self.clock, policy)
        self.most_ghosts = 0.0
        self._dice = random.Random(7)
        self._last = Image.new("1", (self.panel.width, self.panel.height), 1)

    def picture(self, share: float = 0.05) -> Image.Image:
        """The one before with about this share of it painted over, in black or in white."""
        image = self._last.copy()
        width, height = int(image.width * share**0.5), int(image.height * share**0.5)
        x, y = self._dice.randrange(image.width - width), self._dice.randrange(image.height - height)
        ink = 1 - int(image.getpixel((x + width // 2, y + height // 2)) != 0)
        image.paste(ink, (x, y, x + width, y + height))
        self._last = image
        return image

    def show(self, count: int = 1) -> Image.Image:
        """Show so many new pictures; the last of them."""
        for _ in range(count):
            self.screen.show(self.picture())
        return self._last

    @property
    def wrong(self) -> int:
        """How many pixels on the glass are not those of the last picture."""
        return self.chip.wrong_pixels(self._last)

    @property
    def kinds(self) -> list[str]:
        return [each.kind for each in self.chip.refreshes]

    def took(self) -> float:
        """Seconds by the clock that showing one more picture takes."""
        began = self.clock()
        self.show()
        return self.clock() - began


@cache
def game_pictures(name: str, count: int = 60) -> tuple[tuple[Image.Image, str], ...]:
    """The first pictures of a game as it is played on this panel, each with what ended before it."""
    return tuple(islice(_pictures(name), count))


def _pictures(name: str) -> Iterator[tuple[Image.Image, str]]:
    history = new_history(GlenMore2(), effective_facts(read_box(BOX)), HouseRules())
    player, before = RandomPlayer(RandomGamePlan(3, 5)), None
    paper = PANELS[name].paper()
    while not history.game.is_finished(history.state):
        view = history.game.view(history.state, "")
        context = MenuContext(questions=history.game.questions(history.state))
        levels: list[tuple[MenuScreen, ...]] = [(), (menu_state.OfferList(context.questions[0].number, 0),)]
        for stood in levels:
            yield picture(view, menu_page(Menu(stood), context), paper, str), refresh_hint(before, view)
            before = view
        play_step(history, player)
