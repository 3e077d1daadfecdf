"""`companion replay`: exported games gone through again, where they stand as JSON, a check, their pictures.

Changes no file that it reads.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from companion.commands.command_line import argument, command, flag, option
from companion.commands.context import CommandContext
from companion.commands.errors import Failed
from companion.commands.files import folder, write
from companion.commands.journals import replayed
from companion.commands.options import upto_option
from companion.engine.game import TABLE
from companion.engine.history import History
from companion.engine.message import tr, trn
from companion.engine.plain_text import plain_line
from companion.storage.replay import Replayed, told


@command
@argument("file", help=tr("an exported game (JSON lines); - reads standard input"))
@flag("--check", help=tr("decide every entry again and compare"))
@flag("--json", help=tr("print where the game stands as JSON"))
@upto_option
@option("--png", metavar="DIR", help=tr("write the pictures that the panel would have shown"))
def replay(context: CommandContext, file: str, check: bool, json: bool, upto: int | None, png: str | None) -> None:
    """Reads the file, then does what was asked of it; without a wish, says in words where its games stand."""
    games = replayed(context, file, upto, check)
    for each in games:
        if each.difference:
            raise Failed(told(each.difference))
    if png:
        for number, each in enumerate(games, 1):
            _pictures(context, each.history, folder(png), f"{number}-" if len(games) > 1 else "")
    histories = [each.history for each in games]
    sys.stdout.write(_json(context, histories) if json else _lines(context, games, check))


def _json(context: CommandContext, histories: list[History]) -> str:
    """One game as an object, several as a list of them."""
    summaries = [_summary(context, history) for history in histories]
    shown = summaries[0] if len(summaries) == 1 else summaries
    return msgspec.json.format(msgspec.json.encode(shown), indent=2).decode() + "\n"


def _summary(context: CommandContext, history: History) -> dict[str, Any]:
    game = context.games.of(history.header.game)
    return {**game.summary(history.state), "state_hash": history.hash()}


def _lines(context: CommandContext, games: list[Replayed], check: bool) -> str:
    translate, lines = context.translate, []
    for each in games:
        history = each.history
        game = context.games.of(history.header.game)
        title = game.outline(game.view(history.state, TABLE)).title
        entries = trn("{n} entry", "{n} entries", len(history.entries))
        lines.append(translate(tr("{game} ({entries})", game=title, entries=entries)))
        if check:
            lines.append(translate(tr("Every entry gives the same when it is decided again.")))
    return "".join(f"{plain_line(line)}\n" for line in lines)  # a journal's names are as they were typed


def _pictures(context: CommandContext, history: History, place: Path, prefix: str) -> None:
    """One picture at the start and one after each entry, those that take back too: as people saw them."""
    from companion.commands.pictures import drawn, png
    from companion.screens.panels import PANELS

    paper = PANELS[context.settings.panel].paper()
    game = context.games.of(history.header.game)
    again = History(game.rules, history.header)
    for number, entries in enumerate([(), *((entry,) for entry in history.entries)]):
        if entries:
            again.add(entries)
        write(str(place / f"{prefix}{number:04}.png"), png(drawn(game, again.state, paper, context.translate)))
