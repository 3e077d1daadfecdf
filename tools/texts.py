"""Collects the words people see for the translators: `python -m tools.texts update` or `compile`.

Never touches a translation that still fits; a sentence that changed is asked for anew, not guessed.
"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from hatch_build import compile_catalogues

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "companion" / "locale"
TEMPLATE = LOCALE / "companion.pot"
KEYWORDS = {"tr": None, "trn": (1, 2), "N_": None}
HEADER = """\
# The words of the tabletop companion. `make texts` keeps this file in step with the code.
# Holes like {n} and {player} stay as they are; their order may change."""
BORN = datetime(2000, 1, 1)


def extracted() -> Catalog:
    """Every sentence the package can say, with the files it stands in."""
    catalogue = _headed(Catalog())
    found = extract_from_dir(ROOT / "companion", [("**.py", "python")], keywords=KEYWORDS)
    for name, _line, words, _comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        catalogue.add(words, locations=[(f"companion/{name}", 0)], context=context)
    return catalogue


def translations() -> dict[str, Path]:
    """The catalogue of each language there is besides English."""
    return {path.parts[-3]: path for path in sorted(LOCALE.glob("*/LC_MESSAGES/companion.po"))}


def read(path: Path, language: str | None = None) -> Catalog:
    """A catalogue as it lies on the disk."""
    with path.open("rb") as words:
        return read_po(words, locale=language)


def update() -> None:
    """Write the template anew and bring each language up to it; an empty file starts a new language."""
    template = extracted()
    _write(TEMPLATE, template)
    for language, path in translations().items():
        catalogue = _headed(read(path, language))
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        _write(path, catalogue)
        missing = untranslated(catalogue)
        print(f"{language}: {len(catalogue)} sentences, {len(missing)} not translated")


def untranslated(catalogue: Catalog) -> list[str]:
    """The sentences that a language lacks, in any of their forms, or only guesses."""
    return [str(each.id) for each in catalogue if each.id and (each.fuzzy or not _complete(each.string))]


def _complete(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(string) if isinstance(string, str) else bool(string) and all(string or ())


def _headed(catalogue: Catalog) -> Catalog:
    """The same header everywhere, without dates: an unchanged catalogue is an unchanged file."""
    catalogue.header_comment = HEADER
    catalogue.project, catalogue.version = "tabletop-companion", "1"
    catalogue.msgid_bugs_address = "the project's issues"
    catalogue.last_translator = catalogue.language_team = ""
    catalogue.creation_date = catalogue.revision_date = BORN
    catalogue.fuzzy = False
    return catalogue


def _write(path: Path, catalogue: Catalog) -> None:
    with path.open("wb") as words:
        write_po(words, catalogue, width=110, include_lineno=False, sort_by_file=True)


def main(arguments: list[str]) -> int:
    """`update` or `compile`."""
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
