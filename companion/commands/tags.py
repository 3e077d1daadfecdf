"""`companion tags`: which sticker is on which piece, listed, learned, exported, taken in."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.catalogue import BadFile, aliases
from companion.catalogue.registry import BadTag, Registry, uid_of
from companion.commands.box import BOX, box_facts, owners_box
from companion.commands.files import read_bytes, write
from companion.commands.situation import Situation
from companion.commands.stops import BadInput
from companion.frame.said import Said, say, say_n
from companion.sitting.ownerbox import with_chronicles

STICKERS = "stickers.toml"


def run(situation: Situation) -> None:
    """One of list, learn, forget, export, import."""
    doing = {"list": _list, "learn": _learn, "forget": _forget, "export": _export, "import": _import}
    doing[situation.take("doing_what")](situation)


def _registry(situation: Situation, path: Path | None = None) -> Registry:
    data = situation.data
    try:
        return Registry(path or data / STICKERS, with_chronicles(box_facts(data)), aliases(owners_box(data / BOX)))
    except BadFile as error:
        raise BadInput(error.said) from None


def _list(situation: Situation) -> None:
    registry, words = _registry(situation), situation.words
    lines = [f"{uid}  {piece}  {_called(registry, piece, situation)}" for uid, piece in registry.stickers.items()]
    sys.stdout.write("".join(f"{line}\n" for line in lines or [words(say("No sticker is known here yet."))]))


def _called(registry: Registry, piece: str, situation: Situation) -> str:
    label = registry.label(piece)
    return situation.words(label) if isinstance(label, Said) else label


def _learn(situation: Situation) -> None:
    registry = _registry(situation)
    piece = situation.take("piece")
    try:
        registry.enrol(situation.take("uid").removeprefix("uid:"), piece)
    except BadTag as error:
        raise BadInput(error.said) from None
    label = _called(registry, piece, situation)
    sys.stdout.write(situation.words(say("The sticker is on {piece} now.", piece=label)) + "\n")


def _forget(situation: Situation) -> None:
    registry = _registry(situation)
    try:
        uid = uid_of(situation.take("uid").removeprefix("uid:"))
    except BadTag as error:
        raise BadInput(error.said) from None
    if uid not in registry.stickers:
        raise BadInput(say("The sticker {uid} is on no piece.", uid=uid))
    registry.forget(uid)
    sys.stdout.write(situation.words(say("The sticker {uid} is on no piece now.", uid=uid)) + "\n")


def _export(situation: Situation) -> None:
    registry = _registry(situation)
    import tomli_w

    write(situation.take("out"), tomli_w.dumps({"schema": 1, "stickers": registry.stickers}).encode())


def _import(situation: Situation) -> None:
    """All stickers of the file or none: it is read whole before the first is put down."""
    name = situation.take("file")
    read_bytes(name)  # so that a folder or a missing file is told like everywhere
    there, here = _registry(situation, Path(name)), _registry(situation)
    for uid, piece in there.stickers.items():
        if here.stickers.get(uid, piece) != piece:
            raise BadInput(
                say(
                    "The sticker {uid} is on {here} here and on {there} in the file; forget one of them.",
                    uid=uid,
                    here=_called(here, here.stickers[uid], situation),
                    there=_called(there, piece, situation),
                )
            )
    try:
        for uid, piece in there.stickers.items():
            here.enrol(uid, piece)
    except BadTag as error:
        raise BadInput(error.said) from None
    told = say_n("{n} sticker taken in.", "{n} stickers taken in.", len(there.stickers))
    sys.stdout.write(situation.words(told) + "\n")
