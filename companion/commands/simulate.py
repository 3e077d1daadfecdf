"""`companion simulate`: whole games at random; their journals in a file, a line for each here."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from companion.catalogue import BadFile, load_facts, read_box
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput, Failed
from companion.commands.files import STANDARD, reason
from companion.engine.history import History
from companion.engine.message import Message, listed, tr
from companion.games.loader import chronicle_slug, glen_more_2
from companion.games.random_play import MAX_ANSWERS, NoWayOn, Plan, RandomPlayer, new_history, step
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import EXPANSIONS
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.house_rules import HouseRules
from companion.storage.transfer import export_journal


def run(context: CommandContext) -> None:
    """Plays the games one after the other; the first that breaks ends it, with its journal kept."""
    facts = _facts(context)
    game = glen_more_2()
    chronicles = _chronicles(context)
    out = context.take("out")
    tell = sys.stderr if out == STANDARD else sys.stdout
    with _journals(out) as journals:
        for seed in range(context.take("seed"), context.take("seed") + context.take("games")):
            plan = Plan(
                context.take("players"),
                seed,
                context.take("die"),
                told=bool(seed % 2),
                chronicles=chronicles,
            )
            history = new_history(game, facts, HouseRules(use_die=plan.die), plan.chronicles)
            broken = _played(history, plan)
            _keep(history, journals, seed, broken)
            tell.write(context.words(_line(history, seed)) + "\n")
            tell.flush()


def _chronicles(context: CommandContext) -> tuple[str, ...]:
    """The chronicles named by id or number; a sentence for one that isn't there or not for so many players."""
    slugs = []
    for name in filter(None, (part.strip() for part in context.take("chronicles").split(","))):
        slug = chronicle_slug(name)
        if slug is None:
            raise BadInput(tr("There is no chronicle {name}; name one by its id or number.", name=name))
        plug = EXPANSIONS[slug]
        if not plug.fewest <= context.take("players") <= plug.most:
            raise BadInput(
                tr("{name} is for {n} to {most} players.", name=plug.name, n=plug.fewest, most=plug.most)
            )
        slugs.append(slug)
    return tuple(sorted(set(slugs), key=lambda slug: EXPANSIONS[slug].number))


def _facts(context: CommandContext) -> Facts:
    box = context.take("box")
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
