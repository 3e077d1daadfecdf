"""`companion installing STEP`: how far the first start of a new card is, told on the panel by one picture.

What is told here is done by whoever calls it.
"""

from __future__ import annotations

from companion.commands.command_line import OneOf, argument, command, option
from companion.commands.context import CommandContext
from companion.commands.errors import Failed
from companion.engine.message import tr
from companion.hardware.devices import PersistentScreen, ScreenLost
from companion.hardware.opening import DeviceUnavailable, open_screen
from companion.menu.pages import HomePage, NoticePage, Page
from companion.screens.panels import PANELS

FAILED, OTHER = "failed", "other"
STEPS = {
    "program": tr("First start, 1 of 3: installing the program. This takes some minutes."),
    "settings": tr("First start, 2 of 3: setting up the devices."),
    "start": tr("First start, 3 of 3: starting the companion."),
}
"""What `tools.pi.first_start` tells of."""
REASONS = {
    "damaged": tr("Files on the memory card are damaged; make the card again."),
    "room": tr("The memory card is too small; use one of 8 GB or more."),
    "system": tr("This is not the right system; write Raspberry Pi OS Lite (64-bit) anew."),
    OTHER: tr("The companion could not be installed; switch the Pi off and on once."),
}
WHERE = tr('More in the file "companion-failed.txt" on the memory card.')


@command
@argument("step", type=OneOf((*STEPS, FAILED)), metavar="STEP", help=tr("how far it is"))
@option("--why", type=OneOf(REASONS), metavar="WHY", default=OTHER, help=tr("what went wrong"))
def installing(context: CommandContext, step: str, why: str) -> None:
    """Shows the step."""
    from companion.screens.picture import picture

    image = picture(None, page(step, why), PANELS[context.settings.panel].paper(), context.translate)
    try:
        screen = open_screen(context.settings)
        if isinstance(screen, PersistentScreen):
            screen.leave(image)
        else:
            screen.show(image)
    except DeviceUnavailable as error:
        raise Failed(error.message) from None
    except ScreenLost as error:
        raise Failed(tr("The panel shows nothing ({why}); look at its wires.", why=str(error))) from None


def page(step: str, why: str = OTHER) -> Page:
    """What the panel shows of a step."""
    return NoticePage("trouble", REASONS[why], more=(WHERE,)) if step == FAILED else HomePage(STEPS[step], ())
