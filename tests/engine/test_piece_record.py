"""The record on a sticker: what is written is read again, and no bytes, however hostile, do more than that."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.engine.message import plain_line
from companion.engine.stickers import MAX_RECORD, PrintedIdentity, decode_record, is_same_record, record_text

CASTLE = PrintedIdentity("tile", "B", "Duart Castle")


def test_a_record_is_one_line_of_six_fields() -> None:
    assert record_text("gm2", CASTLE) == "1;gm2;tile;B;Duart Castle;1"


@given(st.sampled_from("SABCD"), st.text(), st.integers(1, 99))
@example("A", "\u037e\u200d;", 1)
@example("A", "Ž" * 40, 99)
def test_what_is_written_is_read_again(deck: str, name: str, copy: int) -> None:
    text = record_text("gm2", PrintedIdentity("tile", deck, name, copy))
    assert len(text.encode()) <= MAX_RECORD
    assert decode_record(text.encode()) == text
    fields = 5 if plain_line(name) else 0
    assert text.count(";") == fields, "no name can bring a field of its own, and without one nothing is said"


@given(st.text(st.characters(categories=("L", "N")), min_size=1, max_size=5))
def test_a_name_of_letters_always_has_a_record(name: str) -> None:
    assert record_text("gm2", PrintedIdentity("tile", "A", name)) != ""


def test_a_long_name_is_cut_between_two_letters_and_still_found() -> None:
    wade = PrintedIdentity("tile", "", "General Wade's Military Roads")
    assert record_text("gm2", wade) == "1;gm2;tile;;General Wade's Military Ro;1"
    assert record_text("gm2", wade._replace(name="Ž" * 40)) == f"1;gm2;tile;;{'Ž' * 13};1"


@given(st.binary(max_size=60))
@example(b"1;gm2;tile;B;\xff;1")
def test_no_bytes_raise(data: bytes) -> None:
    text = decode_record(data)
    assert text.encode() in (b"", data)


@given(st.integers(0, 26), st.binary(min_size=1, max_size=1))
def test_a_record_with_one_byte_bent_is_read_as_nothing_or_as_what_stands_there(at: int, byte: bytes) -> None:
    whole = record_text("gm2", CASTLE).encode()
    bent = whole[:at] + byte + whole[at + 1 :]
    assert decode_record(bent) in ("", bent.decode(errors="ignore"))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"1;gm2;tile;B;Duart Castle",
        b"1;gm2;tile;B;Duart Castle;1;1",
        b"2;gm2;tile;B;Duart Castle;1",
        b"1;gm2;tile;B;;1",
        b"1;GM 2;tile;B;Duart Castle;1",
        b"1;gm2;tile;B;Duart Castle;0",
        b"1;gm2;tile;B;Duart Castle;+1",
        "1;gm2;tile;B;Duart Castle;\u0661".encode(),
        b"1;gm2;tile;B;Duart\nCastle;1",
        b"1;gm2;tile;B;\x1b[2JDuart;1",
        "1;gm2;tile;B;\u202eeltsaC;1".encode(),
        b"1;gm2;tile;B;" + b"D" * 40 + b";1",
    ],
)
def test_what_we_would_not_have_written_is_no_record(data: bytes) -> None:
    assert decode_record(data) == ""


def test_owners_may_type_a_name_as_they_like() -> None:
    assert is_same_record("1;gm2;tile;B;DUART castle;1", record_text("gm2", CASTLE))
    assert not is_same_record("1;gm2;tile;B;Duart Castle;2", record_text("gm2", CASTLE))
    assert not is_same_record("", "")
    assert not is_same_record("1;gm2;tile;B;Duart Castle;1", "")


def test_a_deck_that_only_one_owner_told_is_no_other_piece() -> None:
    assert is_same_record("1;gm2;tile;;Mountain;1", "1;gm2;tile;B;Mountain;1")
    assert not is_same_record("1;gm2;tile;A;Mountain;1", "1;gm2;tile;B;Mountain;1")
    assert not is_same_record("1;gm2;card;;Mountain;1", "1;gm2;tile;;Mountain;1")
