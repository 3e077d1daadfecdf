"""Makes the .mo catalogues when the package is built or installed, so that a wheel carries every language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(locale: Path) -> None:
    """Write each .po below `locale` as a .mo beside it; what is not translated yet stays English."""
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as words:
            catalogue = read_po(words, locale=source.parts[-3])
        with source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalogue)


class CatalogueHook(BuildHookInterface[Any]):
    """Called by hatchling before it packs anything."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile the catalogues in place; `artifacts` in pyproject.toml lets them into the wheel."""
        compile_catalogues(Path(self.root) / "companion" / "locale")
