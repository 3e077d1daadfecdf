"""The catalogue of Glen More says what the ledger's tables say, read apart from each other, and fits together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.games.glen_more import catalogue as module
from companion.games.glen_more.catalogue import load_catalogue
from companion.scoring.glen_more.result import END_CARDS, score_standings
from companion.state.glen_more.model import DECKS, GOODS, Border, Card, Cost, Effect, Kind, Tile
from tests.ledger_coverage import depths
from tests.scoring.glen_more.tables import PLAIN, each
from tests.scoring.reading import points_from

LEDGER = (Path(__file__).parents[2] / "vectors" / "glen_more_2010.md").read_text(encoding="utf-8")
TILES, CARDS = load_catalogue().tiles, load_catalogue().cards
HANDED_IN = ("hand_in_alike", "hand_in_set", "hand_in_different", "hand_in_any")


def table() -> Iterator[list[str]]:
    """The rows of the ledger's tile list: id, stack, border, name, edge, cost, on placing, on activation."""
    for line in LEDGER.splitlines():
        if re.match(r"\| (\d-\d\d|S-01 to S-05) \|", line):
            first, *rest = (cell.strip() for cell in line.strip("|").split("|"))
            ids = [f"S-0{n}" for n in range(1, 6)] if "to" in first else [first]
            yield from ([id, *rest] for id in ids)


def told_card(rule: str) -> tuple[str, int, str]:
    """A card's name, bonnets and effect as the ledger's sentence has them."""
    (line,) = re.findall(rf"^\*\*{rule}\*\* (.*)$", LEDGER, re.MULTILINE)
    if bare := re.match(r"([\w ]+): (\d) bonnets, (nothing else)\.", line):
        return bare[1], int(bare[2]), bare[3]
    found = re.match(r"([\w ]+): (.+)\. Bonnets (\d)\.", line)
    assert found
    return found[1], int(found[3]), found[2]


NAMES = {"grain_field": "Grain Field", "quarry": "Stone Quarry", "": "Starting Village"}
COSTS = {
    "clan_member_or_chieftain": "1 clan member or 1 chieftain",
    "different_goods": "2 different resources",
}
PLACING = {"clan_member": "1 clan member", "barrel": "1 whisky barrel", "card": "card"}


def name_of(tile: Tile) -> str:
    return tile.name or (NAMES.get(tile.kind, tile.kind.title()) if tile.deck else NAMES[""])


def edge_of(tile: Tile) -> str:
    return "+".join(edge for edge in ("river", "road") if getattr(tile, edge)) or "none"


def cost_of(tile: Tile) -> str:
    return ", ".join(COSTS.get(cost.what, f"{cost.n} {cost.what}") for cost in tile.cost) or "free"


def placing_of(tile: Tile) -> str:
    return " + ".join(PLACING[effect.op] for effect in tile.placing) or "none"


def activation_of(tile: Tile) -> str:
    if not tile.activation:
        return "none"
    (effect,) = tile.activation
    steps = "/".join(str(step + 1) for step in range(len(effect.points)))
    points = f"{'/'.join(map(str, effect.points))} VP"
    match effect:
        case Effect("produce", what):
            return "1 resource of choice" if what == GOODS else f"1 {what[0]}"
        case Effect("movement", n=1):
            return "1 movement point"
        case Effect("distil", ("grain",)):
            return "1 grain -> 1 whisky barrel"
        case Effect("points"):
            return points
        case Effect("hand_in_alike", (good,)):
            return f"{steps} {good} -> {points}"
        case Effect("hand_in_set", what):
            return f"{' + '.join(f'1 {good}' for good in what)} -> {points}"
        case Effect("hand_in_different"):
            return f"{steps} different resources -> {points}"
        case Effect("hand_in_any", n=n):
            return f"{n} any resources -> {points}"
    raise AssertionError(effect)


@pytest.mark.parametrize("row", [*table()], ids=lambda row: row[0])
def test_every_fact_of_a_tile_is_the_ledgers(row: Sequence[str]) -> None:
    tile = TILES[row[0]]
    assert row == [
        tile.id,
        tile.deck or "start",
        tile.border,
        name_of(tile),
        edge_of(tile),
        cost_of(tile),
        placing_of(tile),
        activation_of(tile),
    ]


@pytest.mark.rule("G1-CMP-05")
def test_seventy_two_tiles_in_four_decks_and_five_start_villages() -> None:
    assert list(TILES) == [row[0] for row in table()]
    assert len(TILES) == 72
    assert load_catalogue().decks == {"0": 8, "1": 23, "2": 19, "3": 17}
    assert {deck: len(load_catalogue().in_deck(deck)) for deck in DECKS} == load_catalogue().decks
    assert load_catalogue().in_deck("") == ["S-01", "S-02", "S-03", "S-04", "S-05"]
    assert all(tile.id.startswith(f"{tile.deck or 'S'}-") for tile in TILES.values())


def test_so_many_of_each_kind_and_border() -> None:
    """The ledger's sentence above its table, which counts them itself."""
    dealt = [tile for tile in TILES.values() if tile.deck]
    (by_name,) = re.findall(r"By name: (.+?)\. By border", LEDGER, re.DOTALL)
    told = {name: int(number) for name, number in re.findall(r"([A-Z][A-Za-z ]+) (\d+)", by_name)}
    counted = Counter(name_of(tile) for tile in dealt if not tile.name)
    assert {name: told[name] for name in counted} == counted
    borders = Counter(tile.border for tile in dealt)
    assert borders == {"grey": 19, "yellow": 17, "green": 14, "brown": 12, "blue": 5}


@pytest.mark.rule("G1-LOC-01")
def test_thirteen_special_locations_each_with_a_tile_and_its_card() -> None:
    kinds = Counter(tile.kind for tile in TILES.values() if tile.name)
    assert kinds == {"loch": 5, "castle": 7, "abbey": 1}
    assert len(CARDS) == 13
    for id, card in CARDS.items():
        assert load_catalogue().tile_of(id).placing[-1] == Effect("card", (id,))
        assert card.name.lower().replace(" ", "_") == id
    assert sum(effect.op == "card" for tile in TILES.values() for effect in tile.placing) == 13


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_names_and_bonnets_of_cards_are_the_ledgers(card: Card) -> None:
    name, bonnets, told = told_card(card.rule)
    assert card.rule in depths()["glen_more"]
    assert (card.name, card.bonnets) == (name, bonnets)
    begins = {"at_once": "at once ", "at_the_end": "at the end of the game "}.get(card.timing, "")
    assert told.startswith(begins)
    assert card.timing != "always" or told[:3] != "at "


@pytest.mark.parametrize(
    ("id", "effect", "told"),
    [
        ("loch_lochy", Effect("choose_goods", n=2), "take 2 resources of your choice"),
        ("armadale_castle", Effect("coins", n=3), "take 3 coins"),
        ("castle_moil", Effect("barrel"), "take 1 whisky barrel"),
        ("castle_stalker", Effect("clan_member"), "take 1 more clan member"),
        ("loch_morar", Effect("points_each", ("green",), points=(2,)), "2 VP per green tile"),
        ("loch_ness", Effect("activate_one"), "once per turn activate any 1 tile"),
        ("iona_abbey", Effect("points_each", ("yellow",), points=(2,)), "2 VP per yellow tile"),
        ("castle_of_mey", Effect("chieftains_double"), "chieftains count double"),
        ("duart_castle", Effect("points_each", ("village",), points=(3,)), "3 VP per village"),
        ("cawdor_castle", None, "nothing else"),
        ("donan_castle", Effect("barrel", n=2), "take 2 whisky barrels"),
        ("loch_oich", Effect("activate_all"), "activate all tiles"),
        ("loch_shiel", Effect("fill_empty"), "put 1 resource on each of your empty production tiles"),
    ],
)
def test_what_a_card_does_is_the_ledgers(id: str, effect: Effect | None, told: str) -> None:
    assert CARDS[id].effects == ((effect,) if effect else ())
    assert told in told_card(CARDS[id].rule)[2]


def test_what_cards_bring_at_the_end_is_what_the_scoring_gives() -> None:
    ends = {card.id: card for card in CARDS.values() if card.timing == "at_the_end"}
    assert ends.keys() == END_CARDS.keys()
    counts = {"green": "green_tiles", "yellow": "yellow_tiles", "village": "villages"}
    for id, card in ends.items():
        (effect,) = card.effects
        result = score_standings("final", each(cards=((id,), PLAIN[:1]), **{counts[effect.what[0]]: (4, 0)}))
        assert points_from(result, id) == (4 * effect.points[0], 0)


def test_kinds_have_their_border_and_what_goes_with_it() -> None:
    borders: dict[Border, tuple[Kind, ...]] = {
        "green": ("meadow", "pasture", "grain_field"),
        "yellow": ("forest", "quarry", "distillery", "abbey"),
        "grey": ("village", "castle"),
        "brown": ("butcher", "fair", "grocer", "bridge", "tavern"),
        "blue": ("loch",),
    }
    assert sorted(kind for kinds in borders.values() for kind in kinds) == sorted(get_args(Kind))
    for tile in TILES.values():
        assert tile.kind in borders[tile.border]
        assert bool(tile.name) == (tile.kind in ("castle", "loch", "abbey"))
        assert (Effect("clan_member") in tile.placing) == (tile.border == "grey")
        assert (Effect("movement") in tile.activation) == (tile.border == "grey")
        assert (tile.activation == ()) == (tile.kind == "loch")
        assert (tile.kind == "distillery") == (Effect("barrel") in tile.placing)


@pytest.mark.rule("G1-TRN-03")
def test_costs_are_such_as_people_can_pay_and_about_half_of_the_tiles_are_free() -> None:
    known = {*GOODS, "whisky", "clan_member_or_chieftain", "different_goods"}
    assert {cost.what for tile in TILES.values() for cost in tile.cost} <= known
    assert {cost.n for tile in TILES.values() for cost in tile.cost} == {1, 2}
    assert sum(tile.cost == () for tile in TILES.values() if tile.deck) == 33
    assert TILES["2-19"].cost == (Cost("clan_member_or_chieftain", 1),)


def test_effects_name_goods_and_cards_that_there_are() -> None:
    for tile in TILES.values():
        for effect in (*tile.placing, *tile.activation):
            assert set(effect.what) <= ({*CARDS} if effect.op == "card" else {*GOODS})
            assert (effect.op in (*HANDED_IN, "points")) == bool(effect.points)
            assert list(effect.points) == sorted(effect.points)
            assert effect.op != "hand_in_different" or len(effect.points) <= len(effect.what)


@pytest.mark.rule("G1-BRN-03")
def test_the_fairs_have_three_sizes() -> None:
    steps = sorted(tile.activation[0].points for tile in TILES.values() if tile.kind == "fair")
    assert steps == [(1, 3, 5), (1, 3, 5), (1, 3, 5, 8), (1, 3, 5, 8, 12)]


def test_only_a_start_village_lies_in_row_and_column() -> None:
    assert {tile.id for tile in TILES.values() if tile.river and tile.road} == set(load_catalogue().in_deck(""))


@pytest.mark.rule("G1-DIE-02")
def test_the_die_has_three_ones_two_twos_and_a_three() -> None:
    assert load_catalogue().die_faces == (1, 1, 1, 2, 2, 3)


@pytest.mark.parametrize("wrong", [{"border": "red"}, {"kind": "mill"}, {"costs": []}, {"river": "no"}])
def test_a_word_that_no_piece_has_is_a_mistake(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        module._row(Tile, "1-01", {"border": "green", "kind": "meadow", **wrong})
