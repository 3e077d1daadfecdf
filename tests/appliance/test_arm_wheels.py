"""Everything locked is to be had ready built on both systems of a Raspberry Pi (asks the package index)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.arm_wheels import LOCKS, SYSTEMS, System, missing_wheels
from tools.uv import ROOT


@pytest.mark.long
@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("system", SYSTEMS, ids=[system.name for system in SYSTEMS])
def test_every_locked_wheel_is_there(lock: str, system: System) -> None:
    assert missing_wheels(ROOT / lock, system) == ""


@pytest.mark.long
def test_what_has_no_wheel_is_named(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text("rpi.gpio==0.7.1\n")
    assert "rpi-gpio" in missing_wheels(tmp_path / "lock", SYSTEMS[0])


def test_the_systems_are_those_of_both_pythons() -> None:
    assert [system.python for system in SYSTEMS] == ["3.11", "3.13"]
    assert all("aarch64" in system.platform for system in SYSTEMS)
