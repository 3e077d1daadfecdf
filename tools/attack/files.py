"""Damaged files of every kind that commands read: each must end in success or in one sentence.

At fault is: an exception, the sentence for a defect, another exit code than 0, 1 and 2, more than one line on
standard error, and a command that lasts long.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.cli import main
from tools.attack.report import Report

SLOW_SECONDS = 30.0
"""Seconds after which a command counts as hanging."""


class Kind(NamedTuple):
    """A kind of file, and the command that reads it."""

    file: str
    """Name in the folder of the commands."""
    line: tuple[str, ...]
    """Command; "{file}" and "{data}" are replaced."""
    reports_more: bool = False
    """True if the command may say more than one sentence about the damage."""


KINDS = (
    Kind("companion.toml", ("--config", "{file}", "games", "list")),
    Kind("companion.toml", ("--config", "{file}", "doctor", "--wait", "0"), reports_more=True),
    Kind("box.toml", ("doctor", "--wait", "0"), reports_more=True),
    Kind("box.toml", ("box", "list")),
    Kind("box.toml", ("simulate", "--players", "2", "--seed", "1", "--box", "{file}")),
    Kind("theirs.toml", ("box", "import", "{file}")),
    Kind("stickers.toml", ("tags", "list")),
    Kind("stickers.toml", ("tags", "learn", "04a1b2c3d4e5f7", "home_blue")),
    Kind("tags.toml", ("tags", "import", "{file}")),
    Kind("game.jsonl", ("replay", "{file}", "--json")),
    Kind("game.jsonl", ("games", "import", "{file}")),
    Kind("game_2010.jsonl", ("replay", "{file}", "--check")),
    Kind("game_st.jsonl", ("replay", "{file}", "--check")),
    Kind("everything.zip", ("games", "restore", "{file}")),
    Kind("score.json", ("score", "{file}")),
    Kind("score_2010.json", ("score", "--game", "glen_more", "{file}")),
    Kind("score_st.json", ("score", "--game", "schotten_totten", "{file}")),
    Kind("haggis.json", ("haggis", "{file}")),
    Kind("games.sqlite", ("games", "list"), reports_more=True),
    Kind("names.json", ("doctor", "--wait", "0"), reports_more=True),
    Kind("phones.json", ("doctor", "--wait", "0"), reports_more=True),
    Kind("this_box.json", ("doctor", "--wait", "0"), reports_more=True),
)


def run(*line: str) -> tuple[int, str, str]:
    """Run a command in this process; return its exit code, output and errors."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["--lang", "en", *line])
        out.flush()
    buffer = out.buffer
    assert isinstance(buffer, io.BytesIO)
    return code, buffer.getvalue().decode(errors="replace"), err.getvalue()


def make_samples(folder: Path) -> None:
    """Write one undamaged file of each kind."""
    data = str(folder)
    for name, game in (("game", "glen_more_2"), ("game_2010", "glen_more"), ("game_st", "schotten_totten")):
        run("simulate", "--game", game, "--players", "2", "--seed", "1", "--out", str(folder / f"{name}.jsonl"))
        lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        (folder / f"{name}.jsonl").write_text("".join(lines[:40]), encoding="utf-8")
    for name, game in (("score", "glen_more_2"), ("score_2010", "glen_more"), ("score_st", "schotten_totten")):
        (folder / f"{name}.json").write_text(run("score", "--game", game, "--example")[1], encoding="utf-8")
    (folder / "haggis.json").write_text(run("haggis", "--example")[1], encoding="utf-8")
    root = Path(__file__).parents[2]
    shutil.copy(root / "config" / "companion.toml", folder / "companion.toml")
    text = (folder / "companion.toml").read_text(encoding="utf-8").replace('"house_rules.toml"', '""')
    (folder / "companion.toml").write_text(text, encoding="utf-8")
    shutil.copy(root / "tests" / "boxes" / "complete.toml", folder / "box.toml")
    (folder / "theirs.toml").write_text(run("--data", data, "box", "export")[1], encoding="utf-8")
    run("--data", data, "tags", "learn", "04a1b2c3d4e5f6", "home_red")
    shutil.copy(folder / "stickers.toml", folder / "tags.toml")
    run("--data", data, "games", "import", str(folder / "game.jsonl"))
    run("--data", data, "games", "save", "--out", str(folder / "everything.zip"))
    (folder / "names.json").write_text('["Ann", "Bob"]', encoding="utf-8")
    (folder / "phones.json").write_text('{"open": false, "devices": []}', encoding="utf-8")
    (folder / "this_box.json").write_text('{"language": "cs"}', encoding="utf-8")


def _flip(content: bytes, chance: Random) -> bytes:
    spoilt = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 8, 64])):
        if spoilt:
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
    return bytes(spoilt)


def _cut(content: bytes, chance: Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def _zero(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content) + 1)
    return content[:at] + bytes(len(content) - at)


def _mix(content: bytes, chance: Random) -> bytes:
    lines = content.splitlines(keepends=True)
    for _ in range(chance.randrange(1, 5)):
        if lines:
            line = lines.pop(chance.randrange(len(lines)))
            lines[chance.randrange(len(lines) + 1) : 0] = [line] * chance.choice([0, 1, 2])
    return b"".join(lines)


WORDS = (
    b"null",
    b"-1",
    b"1e999",
    b'"\\ud800"',
    b"[]",
    b"{}",
    b"99999999999999999999999",
    b"true",
    b'""',
    b"\xf0\x9f\xa6",
)


def _word(content: bytes, chance: Random) -> bytes:
    """Replace what stands between two signs by another word."""
    at = sorted(chance.sample(range(len(content)), 2)) if len(content) > 2 else [0, 0]
    end = min(at[1], at[0] + 12)
    return content[: at[0]] + chance.choice(WORDS) + content[end:]


def _nest(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content) + 1)
    return content[:at] + chance.choice([b"[", b"{", b'{"a":', b"[["]) * 30_000 + content[at:]


def _encode(content: bytes, chance: Random) -> bytes:
    text = content.decode("latin-1")
    return text.encode(chance.choice(["utf-16", "utf-16-be", "utf-8-sig", "utf-32"]))


DAMAGES: tuple[Callable[[bytes, Random], bytes], ...] = (_flip, _cut, _zero, _mix, _word, _nest, _encode)


def attack(count: int, seed: int = 1) -> Report:
    """Read that many damaged files."""
    counts, faults = Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as room:
        samples = Path(room) / "samples"
        samples.mkdir()
        make_samples(samples)
        for number in range(count):
            kind, chance = KINDS[number % len(KINDS)], Random(f"{seed}:{number}")
            folder = Path(room) / "data"
            shutil.copytree(samples, folder)
            damage = chance.choice(DAMAGES)
            file = folder / kind.file
            file.write_bytes(damage(file.read_bytes(), chance))
            words = [each.format(file=file, data=folder) for each in kind.line]
            began = time.monotonic()
            what = f"{kind.file}, file {number} of seed {seed}, {damage.__name__[1:]}, {' '.join(kind.line)}"
            try:
                code, _, err = run("--data", str(folder), *words)
            except BaseException as error:
                faults.append(f"{what}: {type(error).__name__}: {error}")
            else:
                counts[f"{kind.file} {code}"] += 1
                lines = err.count("\n")
                if code not in (0, 1, 2) or "Traceback" in err or "inside the companion" in err or "defect" in err:
                    faults.append(f"{what}: {code} {err[:300]}")
                elif lines > 1 and not kind.reports_more:
                    faults.append(f"{what}: {lines} lines: {err[:300]}")
                if (took := time.monotonic() - began) > SLOW_SECONDS:
                    faults.append(f"{what}: {took:.0f} s")
            shutil.rmtree(folder)
    return Report(counts, faults)
