"""Faults in matters of chronicles, to be sown into a journal of Glen More II; for tests of the second referee.

Each is of one chronicle and breaks the rule that it names, or one of several. A fault changes rows and says
whether it found a place for it. What people put right is left alone. Imports nothing of the product.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.faults_glen_more import changed, dropped, inserted, repeated

Event = dict[str, Any]
Rows = list[dict[str, Any]]
Holds = Callable[[Event], bool]
Sow = Callable[[list[Event]], bool]


class Sown(NamedTuple):
    """A kind of fault: of which chronicle, the rules of which it breaks one, and how it is sown."""

    slug: str
    rules: str
    sow: Callable[[Rows], bool]


def into(sow: Sow, *also: str, without: str = "") -> Callable[[Rows], bool]:
    """Into the first row that has a place for it. also: what else happens there; without: what doesn't."""

    def fault(rows: Rows) -> bool:
        for row in rows[1:]:
            types = {event["type"] for event in row.get("events", ())}
            reconcile_table = row.get("answer", {}).get("question") == 0 or "Overruled" in types
            if reconcile_table or not types or not types.issuperset(also) or without in types:
                continue
            if sow(row["events"]):
                row["events"] = [seated(rows, event) for event in row["events"]]
                return True
        return False

    return fault


ANOTHER = "another than "


def another(field: str = "player") -> Callable[[Event], str]:
    """Somebody else who plays."""
    return lambda event: f"{ANOTHER}{event[field]}"


def seated(rows: Rows, event: Event) -> Event:
    """Who that is."""
    players = [e["player"] for row in rows[1:] for e in row.get("events", ()) if e["type"] == "PlayerSeated"]
    found = {}
    for field, value in event.items():
        if isinstance(value, str) and value.startswith(ANOTHER):
            found[field] = next(each for each in players if ANOTHER + each != value)
    return {**event, **found}


def why(*starts: str) -> Holds:
    return lambda event: event.get("why", "").startswith(starts)


def source(*starts: str) -> Holds:
    return lambda event: event["source"].startswith(starts)


def more(field: str, by: int = 1) -> dict[str, Callable[[Event], int]]:
    return {field: lambda event: event[field] + by}


def member(*names: str) -> Holds:
    return lambda event: event["member"] in names


def card(*names: str) -> Holds:
    return lambda event: event["card"] in names and event.get("done", True)


def early(kind: str, made: dict[str, Any], holds: Holds = lambda _e: True) -> Callable[[Rows], bool]:
    """Before the first such event there comes another one, of the same player."""
    return into(inserted(kind, lambda e: {"player": e.get("player", ""), **made}, holds))


def _moved_by(field: str, by: int, kind: str, holds: Holds = lambda _e: True) -> Sow:
    return changed(kind, holds, **more(field, by))


def _boat_home(rows: Rows) -> bool:
    """A boat is said to be home that is under way."""
    return into(
        inserted("BoatRowed", lambda e: {"type": "BoatHome", "player": e["player"], "place": 1}),
    )(rows)


def _last_too_early(rows: Rows) -> bool:
    return into(
        inserted("BoatRowed", lambda e: {"type": "LastPlaceGiven", "player": e["player"], "rule": "C1-26"}),
    )(rows)


def _coins_of_the_last(rows: Rows) -> bool:
    last = _first_of("LastPlaceGiven")(rows)
    points = {"type": "PointsScored", "player": last["player"] if last else "", "points": 3, "source": "coins"}
    return bool(last) and into(inserted("RoundScored", lambda _e: points), "GameEnded")(rows)


def _landed_for_nothing(rows: Rows) -> bool:
    """Nothing is sold where a pawn stopped."""
    for row in rows[1:]:
        if row["answer"].get("offer") in ("one", "two") and any(e["type"] == "CaskSold" for e in row["events"]):
            row["events"] = []
            return True
    return False


def _sale_taken(rows: Rows) -> bool:
    """The sale tile comes into the territory."""
    for row in rows[1:]:
        for at, e in enumerate(row.get("events", ())):
            if e["type"] == "PawnStopped" and e["piece"].startswith("single_cask_sale"):
                deck = e["piece"][-1].upper()
                row["events"][at] = {"type": "TileTaken", "player": e["figure"], "piece": e["piece"], "deck": deck}
                return True
    return False


def _base_distillery(rows: Rows) -> bool:
    """The tile of the base game lies on the rondel in the place of the new one."""
    taken = _first_of("TileTaken", lambda e: e["piece"].endswith("_single_cask"))(rows)
    new = taken["piece"] if taken else ""
    base = new.removesuffix("_single_cask")
    for row in rows[1:] if taken else ():
        for e in row.get("events", ()):
            e |= {field: base for field, value in e.items() if value == new}
    return bool(taken)


def _row_boat(event: Event) -> bool:
    return bool(event["why"] == "boat_race")


def _jumps_over(rows: Rows) -> bool:
    """A barrel matures two spaces on."""
    return into(changed("CaskMatured", lambda e: e["to"] == "1.2", to="1.3"))(rows)


def _first_of(kind: str, holds: Holds = lambda _e: True) -> Callable[[Rows], Event | None]:
    def find(rows: Rows) -> Event | None:
        for row in rows[1:]:
            for event in row.get("events", ()):
                if event["type"] == kind and holds(event):
                    return event  # type: ignore[no-any-return]
        return None

    return find


def _steals_a_trade_tile(rows: Rows) -> bool:
    """Derek's tile is told to be a trade tile."""
    for row in rows[1:]:
        events = row.get("events", [])
        if any(e["type"] == "PowerUsed" for e in events):
            for e in events:
                if e["type"] == "TileRemoved":
                    piece = rows[0]["setup"]["facts"]["pieces"].get(e["piece"])
                    if piece:
                        piece["kind"] = "trade"
                        return True
    return False


def _twice_turned(rows: Rows) -> bool:
    """A card is turned once more in the next row."""
    for at, row in enumerate(rows[1:], 1):
        for event in row.get("events", ()):
            if event["type"] == "SideTurned" and row["answer"].get("question") != 0:
                rows[at + 1].setdefault("events", []).insert(0, {**event, "done": False})
                return True
    return False


def _second_penny(rows: Rows) -> bool:
    return into(repeated("PennyLaid"), "PennyDecided")(rows)


BOAT: dict[str, Sown] = {
    name: Sown("boat_race", rules, sow)
    for name, rules, sow in (
        ("a boat goes two tiles for one point", "C1-13", into(_moved_by("x", -1, "BoatRowed"))),
        ("a boat goes back", "C1-13", into(changed("BoatRowed", x=lambda e: e["x"] + 2))),
        ("a boat lies in another river", "C1-13", into(changed("BoatRowed", castle=another("castle")))),
        ("a boat goes for nothing", "C1-12", into(dropped("MovementPaid", _row_boat))),
        ("a boat costs two points", "C1-12 GM-MOV-01", into(_moved_by("n", 1, "MovementPaid", _row_boat))),
        ("another's boat moves", "C1-13", into(changed("BoatRowed", player=another()))),
        ("the race is never opened", "C1-09", into(dropped("RaceOpened"))),
        ("the race is opened twice", "C1-09", into(repeated("RaceOpened"))),
        (
            "the race is opened by a tile nobody passed",
            "C1-09",
            into(changed("RaceOpened", lambda e: e["rule"] != "C1-09", rule="C1-09")),
        ),
        ("a castle is not reached", "C1-17", into(dropped("CastleReached", lambda e: "river" not in e["castle"]))),
        ("another castle is reached", "C1-17", into(changed("CastleReached", castle=another("castle")))),
        (
            "a castle is reached and the boat is elsewhere",
            "C1-17",
            early("MovementPaid", {"type": "CastleReached", "castle": "river_1"}, _row_boat),
        ),
        ("two rewards of one castle", "C1-17", into(repeated("RewardTaken"))),
        ("a reward of a castle far away", "C1-17 C1-21", into(changed("RewardTaken", castle=another("castle")))),
        ("a reward for another", "C1-17", into(changed("RewardTaken", player=another()))),
        (
            "a reward gives too many goods",
            "C1-17 GM-TIL-09",
            into(_moved_by("n", 3, "GoodsGained", why("boat_race:token"))),
        ),
        (
            "a reward gives another good",
            "C1-17",
            into(
                changed(
                    "GoodsGained",
                    why("boat_race:token"),
                    good=lambda e: "wood" if e["good"] != "wood" else "stone",
                )
            ),
        ),
        ("a boat is home that is under way", "C1-15", _boat_home),
        ("a boat is last while others row", "C1-26", _last_too_early),
        ("somebody gets no last place", "C1-29 GM-SCR-04", into(dropped("LastPlaceGiven"))),
        (
            "last place before the end",
            "C1-29",
            into(
                inserted(
                    "TileTaken", lambda e: {"type": "LastPlaceGiven", "player": e["player"], "rule": "C1-29"}
                ),
                without="RoundScheduled",
            ),
        ),
        ("coins of one who is last", "GM-SCR-04", _coins_of_the_last),
    )
}
CASK: dict[str, Sown] = {
    name: Sown("single_cask", rules, sow)
    for name, rules, sow in (
        ("a barrel jumps over a space", "C3-11 C3-12", _jumps_over),
        ("a barrel matures from nowhere", "C3-11", into(changed("CaskMatured", place="3.9"))),
        ("a barrel goes back", "C3-11", into(changed("CaskMatured", to="1.1"))),
        (
            "a barrel lies on another space",
            "C3-07",
            into(changed("CaskStored", place=lambda e: "1.3" if e["place"] != "1.3" else "1.1")),
        ),
        ("a barrel lies in a second cellar", "C3-07", into(changed("CaskStored", place="2.1"))),
        ("a barrel lies nowhere", "C3-07", into(dropped("CaskStored"))),
        ("a barrel lies twice", "C3-07", into(repeated("CaskStored"))),
        ("a barrel goes from where none lies", "C3-10", into(changed("CaskRemoved", place="3.9"))),
        ("a barrel is paid and stays", "C3-07 C3-23", into(dropped("CaskRemoved"))),
        ("a cellar is left out", "C3-18", into(_moved_by("level", 1, "CellarBuilt"))),
        ("a cellar is built twice", "C3-18", into(repeated("CellarBuilt"))),
        ("a cellar for nothing", "C3-17", into(dropped("CoinsPaid", why("single_cask:build")))),
        ("a cellar too dear", "C3-17", into(_moved_by("coins", 1, "CoinsPaid", why("single_cask:build")))),
        ("a barrel is made without barley", "C3-16", into(dropped("GoodsGiven", why("single_cask:produce")))),
        (
            "two barrels are made",
            "C3-16",
            into(_moved_by("barrels", 1, "BarrelsGained", why("single_cask:produce"))),
        ),
        ("a sale too dear", "C3-23", into(_moved_by("points", 1, "PointsScored", source("single_cask")))),
        ("a sale for another", "C3-23", into(changed("PointsScored", source("single_cask"), player=another()))),
        ("a barrel is sold twice", "C3-22 C3-24", into(repeated("CaskSold"))),
        (
            "a barrel is sold far away",
            "C3-22",
            into(
                changed(
                    "CaskSold",
                    sale=lambda e: "single_cask_sale_d" if not e["sale"].endswith("d") else "single_cask_sale_b",
                )
            ),
        ),
        ("a barrel is sold and not paid", "C3-22", into(dropped("BarrelsPaid", why("single_cask:sale")))),
        ("a landing without a sale", "C3-25", _landed_for_nothing),
        ("two barrels go for one sale", "C3-22 GM-CMP-09", into(dropped("CaskSold"))),
        ("barrels stay on a tile that is gone", "C3-29", into(dropped("SaleEmptied"))),
        ("a sale tile is taken", "C3-27", _sale_taken),
        ("a distillery of the base game", "C3-03", _base_distillery),
        ("tiles are laid after a sale", "C3-27", into(dropped("RefillSkipped", lambda e: e["rule"] == "C3-27"))),
    )
}
CARDS: dict[str, Sown] = {
    name: Sown("turbulent", rules, sow)
    for name, rules, sow in (
        ("a card is turned twice", "C6-14", _twice_turned),
        ("another's card is turned", "C6-11", into(changed("SideTurned", player=another()))),
        ("a card is turned that nobody has", "C6-11", into(changed("SideTurned", card="loch_lomond"))),
        (
            "two coins too many of Loch Ness",
            "C6-29",
            into(_moved_by("coins", 2, "CoinsGained", why("turbulent:loch_ness"))),
        ),
        ("no coins of Castle Moil", "C6-31", into(dropped("CoinsGained", why("turbulent:castle_moil")))),
        ("Dunvegan too dear", "C6-20", into(_moved_by("points", 1, "PointsScored", source("turbulent:dunvegan")))),
        ("Dunvegan with one sheep", "C6-20", into(dropped("GoodsGiven", why("turbulent:dunvegan")))),
        (
            "Armadale for too many stones",
            "C6-28",
            into(_moved_by("points", 3, "PointsScored", source("turbulent:armadale"))),
        ),
        (
            "Loch Morar too dear",
            "C6-32",
            into(_moved_by("points", 1, "PointsScored", source("turbulent:loch_morar"))),
        ),
        ("no point given for Loch Shiel", "C6-27", into(dropped("PointsScored", source("turbulent:loch_shiel")))),
        (
            "a Scot of Loch Shiel elsewhere",
            "C6-27",
            into(changed("ScotPlaced", why("turbulent:loch_shiel"), x=1, y=0)),
        ),
        ("three Scots of Loch Shiel", "C6-27", into(_moved_by("n", 1, "ScotPlaced", why("turbulent:loch_shiel")))),
        (
            "points of an event that was not carried out",
            "C6-12",
            into(changed("SideTurned", lambda e: e["done"] and e["card"] == "dunvegan_castle", done=False)),
        ),
        (
            "no Scot is paid for an event",
            "C6-33",
            into(dropped("ScotRemoved", why("turbulent:")), without="TilePlaced"),
        ),
        (
            "two cattle of Loch Lochy",
            "C6-24 GM-TIL-09",
            into(_moved_by("n", 1, "GoodsGained", why("turbulent:loch_lochy"))),
        ),
        ("sheep of Loch Lochy", "C6-24", into(changed("GoodsGained", why("turbulent:loch_lochy"), good="sheep"))),
        (
            "a cattle of Loch Lochy elsewhere",
            "C6-24",
            into(changed("GoodsGained", why("turbulent:loch_lochy"), x=0, y=0)),
        ),
        (
            "other tiles than animals for Loch Lochy",
            "C6-24",
            into(changed("AllMayActivate", lambda e: bool(e.get("pieces")), pieces=["S-2", "home_castle_red"])),
        ),
        (
            "three tiles of others for Donan Castle",
            "C6-23 GM-ACT-05",
            into(repeated("TileActivated", lambda e: e["by"] == "donan_castle", times=2)),
        ),
        (
            "another's tile without Donan Castle",
            "C6-23",
            into(changed("TileActivated", lambda e: e["by"] == "placing", by="donan_castle")),
        ),
        (
            "Fort George sends Scots elsewhere",
            "C6-21",
            into(changed("ScotPlaced", why("turbulent:fort_george"), x=0)),
        ),
        (
            "a third stone of the Old Man of Storr",
            "GM-ONE-04 GM-TIL-09",
            into(repeated("GoodsGained", why("landmark:old_man_of_storr"), times=2)),
        ),
        (
            "a point too many for event sides",
            "GM-SCR-04",
            into(_moved_by("points", 1, "PointsScored", source("landmarks")), "RoundScored"),
        ),
        ("a card's events were not counted", "GM-SCR-04 C6-11 C6-29", into(dropped("SideTurned"))),
    )
}
MOBS: dict[str, Sown] = {
    name: Sown("penny_mobs", rules, sow)
    for name, rules, sow in (
        ("a member comes twice", "C8-07", into(repeated("MemberCame"))),
        (
            "a member with a B comes at once",
            "C8-09",
            into(
                changed(
                    "MemberCame",
                    member(
                        "kenneth_mcsnitch",
                        "fergus_macdarkie",
                        "joe_mcduff",
                        "bruce_mcmail",
                        "peggy_mclaird",
                        "peggy_mcwander",
                        "john_mcclaim",
                        "elspeth_mctrick",
                    ),
                    member="derek_anderson",
                )
            ),
        ),
        ("a member of another chronicle", "C8-06 C8-09", into(changed("MemberCame", member="erin_macmalt"))),
        ("two pennies in a turn", "C8-10", _second_penny),
        ("a penny on one who is not in jail", "C8-10", into(changed("PennyLaid", member="oonagh_mchagg"))),
        ("another lays a penny", "C8-10", into(changed("PennyLaid", player=another()), "PennyDecided")),
        ("one is taken who is not in jail", "C8-10", into(changed("MemberTaken", member="oonagh_mchagg"))),
        ("one is taken twice", "C8-10", into(repeated("MemberTaken"))),
        ("a penny that was not laid", "GM-SCR-04", into(dropped("PennyLaid"))),
        ("a token too many", "C8-24 C8-27 C8-33 C8-17 C8-19 C8-15 C8-43", into(repeated("TokenUsed", times=3))),
        (
            "a token of one who is with nobody",
            "C8-24 C8-27 C8-33 C8-17 C8-19 C8-15 C8-43",
            into(
                changed(
                    "TokenUsed", member=lambda e: "john_mcclaim" if e["member"] != "john_mcclaim" else "joe_mcduff"
                )
            ),
        ),
        ("Kenneth in the own territory", "C8-24 C8-27 C8-33", lambda rows: _own_host(rows)),
        (
            "one stands where no tile lies",
            "C8-24 C8-27 C8-33",
            into(changed("MemberPlaced", lambda e: e["member"] != "mike_mccastle" and "x" in e, x=77)),
        ),
        ("Mike stands beside the castle", "C8-33", into(changed("MemberPlaced", member("mike_mccastle"), x=0))),
        ("Fergus is not paid", "C8-27", lambda rows: _fergus_unpaid(rows)),
        ("Fergus is paid twice", "C8-27", into(_moved_by("coins", 1, "CoinsPaid", why("penny_mobs:fergus")))),
        (
            "the coin for Fergus goes elsewhere",
            "C8-27",
            into(changed("CoinsGained", why("penny_mobs:fergus"), player=another())),
        ),
        ("a reserved tile is not paid", "C8-20", lambda rows: _toll_unpaid(rows, "penny_mobs:peggy_mclaird")),
        (
            "the token of a reserved tile stays",
            "C8-21",
            into(dropped("TokenRemoved", lambda e: e["where"].startswith("tile"))),
        ),
        ("Derek acts twice", "C8-44", into(repeated("PowerUsed"))),
        ("Derek steals a trade tile", "C8-32", _steals_a_trade_tile),
        ("Derek's tile goes back to its owner", "C8-31", lambda rows: _stolen_back(rows)),
        (
            "Derek's tile lies far away",
            "C8-31",
            into(changed("TilePlaced", lambda e: e.get("why") == "put_right", x=55), "PowerUsed"),
        ),
        (
            "Sibyl gets two points",
            "C8-29",
            into(
                changed("PointsScored", lambda e: e["source"] == "sibyl_macsponge" and e["points"] == 1, points=2),
                "SpongePointTaken",
            ),
        ),
        ("Sibyl gets a point for less than six", "C8-29", lambda rows: _poor_sponge(rows)),
        ("Sibyl gets her point twice", "C8-29", into(repeated("SpongePointTaken"))),
        (
            "a penalty too small",
            "GM-SCR-04",
            into(
                changed(
                    "PointsScored",
                    lambda e: (
                        e["source"]
                        in (
                            "kenneth_mcsnitch",
                            "fergus_macdarkie",
                            "mike_mccastle",
                            "derek_anderson",
                            "joe_mcduff",
                            "bruce_mcmail",
                            "peggy_mclaird",
                            "peggy_mcwander",
                        )
                    ),
                    points=-1,
                ),
                "GameEnded",
            ),
        ),
        (
            "pennies are counted wrongly",
            "GM-SCR-04",
            into(_moved_by("points", 1, "PointsScored", source("penny_mobs")), "GameEnded"),
        ),
        ("Bruce pays four coins", "C8-18", into(repeated("BruceCoinSpent", times=3))),
    )
}


def _own_host(rows: Rows) -> bool:
    """He stands in the territory of the one whose Scot he is."""
    for row in rows[1:]:
        events = row.get("events", [])
        entries = [e for e in events if e["type"] == "EntryMade" and e["entry"].startswith("penny_mobs.")]
        for at, e in enumerate(events):
            if e["type"] == "MemberPlaced" and entries:
                events[at] = {**e, "host": entries[0]["player"]}
                return True
    return False


def _toll_unpaid(rows: Rows, toll: str) -> bool:
    """Neither paid nor received."""
    for row in rows[1:]:
        events = row.get("events", [])
        for e in [e for e in events if e["type"] in ("CoinsPaid", "CoinsGained") and e["why"] == toll]:
            events.remove(e)
            if not any(each.get("why") == toll for each in events):
                return True
    return False


def _fergus_unpaid(rows: Rows) -> bool:
    return _toll_unpaid(rows, "penny_mobs:fergus_macdarkie")


def _stolen_back(rows: Rows) -> bool:
    """The tile that Derek steals lies in the old owner's territory again."""
    for row in rows[1:]:
        events = row.get("events", [])
        lifted = [e for e in events if e["type"] == "TileRemoved"]
        if lifted and any(e["type"] == "PowerUsed" for e in events):
            at = next(n for n, e in enumerate(events) if e["type"] == "TilePlaced")
            events[at] = {**lifted[0], "type": "TilePlaced", "why": "put_right"}
            return True
    return False


def _poor_sponge(rows: Rows) -> bool:
    """She was given a point of a gain that was smaller."""
    for row in rows[1:]:
        events = row.get("events", [])
        if any(e["type"] == "SpongePointTaken" for e in events):
            at = next(n for n, e in enumerate(events) if e["type"] == "PointsScored" and e["points"] >= 6)
            del events[at]
            return True
    return False


def _rows_with(rows: Rows, *types: str) -> list[dict[str, Any]]:
    """Rows in which all this happens, and that nobody put right."""
    return [
        row
        for row in rows[1:]
        if {e["type"] for e in row.get("events", ())}.issuperset(types) and row["answer"].get("question") != 0
    ]


def _of_card(name: str) -> Holds:
    return lambda event: event["card"] == name


def _mountain_unpaid(rows: Rows) -> bool:
    """Who passed it goes on and leaves nothing there."""
    for row in _rows_with(rows, "MountainGrew"):
        if any(
            e["type"] in ("CoinsPaid", "GoodsGiven") and e["why"] == "highlander:mountain" for e in row["events"]
        ):
            row["events"] = []
            return True
    return False


def _kept_by_the_mountain(rows: Rows) -> bool:
    for row in _rows_with(rows, "MountainEmptied", "RoundScheduled"):
        row["events"] = [
            e for e in row["events"] if e["type"] != "MountainEmptied" and e.get("why") != "highlander:mountain"
        ]
        return True
    return False


def _marker_by_passing(rows: Rows) -> bool:
    """Once somebody has it, passing him brings nothing any more."""
    had = False
    for row in rows[1:]:
        for at, e in enumerate(row.get("events", ())):
            if had and e["type"] == "PawnMoved" and e["figure"] in ("red", "yellow", "blue", "green"):
                taken = {"type": "EnglandTaken", "player": e["figure"], "rule": "C4-07", "previous_holder": ""}
                row["events"].insert(at + 1, taken)
                return True
            had = had or e["type"] == "EnglandTaken"
    return False


def _used_for_nothing(rows: Rows) -> bool:
    """He takes a tile, and no coin lies on his row for it."""
    for row in rows[1:]:
        for at, e in enumerate(row.get("events", ())):
            if e["type"] == "GoodBought" and e["good"] == "england":
                del row["events"][at]
                return True
    return False


def _his_tile(rows: Rows) -> tuple[dict[str, Any], int] | None:
    for row in _rows_with(rows, "PawnMoved", "TileTaken"):
        for at, e in enumerate(row["events"]):
            englishman = e["type"] == "PawnMoved" and e["figure"].startswith("neutral:")
            if englishman and "Overruled" not in {each["type"] for each in row["events"]}:
                return row, next(
                    n for n in range(at, len(row["events"])) if row["events"][n]["type"] == "TileTaken"
                )
    return None


def _his_tile_for_another(rows: Rows) -> bool:
    found = _his_tile(rows)
    if not found:
        return False
    row, at = found
    row["events"][at] = seated(rows, {**row["events"][at], "player": another()(row["events"][at])})
    return True


def _monument_unpaid(rows: Rows) -> bool:
    """Its cost is a Scot (C4-27)."""
    for row in _rows_with(rows, "TilePlaced", "ScotRemoved"):
        if any(e["type"] == "TilePlaced" and e["piece"] == "glenfinnan_monument" for e in row["events"]):
            row["events"] = [e for e in row["events"] if e["type"] != "ScotRemoved"]
            return True
    return False


def _ness_in_his_turn(rows: Rows) -> bool:
    """A tile that he laid beside is activated by the card."""
    turn = ""
    for row in rows[1:]:
        for at, e in enumerate(row.get("events", ())):
            if e["type"] == "TurnBegan":
                turn = e["figure"]
            elif turn.startswith("neutral:") and e["type"] == "TileActivated" and e["by"] == "placing":
                row["events"][at] = {**e, "by": "loch_ness"}
                return True
    return False


def _token_for_wood(rows: Rows) -> bool:
    """Wood lies there in the place of the sheep."""
    for row in _rows_with(rows, "HaggisGained", "GoodBought"):
        for e in row["events"]:
            if e["type"] == "GoodBought" and e["good"] == "sheep":
                e["good"] = "wood"
                market = {"type": "RowSet", "good": "wood", "filled": e["coins"] - 1}
                row["events"].insert(0, market)
                return True
    return False


def _scoring_after_a(rows: Rows) -> bool:
    return into(
        inserted("RoundScored", lambda _e: {"type": "HaggisBegan", "round": "A"}, lambda e: e["round"] == "A")
    )(rows)


def _no_scoring(rows: Rows) -> bool:
    """Nothing of the haggis happens after the scoring of deck B."""
    within = done = False
    for row in rows[1:]:
        kept = []
        for e in row.get("events", ()):
            within = within or (e["type"] == "HaggisBegan" and e["round"] == "B")
            done = done or within
            of_haggis = (
                e["type"].startswith("Haggis") or e.get("why") == "haggis:roll" or e.get("source") == "haggis"
            )
            if not (within and of_haggis):
                kept.append(e)
            within = within and e["type"] != "HaggisScored"
        if "events" in row:
            row["events"] = kept
    return done


def _turned_unrolled(rows: Rows) -> bool:
    """It shows what was not rolled for the player."""
    rolled: set[int] = set()
    for row in rows[1:]:
        for e in row.get("events", ()):
            if e["type"] == "HaggisBegan":
                rolled = set()
            elif e["type"] == "HaggisRolled":
                rolled.add(e["face"])
            elif e["type"] == "HaggisTurned" and rolled and rolled != {1, 2, 3}:
                e["value"] = min({1, 2, 3} - rolled)
                return True
    return False


def _too_many_nays(rows: Rows) -> bool:
    """The same player says Nay in every vote."""
    voices = [e for row in _rows_with(rows, "VoteCast") for e in row["events"] if e["type"] == "VoteCast"]
    mine = [e for e in voices if e["player"] == voices[0]["player"]]
    for e in mine:
        e |= {"aye": 0, "nay": 1}
    return len(mine) > 3


def _gathering_for_nobody(rows: Rows) -> bool:
    """A card is voted on in a turn in which no person was taken."""
    laid = _first_of("GreatCardLaid")(rows)
    players = sum(e["type"] == "PlayerSeated" for row in rows[1:] for e in row.get("events", ()))
    voted = {"type": "CardVoted", "card": laid["card"] if laid else "", "aye": players, "nay": 0, "accepted": True}
    return into(inserted("TilePlaced", lambda _e: voted, lambda e: not e["piece"].startswith("home_")))(rows)


MOUNTAIN: dict[str, Sown] = {
    name: Sown("highlander", rules, sow)
    for name, rules, sow in (
        ("nothing is put on the mountain", "C2-05", _mountain_unpaid),
        (
            "two coins are put there",
            "C2-05",
            into(_moved_by("coins", 1, "MountainGrew", lambda e: e.get("coins") == 1)),
        ),
        ("a coin is put there and not paid", "C2-06", into(dropped("CoinsPaid", why("highlander")))),
        ("a good is put there and not given", "C2-06", into(dropped("GoodsGiven", why("highlander")))),
        (
            "another good lies there than was given",
            "C2-06",
            into(
                changed(
                    "MountainGrew",
                    lambda e: bool(e.get("good")),
                    good=lambda e: "wood" if e["good"] != "wood" else "sheep",
                )
            ),
        ),
        (
            "another pays",
            "C2-05",
            into(changed("MountainGrew", lambda e: e["figure"] != "die", figure=another("figure"))),
        ),
        ("the die brings no coin", "C2-18", into(dropped("MountainGrew", lambda e: e["figure"] == "die"))),
        ("the die brings two coins", "C2-18", into(repeated("MountainGrew", lambda e: e["figure"] == "die"))),
        (
            "tiles are laid after a landing",
            "C2-13",
            into(dropped("RefillSkipped", lambda e: e["rule"] == "C2-13")),
        ),
        (
            "no refill after another turn",
            "C2-13",
            into(inserted("TileTaken", lambda _e: {"type": "RefillSkipped", "rule": "C2-13"})),
        ),
        ("more coins lie there than were put", "C2-12", into(_moved_by("coins", 1, "MountainEmptied"))),
        (
            "fewer goods lie there than were put",
            "C2-12",
            into(_moved_by("goods", -1, "MountainEmptied", lambda e: e["goods"] > 0)),
        ),
        ("another empties the mountain", "C2-11 C2-17", into(changed("MountainEmptied", player=another()))),
        ("coins of the mountain are lost", "C2-11", into(dropped("CoinsGained", why("highlander")))),
        ("coins of the mountain too many", "C2-11", into(_moved_by("coins", 1, "CoinsGained", why("highlander")))),
        (
            "goods of the mountain twice",
            "C2-11 GM-TIL-09",
            into(repeated("GoodsGained", why("highlander"), times=3)),
        ),
        (
            "another good comes down from the mountain",
            "C2-11",
            into(changed("GoodsGained", why("highlander"), good="gold")),
        ),
        ("the mountain is emptied twice", "C2-12 C2-11", into(repeated("MountainEmptied"))),
        ("the mountain keeps all at the end", "C2-17", _kept_by_the_mountain),
        (
            "the mountain leaves the rondel",
            "C2-13 GM-RND-05 GM-END-03 GM-TAK-08 GM-RND-02",
            into(changed("PawnStopped", lambda e: e["piece"] == "mountain", piece="worlds_end")),
        ),
    )
}
ENGLAND: dict[str, Sown] = {
    name: Sown("hammer", rules, sow)
    for name, rules, sow in (
        (
            "another plays the Englishman",
            "C4-10",
            into(changed("TurnBegan", lambda e: bool(e.get("acting")), acting=another("acting"))),
        ),
        (
            "the marker comes by a card of the base game",
            "C4-08",
            into(changed("EnglandTaken", lambda e: e["rule"] == "C4-08", card="loch_ness")),
        ),
        ("a card brings no marker", "C4-08", into(dropped("EnglandTaken", lambda e: e["rule"] == "C4-08"))),
        (
            "another has the marker of a card",
            "C4-08",
            into(changed("EnglandTaken", lambda e: e["rule"] == "C4-08", player=another())),
        ),
        (
            "nobody has the marker when he is passed",
            "C4-07",
            into(dropped("EnglandTaken", lambda e: e["rule"] == "C4-07")),
        ),
        ("the marker moves when he is passed again", "C4-07", _marker_by_passing),
        (
            "the marker comes of itself",
            "C4-29",
            into(dropped("EntryMade", lambda e: e["entry"] == "hammer.marker")),
        ),
        ("he is used for nothing", "C4-11", _used_for_nothing),
        ("he is used twice", "C4-11 GM-MKT-03", into(repeated("GoodBought", lambda e: e["good"] == "england"))),
        (
            "he is used too cheap",
            "GM-MKT-03",
            into(_moved_by("coins", -1, "GoodBought", lambda e: e["good"] == "england")),
        ),
        (
            "another pays for him",
            "C4-10 GM-MKT-02",
            into(changed("GoodBought", lambda e: e["good"] == "england", player=another())),
        ),
        ("another gets his tile", "C4-12 GM-TAK-08", _his_tile_for_another),
        ("the coins of his row stay", "C4-16", into(dropped("GoodSold", lambda e: e["good"] == "england"))),
        (
            "the coins of his row are too many",
            "GM-MKT-07",
            into(_moved_by("coins", 1, "GoodSold", lambda e: e["good"] == "england")),
        ),
        (
            "the coins of his row go to another",
            "C4-16 GM-MKT-02",
            into(changed("GoodSold", lambda e: e["good"] == "england", player=another())),
        ),
        (
            "a player discards like him",
            "GM-TAK-08",
            into(changed("TileDiscarded", lambda e: e["rule"] == "GM-TAK-07", rule="C4-16")),
        ),
        (
            "Glenfinnan Church for nothing",
            "C4-26",
            into(dropped("BarrelsPaid", why("activation:glenfinnan_church"))),
        ),
        (
            "Glenfinnan Church too dear",
            "C4-26",
            into(_moved_by("points", 1, "PointsScored", source("hammer:glenfinnan_church"))),
        ),
        (
            "Glenfinnan Monument too dear",
            "C4-27",
            into(_moved_by("points", 1, "PointsScored", source("hammer:glenfinnan_monument"))),
        ),
        ("no Scot is paid for the Monument", "GM-TAK-01", _monument_unpaid),
        (
            "no Scot for the Military Roads",
            "GM-ONE-11",
            into(dropped("ScotPlaced", why("landmark:general_wades")), "TileActivated"),
        ),
        (
            "two Scots for the Military Roads",
            "GM-ONE-04",
            into(_moved_by("n", 1, "ScotPlaced", why("landmark:general_wades"))),
        ),
        ("Loch Ness in his turn", "C4-14 GM-LMK-09", _ness_in_his_turn),
    )
}
HAGGIS: dict[str, Sown] = {
    name: Sown("haggis", rules, sow)
    for name, rules, sow in (
        ("a token without a sheep", "C5-11", into(dropped("GoodsGiven", why("haggis:token")))),
        ("a token for two sheep", "C5-11 GM-TAK-02", into(_moved_by("n", 1, "GoodsGiven", why("haggis:token")))),
        ("a token for wood", "C5-11", _token_for_wood),
        ("six tokens on a table", "C5-09", into(repeated("HaggisGained", times=5))),
        ("a token goes back that nobody has", "C5-09 GM-CMP-01", into(changed("HaggisReturned", player="nobody"))),
        ("a scoring after deck A", "C5-13", _scoring_after_a),
        ("no haggis scoring", "C5-13", _no_scoring),
        (
            "a scoring of another round",
            "C5-13",
            into(changed("HaggisBegan", round=lambda e: "C" if e["round"] != "C" else "B")),
        ),
        ("five rolls for all", "C5-15", into(repeated("HaggisRolled", lambda e: not e.get("player"), times=4))),
        ("a four is rolled", "C5-15", into(changed("HaggisRolled", face=4))),
        (
            "a roll that nobody paid",
            "C5-19",
            into(dropped("BarrelsPaid", why("haggis:roll")), without="HaggisTurned"),
        ),
        (
            "a roll for two barrels",
            "C5-19",
            into(_moved_by("barrels", 1, "BarrelsPaid", why("haggis:roll")), without="HaggisTurned"),
        ),
        (
            "a bought roll before the fourth",
            "C5-19",
            into(changed("HaggisRolled", lambda e: not e.get("player"), player="green")),
        ),
        ("a token is turned that was not rolled", "C5-16", _turned_unrolled),
        ("a token is turned twice", "C5-16 C5-17", into(repeated("HaggisTurned", times=4))),
        ("points for haggis too many", "C5-21", into(_moved_by("points", 1, "PointsScored", source("haggis")))),
        (
            "points for haggis of another",
            "C5-21",
            into(changed("PointsScored", source("haggis"), player=another())),
        ),
        ("no points for haggis", "C5-21", into(dropped("PointsScored", source("haggis")))),
        ("others have won by haggis", "GM-TIE-02", into(changed("GameEnded", winners=["nobody"]))),
    )
}
GLEN: dict[str, Sown] = {
    name: Sown("great_glen", rules, sow)
    for name, rules, sow in (
        ("a sixth card", "C7-03", into(repeated("GreatCardLaid"))),
        ("a card that does not exist", "C7-03", into(changed("GreatCardLaid", card="most_castles"))),
        ("a card is voted on twice", "C7-07", into(repeated("CardVoted"))),
        ("a card is voted on that does not lie there", "C7-07", into(changed("CardVoted", card="most_castles"))),
        (
            "more Nay than Aye, and accepted",
            "C7-09",
            into(changed("CardVoted", lambda e: not e["accepted"], accepted=True)),
        ),
        (
            "as many Aye as Nay, and refused",
            "C7-09",
            into(changed("CardVoted", lambda e: e["accepted"], accepted=False)),
        ),
        (
            "somebody lays no token",
            "C7-08",
            into(changed("CardVoted", lambda e: e["accepted"] and e["aye"] > 1, aye=0, nay=0)),
        ),
        ("somebody lays three tokens", "C7-08", into(_moved_by("aye", 3, "CardVoted", lambda e: e["accepted"]))),
        ("one lays three tokens", "C7-08", into(_moved_by("aye", 2, "VoteCast"))),
        ("more Nay than there are", "C7-04", _too_many_nays),
        ("a person calls no gathering", "C7-06", into(dropped("CardVoted"), without="RefillBegan")),
        ("a gathering for nobody", "C7-06", _gathering_for_nobody),
        (
            "a discard on the common pile",
            "C7-25",
            into(changed("TileDiscarded", lambda e: bool(e.get("pile")), pile="")),
        ),
        (
            "a discard on another's pile",
            "C7-25",
            into(changed("TileDiscarded", lambda e: bool(e.get("pile")), pile=another("pile"))),
        ),
        (
            "a discard of the die on a pile",
            "C7-25",
            into(changed("TileDiscarded", lambda e: e["rule"] == "GM-DIE-05", pile="green")),
        ),
        *(
            (
                f"{name} counted wrongly",
                "C7-13",
                into(_moved_by("count", 1, "CardCounted", _of_card(name)), "RefillBegan"),
            )
            for name in (
                "most_animals",
                "largest_square",
                "most_stone_and_wood",
                "largest_animal_group",
                "farthest_scot",
                "most_castles_with_scot",
                "most_whisky_tiles",
            )
        ),
        ("a prize too large", "GM-SCR-04", into(_moved_by("points", 1, "PointsScored", source("great_glen")))),
        (
            "a prize for another",
            "GM-SCR-04",
            into(changed("PointsScored", source("great_glen"), player=another())),
        ),
        ("no prize", "GM-SCR-04", into(dropped("PointsScored", source("great_glen")))),
    )
}


FAULTS: dict[str, Sown] = {**BOAT, **MOUNTAIN, **CASK, **ENGLAND, **HAGGIS, **CARDS, **GLEN, **MOBS}
