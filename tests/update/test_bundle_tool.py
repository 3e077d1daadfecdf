"""Bundles are made for another machine, with a key of one's own."""

from __future__ import annotations

import platform
import re
import stat
import sys
from pathlib import Path

import pytest

from companion.update.bundle import check_fits, read_bundle, read_keys_beside, verify_bundle, wheel_names
from tools.arm_wheels import SYSTEMS
from tools.bundle import main, read_or_make_key, write_bundle
from tools.wheels import WheelsUnavailable, locked_requirements, pip_options, platforms, system_named

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


def test_a_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    key = read_or_make_key(tmp_path / "own.key")
    assert read_or_make_key(tmp_path / "own.key") == key
    assert stat.S_IMODE((tmp_path / "own.key").stat().st_mode) == 0o600
    assert read_keys_beside(tmp_path / "bundle") == [key.public_key]


def test_what_is_no_key_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "key").write_text("no key")
    assert main([str(tmp_path / "key")]) == 1
    assert (
        capsys.readouterr().err
        == f"{tmp_path}/key is no secret key (invalid number of lines); name another file.\n"
    )
    assert main([]) == 2
    read_or_make_key(tmp_path / "own")
    capsys.readouterr()
    assert main([str(tmp_path / "own"), "buster"]) == 1
    assert capsys.readouterr().err == 'There is no system "buster"; use one of bookworm, trixie.\n'


def test_a_bundle_is_what_a_case_takes(tmp_path: Path) -> None:
    key = read_or_make_key(tmp_path / "own.key")
    (tmp_path / "tabletop_companion-9.0.0-py3-none-any.whl").write_bytes(b"wheel")
    file = tmp_path / "dist" / "companion-9.0.0-bookworm.companion"
    write_bundle([*tmp_path.glob("*.whl")], file, key, "companion 9.0.0 python 3.11 machine aarch64")
    bundle = read_bundle(file)
    assert verify_bundle(bundle, [key.public_key]) == key.public_key
    assert wheel_names(bundle) == ["tabletop_companion-9.0.0-py3-none-any.whl"]
    assert (bundle.version, bundle.python, bundle.machine) == ("9.0.0", "3.11", "aarch64")
    with pytest.raises(Exception, match="is installed already"):
        check_fits(bundle._replace(machine=platform.machine(), python=HERE), "9.0.0")


def test_no_wheel_needs_a_newer_c_library_than_the_systems() -> None:
    for system, newest in zip(SYSTEMS, (36, 40), strict=True):
        numbers = [int(number) for number in re.findall(r"manylinux_2_(\d+)_", " ".join(platforms(system)))]
        assert (max(numbers), min(numbers)) == (newest, 17)
        assert f"cp{system.python.replace('.', '')}" in pip_options(system)
    with pytest.raises(WheelsUnavailable):
        system_named("buster")


@pytest.mark.long
@pytest.mark.parametrize("system", SYSTEMS, ids=[system.name for system in SYSTEMS])
def test_what_a_pi_needs_is_worked_out_for_the_pi(system: object) -> None:
    """On another machine, which has neither pins nor their libraries (asks the package index)."""
    found = locked_requirements(system, "run")  # type: ignore[arg-type]
    names = set(re.findall(r"^([a-z0-9-]+)==", found, re.MULTILINE))
    assert {"gpiod", "gpiozero", "pyserial", "cryptography"} <= names
    assert ("lgpio" in names) == (system is SYSTEMS[0]), "the newer system brings its own"
    assert not names & {"hatchling", "babel", "editables"}, "nothing is built there"
