"""What newcomers met in an evening without stickers, by the rules: a nameless person, a Scot that pays at home."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2.facts import Cost
from tests.state.glen_more_2.table import Table, facts_of, with_piece


@pytest.mark.rule("GM-PER-02", "GM-ACT-18")
@pytest.mark.parametrize(("kind", "doubted"), [("person", False), ("land", True)])
def test_who_took_a_person_without_a_name_has_moved_no_scot(kind: str, doubted: bool) -> None:
    table = Table(2, box="bare")
    table.arrange("red yellow A? A? B?")
    table.takes("red", ahead=1)
    table.answers("sort", kind)
    table.declines()
    table.done(anyway=True)
    assert ("scots" in table.player("red").uncertain_counts) is doubted


@pytest.mark.rule("GM-TAK-04", "GM-EDG-08")
def test_while_a_scot_is_owed_that_one_left_the_home_castle_stands_in_the_list() -> None:
    table = Table(2, facts=with_piece(facts_of("bare"), "loch_ness", cost=(Cost("scot", 1),)))
    table.arrange("red yellow loch_ness A-6")
    table.takes("red", "loch_ness")
    table.declines()
    table.enters("red", "scots_in", 1)
    assert not table.offer("ledger", "scots_out", "red").is_rare
    assert table.offer("ledger", "scots_out", "yellow").is_rare
    table.enters("red", "scots_out", 1)
    assert table.offer("ledger", "scots_out", "red").is_rare, "paid"
