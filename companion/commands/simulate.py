"""`companion simulate`: plays whole random games, prints a line for each and can write their journals to a file.

Each game's definition may add options: switches, a list of expansions, and referee depths. Nothing is stored in
the data folder.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import click

from companion.commands.command_line import Command, GameOption, Option, WholeNumber
from companion.commands.context import STANDARD_STREAM, BadInput, CommandContext, CommandFailed, system_reason
from companion.engine.game import TABLE_VIEWER, player_range_text
from companion.engine.history import History
from companion.engine.message import Message, join_list, literal, tr
from companion.games.definition import AnyGame, RandomGame
from companion.games.installed import InstalledGames
from companion.games.random_play import MAX_ANSWERS, NoLegalMove, RandomPlayer, play_step
from companion.storage.toml_file import BadFile
from companion.storage.transfer import export_journal

MAX_GAMES = 1_000_000
MAX_SEED = 2**53


def simulate_for(games: InstalledGames) -> Command:
    """Return the command with the options of all these games."""
    least = min(min(game.players) for game in games)
    most = max(max(game.players) for game in games)
    number = WholeNumber(least, most)
    first = (
        Option(["--players"], metavar="N", type=number, required=True, help=_player_numbers_text(least, most)),
        Option(
            ["--seed"], metavar="S", type=WholeNumber(0, MAX_SEED), required=True,
            help=tr("the same seed gives the same game"),
        ),
        Option(
            ["--games"], metavar="K", type=WholeNumber(1, MAX_GAMES), default=1,
            help=tr("how many games, seeds S, S+1, …"),
        ),
    )  # fmt: skip
    last = (
        Option(["--box"], metavar="FILE", help=tr("the facts of a box; without it the bare catalogue")),
        Option(["--out"], metavar="FILE", help=tr("write the games there, one after the other")),
    )
    own = {option.name: option for game in games for option in _own_options(game)}
    which = GameOption(["--game"], metavar="GAME", help=tr("which game, by its short name"))
    return Command("simulate", params=[*first, *own.values(), which, *last], callback=click.pass_obj(_simulate))


def _own_options(game: AnyGame) -> Iterator[Option]:
    for each in game.random_play.switches:
        yield Option([each.option], is_flag=True, help=each.help)
    if game.expansions:
        yield Option([game.expansions.option], metavar="LIST", default="", help=game.expansions.help)
    if game.depths:
        yield Option(
            ["--depth"], metavar="DEPTH", help=tr("how much the companion follows: {n}", n=join_list(game.depths))
        )


def _player_numbers_text(least: int, most: int) -> Message:
    """Return the allowed numbers of players as text."""
    if most - least < 1:
        return literal(str(most))
    return tr("{several} or {n}", several=join_list(map(str, range(least, most))), n=most)


def _simulate(
    context: CommandContext,
    players: int,
    seed: int,
    games: int,
    game: str | None,
    box: str | None,
    out: str | None,
    **own: Any,
) -> None:
    """Play the games one after the other. The first that fails ends the command; its journal is saved."""
    definition = context.game(game)
    wanted = RandomGame(players, seed, box=Path(box) if box else None)
    wanted = _with_options(definition, wanted, {name: value for name, value in own.items() if value})
    tell = sys.stderr if out == STANDARD_STREAM else sys.stdout
    begun = _begin_game(definition, wanted)
    with _journals(out) as journals:
        for each in range(seed, seed + games):
            history, player = begun if each == seed else _begin_game(definition, wanted._replace(seed=each))
            broken = _play_to_end(definition, history, player)
            _write_journal(history, journals, each, broken)
            tell.write(context.translate(_line(definition, history, each)) + "\n")
            tell.flush()


def _with_options(game: AnyGame, wanted: RandomGame, options: dict[str, Any]) -> RandomGame:
    """Return the game with its own options. Raises BadInput for options of other games or a wrong player count."""
    if wanted.players not in game.players:
        raise BadInput(player_range_text(game.name, min(game.players), max(game.players)))
    own = {option.name: option.opts[0] for option in _own_options(game)}
    if other := next((name for name in options if name not in own), None):
        raise BadInput(tr("--{option} is not an option of {game}.", option=other, game=game.name))
    switches = frozenset(own[name] for name, value in options.items() if value is True)
    depth = options.get("depth", game.depths[0] if game.depths else "")
    if depth and depth not in game.depths:
        known = ", ".join(game.depths)
        raise BadInput(tr("There is no depth {depth}; use one of {known}.", depth=depth, known=known))
    return wanted._replace(switches=switches, depth=depth, expansions=_expansions(game, wanted.players, options))


def _expansions(game: AnyGame, players: int, options: dict[str, Any]) -> tuple[str, ...]:
    """Return the ids of the expansions named by id or number. Raises BadInput for unknown or unsuitable ones."""
    if game.expansions is None:
        return ()
    known = game.expansions.known()
    found = []
    for name in filter(None, (part.strip() for part in options.get(_name(game.expansions.option), "").split(","))):
        each = next((each for each in known if name in (each.id, str(each.number))), None)
        if each is None:
            raise BadInput(game.expansions.unknown(name))
        if players not in each.players:
            raise BadInput(player_range_text(each.name, min(each.players), max(each.players)))
        found.append(each)
    return tuple(each.id for each in sorted(set(found), key=lambda each: each.number))


def _name(option: str) -> str:
    return option.removeprefix("--").replace("-", "_")


def _begin_game(game: AnyGame, wanted: RandomGame) -> tuple[History, RandomPlayer]:
    try:
        return game.random_play.begin(wanted)
    except BadFile as error:
        raise BadInput(error.message) from None


def _play_to_end(game: AnyGame, history: History, player: RandomPlayer) -> Exception | None:
    """Play to the end; return the exception that ended the game early, or None."""
    try:
        for _ in range(MAX_ANSWERS):
            if game.finished(history.state):
                return None
            play_step(history, player)
    except Exception as error:  # The journal that leads to any error is more useful than its traceback.
        return error
    return NoLegalMove(f"no end after {MAX_ANSWERS} answers")


def _write_journal(history: History, journals: IO[bytes] | None, seed: int, broken: Exception | None) -> None:
    if journals:
        journals.writelines(export_journal(history))
    if not broken:
        return
    name = journals.name if journals else f"broken-{seed}.jsonl"
    if not journals:
        Path(name).write_bytes(b"".join(export_journal(history)))
    why = f"{type(broken).__name__}: {broken}"
    raise CommandFailed(
        tr("The game with seed {seed} broke ({why}); its journal is in {file}.", seed=seed, why=why, file=name)
    )


def _line(game: AnyGame, history: History, seed: int) -> Message:
    """Return the line that describes the result of a game."""
    outline = game.outline(game.view(history.state, TABLE_VIEWER))
    return tr(
        "seed {seed}: {n} answers; {points}; winner {winner}; {hash}",
        seed=seed,
        n=len(history.standing),
        points=join_list(
            player.label if player.points is None else tr("{player} {n}", player=player.label, n=player.points)
            for player in outline.players
        ),
        winner=join_list(outline.figure(who).label for who in outline.winners),
        hash=history.hash(),
    )


@contextlib.contextmanager
def _journals(name: str | None) -> Iterator[IO[bytes] | None]:
    """Open the file for journals; None if they are not written."""
    if name is None or name == STANDARD_STREAM:
        yield sys.stdout.buffer if name else None
        return
    with contextlib.ExitStack() as opened:
        try:
            file = opened.enter_context(Path(name).open("wb"))
        except (OSError, ValueError) as error:
            why = system_reason(error)
            text = tr("{file} can't be written ({why}); name another one after --out.", file=name, why=why)
            raise CommandFailed(text) from None
        yield file
