"""What the second referee of Glen More II asks a chronicle: a class with an answer for each question, and no more.

Each chronicle (`independent_chronicles_glen_more_2`) answers what it changes. It imports nothing of the product.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

Event = dict[str, Any]
Cell = tuple[int, int]
CASTLE = (1, 0)
CARD = [{"op": "landmark_card"}]


def tile(deck: str | None, kind: str | None = None, **printed: Any) -> dict[str, Any]:
    """A tile of a chronicle: its symbol is on it (C0-03), most is not in any book."""
    unknown = dict.fromkeys(("river", "rebuild", "cost", "activation", "one_time"))
    return {**unknown, "deck": deck, "kind": kind, "sort": "land", "symbol": True, **printed}


def add(each: dict[str, Any], source: str, points: int) -> None:
    """Points more of somebody in a scoring."""
    each["gains"][source] = each["gains"].get(source, 0) + points
    if not each["gains"][source]:
        del each["gains"][source]
    each["points"] += points


class Chronicle:
    """Changes nothing. `on_<event>` sees an event after the base referee, rondel and counts did."""

    slug = ""
    source = ""
    """Points of this source, and with a dot behind the slug, are its own."""
    cards: ClassVar[dict[str, dict[str, int]]] = {}
    """What its landmark cards give at once."""

    def __init__(self, referee: Any, setup: dict[str, Any]) -> None:
        self.referee, self.setup = referee, setup
        self.told: dict[str, Any] = dict(setup["facts"].get("more", {}))
        self.switches: dict[str, int] = dict(setup.get("switches", {}))
        """Other readings of a rule that the table chose, by the name of each."""
        self.row: dict[str, Any] = {}

    # ---- what it brings into the game

    def pieces(self) -> dict[str, dict[str, Any]]:
        """Its tiles, as printed; what no book says is None."""
        return {}

    def decks(self) -> Counter[str]:
        """Tiles more in each deck."""
        return Counter()

    def unsure(self) -> bool:
        """Nobody told how many tiles it brings."""
        return False

    # ---- the journal

    def begin(self, row: dict[str, Any]) -> None:
        """Before the events of a row."""
        self.row = row

    def see(self, e: Event) -> None:
        if e["type"] == "ColourChanged":
            other = {e["player"]: e["colour"], e["colour"]: e["player"]}
            own = {name: kept for name, kept in vars(self).items() if name not in ("referee", "setup", "row")}
            vars(self).update({name: recoloured(kept, other) for name, kept in own.items()})
        if e["type"] == "FactLearned" and not e["fact"]["piece"]:
            self.told[e["fact"]["field"]] = e["fact"]["value"]
        if e["type"] == "ChronicleRuleChanged":
            self.switches[e["name"]] = e["value"]
        getattr(self, f"on_{e['type']}", lambda _e: None)(e)

    def chosen(self, name: str, usual: int = 0) -> int:
        """The reading of one of its own rules at this table."""
        return int(self.switches.get(f"{self.slug}.{name}", usual))

    def end(self) -> None:
        """After the events of a row."""

    # ---- what the base asks

    def explains(self, _e: Event, _why: str, _what: str, _n: int) -> bool:
        """So much of it comes by this chronicle."""
        return False

    def charges(self, _e: Event) -> bool:
        """Coins or barrels go for this chronicle."""
        return False

    def scores(self, _e: Event) -> bool:
        """Points outside a scoring are of this chronicle."""
        return False

    def in_scoring(self, _source: str) -> bool:
        """Points of this source come in a scoring."""
        return False

    def line(self, _player: str, _line: dict[str, Any]) -> None:
        """Changes what is counted of somebody in a scoring."""

    def gains(self, _due: str, _scored: list[dict[str, Any]]) -> None:
        """Adds to what everybody gets in a scoring."""

    def takes(self, _e: Event) -> bool:
        """A good that is bought, a Scot or a good that is given, is for this chronicle and not for the tile."""
        return False

    def sells(self, _e: Event) -> bool:
        """Coins of a row of the market come without a good."""
        return False

    def buys(self, _e: Event) -> bool:
        """Coins go onto a row of the market without a good."""
        return False

    def hosts(self, _e: Event) -> str:
        """In whose territory a tile is activated, if not in the own one."""
        return ""

    def activates(self, _e: Event, _on: dict[str, Any]) -> bool:
        """A tile is activated by this chronicle."""
        return False

    def all_may(self, _e: Event) -> bool:
        """Tiles may be activated besides, by this chronicle."""
        return False

    def settles(self, _e: Event, _seen: dict[str, Any]) -> bool:
        """It says itself what an activation takes and brings."""
        return False

    def keeps(self, _player: str, _cell: Cell) -> str:
        """The rule by which a tile may not be removed."""
        return ""

    def lifts(self, _e: Event) -> bool:
        """A tile goes by this chronicle, which looks itself whether it may."""
        return False

    def forbids(self, _player: str, _piece: str, _cell: Cell) -> str:
        """The rule by which a tile may not lie there."""
        return ""

    def stays(self, _piece: str) -> bool:
        """Nobody takes this tile; figures stand on it."""
        return False

    def holds(self, _figure: str) -> bool:
        """Tiles wait for this figure too before they are discarded."""
        return False

    def discards(self, _e: Event) -> bool:
        """A tile leaves the rondel by a rule of this chronicle."""
        return False

    def excuses(self, _e: Event) -> bool:
        """A figure is set elsewhere by this chronicle, and not by hand."""
        return False

    def may_place(self, _e: Event) -> bool:
        """A clan marker is placed by this chronicle."""
        return False

    # ---- what lies and stands where

    @property
    def land(self) -> dict[str, dict[Cell, dict[str, Any]]]:
        return self.referee.land  # type: ignore[no-any-return]

    @property
    def people(self) -> dict[str, dict[str, Any]]:
        return self.referee.counts.person  # type: ignore[no-any-return]

    @property
    def figure(self) -> str:
        """Who is on turn, or acts for a neutral figure."""
        return str(self.referee.turn["figure"])

    @property
    def answer(self) -> dict[str, Any]:
        return self.row.get("answer", {})  # type: ignore[no-any-return]

    @property
    def offer(self) -> str:
        return str(self.answer.get("offer", ""))

    @property
    def by_hand(self) -> bool:
        return self.answer.get("question") == 0

    def all_of(self, *types: str) -> list[Event]:
        """Such events of this row."""
        return [e for e in self.row.get("events", ()) if e["type"] in types]

    def entered(self, *entries: str) -> bool:
        """People entered one of these in this row."""
        return any(e["entry"] in entries for e in self.all_of("EntryMade"))

    @property
    def lost(self) -> bool:
        """A hand on the rondel was told, so that nobody knows any more who stands where."""
        return bool(self.referee.rondel.lost)

    def partner(self, player: str, *members: str) -> bool:
        """One of these members is with the player."""
        owned = [getattr(each, "owner", {}) for each in self.referee.chronicles]
        return any(owner.get(member) == player for owner in owned for member in members)

    def overruled(self, *rules: str) -> bool:
        return any(e["rule"] in rules or not rules for e in self.all_of("Overruled"))


def recoloured(kept: Any, other: dict[str, str]) -> Any:
    """The same with two colours changed, wherever they are named."""
    match kept:
        case str():
            return other.get(kept, kept)
        case Counter():
            return Counter({recoloured(key, other): n for key, n in kept.items()})
        case dict():
            return {recoloured(key, other): recoloured(value, other) for key, value in kept.items()}
        case list() | tuple() | set():
            return type(kept)(recoloured(each, other) for each in kept)
    return kept
