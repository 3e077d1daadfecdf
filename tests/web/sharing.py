"""Somebody shares a box on a page of ours: a file is chosen, and each point where the two differ."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from companion.games.glen_more_2.catalogue.box import read_box

MINE = 'schema = 1\n[tile."A-1"]\nname = "Forest"\ncost = {coin = 1}\nriver = true\n'
THEIRS = b'schema = 1\n[[tile]]\ndeck = "A"\nname = "Forest"\ncost = {coin = 2}\nriver = false\n'


def chosen(page: Page, content: bytes, name: str = "ann.toml") -> None:
    file = {"name": name, "mimeType": "text/plain", "buffer": content}
    page.get_by_label("Take in another owner's box").set_input_files(file)  # type: ignore[arg-type]


def each_difference_is_chosen(page: Page, folder: Path) -> None:
    """By keyboard: neither is chosen beforehand; what was chosen is kept, and the form says how many."""
    chosen(page, THEIRS)
    head = page.get_by_role("heading", name="The two boxes differ in 2 points")
    expect(head).to_be_focused()
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    page.get_by_role("button", name="Take it in").click()
    assert (folder / "box.toml").read_text() == MINE, "the browser asks for what is not chosen yet"
    page.get_by_role("group", name="Forest, Cost").get_by_label("theirs: 2 coins").check()
    page.get_by_role("group", name="Forest, River").get_by_label("mine: Yes").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").last).to_have_text("1 value taken in.")
    expect(head).to_be_hidden()
    told = read_box(folder / "box.toml").tile["A-1"]
    assert (told.cost, told.river) == ({"coin": 2}, True)


def faults_are_told(page: Page, folder: Path) -> None:
    before = (folder / "box.toml").read_bytes()
    said = page.locator(".tiles [role=status], #teaching [role=status]").last
    for content, sentence in (
        (b'[[tile]]\ndeck = "A"', "ann.toml: tile 1 has neither a name nor kind and cost"),
        (b"\xff\xfe", "ann.toml is not UTF-8 text"),
        (b"#" * 70_000, "That is too long; at most 65536 bytes fit."),
    ):
        chosen(page, content)
        expect(said).to_contain_text(sentence)
    assert (folder / "box.toml").read_bytes() == before
