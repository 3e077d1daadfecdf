"""What a boot partition is: read from its files, refused with one sentence where it is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.card import case
from tools.card.partition import CLOUD_INIT, FIRSTRUN, card_in
from tools.pi.machine import Refused


@pytest.mark.parametrize(
    ("made", "mechanism", "customised"),
    [
        (case.bookworm, FIRSTRUN, False),
        (case.customised_bookworm, FIRSTRUN, True),
        (case.trixie, CLOUD_INIT, False),
        (case.customised_trixie, CLOUD_INIT, True),
    ],
)
def test_what_begins_the_first_start_is_told_by_files(
    made: Callable[[Path], Path], mechanism: str, customised: bool, tmp_path: Path
) -> None:
    card = card_in(made(tmp_path / "boot"))
    assert (card.mechanism, card.customised) == (mechanism, customised)


@pytest.mark.parametrize("name", ["custom.toml", "userconf.txt"])
def test_a_user_told_in_another_way_is_left_alone(name: str, tmp_path: Path) -> None:
    boot = case.bookworm(tmp_path / "boot")
    (boot / name).write_text("told")
    assert card_in(boot).customised


STARTED = "it has started already"
NO_PARTITION = "is not a Raspberry Pi OS boot partition"
NOT_64 = "This isn't the 64-bit Raspberry Pi OS; write Raspberry Pi OS Lite (64-bit) on the card."


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda boot: (boot / "config.txt").unlink(), NO_PARTITION),
        (lambda boot: (boot / "cmdline.txt").unlink(), NO_PARTITION),
        (lambda boot: (boot / "kernel8.img").unlink(), NOT_64),
        (lambda boot: (boot / "kernel7.img").touch(), NOT_64),
        (lambda boot: (boot / "cmdline.txt").write_text(""), "names no system to start"),
        (lambda boot: (boot / "cmdline.txt").write_bytes(b"\xff\xfe"), "is no text; write the card anew"),
        (lambda boot: (boot / "cmdline.txt").write_text(case.SYSTEM), STARTED),
        (lambda boot: (boot / "rpi-preseed.toml").touch(), "rpi-preseed.toml"),
        (
            lambda boot: (boot / "cmdline.txt").write_text(case.SYSTEM + case.IMAGERS_CALL),
            "calls a firstrun.sh that is not there",
        ),
    ],
)
def test_what_is_no_new_card_is_refused_in_one_sentence(
    spoil: Callable[[Path], object], sentence: str, tmp_path: Path
) -> None:
    boot = case.bookworm(tmp_path / "boot")
    spoil(boot)
    with pytest.raises(Refused) as refused:
        card_in(boot)
    assert sentence in str(refused.value)
    assert str(refused.value).endswith(".")


def test_a_card_that_has_installed_the_companion_is_refused(tmp_path: Path) -> None:
    boot = case.customised_trixie(tmp_path / "boot")
    (boot / "companion-installed.txt").touch()
    with pytest.raises(Refused, match="The companion was installed from this card already; to begin anew"):
        card_in(boot)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="put the card in"):
        card_in(tmp_path / "nowhere")


def test_a_trixie_that_an_old_imager_customised_is_refused(tmp_path: Path) -> None:
    boot = case.trixie(tmp_path / "boot", firstrun_sh=case.IMAGERS_SCRIPT)
    with pytest.raises(Refused, match="write it anew with Imager 2"):
        card_in(boot)


def test_somebody_elses_vendor_data_are_not_written_over(tmp_path: Path) -> None:
    boot = case.trixie(tmp_path / "boot", vendor_data="#cloud-config\n")
    with pytest.raises(Refused, match="Another program wrote the file"):
        card_in(boot)
