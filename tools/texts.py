"""Collects the user-visible texts for translators: `python -m tools.texts update` or `compile`.

A translation of an unchanged text is never touched; a changed text must be translated again and is not guessed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.games.help_file import read_entries
from hatch_build import compile_catalogues

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "companion" / "locale"
TEMPLATE = LOCALE / "companion.pot"
KEYWORDS = {"tr": None, "trn": (1, 2), "N_": None}
HEADER = """\
# The words of the tabletop companion. `make texts` keeps this file in step with the code.
# Holes like {n} and {player} stay as they are; their order may change."""
FIXED_DATE = datetime(2000, 1, 1)


def extract_help(
    file: BinaryIO,
    keywords: object,  # noqa: ARG001
    tags: object,  # noqa: ARG001
    options: object,  # noqa: ARG001
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the texts of a help file with their comments for translators (an extractor for babel)."""
    for entry in read_entries(file.read().decode()):
        for text in entry.messages():
            yield 0, "", text, list(entry.comments)


METHODS = [
    ("**.py", "python"),
    ("**/help.txt", "tools.texts:extract_help"),
    ("**/texts.txt", "tools.texts:extract_help"),
]


COMMENT_TAGS = ("Translators:",)
"""Beginning of a comment before a message that is meant for translators."""
COMMENTS = tomllib.loads(Path(__file__).with_name("translator_comments.toml").read_text("utf-8"))
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def extract_messages() -> Catalog:
    """Return every text of the package, with its files and comments for translators."""
    catalogue = _headed(Catalog())
    found = extract_from_dir(
        ROOT / "companion", METHODS, keywords=KEYWORDS, comment_tags=COMMENT_TAGS, strip_comment_tags=True
    )
    for name, _line, words, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalogue.add(words, locations=[(f"companion/{name}", 0)], auto_comments=comments, context=context)
    for message in catalogue:
        if message.id:
            message.auto_comments = list(dict.fromkeys((*message.auto_comments, *generated_comments(message))))
    return catalogue


def generated_comments(message: Message) -> Iterator[str]:
    """Yield explanations of a message: the values of its placeholders, and where a single word is shown."""
    forms = (message.id,) if isinstance(message.id, str) else message.id
    for name in dict.fromkeys(name for form in forms for name in PLACEHOLDER.findall(form)):
        yield f"{{{name}}}: {COMMENTS['placeholders'][name.lower()]}"
    if needs_place(message):
        for place in dict.fromkeys(_place(path) for path, _line in message.locations):
            yield f"Shown {place}" if place.startswith(("on ", "in ")) else f"Shown as {place}"


def needs_place(message: Message) -> bool:
    """True if a message is a single word beside its placeholders, or is in more than one file."""
    forms = (message.id,) if isinstance(message.id, str) else message.id
    return len({path for path, _line in message.locations}) > 1 or len(PLACEHOLDER.sub("", forms[0]).split()) < 2


def _place(path: str) -> str:
    """Return where a message of a file is shown, with the game if it belongs to one."""
    parts = Path(path).parts
    place = [COMMENTS["places"][part] for part in parts if part in COMMENTS["places"]][-1]
    games = [COMMENTS["games"][part] for part in parts if part in COMMENTS["games"]]
    return f"{place} ({games[-1]})" if games else str(place)


def translation_files() -> dict[str, Path]:
    """Return the catalogue file of each language besides English."""
    return {path.parts[-3]: path for path in sorted(LOCALE.glob("*/LC_MESSAGES/companion.po"))}


def read(path: Path, language: str | None = None) -> Catalog:
    """Return the catalogue in a file."""
    with path.open("rb") as words:
        return read_po(words, locale=language)


def update() -> None:
    """Write the template and update each language from it; an empty file starts a new language."""
    template = extract_messages()
    _write(TEMPLATE, template)
    for language, path in translation_files().items():
        catalogue = _headed(read(path, language))
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        _write(path, catalogue)
        missing = untranslated(catalogue)
        print(f"{language}: {len(catalogue)} sentences, {len(missing)} not translated")


def untranslated(catalogue: Catalog) -> list[str]:
    """Return the texts for which a language has no complete translation, or a fuzzy one."""
    return [str(each.id) for each in catalogue if each.id and (each.fuzzy or not _complete(each.string))]


def _complete(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(string) if isinstance(string, str) else bool(string) and all(string or ())


def _headed(catalogue: Catalog) -> Catalog:
    """Return the catalogue with a fixed header without dates, so that its file changes only with its texts."""
    catalogue.header_comment = HEADER
    catalogue.project, catalogue.version = "tabletop-companion", "1"
    catalogue.msgid_bugs_address = "the project's issues"
    catalogue.last_translator = catalogue.language_team = ""
    catalogue.creation_date = catalogue.revision_date = FIXED_DATE
    catalogue.fuzzy = False
    return catalogue


def _write(path: Path, catalogue: Catalog) -> None:
    with path.open("wb") as words:
        write_po(words, catalogue, width=110, include_lineno=False, sort_by_file=True)


def main(arguments: list[str]) -> int:
    """Run `update` or `compile`; return the exit code."""
    match arguments:
        case ["update"]:
            update()
        case ["compile"]:
            compile_catalogues(LOCALE)
        case _:
            print("Usage: python -m tools.texts update|compile", file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
