"""The owner's box as the commands need it: the file in the data folder, laid over the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.errors import BadInput
from companion.storage.data_folder import BOX

if TYPE_CHECKING:
    from companion.catalogue import Box
    from companion.state.glen_more_2.facts import Facts


def owners_box(path: Path) -> Box | None:
    """The box in a file; None where there is no such file. BadInput names what is wrong in it."""
    from companion.catalogue import BadFile, read_box

    if not path.exists():
        return None
    try:
        return read_box(path)
    except BadFile as error:
        raise BadInput(error.message) from None


def box_facts(data: Path) -> Facts:
    """What is known of the owner's pieces."""
    from companion.catalogue import BadFile, load_facts

    try:
        return load_facts(owners_box(data / BOX))
    except BadFile as error:
        raise BadInput(error.message) from None
