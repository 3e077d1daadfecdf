"""Changes to the Pi's boot files: buses enabled, serial console disabled. Pure functions on texts."""

from __future__ import annotations

import re
from collections.abc import Iterable

BEGIN, END = "# companion: begin", "# companion: end"
CONSOLE = re.compile(r"(?<!\S)console=(?:serial0|ttyAMA0|ttyS0)(?:,\S*)?\s*")


def config_switches(reader: str, port: str, display: str, is_pi_5: bool) -> tuple[str, ...]:
    """Return the lines of config.txt that these devices need."""
    wanted = []
    if display == "eink":
        wanted.append("dtparam=spi=on")
    if reader == "i2c":
        wanted.append("dtparam=i2c_arm=on")
    if is_on_header(reader, port):
        wanted.append("dtparam=uart0=on" if is_pi_5 else "enable_uart=1")
    return tuple(wanted)


def is_on_header(reader: str, port: str) -> bool:
    """True if the reader is on the serial line of the header, not on a USB adapter."""
    return reader == "uart" and port in ("", "/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")


def with_switches(config: str, wanted: Iterable[str]) -> str:
    """Return config.txt with these lines active, in a block at its end that can be removed."""
    bare, lines = without_switches(config), [*wanted]
    if not lines:
        return bare
    # Included files may change what stands above, and the last line holds. The file may end in a section for
    # another board.
    block = "\n".join([BEGIN, "[all]", *lines, END])
    return f"{bare.rstrip()}\n\n{block}\n"


def without_switches(config: str) -> str:
    """Return config.txt without our block."""
    block = re.compile(rf"\n*{re.escape(BEGIN)}\n.*?{re.escape(END)}\n", re.DOTALL)
    return block.sub("\n", config)


def consoles(cmdline: str) -> list[str]:
    """Return the words of cmdline.txt that use the serial line as a console."""
    return [word.strip() for word in CONSOLE.findall(cmdline)]


def with_consoles(cmdline: str, words: Iterable[str]) -> str:
    """Return cmdline.txt with these words in front, unless it has them."""
    missing = [word for word in words if word not in cmdline.split()]
    return " ".join([*missing, cmdline])


def without_console(cmdline: str) -> str:
    """Return cmdline.txt without a console on the serial line, still as one line."""
    return CONSOLE.sub("", cmdline)
