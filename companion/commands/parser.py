"""What can be typed after `companion`: every command with its options, and the module that does it.

Every command takes --data, --config and --lang, before its name or after it. Imports no command.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from companion import __version__
from companion.commands.words import Parser, Translate, whole
from companion.engine.message import Message, tr
from companion.screens.panels import PANELS

MAX_GAMES = 1_000_000
MAX_SEED = 2**53
MAX_ENTRIES = 10**9

Fill = Callable[[Parser, Translate], None]


def parser(words: Translate) -> Parser:
    """The whole command line."""
    top = Parser(
        words=words,
        prog="companion",
        description=words(
            tr(
                "A companion beside the board for Glen More II: Chronicles. It keeps turns, market and scores, "
                "and knows why everybody has the points they have."
            )
        ),
        epilog=words(tr('To play at once: "companion desk". More on one command: "companion score --help".')),
    )
    _shared(top, words, None)
    top.add_argument(
        "--version", action="version", version=f"companion {__version__}", help=words(tr("show the version"))
    )
    commands = top.add_subparsers(
        title=words(tr("Commands")),
        dest="command",
        prog="companion",
        metavar=words(tr("COMMAND")),
        required=False,
    )
    for name, (what, fill) in COMMANDS.items():
        made = commands.add_parser(name, words=words, help=words(what), description=words(what))
        _shared(made, words)
        fill(made, words)
        made.set_defaults(doing=name)
    return top


def _shared(made: Parser, words: Translate, default: Any = argparse.SUPPRESS) -> None:
    """SUPPRESS: a command leaves alone what was said before its name."""
    add = made.add_argument_group(words(tr("Options of every command"))).add_argument
    add("--data", metavar="DIR", default=default, help=words(tr("where games, box and stickers are kept")))
    add("--config", metavar="FILE", default=default, help=words(tr("the settings, companion.toml")))
    add("--lang", metavar="LL", default=default, help=words(tr('the language: "en", "cs"')))


def _desk(made: Parser, words: Translate) -> None:
    made.add_argument(
        "--port",
        metavar="N",
        type=whole("--port", 0, 65535),
        help=words(tr("the port of the page (0: any free one)")),
    )
    made.add_argument("--no-browser", action="store_true", help=words(tr("do not open the page in the browser")))


def _run(made: Parser, words: Translate) -> None:
    made.add_argument(
        "--port",
        metavar="N",
        type=whole("--port", 0, 65535),
        help=words(tr("the port of the page (0: any free one)")),
    )
    made.add_argument("--no-page", action="store_true", help=words(tr("devices only, no page")))


def _score(made: Parser, words: Translate) -> None:
    made.add_argument("file", metavar="FILE", help=words(tr("the counts as JSON; - reads standard input")))
    made.add_argument("--text", action="store_true", help=words(tr("print a table for people instead of JSON")))


def _haggis(made: Parser, words: Translate) -> None:
    made.add_argument("file", metavar="FILE", help=words(tr("tokens and rolls as JSON; - reads standard input")))


def _replay(made: Parser, words: Translate) -> None:
    made.add_argument(
        "file", metavar="FILE", help=words(tr("an exported game (JSON lines); - reads standard input"))
    )
    made.add_argument("--check", action="store_true", help=words(tr("decide every entry again and compare")))
    made.add_argument("--json", action="store_true", help=words(tr("print where the game stands as JSON")))
    _upto(made, words)
    made.add_argument("--png", metavar="DIR", help=words(tr("write the pictures that the panel would have shown")))


def _upto(made: Parser, words: Translate) -> None:
    made.add_argument(
        "--upto",
        metavar="N",
        type=whole("--upto", 0, MAX_ENTRIES),
        help=words(tr("stop after entry N, entries that take back counted in")),
    )


def _simulate(made: Parser, words: Translate) -> None:
    number = made.add_argument
    number("--players", metavar="N", type=whole("--players", 2, 4), required=True, help=words(tr("2, 3 or 4")))
    number(
        "--seed",
        metavar="S",
        type=whole("--seed", 0, MAX_SEED),
        required=True,
        help=words(tr("the same seed gives the same game")),
    )
    number(
        "--games",
        metavar="K",
        type=whole("--games", 1, MAX_GAMES),
        default=1,
        help=words(tr("how many games, seeds S, S+1, …")),
    )
    made.add_argument("--die", action="store_true", help=words(tr("play with the die (2 players always do)")))
    made.add_argument(
        "--chronicles",
        metavar="LIST",
        default="",
        help=words(tr("chronicles by name or number, with commas between them")),
    )
    made.add_argument("--box", metavar="FILE", help=words(tr("the facts of a box; without it the bare catalogue")))
    made.add_argument("--out", metavar="FILE", help=words(tr("write the games there, one after the other")))


def _demo(made: Parser, words: Translate) -> None:
    made.add_argument(
        "--out",
        metavar="DIR",
        default="companion-demo",
        help=words(tr("the folder for the pictures (companion-demo)")),
    )


def _games(made: Parser, words: Translate) -> None:
    doing = made.add_subparsers(
        title=words(tr("What to do")),
        dest="doing_what",
        prog=made.prog,
        metavar=words(tr("WHAT")),
        required=True,
    )

    def one(name: str, what: Message) -> Parser:
        each = doing.add_parser(name, words=words, help=words(what), description=words(what))
        _shared(each, words)
        return each

    game = words(tr("the number of the game, from the list"))
    one("list", tr("show the games that are kept"))
    export = one("export", tr("write a game as JSON lines"))
    export.add_argument("game", metavar="GAME", type=whole("GAME", 0, MAX_ENTRIES), help=game)
    export.add_argument(
        "--out", metavar="FILE", default="-", help=words(tr("where to; without it standard output"))
    )
    taken = one("import", tr("take in a game that was exported"))
    taken.add_argument("file", metavar="FILE", help=words(tr("an exported game; - reads standard input")))
    delete = one("delete", tr("delete a game for good"))
    delete.add_argument("game", metavar="GAME", type=whole("GAME", 0, MAX_ENTRIES), help=game)
    delete.add_argument("--yes", action="store_true", help=words(tr("do not ask whether it is meant")))


def _render(made: Parser, words: Translate) -> None:
    made.add_argument(
        "--panel",
        choices=[*PANELS],
        metavar="PANEL",
        required=True,
        help=words(tr("one of {names}", names=", ".join(PANELS))),
    )
    made.add_argument(
        "--journal", metavar="FILE", help=words(tr("an exported game; without it a table before the game"))
    )
    _upto(made, words)
    made.add_argument("--out", metavar="FILE", required=True, help=words(tr("the picture to write (PNG)")))


def _tags(made: Parser, words: Translate) -> None:
    doing = made.add_subparsers(
        title=words(tr("What to do")),
        dest="doing_what",
        prog=made.prog,
        metavar=words(tr("WHAT")),
        required=True,
    )

    def one(name: str, what: Message) -> Parser:
        each = doing.add_parser(name, words=words, help=words(what), description=words(what))
        _shared(each, words)
        return each

    one("list", tr("show which sticker is on which piece"))
    out = one("export", tr("write the stickers as a TOML file"))
    out.add_argument("--out", metavar="FILE", default="-", help=words(tr("where to; without it standard output")))
    taken = one("import", tr("take in the stickers of a TOML file"))
    taken.add_argument(
        "file", metavar="FILE", help=words(tr("stickers that were exported; - reads standard input"))
    )
    forget = one("forget", tr("take a sticker off its piece"))
    forget.add_argument("uid", metavar="UID", help=words(tr("the number of the sticker, in hex")))
    learn = one("learn", tr("put a sticker on a piece or a command card"))
    learn.add_argument("uid", metavar="UID", help=words(tr("the number of the sticker, in hex")))
    learn.add_argument(
        "piece", metavar="PIECE", help=words(tr('the piece ("loch_ness", "A-4") or card ("card:sell_sheep")'))
    )


def _cards(made: Parser, words: Translate) -> None:
    made.add_argument("--out", metavar="FILE", required=True, help=words(tr("the sheet to write (PDF, A4)")))


def _doctor(made: Parser, words: Translate) -> None:
    made.add_argument(
        "--contract", action="store_true", help=words(tr("try all that each connected device must do"))
    )
    made.add_argument(
        "--wait",
        metavar="S",
        type=whole("--wait", 0, 600),
        help=words(tr("seconds to wait for a sticker or a press (0: nobody is there)")),
    )
    made.add_argument("--out", metavar="FILE", help=words(tr("write it all into a file for a bug report")))


COMMANDS: dict[str, tuple[Message, Fill]] = {
    "desk": (tr("play on this computer: panel, buttons and tray as a page in the browser"), _desk),
    "run": (tr("play in the case: the devices that the settings name; for systemd"), _run),
    "demo": (tr("watch a recorded game: its pictures in a folder, its result here"), _demo),
    "games": (tr("list, export, import and delete the games that are kept"), _games),
    "score": (tr("score a round without a game: counts in, points and reasons out"), _score),
    "haggis": (tr("score a haggis round without a game: tokens and rolls in, points out"), _haggis),
    "cards": (tr("make the sheet of command cards to print"), _cards),
    "tags": (tr("list, learn, export and import the stickers on the pieces"), _tags),
    "replay": (tr("go through an exported game again: its end, a check, its pictures"), _replay),
    "render": (tr("draw one picture of the panel"), _render),
    "doctor": (tr("ask each device and file how it is, and what to do about it"), _doctor),
    "simulate": (tr("play whole games at random, for tests"), _simulate),
}  # fmt: skip
