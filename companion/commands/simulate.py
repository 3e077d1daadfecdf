"""`companion simulate`: whole games at random; their journals in a file, a line for each here."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from companion.catalogue import BadFile, load_facts, read_box
from companion.commands.command_line import WholeNumber, command, flag, option
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, Failed
from companion.commands.files import STANDARD, reason
from companion.engine.history import History
from companion.engine.message import Message, listed, tr
from companion.games.loader import chronicle_slug, glen_more_2, installed
from companion.games.random_play import MAX_ANSWERS, NoWayOn, Plan, RandomPlayer, new_history, step
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.house_rules import HouseRules
from companion.storage.transfer import export_journal

MAX_GAMES = 1_000_000
MAX_SEED = 2**53


@command
@option("--players", metavar="N", type=WholeNumber(2, 4), required=True, help=tr("2, 3 or 4"))
@option(
    "--seed",
    metavar="S",
    type=WholeNumber(0, MAX_SEED),
    required=True,
    help=tr("the same seed gives the same game"),
)
@option(
    "--games", metavar="K", type=WholeNumber(1, MAX_GAMES), default=1, help=tr("how many games, seeds S, S+1, …")
)
@flag("--die", help=tr("play with the die (2 players always do)"))
@option(
    "--chronicles", metavar="LIST", default="", help=tr("chronicles by name or number, with commas between them")
)
@option("--box", metavar="FILE", help=tr("the facts of a box; without it the bare catalogue"))
@option("--out", metavar="FILE", help=tr("write the games there, one after the other"))
def simulate(
    context: CommandContext,
    players: int,
    seed: int,
    games: int,
    die: bool,
    chronicles: str,
    box: str | None,
    out: str | None,
) -> None:
    """Plays the games one after the other; the first that breaks ends it, with its journal kept."""
    facts = _facts(box)
    game = glen_more_2()
    slugs = _chronicles(chronicles, players)
    tell = sys.stderr if out == STANDARD else sys.stdout
    with _journals(out) as journals:
        for each in range(seed, seed + games):
            plan = Plan(players, each, die, told=bool(each % 2), chronicles=slugs)
            history = new_history(game, facts, HouseRules(use_die=plan.die), plan.chronicles)
            broken = _played(history, plan)
            _keep(history, journals, each, broken)
            tell.write(context.words(_line(history, each)) + "\n")
            tell.flush()


def _chronicles(named: str, players: int) -> tuple[str, ...]:
    """The chronicles named by id or number; a sentence for one that isn't there or not for so many players."""
    slugs = []
    for name in filter(None, (part.strip() for part in named.split(","))):
        slug = chronicle_slug(name)
        if slug is None:
            raise BadInput(tr("There is no chronicle {name}; name one by its id or number.", name=name))
        each = installed().expansions[slug]
        if not each.min_players <= players <= each.max_players:
            raise BadInput(
                tr(
                    "{name} is for {n} to {most} players.",
                    name=each.name,
                    n=each.min_players,
                    most=each.max_players,
                )
            )
        slugs.append(slug)
    return tuple(sorted(set(slugs), key=lambda slug: installed().expansions[slug].number))


def _facts(box: str | None) -> Facts:
    try:
        return load_facts(read_box(Path(box)) if box else None)
    except BadFile as error:
        raise BadInput(error.message) from None


def _played(history: History, plan: Plan) -> Exception | None:
    """Play to the end; what broke the game, if anything did."""
    player = RandomPlayer(plan)
    try:
        for _ in range(MAX_ANSWERS):
            if history.game.finished(history.state):  # type: ignore[attr-defined]
                return None
            step(history, player)
    except Exception as error:  # whatever it is, the journal that leads to it is worth more than its trace
        return error
    return NoWayOn(f"no end after {MAX_ANSWERS} answers")


def _keep(history: History, journals: IO[bytes] | None, seed: int, broken: Exception | None) -> None:
    if journals:
        journals.writelines(export_journal(history))
    if not broken:
        return
    name = journals.name if journals else f"broken-{seed}.jsonl"
    if not journals:
        Path(name).write_bytes(b"".join(export_journal(history)))
    why = f"{type(broken).__name__}: {broken}"
    raise Failed(
        tr("The game with seed {seed} broke ({why}); its journal is in {file}.", seed=seed, why=why, file=name)
    )


def _line(history: History, seed: int) -> Message:
    """What became of a game."""
    state = history.state
    return tr(
        "seed {seed}: {n} answers; {points}; winner {winner}; {hash}",
        seed=seed,
        n=len(history.standing),
        points=listed(
            tr("{player} {n}", player=labels.figure(state, player.id), n=player.total) for player in state.players
        ),
        winner=listed(labels.figure(state, who) for who in state.winners),
        hash=history.hash(),
    )


@contextlib.contextmanager
def _journals(name: str | None) -> Iterator[IO[bytes] | None]:
    """Where the journals go: a file, standard output, nowhere."""
    if name is None or name == STANDARD:
        yield sys.stdout.buffer if name else None
        return
    with contextlib.ExitStack() as opened:
        try:
            file = opened.enter_context(Path(name).open("wb"))
        except (OSError, ValueError) as error:
            why = reason(error)
            text = tr("{file} can't be written ({why}); name another one after --out.", file=name, why=why)
            raise Failed(text) from None
        yield file
