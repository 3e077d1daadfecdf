"""`make card` on a folder with the files of a boot partition: what stands there afterwards, and what stays."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

import pytest

from companion.settings import read_settings
from tests.card import case
from tests.card.case import ALL, ANSWERS, OF_CUSTOMISED, Maker, answers_to, few_wheels, texts
from tools.arm_wheels import SYSTEMS
from tools.card import firstrun
from tools.card.cloud import HOOK
from tools.card.firstrun import BLOCK
from tools.card.make import main, make_card
from tools.pi import boot as boot_files
from tools.pi.install import CASE_KINDS
from tools.pi.machine import Machine, Refused
from tools.wheels import WheelsUnavailable, collect

ROOT = Path(__file__).parents[2]
CUSTOMISED = (case.customised_bookworm, case.customised_trixie)
Laid = Callable[[Path], Path]


def made(boot: Path, *answers: str) -> Maker:
    maker = Maker(*(answers or answers_to(boot)))
    make_card(boot, maker.questions, maker.told.append, few_wheels())
    assert maker.left == []
    return maker


@pytest.mark.parametrize("laid", ALL)
def test_buses_are_on_and_the_serial_line_is_free(laid: Laid, tmp_path: Path) -> None:
    boot = laid(tmp_path / "boot")
    made(boot)
    config = (boot / "config.txt").read_text()
    assert boot_files.without_switches(config) == case.CONFIG_TXT
    assert "\n[all]\ndtparam=spi=on\nenable_uart=1\n" in config
    line = (boot / "cmdline.txt").read_text()
    assert line.count("\n") == 1
    assert "serial0" not in line
    assert "console=tty1 " + case.SYSTEM in line
    assert '"console=serial0,115200"' in (boot / "companion" / "changed.json").read_text()


@pytest.mark.parametrize("laid", ALL)
def test_a_second_time_changes_nothing_and_asks_only_for_the_panel(laid: Laid, tmp_path: Path) -> None:
    boot = laid(tmp_path / "boot")
    made(boot)
    before = texts(boot), (boot / "companion" / "sums.txt").read_text()
    maker = made(boot)
    assert (texts(boot), (boot / "companion" / "sums.txt").read_text()) == before
    assert len(maker.asked) == len(OF_CUSTOMISED)
    assert "A user was set on this card before; user and network are left as they are." in maker.told


@pytest.mark.parametrize("laid", ALL)
def test_the_settings_are_those_of_this_case(laid: Laid, tmp_path: Path) -> None:
    boot = laid(tmp_path / "boot")
    made(boot)
    settings = read_settings(boot / "companion" / "house" / "config" / "companion.toml")
    assert (settings.panel, settings.language) == ("2in13", "cs")
    assert {table: getattr(settings, table).kind for table in CASE_KINDS} == CASE_KINDS


def test_every_file_has_its_sum(tmp_path: Path) -> None:
    boot = case.bookworm(tmp_path / "boot")
    made(boot)
    folder = boot / "companion"
    sums = dict(reversed(line.split("  ")) for line in (folder / "sums.txt").read_text().splitlines())
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    assert set(files) - set(sums) == {"sums.txt"}
    assert all(hashlib.sha256(files[name].read_bytes()).hexdigest() == digest for name, digest in sums.items())
    assert not [name for name in files if "__pycache__" in name]


# What was customised stays


def test_imagers_script_stays_and_ours_comes_before_its_end(tmp_path: Path) -> None:
    boot = case.customised_bookworm(tmp_path / "boot")
    made(boot, *OF_CUSTOMISED)
    script = (boot / "firstrun.sh").read_text()
    assert script.replace(BLOCK, "") == case.IMAGERS_SCRIPT
    assert script.index("userconf") < script.index(BLOCK) < script.index("rm -f /boot/firstrun.sh")
    assert (boot / "cmdline.txt").read_text() == case.SYSTEM.join(
        ("console=tty1 ", f"{case.FIRSTBOOT}{case.IMAGERS_CALL}\n")
    )


@pytest.mark.parametrize(
    "script",
    ["#!/bin/sh\necho\nexit 0\n", "#!/bin/sh\necho\n", "#!/bin/sh\necho", case.IMAGERS_SCRIPT],
)
def test_our_lines_are_in_a_script_once_whatever_it_ends_with(script: str) -> None:
    extended = firstrun.with_our_lines(script)
    assert firstrun.with_our_lines(extended) == extended
    assert extended.count(BLOCK) == 1
    assert extended.replace(BLOCK, "").rstrip() == script.rstrip()
    assert extended.index("echo" if "echo" in script else "userconf") < extended.index(BLOCK)


def test_user_data_that_somebody_wrote_stay_byte_for_byte(tmp_path: Path) -> None:
    boot = case.customised_trixie(tmp_path / "boot")
    made(boot, *OF_CUSTOMISED)
    assert (boot / "user-data").read_text() == case.IMAGERS_USER_DATA
    assert (boot / "network-config").read_text() == case.NETWORK
    assert (boot / "meta-data").read_text() == case.META_DATA
    assert (boot / "vendor-data").read_text() == HOOK


def test_custom_toml_stays_and_a_script_of_ours_says_nothing_of_users(tmp_path: Path) -> None:
    boot = case.bookworm(tmp_path / "boot")
    (boot / "custom.toml").write_text('config_version = 1\n[user]\nname = "ann"\n')
    made(boot, *OF_CUSTOMISED)
    script = (boot / "firstrun.sh").read_text()
    assert "userconf" not in script
    assert BLOCK in script
    assert "systemd.run=/boot/firmware/firstrun.sh" in (boot / "cmdline.txt").read_text()


# What was not


def test_only_the_password_of_the_network_lies_on_the_card(tmp_path: Path) -> None:
    for laid, written in ((case.bookworm, quote), (case.trixie, json.dumps)):
        boot = laid(tmp_path / laid.__name__)
        made(boot)
        everything = b"".join(file.read_bytes() for file in boot.rglob("*") if file.is_file())
        assert "☕😀".encode() in everything
        assert b"secret's" not in everything
        assert written(case.NETWORK_PASSWORD).encode() in everything, "WPA3 cannot use a hash of it"


def test_the_script_calls_what_the_system_has_for_it(tmp_path: Path) -> None:
    boot = case.bookworm(tmp_path / "boot")
    made(boot, "4in2", "en", "ann", "-", "it's a secret", "it's a secret", "Ann's; $(touch log)", "", "GB", "")
    script = (boot / "firstrun.sh").read_text()
    for name in ("/usr/lib/userconf-pi/userconf", "/usr/lib/raspberrypi-sys-mods/imager_custom"):
        script = script.replace(name, f"printf '%s|' {Path(name).name}; printf '%s|' ")
    script = re.sub(r"^(sh|sed|rm) .*$", ":", script, flags=re.MULTILINE)
    done = subprocess.run(["sh"], input=script, capture_output=True, text=True, check=True, cwd=tmp_path)
    told = done.stdout.split("|")
    assert told[:2] == ["userconf", "ann"]
    assert told[2].startswith("$2b$12$")
    assert told[3:7] == ["imager_custom", "set_wlan", "Ann's; $(touch log)", ""]
    assert told[7:] == ["GB", "imager_custom", "enable_ssh", "-p", ""]
    assert not (tmp_path / "log").exists()


# Refused


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_a_full_card_is_refused_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boot = case.trixie(tmp_path / "boot")
    before = texts(boot)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1, 1, 29_000_000))
    with pytest.raises(Refused, match=r"The boot partition is too full by 2 MB; write the card anew"):
        made(boot)
    assert texts(boot) == before
    assert not (boot / "companion").exists()


def test_what_is_wrong_with_a_card_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    maker = Maker(*ANSWERS)
    with pytest.raises(Refused):
        make_card(tmp_path, maker.questions, maker.told.append, few_wheels())
    assert maker.asked == []


def test_a_copy_that_broke_off_begins_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boot = case.trixie(tmp_path / "boot")
    before = texts(boot)
    copies = []

    def full(source: Path, to: Path) -> None:
        copies.append(to)
        if boot in Path(to).parents and len(copies) > 25:
            raise OSError(28, "No space left on device", str(to))
        to.write_bytes(Path(source).read_bytes())

    monkeypatch.setattr("tools.card.make.copyfile", full)
    with pytest.raises(Refused, match=r"The card can't be written \(No space left on device: .*\); is it in"):
        made(boot)
    assert texts(boot) == before
    monkeypatch.undo()
    made(boot)
    assert (boot / "vendor-data").exists()


# As it is typed


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ((), 2, "Say where the card's boot partition is: make card BOOT=/media/ann/bootfs"),
        (("/nowhere/at/all",), 1, 'There is no folder "/nowhere/at/all"'),
    ],
)
def test_what_is_typed_wrong_is_one_sentence(
    words: tuple[str, ...], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    err = capsys.readouterr().err
    assert err.startswith(sentence)
    assert err.count("\n") == 1


def typed_at(terminal: int, *answers: tuple[str, str]) -> str:
    """Each answer once its question is there; everything that was shown until the end."""
    shown = seen = ""
    left = list(answers)
    with suppress(OSError):  # the other side is closed
        while more := os.read(terminal, 4096).decode():
            shown, seen = shown + more, seen + more
            if left and left[0][0] in seen and seen.endswith(": "):
                os.write(terminal, left.pop(0)[1].encode() + b"\n")
                seen = ""
    return shown


def test_whoever_stops_in_the_middle_finds_the_card_as_it_was(tmp_path: Path) -> None:
    """On a terminal, as `make card` is typed."""
    boot = case.trixie(tmp_path / "boot")
    before = texts(boot)
    ours, theirs = pty.openpty()
    call = "import sys; from tests.card.case import few_wheels; from tools.card.make import main; "
    command = [sys.executable, "-c", f"{call}sys.exit(main(sys.argv[1:], few_wheels()))", str(boot)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT, close_fds=True) as typed:
        os.close(theirs)
        shown = typed_at(
            ours, ("Panel", "4in2"), ("Language", "en"), ("User", "ann"), ("SSH", "-"), ("Passw", "\x04")
        )
    os.close(ours)
    assert typed.returncode == 1
    assert "Stopped; nothing was written on the card." in shown
    assert texts(boot) == before


# Cut off while it is made, and what else was met


WRITES = ("config.txt", "cmdline.txt", "network-config", "user-data", "vendor-data", "firstrun.sh")


def laid_with_custom_toml(boot: Path) -> Path:
    case.bookworm(boot)
    (boot / "custom.toml").write_text("[user]\n")
    return boot


@pytest.mark.parametrize("name", WRITES)
@pytest.mark.parametrize("laid", [*ALL, laid_with_custom_toml])
def test_a_cut_before_any_file_is_made_good_by_the_same_command(
    laid: Laid, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = laid(tmp_path / "whole"), laid(tmp_path / "cut")
    made(whole)
    write = Machine.write

    def cut_before(hands: Machine, path: str, text: str, mode: int = 0o644) -> bool:
        if path == f"/{name}":
            raise KeyboardInterrupt
        return write(hands, path, text, mode)

    monkeypatch.setattr(Machine, "write", cut_before)
    with suppress(Refused):
        made(cut)
    monkeypatch.undo()
    made(cut)
    hidden = re.compile(r"\$2b\$\S+")  # salted anew
    told = [{file: hidden.sub("", text) for file, text in texts(boot).items()} for boot in (whole, cut)]
    assert told[0] == told[1]
    assert '"console=serial0,115200"' in (cut / "companion" / "changed.json").read_text()


def test_a_bookworm_card_that_failed_is_made_again_without_a_second_first_start(tmp_path: Path) -> None:
    boot = case.bookworm(tmp_path / "boot")
    made(boot)
    (boot / "firstrun.sh").unlink()
    (boot / "cmdline.txt").write_text(f"console=tty1 {case.SYSTEM}\n")  # as its first two starts leave it
    wheel = next((boot / "companion" / "wheels" / "3.11").iterdir())
    wheel.write_bytes(b"half")
    maker = made(boot)
    assert len(maker.asked) == len(OF_CUSTOMISED)
    assert wheel.read_bytes() != b"half"
    assert (boot / "cmdline.txt").read_text() == f"console=tty1 {case.SYSTEM}\n"
    assert not (boot / "firstrun.sh").exists()


def test_a_network_that_imager_wrote_alone_stays_and_only_the_user_is_asked(tmp_path: Path) -> None:
    network = "network:\n  version: 2\n  wifis: {wlan0: {access-points: {Home: {hidden: true}}}}\n"
    boot = case.trixie(tmp_path / "boot", network_config=network)
    maker = made(boot, *ANSWERS[:6], "")
    assert (boot / "network-config").read_text() == network
    assert '  name: "ann"' in (boot / "user-data").read_text()
    assert "Wi-Fi was set on this card before; it is left as it is." in maker.told


def test_enter_keeps_the_panel_and_language_of_the_time_before(tmp_path: Path) -> None:
    boot = case.trixie(tmp_path / "boot")
    made(boot)
    maker = made(boot, "", "", "")
    assert "[2in13]" in maker.asked[0]
    settings = read_settings(boot / "companion" / "house" / "config" / "companion.toml")
    assert (settings.panel, settings.language) == ("2in13", "cs")


def test_what_is_spoilt_in_our_own_folder_is_made_anew(tmp_path: Path) -> None:
    boot = case.trixie(tmp_path / "boot")
    made(boot)
    for name in ("changed.json", "house/config/companion.toml"):
        (boot / "companion" / name).write_bytes(b"\xff\xfe half")
    maker = made(boot, "7in5", "en", "")
    assert "[4in2]" in maker.asked[0]
    assert 'panel = "7in5"' in (boot / "companion" / "house" / "config" / "companion.toml").read_text()


def test_what_begins_the_first_start_is_written_last(tmp_path: Path) -> None:
    for laid, last in ((case.trixie, "vendor-data"), (case.bookworm, "cmdline.txt")):
        boot = laid(tmp_path / laid.__name__)
        made(boot)
        newest = max((file for file in boot.iterdir() if file.is_file()), key=lambda file: file.stat().st_mtime_ns)
        assert newest.name == last


def test_an_exit_inside_a_script_is_not_its_end() -> None:
    script = "#!/bin/sh\nif [ -e /x ]; then\n  exit 1\nfi\necho\nexit 0\n"
    assert firstrun.with_our_lines(script).index("echo") < firstrun.with_our_lines(script).index(BLOCK)


def test_a_home_of_nobody_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("~nosuchuser/bootfs",)) == 1
    assert capsys.readouterr().err.startswith('There is nobody whose folder "~nosuchuser/bootfs" could be;')


def test_a_second_copy_that_broke_off_begins_nothing_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """vendor-data and start.sh of the time before are there; without the unit they do nothing."""
    boot = case.trixie(tmp_path / "boot")
    made(boot)

    def full(_source: Path, to: Path) -> None:
        if boot in Path(to).parents:
            raise OSError(28, "No space left on device", str(to))

    monkeypatch.setattr("tools.card.make.copyfile", full)
    with pytest.raises(Refused):
        made(boot)
    assert (boot / "companion" / "start.sh").exists()
    assert not (boot / "companion" / "companion-first-start.service").exists()


def test_what_cannot_be_fetched_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    boot = case.trixie(tmp_path / "boot")
    before = texts(boot)
    maker = Maker(*ANSWERS)

    def no_network(_system: object, _folder: Path) -> None:
        raise WheelsUnavailable("no network")

    with pytest.raises(WheelsUnavailable):
        make_card(boot, maker.questions, maker.told.append, no_network)
    assert maker.asked == []
    assert texts(boot) == before


def test_without_a_network_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The real tools, whose only way out is closed."""
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy", "http_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("PIP_RETRIES", "UV_HTTP_RETRIES"):
        monkeypatch.setenv(name, "0")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "")
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("UV_INDEX", "")
    monkeypatch.setenv("UV_FIND_LINKS", "")
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    with pytest.raises(WheelsUnavailable) as missing:
        collect(SYSTEMS[0], tmp_path / "wheels")
    assert str(missing.value).startswith(
        "The software for the Pi can't be fetched; look whether this computer is on"
    )


def test_who_says_no_is_asked_again_and_their_answers_are_offered(tmp_path: Path) -> None:
    boot = case.customised_trixie(tmp_path / "boot")
    maker = made(boot, "2in9", "cs", "no", "", "", "yes")
    assert "Told: panel 2in9, language cs." in maker.told
    assert 'panel = "2in9"' in (boot / "companion" / "house" / "config" / "companion.toml").read_text()


def test_what_was_answered_is_told_without_a_secret(tmp_path: Path) -> None:
    maker = made(
        case.bookworm(tmp_path / "boot"),
        "",
        "en",
        "ann",
        "-",
        *["a secret1"] * 2,
        " Home ",
        *["a secret2"] * 2,
        "Czechia",
        "",
    )
    (told,) = (each for each in maker.told if each.startswith("Told: "))
    assert told == 'Told: panel 4in2, language en, user "ann" with a password, Wi-Fi "Home" in CZ.'


def test_a_locked_card_is_said_before_anything_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boot = case.trixie(tmp_path / "boot")
    monkeypatch.setattr("os.access", lambda _path, mode: mode != os.W_OK)
    maker = Maker(*ANSWERS)
    with pytest.raises(Refused, match="is the card locked, or another user's"):
        make_card(boot, maker.questions, maker.told.append, few_wheels())
    assert maker.asked == []


def test_a_device_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is no folder; name the folder in which your computer shows the card"):
        made(Path("/dev/null"))


def user_data_of(text: str) -> Any:
    """As cloud-init reads it."""
    return pytest.importorskip("yaml").safe_load(text)


PARTS = {
    "country": "#cloud-config\nmanage_resolv_conf: false\n\nruncmd:\n  - [ rfkill, unblock, wifi ]\n",
    "host name": "#cloud-config\nhostname: castle\nmanage_etc_hosts: true\n",
    "ssh alone": "#cloud-config\nssh_pwauth: false\nruncmd:\n# theirs\n- [ rfkill, unblock, wifi ]\n- [ ls ]\n",
    "Notepad": "\ufeff#cloud-config\r\nhostname: castle\r\n",
}


@pytest.mark.parametrize("theirs", PARTS.values(), ids=PARTS)
def test_a_card_customised_in_part_is_asked_for_its_user_and_keeps_the_rest(theirs: str, tmp_path: Path) -> None:
    boot = case.trixie(tmp_path / "boot", user_data=theirs)
    maker = made(boot, *ANSWERS)
    assert any("User name" in each for each in maker.asked)
    text = (boot / "user-data").read_text(encoding="utf-8")
    assert text.startswith("#cloud-config")
    told = user_data_of(text)
    before = user_data_of(theirs.removeprefix("\ufeff"))
    assert told["user"]["name"] == "ann"
    assert told["ssh_pwauth"] is True
    assert [each for each in told["runcmd"] if "ssh" in each] == [["systemctl", "enable", "--now", "ssh"]]
    assert [each for each in told["runcmd"] if "ssh" not in each] == before.pop("runcmd", [])
    before.pop("ssh_pwauth", None)
    assert {key: told[key] for key in before} == before
    assert len(re.findall(r"^[a-z_]+:", text, re.MULTILINE)) == len(told), "no key stands there twice"
    assert made(boot, *OF_CUSTOMISED).left == []


def test_a_script_without_a_user_gets_one_and_keeps_the_rest(tmp_path: Path) -> None:
    script = "\n".join(line for line in case.IMAGERS_SCRIPT.splitlines() if "userconf" not in line) + "\n"
    line = f"{case.CONSOLE}{case.SYSTEM}{case.FIRSTBOOT}{case.IMAGERS_CALL}\n"
    boot = case.bookworm(tmp_path / "boot", cmdline_txt=line, firstrun_sh=script)
    made(boot, *ANSWERS)
    text = (boot / "firstrun.sh").read_text(encoding="utf-8")
    assert "set_hostname castle" in text
    assert re.search(r"^/usr/lib/userconf-pi/userconf ann '\$2b", text, re.MULTILINE)
    assert text.index("userconf ann") < text.index("start.sh") < text.index("rm -f /boot/firstrun.sh")


@pytest.mark.parametrize("has_user", [True, False])
def test_a_serial_console_of_imager_is_said_and_switched_off(has_user: bool, tmp_path: Path) -> None:
    """Else cloud-init puts it back on the reader's line after the first start."""
    console = "rpi:\n  interfaces:\n    spi: true\n    serial:\n      console: true\n      hardware: true\n"
    text = case.IMAGERS_USER_DATA if has_user else "#cloud-config\nhostname: castle\n"
    boot = case.trixie(tmp_path / "boot", user_data=text + console)
    maker = made(boot)
    told = user_data_of((boot / "user-data").read_text(encoding="utf-8"))
    assert told["rpi"] == {"interfaces": {"spi": True, "serial": {"console": False, "hardware": True}}}
    assert sum("serial console" in each for each in maker.told) == 1


def test_our_switches_are_the_last_whatever_stands_above(tmp_path: Path) -> None:
    config = case.CONFIG_TXT + "enable_uart=1\ndtparam=spi=on\ninclude extra.txt\n[pi5]\nenable_uart=0\n"
    boot = case.trixie(tmp_path / "boot", config_txt=config)
    made(boot)
    assert (
        (boot / "config.txt")
        .read_text()
        .endswith("# companion: begin\n[all]\ndtparam=spi=on\nenable_uart=1\n# companion: end\n")
    )
