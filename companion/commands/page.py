"""What the commands share that serve the page: its port, and the browser that shows it."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable

from companion.commands.command_line import flag
from companion.commands.errors import Failed
from companion.commands.files import reason
from companion.engine.message import tr

no_browser_option = flag("--no-browser", help=tr("do not open the page in the browser"))


def listener(wanted: int | None) -> socket.socket:
    """Where the page is had: at that port, at the usual one or any without a wish; Failed where it is taken."""
    from companion.web.server import listen

    try:
        return listen(wanted)
    except OSError as error:
        text = tr("Port {n} is not free ({why}); choose another with --port.", n=wanted or 0, why=reason(error))
        raise Failed(text) from None


def opener(wanted: bool) -> Callable[[str], None]:
    """What is to be done with the page's address once pages can come: open it in the browser, or nothing."""
    return _show_in_browser if wanted else lambda _address: None


def _show_in_browser(address: str) -> None:
    """Show the page, where there is a screen to show it on."""
    seen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if seen:
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
