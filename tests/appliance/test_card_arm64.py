"""A card that Imager customised, and one whose plug is pulled in any step, on 64-bit Arm: emulated, no network.

Long tests; no boots.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.appliance.arm64 import ArmRoot, cannot
from tests.appliance.new_card import (
    TRIXIE,
    UNIT,
    begin,
    cut_off,
    first_start,
    hash_of,
    make_card,
    new_pi,
    plays_its_first_game,
)
from tools.arm_wheels import SYSTEMS
from tools.pi.first_start import EARLY
from tools.pi.install import CONFIG, FIRST_DONE, PREFIX, UNIT_FOLDER

pytestmark = [pytest.mark.long, pytest.mark.skipif(bool(cannot()), reason=cannot() or "it can be had")]


@pytest.fixture(params=SYSTEMS, ids=[system.name for system in SYSTEMS])
def arm(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ArmRoot]:
    with new_pi(request.param, tmp_path / "root") as made:
        yield made


def test_from_a_card_that_imager_customised_to_the_first_game(arm: ArmRoot) -> None:
    make_card(arm, "customised")
    begin(arm)
    first_start(arm)
    plays_its_first_game(arm)
    assert hash_of(arm, "ann").endswith("$salt$hash")


def test_a_plug_pulled_in_any_step_is_made_good_by_the_next_start(arm: ArmRoot) -> None:
    make_card(arm, "bare")
    begin(arm)
    pip = arm.at(f"{PREFIX}/a/bin/pip")
    moments: tuple[Callable[[], bool], ...] = (
        lambda: arm.at(EARLY).exists(),
        lambda: arm.at(f"{PREFIX}/a").exists() and not pip.exists(),
        lambda: any(arm.at(f"{PREFIX}/a").glob("lib/python3*/site-packages/PIL")),
        lambda: arm.at(f"{CONFIG}/companion.toml").exists(),
        lambda: arm.at(f"{UNIT_FOLDER}/companion.service").exists(),
    )
    for moment in moments:
        for path in (EARLY, f"{PREFIX}/a"):  # a moment that has not come yet
            shutil.rmtree(arm.at(path), ignore_errors=True)
        cut_off(arm, moment)
        assert not arm.at(FIRST_DONE).exists()
        if arm.system is TRIXIE:
            arm.run("cloud-init", "init", "--local")
            arm.run("cloud-init", "init")
    first_start(arm)
    plays_its_first_game(arm)
    assert not arm.at(UNIT).exists(), "it never begins again"
