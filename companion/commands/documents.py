"""Commands that read games or cards and write documents: `cards`, `render` and `replay`.

`cards` writes the sheet of command cards, `render` one picture of a panel, and `replay` the state, a
check or the pictures of exported games. No device and no stored game is opened, and no
input file is changed.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.commands.command_line import (
    OneOf,
    argument,
    command,
    flag,
    game_option,
    option,
    upto_option,
)
from companion.commands.context import (
    BadInput,
    CommandContext,
    CommandFailed,
    output_folder,
    write_output,
)
from companion.engine.game import TABLE_VIEWER
from companion.engine.history import History
from companion.engine.message import Translate, plain_line, tr, trn
from companion.games.definition import AnyGame
from companion.menu.menu import menu_page
from companion.menu.menu_state import Menu, MenuContext, SheetEntry, SheetScreen
from companion.menu.pages import Page
from companion.screens.game_screens import ShownGame
from companion.screens.paper import PANELS
from companion.storage.transfer import ReplayedGame, difference_text

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.screens.paper import Paper


@command
@game_option
@option("--out", metavar="FILE", required=True, help=tr("the sheet to write (PDF, A4)"))
def cards(context: CommandContext, game: str | None, out: str) -> None:
    """Write the sheet of command cards as PDF."""
    from companion.commands.games import first_state
    from companion.screens.print_sheets import command_card_sheet

    definition = context.game(game)
    printed = definition.cards(first_state(context, definition))
    if not printed:
        raise BadInput(tr("{game} has no command cards.", game=definition.name))
    write_output(out, command_card_sheet(printed, context.translate))


@command
@option(
    "--panel",
    type=OneOf(PANELS),
    metavar="PANEL",
    required=True,
    help=tr("one of {names}", names=", ".join(PANELS)),
)
@option("--journal", metavar="FILE", help=tr("an exported game; without it a table before the game"))
@upto_option
@game_option
@option("--out", metavar="FILE", required=True, help=tr("the picture to write (PNG)"))
def render(
    context: CommandContext, panel: str, journal: str | None, upto: int | None, game: str | None, out: str
) -> None:
    """Write one picture as PNG."""
    from companion.commands.games import first_state, replay_file

    if journal is None and upto is not None:
        raise BadInput(tr("--upto needs a game to stop in; name one with --journal."))
    if journal is not None:
        history = replay_file(context, journal, upto)[0].history
        definition, state = context.games.of(history.header.game), history.state
        _check_game(context, game, definition.id)
    else:
        definition = context.game(game)
        state = first_state(context, definition)
    image = draw_state(definition, state, PANELS[panel].paper(), context.translate)
    write_output(out, encode_png(image))


def _check_game(context: CommandContext, named: str | None, found: str) -> None:
    """Raise BadInput if --game names another game than the journal."""
    if named is not None and context.game(named).id != found:
        raise BadInput(tr("The journal is one of {found}, not of {named}.", found=found, named=named))


def resting_picture(game: AnyGame, state: Any) -> tuple[ShownGame, Page]:
    """Return a state as pictures need it, and the page that the panel shows without input."""
    shown = game.shown(game.view(state, TABLE_VIEWER))
    questions = game.rules.questions(state)
    kind = shown.outline.announced_sheet if shown.outline else ""
    if not kind:
        return shown, menu_page(Menu(), MenuContext(questions=questions))
    sheets = {kind: SheetEntry(game.screens.sheets[kind].label)}
    return shown, menu_page(Menu(levels=(SheetScreen(kind),)), MenuContext(questions=questions, sheets=sheets))


def draw_state(game: AnyGame, state: Any, paper: Paper, translate: Translate) -> Image:
    """Return the picture of a state."""
    from companion.screens.picture import make_picture

    shown, resting_page = resting_picture(game, state)
    return make_picture(shown, resting_page, paper, translate)


def encode_png(image: Image) -> bytes:
    """Return the picture as PNG."""
    made = BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


@command
@argument("file", help=tr("an exported game (JSON lines); - reads standard input"))
@flag("--check", help=tr("decide every entry again and compare"))
@flag("--json", help=tr("print where the game stands as JSON"))
@upto_option
@option("--png", metavar="DIR", help=tr("write the pictures that the panel would have shown"))
def replay(context: CommandContext, file: str, check: bool, json: bool, upto: int | None, png: str | None) -> None:
    """Replay the file and print its state, or do what the options request."""
    from companion.commands.games import replay_file

    games = replay_file(context, file, upto, check)
    for each in games:
        if each.difference:
            raise CommandFailed(difference_text(each.difference))
    if png:
        for number, each in enumerate(games, 1):
            _pictures(context, each.history, output_folder(png), f"{number}-" if len(games) > 1 else "")
    histories = [each.history for each in games]
    sys.stdout.write(_json(context, histories) if json else _game_lines(context, games, check))


def _json(context: CommandContext, histories: list[History]) -> str:
    """Return the summary of one game as a JSON object, or of several as a list."""
    summaries = [_summary(context, history) for history in histories]
    shown = summaries[0] if len(summaries) == 1 else summaries
    return msgspec.json.format(msgspec.json.encode(shown), indent=2).decode() + "\n"


def _summary(context: CommandContext, history: History) -> dict[str, Any]:
    game = context.games.of(history.header.game)
    return {**game.summary(history.state), "state_hash": history.hash()}


def _game_lines(context: CommandContext, games: list[ReplayedGame], check: bool) -> str:
    translate, lines = context.translate, []
    for each in games:
        history = each.history
        game = context.games.of(history.header.game)
        title = game.outline(game.view(history.state, TABLE_VIEWER)).title
        entries = trn("{n} entry", "{n} entries", len(history.entries))
        lines.append(translate(tr("{game} ({entries})", game=title, entries=entries)))
        if check:
            lines.append(translate(tr("Every entry gives the same when it is decided again.")))
    return "".join(f"{plain_line(line)}\n" for line in lines)  # Names in a journal may contain control characters.


def _pictures(context: CommandContext, history: History, place: Path, prefix: str) -> None:
    """Write a picture of the start and one after each entry, including undo entries."""
    from companion.screens.paper import PANELS

    paper = PANELS[context.settings.panel].paper()
    game = context.games.of(history.header.game)
    again = History(game.rules, history.header)
    for number, entries in enumerate([(), *((entry,) for entry in history.entries)]):
        if entries:
            again.add(entries)
        write_output(
            str(place / f"{prefix}{number:04}.png"),
            encode_png(draw_state(game, again.state, paper, context.translate)),
        )
