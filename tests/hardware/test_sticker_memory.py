"""A record on a sticker: written and read through the vendor's driver on a chip, with every fault of stickers.

At every moment the old record is read, or none, or the new one.
"""

from __future__ import annotations

import ndef
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.engine.stickers import decode_record
from companion.hardware import sticker_memory as layout
from companion.hardware.devices import ForeignRecord, ReaderLost, StickerFault
from companion.hardware.sticker_memory import MIME_TYPE, decode_ndef, encode_ndef, find_message
from tests.hardware.worlds import ChipWorld
from tests.hardware_fakes.ntag import MODELS, NTAG203, ULTRALIGHT_C, Memory, Model
from tests.hardware_fakes.pn532_chip import Pn532Chip, Tag, phone

ONE, OTHER = "04a1b2c3d4e5f6", "04ffffffffffff"
CASTLE, LOCH = "1;gm2;tile;B;Duart Castle;1", "1;gm2;tile;C;Loch Ness;1"
LONGEST = "1;gm2;tile;D;General Wade's Military R;1"


@pytest.fixture(params=["uart", "i2c"])
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ChipWorld:
    return ChipWorld(request.param, monkeypatch)


@pytest.fixture
def on_uart(monkeypatch: pytest.MonkeyPatch) -> ChipWorld:
    return ChipWorld("uart", monkeypatch)


def laid(world: ChipWorld, model: str = "213", uid: str = ONE) -> tuple[Tag, Memory]:
    tag = Tag(uid, model=MODELS[model])
    world.chip.lay(tag)
    assert tag.memory
    return tag, tag.memory


def stands(memory: Memory) -> str:
    """What any reader of such stickers finds: by a walk of its own through the blocks, and the field's library."""
    data, at = memory.data, 0
    while at < len(data) and data[at] != 0x03:
        if data[at] == 0xFE:
            return ""
        at += 1 if data[at] == 0x00 else 2 + data[at + 1]
    message = data[at + 2 : at + 2 + data[at + 1]]
    records = list(ndef.message_decoder(message))
    assert [record.type for record in records] in ([], [MIME_TYPE.decode()])
    return records[0].data.decode() if records else ""


def read_anew(world: ChipWorld) -> str:
    """What a reader that doesn't know the sticker is told of it; the sticker is laid down anew."""
    reader = type(world.reader)(world.connect, world.clock, world.clock.sleep)
    reader.wants_record = lambda _uid: True
    tag = reader.read(1.0)
    reader.close()
    assert tag is not None
    return tag.partition("#")[2]


def fault(world: ChipWorld, record: str = CASTLE, overwrite: bool = False) -> str:
    with pytest.raises(StickerFault) as told:
        world.reader.write(ONE, record, overwrite)
    return str(told.value)


# Well


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("record", [CASTLE, LONGEST])
def test_a_record_is_written_on_a_new_sticker_and_read(world: ChipWorld, model: str, record: str) -> None:
    _, memory = laid(world, model)
    before = bytes(memory.bytes)
    assert world.reader.write(ONE, record)
    assert stands(memory) == record
    assert read_anew(world) == record
    assert min(memory.written) >= 4
    assert max(memory.written) < memory.model.lock_page, "locks, password and what is set once stay as they are"
    assert memory.bytes[:16] == before[:16]
    assert memory.bytes[4 * memory.model.lock_page :] == before[4 * memory.model.lock_page :]


def test_its_length_is_written_as_nothing_first_and_as_it_is_last(on_uart: ChipWorld) -> None:
    _, memory = laid(on_uart)
    on_uart.reader.write(ONE, CASTLE)
    first, *between, last = memory.written
    assert first == last == 5, "behind the block that an NTAG213 comes with"
    assert between == sorted(between)


def test_the_same_record_is_not_written_again(world: ChipWorld) -> None:
    _, memory = laid(world)
    assert world.reader.write(ONE, CASTLE)
    memory.written.clear()
    assert not world.reader.write(ONE, CASTLE)
    assert memory.written == []


@pytest.mark.parametrize(("old", "new"), [(CASTLE, LOCH), (LOCH, LONGEST), (LONGEST, LOCH)])
def test_a_record_of_ours_is_replaced_unasked(world: ChipWorld, old: str, new: str) -> None:
    _, memory = laid(world)
    world.reader.write(ONE, old)
    assert world.reader.write(ONE, new)
    assert stands(memory) == read_anew(world) == new


def test_an_emptied_sticker_without_any_block_is_used_from_its_first_page(world: ChipWorld) -> None:
    _, memory = laid(world)
    memory.bytes[16:24] = bytes(8)
    assert world.reader.write(ONE, CASTLE)
    assert stands(memory) == CASTLE
    assert memory.written[0] == 4


@pytest.mark.parametrize("mood", [{"every_second": True}, {"misses": True}])
def test_a_moody_board_writes_all_the_same(world: ChipWorld, mood: dict[str, bool]) -> None:
    for name, value in mood.items():
        setattr(world.chip, name, value)
    _, memory = laid(world)
    assert world.reader.write(ONE, CASTLE)
    assert stands(memory) == CASTLE


def test_after_writing_a_sticker_that_is_left_lying_is_no_second_tap(world: ChipWorld) -> None:
    laid(world)
    assert world.reader.read(1.0) == f"uid:{ONE}"
    world.reader.write(ONE, CASTLE)
    assert world.reader.read(3.0) is None


# Cut between any two pages


@pytest.mark.parametrize("cut", ["lifted", "unplugged"])
@pytest.mark.parametrize("old", ["", LOCH])
@pytest.mark.parametrize("model", ["213", "215"])
def test_a_cut_between_any_two_pages_leaves_the_old_record_or_none(
    monkeypatch: pytest.MonkeyPatch, cut: str, old: str, model: str
) -> None:
    whole = _writes(monkeypatch, old, model)
    found = [_cut_at(monkeypatch, done, old, model, cut) for done in range(whole)]
    assert found == [old, *[""] * (whole - 1)]


def _writes(monkeypatch: pytest.MonkeyPatch, old: str, model: str) -> int:
    world, memory = _prepared(monkeypatch, old, model)
    world.reader.write(ONE, CASTLE)
    assert len(memory.written) > 15
    return len(memory.written)


def _prepared(monkeypatch: pytest.MonkeyPatch, old: str, model: str) -> tuple[ChipWorld, Memory]:
    world = ChipWorld("uart", monkeypatch)
    _, memory = laid(world, model)
    if old:
        world.reader.write(ONE, old)
    memory.written.clear()
    return world, memory


def _cut_at(monkeypatch: pytest.MonkeyPatch, done: int, old: str, model: str, cut: str) -> str:
    world, memory = _prepared(monkeypatch, old, model)
    tag = next(iter(world.chip._tags))

    def there(so_far: int) -> bool:
        if so_far == done:
            world.chip.lift(tag) if cut == "lifted" else world.chip.unplug()
        return so_far != done

    memory.before_write = there
    if cut == "lifted":
        assert fault(world).startswith("The piece was taken away too soon")
        world.chip.lay(tag)
    else:
        with pytest.raises(ReaderLost):
            world.reader.write(ONE, CASTLE)
        world.chip.replug()
    assert len(memory.written) == done
    found = read_anew(world)
    assert found == stands(memory)
    memory.before_write = lambda _so_far: True
    world.clock.sleep(1)
    assert world.reader.write(ONE, CASTLE), "laid down again it is written whole"
    assert stands(memory) == CASTLE
    return found


# Faults, one sentence each


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("page", [6, 8, 16, 21])
def test_a_locked_page_is_told_before_anything_is_written(world: ChipWorld, model: str, page: int) -> None:
    _, memory = laid(world, model)
    memory.lock(page)
    assert fault(world, LONGEST) == str(layout.LOCKED)
    assert memory.written == []


def test_a_lock_behind_the_record_does_not_matter(world: ChipWorld) -> None:
    _, memory = laid(world)
    memory.lock(38)
    assert world.reader.write(ONE, LONGEST)


def test_a_sticker_that_says_that_it_is_only_read_is_locked(world: ChipWorld) -> None:
    _, memory = laid(world)
    memory.bytes[15] = 0x0F
    assert fault(world) == str(layout.LOCKED)


@pytest.mark.parametrize("read_protected", [False, True])
def test_a_password_is_told_before_anything_is_written(world: ChipWorld, read_protected: bool) -> None:
    _, memory = laid(world)
    memory.auth0, memory.read_protected = 6, read_protected
    assert fault(world).startswith("A password protects that sticker")
    assert memory.written == []


def test_a_password_matters_from_the_page_on_that_it_protects(world: ChipWorld) -> None:
    tag, memory = laid(world)
    world.reader.write(ONE, CASTLE)
    last = max(memory.written)
    world.chip.lift(tag)
    _, memory = laid(world)
    memory.auth0 = last
    assert fault(world).startswith("A password protects that sticker")
    memory.auth0 = last + 1
    assert world.reader.write(ONE, CASTLE)


def test_a_record_may_fill_a_sticker_to_its_last_byte_and_no_further(world: ChipWorld) -> None:
    _, memory = laid(world)
    memory.bytes[16:24] = bytes(8)
    around = 2 + len(encode_ndef(b"")) + 1
    fits = CASTLE + "x" * (-(around + len(CASTLE)) % 8)
    memory.bytes[14] = (around + len(fits)) // 8
    assert fault(world, fits + "x").startswith("That sticker is too small")
    assert world.reader.write(ONE, fits)
    assert stands(memory) == fits


def test_one_without_room_is_told(world: ChipWorld) -> None:
    _, memory = laid(world)
    memory.bytes[14] = 0x06
    assert fault(world).startswith("That sticker is too small")
    assert memory.written == []


@pytest.mark.parametrize("container", ["00000000", "e1200012", "ffffffff"])
def test_one_that_nobody_formatted_is_told(world: ChipWorld, container: str) -> None:
    _, memory = laid(world)
    memory.bytes[12:16] = bytes.fromhex(container)
    assert "not an NTAG213, 215 or 216" in fault(world)
    assert memory.written == []


def test_a_phone_or_a_bank_card_can_hold_no_record(world: ChipWorld) -> None:
    world.chip.lay(phone())
    with pytest.raises(StickerFault, match="not an NTAG213"):
        world.reader.write("08a1b2c3", CASTLE)


FOREIGN = bytes.fromhex("0310d1010c5504") + b"example.org" + b"\xfe"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(FOREIGN, id="a web address"),
        pytest.param(b"\x03\xff\x01\x90" + bytes(range(100)), id="a long one"),
        pytest.param(b"\xfd\x04abcd\xfe", id="a block of somebody's own"),
        pytest.param(b"\x03\x53" + b"\xd2\x28\x28" + b"x" * 80 + b"\xfe", id="another type"),
    ],
)
def test_a_foreign_record_is_overwritten_only_when_people_say_so(world: ChipWorld, data: bytes) -> None:
    _, memory = laid(world)
    memory.bytes[16 : 16 + len(data)] = data
    with pytest.raises(ForeignRecord, match="Something else is written"):
        world.reader.write(ONE, CASTLE)
    assert memory.written == []
    assert read_anew(world) == ""
    assert world.reader.write(ONE, CASTLE, overwrite=True)
    assert stands(memory) == CASTLE


def test_two_stickers_on_the_antenna_are_told_and_neither_is_written(world: ChipWorld) -> None:
    """A tile left lying would else be written in place of the one that was tapped."""
    _, resting = laid(world, uid=OTHER)
    _, tapped = laid(world)
    assert fault(world).startswith("Two stickers lie there")
    assert resting.written == tapped.written == []


def test_another_sticker_than_the_one_that_was_meant_is_left_alone(world: ChipWorld) -> None:
    _, memory = laid(world, uid=OTHER)
    assert fault(world).startswith("Another sticker lies there")
    assert memory.written == []


def test_one_whose_memory_gives_another_number_is_left_alone(world: ChipWorld) -> None:
    _, memory = laid(world)
    memory.bytes[4] ^= 1
    assert "not an NTAG213, 215 or 216" in fault(world)
    assert memory.written == []


def test_one_exchanged_half_way_gets_nothing(world: ChipWorld) -> None:
    tag, memory = laid(world)
    other = Tag(OTHER)

    def there(so_far: int) -> bool:
        if so_far == 5:
            world.chip.lift(tag)
            world.chip.lay(other)
        return so_far < 5

    memory.before_write = there
    assert fault(world).startswith("The piece was taken away too soon")
    assert other.memory
    assert other.memory.written == []


def test_no_sticker_at_all_is_told(world: ChipWorld) -> None:
    assert fault(world).startswith("The piece was taken away too soon")


def test_a_page_that_keeps_nothing_is_found_by_reading_back(world: ChipWorld) -> None:
    _, memory = laid(world)
    memory.worn.add(9)
    assert fault(world).startswith("That sticker did not keep what was written")


def test_one_that_refuses_without_a_lock_is_told(world: ChipWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    _, memory = laid(world)
    monkeypatch.setattr(memory, "write", lambda _page, _four: False)
    assert fault(world).startswith("That sticker refuses to be written on")


# Reading


def test_a_known_sticker_is_never_asked_for_its_record(world: ChipWorld) -> None:
    laid(world)
    world.reader.write(ONE, CASTLE)
    world.chip.commands.clear()
    reader = type(world.reader)(world.connect, world.clock, world.clock.sleep)
    assert reader.read(1.0) == f"uid:{ONE}"
    assert 0x40 not in world.chip.commands


def test_an_unknown_sticker_is_asked_once_and_tells_within_the_time_of_a_beep(on_uart: ChipWorld) -> None:
    tag, _ = laid(on_uart)
    on_uart.reader.write(ONE, CASTLE)
    on_uart.chip.lift(tag)
    on_uart.clock.sleep(1)
    on_uart.reader.read(2)
    on_uart.reader.wants_record = lambda uid: uid == ONE
    on_uart.chip.lay(tag)
    began = on_uart.clock.now
    assert on_uart.reader.read(2) == f"uid:{ONE}#{CASTLE}"
    assert on_uart.clock.now - began < 0.2
    on_uart.chip.commands.clear()
    on_uart.reader.read(1)
    assert 0x40 not in on_uart.chip.commands


def test_a_new_empty_sticker_costs_one_exchange(on_uart: ChipWorld) -> None:
    laid(on_uart, "215")
    on_uart.reader.wants_record = lambda _uid: True
    assert on_uart.reader.read(2) == f"uid:{ONE}"
    assert on_uart.chip.commands.count(0x40) == 1


def test_what_is_too_long_to_be_ours_is_not_read_to_its_end(on_uart: ChipWorld) -> None:
    _, memory = laid(on_uart, "215")
    memory.bytes[16:20] = b"\x03\xff\x01\x90"
    on_uart.reader.wants_record = lambda _uid: True
    assert on_uart.reader.read(2) == f"uid:{ONE}"
    assert on_uart.chip.commands.count(0x40) == 1


def test_one_that_is_torn_away_while_it_is_read_is_a_tap_all_the_same(world: ChipWorld) -> None:
    tag, memory = laid(world)
    world.reader.write(ONE, CASTLE)
    pages = memory.read

    def torn(page: int) -> bytes | None:
        world.chip.lift(tag)
        return pages(page)

    memory.read = torn  # type: ignore[method-assign]
    assert read_anew(world) == ""


def test_a_phone_is_not_asked(world: ChipWorld) -> None:
    world.chip.lay(phone())
    world.reader.wants_record = lambda _uid: True
    assert world.reader.read(1) == "foreign:"
    assert 0x40 not in world.chip.commands


def told(chip: Pn532Chip, world: ChipWorld, data: bytes) -> str:
    tag = Tag(ONE)
    assert tag.memory
    tag.memory.bytes[16 : 16 + len(data)] = data[: len(tag.memory.data)]
    chip.lay(tag)
    return read_anew(world)


@given(st.binary(max_size=144))
@example(b"\x03")
@example(b"\x03\xff")
@example(b"\x03\x00" + encode_ndef(CASTLE.encode()))
@example(b"\x03\x53" + encode_ndef(b"\xff" * 40))
@example(b"\x01\x03\xa0\x0c\x01\x03\xa0\x0c\x03\xff\xff\xff")
def test_no_bytes_on_a_sticker_take_its_tap_away(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        world = ChipWorld("uart", patch)
        found = told(world.chip, world, data)
        assert found.encode() in data


@given(st.binary(max_size=120))
def test_the_envelope_is_ours_or_nothing(message: bytes) -> None:
    payload = decode_ndef(message)
    assert payload in (b"", message[3 + len(MIME_TYPE) :])
    find_message(message)
    decode_record(message)


@pytest.mark.parametrize("at", range(3 + len(MIME_TYPE)))
def test_one_other_byte_in_the_envelope_makes_it_somebody_elses(at: int) -> None:
    message = bytearray(encode_ndef(CASTLE.encode()))
    message[at] ^= 1
    assert decode_ndef(bytes(message)) == b""


def test_the_field_s_library_reads_our_envelope() -> None:
    (record,) = ndef.message_decoder(encode_ndef(CASTLE.encode()))
    assert (record.type, record.data) == (MIME_TYPE.decode(), CASTLE.encode())
    assert b"".join(ndef.message_encoder([record])) == encode_ndef(CASTLE.encode())


ERASED = {
    "213": "0103a00c340303d00000fe",
    "215": "0303d00000fe",
    "216": "0304d8000000fe",
}


@pytest.mark.parametrize("model", ERASED)
def test_a_sticker_that_an_app_erased_is_empty(world: ChipWorld, model: str) -> None:
    _, memory = laid(world, model)
    content = bytes.fromhex(ERASED[model])
    memory.bytes[16 : 16 + len(content)] = content
    assert world.reader.write(ONE, CASTLE)
    assert read_anew(world) == CASTLE


@pytest.mark.parametrize("model", [NTAG203, ULTRALIGHT_C])
def test_the_chips_own_answer_tells_where_its_locks_and_password_are(world: ChipWorld, model: Model) -> None:
    """Chips that say the same size as an NTAG213 and have other things at its pages."""
    tag = Tag(ONE, model=model)
    world.chip.lay(tag)
    assert tag.memory
    assert world.reader.write(ONE, CASTLE)
    assert read_anew(world) == CASTLE
    assert max(tag.memory.written) < model.lock_page


def test_a_locked_page_of_an_unknown_chip_is_told_before_anything_is_written(world: ChipWorld) -> None:
    tag = Tag(ONE, model=NTAG203)
    world.chip.lay(tag)
    assert tag.memory
    tag.memory.lock(9)
    assert fault(world) == "That sticker is locked for ever: nothing more can be written on it."
    assert tag.memory.written == []
