"""`companion installing`: what stands on the glass at each step of a first start, whole on every panel."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import update
from companion.commands.update import (
    FAILED_STEP,
    FAILURE_TEXTS,
    MORE_HELP_TEXT,
    OTHER_REASON,
    STEP_TEXTS,
    installing_page,
)
from companion.engine.message import literal
from companion.hardware.desk import DeskScreen
from companion.hardware.device_opening import DeviceUnavailable
from companion.hardware.devices import ScreenLost
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing, make_picture
from companion.screens.translator import Translator, available_languages
from tests.hardware.eink_worlds import EinkWorld
from tests.screens.layout import problems

PAGES = [*((step, OTHER_REASON) for step in STEP_TEXTS), *((FAILED_STEP, why) for why in FAILURE_TEXTS)]


def settings(folder: Path, panel: str) -> list[str]:
    file = folder / "companion.toml"
    file.write_text(f'panel = "{panel}"\nlanguage = "cs"\n')
    return ["--config", str(file), "--data", str(folder / "data")]


@pytest.mark.parametrize(("step", "why"), PAGES)
@pytest.mark.parametrize("language", available_languages())
@pytest.mark.parametrize("panel", PANELS)
def test_all_of_it_is_read_on_every_panel(panel: str, language: str, step: str, why: str) -> None:
    translate = Translator(language)
    pen = make_drawing(None, installing_page(step, why), PANELS[panel].paper(), translate)
    assert problems(pen) == []
    read = " ".join(each.text for each in pen.drawn if each.kind == "text")
    wanted = [FAILURE_TEXTS[why], MORE_HELP_TEXT] if step == FAILED_STEP else [STEP_TEXTS[step]]
    assert all(translate(each) in read for each in wanted), read


@pytest.mark.parametrize("panel", PANELS)
def test_the_glass_keeps_what_it_was_told_in_the_owners_language(
    panel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the controller's own glass, which then sleeps."""
    world = EinkWorld(panel)
    monkeypatch.setattr(update, "open_screen", lambda _settings: world.screen)
    assert main([*settings(tmp_path, panel), "installing", FAILED_STEP, "--why", "room"]) == 0
    wanted = make_picture(None, installing_page(FAILED_STEP, "room"), PANELS[panel].paper(), Translator("cs"))
    assert world.chip.glass_image().tobytes() == wanted.tobytes()
    assert not (tmp_path / "data").exists(), "nothing is kept"


def test_on_a_desk_it_is_shown_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = DeskScreen()
    monkeypatch.setattr(update, "open_screen", lambda _settings: screen)
    assert main([*settings(tmp_path, "4in2"), "installing", "program"]) == 0
    assert screen.image is not None


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (DeviceUnavailable(literal("There is no bus for the panel.")), "There is no bus for the panel."),
        (ScreenLost("BUSY"), "The panel shows nothing (BUSY); look at its wires."),
    ],
)
def test_a_panel_that_does_not_work_is_one_sentence(
    trouble: Exception,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def opened(_settings: object) -> None:
        raise trouble

    monkeypatch.setattr(update, "open_screen", opened)
    assert main([*settings(tmp_path, "4in2"), "--lang", "en", "installing", "program"]) == 1
    assert capsys.readouterr().err.strip() == sentence
