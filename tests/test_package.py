"""What people install is whole: a wheel carries every file the program reads."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOT_SHIPPED = {".po", ".pot", ".pyc"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel built without the network from what is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_a_wheel_holds_every_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    files = [path for path in (ROOT / "companion").rglob("*") if path.is_file() and path.suffix not in NOT_SHIPPED]
    there = {str(path.relative_to(ROOT)) for path in files if not path.name.startswith(".")}
    assert there - set(wheel.namelist()) == set()


def test_a_wheel_speaks_czech_and_has_its_letters(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert "companion/locale/cs/LC_MESSAGES/companion.mo" in names
    assert {"companion/screens/fonts/PTSans-Bold.ttf", "companion/screens/fonts/LICENSE-ParaType.txt"} <= names


def test_a_wheel_starts_by_its_command_and_names_its_licence(wheel: zipfile.ZipFile) -> None:
    (about,) = [name for name in wheel.namelist() if name.endswith("dist-info/entry_points.txt")]
    assert "companion = companion.cli:main" in wheel.read(about).decode()
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())
