"""The rondel of Glen More II, written from the ledger: it follows the events of an exported journal.

It imports nothing of the product. Spaces have numbers that never begin anew; what stands or lies on one is a dict.
What people say of the rondel by hand (question 0), or of how many tiles are laid, is taken as they say it; after a
hand on a figure or a tile nothing more is said of the rondel.
"""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]
DECKS = ("S", "A", "B", "C", "D")
END, DIE = "worlds_end", "die"
LAID_BY_PEOPLE = {"lay", "deck_empty", "further", "laid_next", "next", "left", "end_laid", "no"}
"""Answers by which people say themselves what is laid."""
SEEN_BY_PEOPLE = {"seen", "hit", "named", "tile", "end", "further", "beyond", "none", "where", "left"}
"""Answers by which people say where the die went."""
BY_HAND = ("PawnPlaced", "PiecePlaced", "PlayerLeft", "PlayerJoinedLate", "DieJoined")


class Fault(Exception):
    """The journal breaks a rule."""

    def __init__(self, rule: str, what: object) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule


def wants(holds: object, rule: str, what: object) -> None:
    if not holds:
        raise Fault(rule, what)


class Rondel:
    """Follows whoever stands and whatever lies on the rondel."""

    def __init__(self, setup: dict[str, Any]) -> None:
        facts = setup["facts"]
        self.pieces, self.spaces = dict(facts["pieces"]), facts["rondel_spaces"]
        self.house = dict(setup["house"])
        # World's End lies among those of D, and is not counted with them (GM-CMP-13, GM-CMP-15).
        self.left = {deck: facts["decks"][deck] + (deck == "D") for deck in DECKS}
        self.track: dict[int, dict[str, Any]] = {}
        self.seats: list[str] = []
        self.pile: list[tuple[str, str]] = []
        self.due: list[str] = []
        self.scored: list[str] = []
        self.figure, self.phase, self.face = "", "", 0
        self.die = self.waits = self.lost = self.said = self.skipped = False
        self.offer, self.named = "", [""]
        self.against: set[str] = set()
        self.fixed: dict[str, int] = {}
        """What stays on its spaces of the ring for ever, and how many they are."""
        self.chronicles: list[Any] = []

    def asks(self, question: str, *about: object) -> bool:
        """Whether a chronicle says so."""
        return any(getattr(each, question)(*about) for each in self.chronicles)

    def see(self, e: Event, answer: dict[str, Any]) -> None:
        """An event, and what people answered."""
        self.offer, self.named = answer.get("offer", ""), [str(value) for value in answer.get("values", ())]
        self.said = self.said or self.offer in LAID_BY_PEOPLE
        nowhere = e["type"] == "PiecePlaced" and self.offer == "nowhere"
        by_hand = e["type"] in BY_HAND and not nowhere and not self.asks("excuses", e)
        if by_hand or (e["type"] == "SpaceSet" and answer.get("question") == 0):
            self.lost = True
        if not self.lost:
            getattr(self, f"on_{e['type']}", lambda _e: None)(e)

    # ---- who stands where

    def places(self, pawns: bool = False) -> list[tuple[int, str]]:
        """Where figures stand, from behind."""
        found = [(place, each) for place, on in sorted(self.track.items()) for each in on["figures"]]
        return [(place, each) for place, each in found if not pawns or each in self.seats]

    def ahead(self) -> list[int]:
        last = self.places()[0][0]
        return [place for place, on in sorted(self.track.items()) if place > last and "deck" in on]

    def at(self, index: int) -> int:
        return min(self.track) + index

    def end(self) -> int | None:
        return next((place for place, on in self.track.items() if on.get("piece") == END), None)

    def left_by(self, figure: str, but: int | None = None) -> None:
        """It stands nowhere any more, but on one space."""
        for place, on in list(self.track.items()):
            if figure in on["figures"] and place != but:
                on["figures"].remove(figure)
                self.tidy(place)

    def tidy(self, place: int) -> None:
        if not self.track[place]["figures"] and "deck" not in self.track[place]:
            del self.track[place]
        self.turn_round()

    def turn_round(self) -> None:
        """What stays and lies behind all stands at the far end again: the ring is closed."""
        behind = min((p for p, on in self.track.items() if not self.stays_at(p)), default=0)
        for place in [p for p in self.track if self.stays_at(p) and p < behind]:
            self.track[place + self.spaces] = self.track.pop(place)

    def stays_at(self, place: int) -> bool:
        """What never leaves its spaces lies there, and nobody stands on it."""
        return self.track[place].get("piece") in self.fixed and not self.track[place]["figures"]

    def wide(self, place: int) -> int:
        return self.fixed.get(self.track[place].get("piece", ""), 1)

    def front(self) -> int:
        """The foremost space on which a tile lies or a figure stands."""
        return max(p + self.wide(p) - 1 for p in self.track if not self.stays_at(p))

    def next_place(self) -> int:
        """Directly ahead of all that stands or lies there, over what stays."""
        place, covered = self.front() + 1, self.covered()
        while place in covered:
            place += 1
        return place

    def covered(self) -> set[int]:
        """Spaces on which something lies or somebody stands."""
        return {space for at in self.track for space in range(at, at + self.wide(at))}

    def gaps(self) -> list[int]:
        """Empty spaces between the last pawn and the front: the die left them, or what it discarded lay there.

        A refill fills them too, since only the space behind the last figure stays empty (GM-RND-06, GM-DIE-11);
        what is behind the last pawn stays open (GM-DIE-10).
        """
        pawns = self.places(pawns=True)
        first = pawns[0][0] if pawns else self.front()
        return sorted(set(range(first, self.front())) - self.covered())

    def passed_by_all(self) -> list[int]:
        """Tiles behind the last pawn; the die is no player (GM-RND-05, GM-DIE-09)."""
        waited = [place for place, each in self.places() if each in self.seats or self.asks("holds", each)]
        last = waited[0] if waited else max(self.track) + 1
        on_it = [p for p, on in self.track.items() if p < last and "deck" in on and on["piece"] != END]
        return [p for p in on_it if self.track[p]["piece"] not in self.fixed]

    def is_over(self) -> bool:
        """Nobody stands behind World's End any more; the die need not come there."""
        end = self.end()
        return end is not None and all(place >= end for place, each in self.places() if each != DIE)

    # ---- set-up

    def on_PlayerSeated(self, e: Event) -> None:
        wants(e["coins"] == 5 + len(self.seats) and len(self.seats) < 4, "GM-SET-07", e)
        self.seats.append(e["player"])

    def on_DieChosen(self, e: Event) -> None:
        self.die = e["used"]

    def on_HouseRuleChanged(self, e: Event) -> None:
        self.house[e["name"]] = e["value"]

    def on_SpacesCounted(self, e: Event) -> None:
        self.spaces, self.said = e["spaces"], True
        # On another ring than was believed nobody can say what lies before that which stays.
        self.lost = self.lost or bool(self.fixed and self.track)

    def on_DeckCounted(self, e: Event) -> None:
        self.left[e["deck"]] = e["left"]
        self.said = True

    def on_PlayBegan(self, _e: Event) -> None:
        wants(len(self.seats) >= 2 and (self.die or len(self.seats) > 2), "GM-SET-08", self.seats)
        self.track = {n: {"figures": [each]} for n, each in enumerate([*self.seats, *[DIE] * self.die])}

    def on_ColourChanged(self, e: Event) -> None:
        other = {e["player"]: e["colour"], e["colour"]: e["player"]}
        for on in self.track.values():
            on["figures"] = [other.get(each, each) for each in on["figures"]]
        self.seats = [other.get(each, each) for each in self.seats]
        self.figure = other.get(self.figure, self.figure)

    # ---- turns

    def on_TurnBegan(self, e: Event) -> None:
        wants(self.phase in ("", "die gone"), "GM-TRN-01", (self.phase, e))
        wants(not self.due, "GM-TRN-08", (self.due, e))
        wants(e["figure"] == self.places()[0][1], "GM-RND-01", (self.places(), e))
        wants(not self.is_over() and "final" not in self.scored, "GM-END-01", e)
        if self.phase == "":
            self.filled(e)
        self.figure, self.phase, self.face = e["figure"], "begun", 0
        self.said = self.skipped = False

    def on_DieRolled(self, e: Event) -> None:
        wants(self.figure == DIE and self.phase == "begun", "GM-DIE-02", e)
        wants(e["face"] in (1, 2, 3), "GM-CMP-10", e)
        self.face = e["face"]

    def on_TileIdentified(self, e: Event) -> None:
        on = self.track[self.ahead()[e["ahead"] - 1]]
        wants(not on["piece"] and self.pieces[e["piece"]].get("deck") in (on["deck"], None), "GM-RND-06", e)
        on["piece"] = e["piece"]

    def on_PawnMoved(self, e: Event) -> None:
        figure, ahead = e["figure"], self.ahead()
        if not (self.waits and figure == DIE):
            wants(self.phase == "begun" and figure == self.figure, "GM-TRN-01", (self.phase, e))
        wants(1 <= e["ahead"] <= len(ahead), "GM-RND-02", e)
        place = ahead[e["ahead"] - 1]
        on = self.track[place]
        passed = [self.track[each]["piece"] or self.track[each]["deck"] for each in ahead if each < place]
        if figure == DIE and not self.waits:
            self.die_goes(e, place)
        elif figure in self.seats:
            wants(list(e.get("passed", ())) == passed, "GM-RND-02", (passed, e))
            barred = self.pieces.get(on["piece"], {}).get("barred")
            # Of several things that speak against an answer, the first is told.
            wants(not barred or self.against, "GM-TIL-08", e)
        seen = figure == DIE and self.offer in SEEN_BY_PEOPLE
        wants(not on["figures"] or on["piece"] in (END, "") or seen, "GM-RND-02", e)
        on["figures"].append(figure)
        self.left_by(figure, but=place)
        if figure != DIE or not self.waits:
            self.phase = "moved"
        self.waits, self.against = self.waits and figure != DIE, set()

    def die_goes(self, e: Event, place: int) -> None:
        """The rolled number of tiles, and on past those with a symbol (GM-DIE-03, GM-DIE-04)."""
        if self.offer in SEEN_BY_PEOPLE or not self.face:
            return
        suits = self.suits_die()
        wants(suits and suits[0] == place, "GM-DIE-03", (self.face, e))

    def suits_die(self) -> list[int]:
        """Tiles from the rolled one on without a symbol."""
        printed = {p: self.pieces.get(self.track[p]["piece"], {}) for p in self.ahead()}
        steps = [p for p in printed if not printed[p].get("uncounted")]
        return [p for p in steps[max(0, self.face - 1) :] if not printed[p].get("symbol")]

    def on_DieWaited(self, e: Event) -> None:
        suits = [p for p in self.ahead() if not self.pieces.get(self.track[p]["piece"], {}).get("symbol")]
        wants(self.figure == DIE and (len(suits) < self.face or self.offer in SEEN_BY_PEOPLE), "GM-DIE-07", e)
        self.left_by(DIE)
        self.track[self.next_place()] = {"figures": [DIE]}
        self.waits, self.phase = True, "die gone"

    def on_FigureLeft(self, e: Event) -> None:
        wants(e["figure"] == DIE == self.figure, "GM-DIE-06", e)
        end = self.end()
        if end is not None and self.phase == "begun" and self.offer not in SEEN_BY_PEOPLE:
            short = [p for p in self.suits_die() if p < end]
            wants(not short or not self.face, "GM-DIE-06", (self.face, short))
        self.left_by(DIE)
        self.die, self.phase = False, "die gone"

    def on_TileTaken(self, e: Event) -> None:
        wants(self.phase == "moved" and self.figure != DIE, "GM-TRN-02", e)
        place = next(place for place, figure in self.places() if figure == self.figure)
        on = self.track[place]
        wants((on.get("piece"), on.get("deck")) == (e["piece"], e["deck"]), "GM-TRN-02", (on, e))
        wants(e["piece"] != END, "GM-END-05", e)
        del on["piece"], on["deck"]
        self.phase = "acting"

    def on_PiecePlaced(self, e: Event) -> None:
        """A tile that can lie nowhere goes to the pile."""
        self.pile.append((e["piece"], self.pieces[e["piece"]].get("deck") or ""))

    def on_TileNamed(self, e: Event) -> None:
        """It had another name on the rondel; nothing lies there any more."""

    def on_PawnStopped(self, e: Event) -> None:
        place = next(place for place, figure in self.places() if figure == self.figure)
        stays = e["piece"] == END or self.asks("stays", e["piece"])
        wants(self.phase == "moved" and stays, "GM-END-03", e)
        wants(self.track[place].get("piece") == e["piece"], "GM-END-03", (self.track[place], e))
        self.phase = "acting"

    def on_TileDiscarded(self, e: Event) -> None:
        place = self.at(e["at"])
        on = self.track.get(place, {})
        wants((on.get("piece"), on.get("deck")) == (e["piece"], e["deck"]), e["rule"], (on, e))
        wants(e["piece"] != END, "GM-END-05", e)
        if e["rule"] == "GM-RND-05":
            wants(place in self.passed_by_all(), "GM-RND-05", e)
        elif e["rule"] == "GM-DIE-07":
            wants(DIE in on["figures"], "GM-DIE-07", e)
        else:
            right = e["rule"] == ("GM-DIE-05" if self.figure == DIE else "GM-TAK-07")
            wants(right or self.asks("discards", e), "GM-TAK-08", e)
            wants(self.phase == "moved" and self.figure in on["figures"], e["rule"], (self.phase, e))
            self.phase = "die gone" if self.figure == DIE else "acting"
        del on["piece"], on["deck"]
        self.tidy(place)
        self.pile.append((e["piece"], e["deck"]))

    def on_TileGiven(self, e: Event) -> None:
        """From the pile, as far as anybody named what lies there (GM-CRS-19)."""
        if not e["deck"]:
            return
        found = next((each for each in ((e["piece"], e["deck"]), ("", e["deck"])) if each in self.pile), None)
        wants(found or e["piece"] in self.named, "GM-CRS-19", (e, self.pile))
        if found:
            self.pile.remove(found)

    def on_SpaceSet(self, e: Event) -> None:
        """Whoever takes a tile off the pile knows that it does not lie on the rondel."""
        on = self.track.setdefault(self.at(e["at"]), {"figures": []})
        on |= {"piece": e["piece"], "deck": e["deck"]}

    def on_Overruled(self, e: Event) -> None:
        self.against.add(e["rule"])

    def on_DiscardNamed(self, e: Event) -> None:
        if ("", e["deck"]) in self.pile:
            self.pile.remove(("", e["deck"]))
            self.pile.append((e["piece"], e["deck"]))

    # ---- what stays, and figures of nobody

    def on_FixturePlaced(self, e: Event) -> None:
        """Directly before the one space that stays empty."""
        if self.spaces is None:
            self.lost = True
            return
        self.fixed[e["piece"]] = e["size"]
        place = min(self.track) + self.spaces - 1 - e["size"]
        self.track[place] = {"figures": [], "piece": e["piece"], "deck": ""}

    def on_FigureJoined(self, e: Event) -> None:
        self.track[self.next_place()] = {"figures": [e["figure"]]}

    # ---- refill

    def unsure(self) -> bool:
        """How many tiles are in the decks nobody told."""
        return self.asks("unsure")

    def free(self) -> int:
        """Spaces of the ring that a refill may fill, and the one that stays empty."""
        first, last = min(p for p in self.track if not self.stays_at(p)), self.front()
        beyond = sum(self.wide(p) for p in self.track if not first <= p <= last)
        return int(self.spaces) - (last - first + 1) - beyond + len(self.gaps())

    def filled(self, e: Event) -> None:
        """One space is empty, or nothing is left to lay (GM-RND-06, GM-RND-08)."""
        wants(not self.passed_by_all() or self.is_over(), "GM-RND-05", e)
        if not (self.said or self.skipped or self.is_over() or self.spaces is None):
            wants(self.free() <= 1 or self.unsure() or not any(self.left.values()), "GM-RND-06", (self.free(), e))

    def on_RefillSkipped(self, _e: Event) -> None:
        self.skipped = True

    def on_TileLaid(self, e: Event) -> None:
        deck = e["deck"]
        wants(self.phase in ("", "acting", "laying", "die gone"), "GM-TRN-07", (self.phase, e))
        wants(not self.passed_by_all(), "GM-RND-05", e)
        coming = next((each for each in DECKS if self.left[each]), "")
        told = self.said or self.offer == "laid" or self.unsure()
        wants(deck == coming or e["piece"] == END or told, "GM-RND-07", (coming, e))
        if e["piece"]:
            wants(self.pieces[e["piece"]].get("deck") in (deck, None), "GM-RND-06", e)
            known = [on.get("piece") for on in self.track.values()] + [piece for piece, _ in self.pile]
            wants(e["piece"] not in known, "GM-CMP-13", e)
        wants(self.said or not self.spaces or self.free() > 1, "GM-RND-06", e)
        self.track[[*self.gaps(), self.next_place()][0]] = {"figures": [], "piece": e["piece"], "deck": deck}
        self.left[deck] = max(0, self.left[deck] - 1)
        if self.phase == "acting":
            self.phase = "laying"

    def on_DeckEmptied(self, e: Event) -> None:
        wants(not self.left[e["deck"]] or self.said or self.unsure(), "GM-RND-04", (self.left, e))
        self.left[e["deck"]] = 0

    def on_TurnEnded(self, e: Event) -> None:
        done = ("acting", "laying", "die gone") if self.figure == DIE else ("acting", "laying")
        wants(e["figure"] == self.figure and self.phase in done, "GM-TRN-07", (self.phase, e))
        self.filled(e)
        self.phase = ""

    # ---- rounds

    def on_RoundScheduled(self, e: Event) -> None:
        letter = e["round"]
        if letter == "final":
            wants(self.is_over(), "GM-END-01", (self.places(), e))
        else:
            wants(not self.left[letter] or self.unsure(), "GM-RND-04", (self.left, e))
        wants(letter not in (*self.scored, *self.due), "GM-RND-04", e)
        self.due.append(letter)

    def on_RoundScored(self, e: Event) -> None:
        wants(
            self.phase == "" and self.due and e["round"] == self.due[0],
            "GM-SCR-02",
            (self.phase, self.due, e["round"]),
        )
        self.scored.append(self.due.pop(0))

    def on_GameEnded(self, e: Event) -> None:
        wants(self.scored[-1:] == ["final"], "GM-END-01", e)
        wants(not self.due, "GM-SCR-01", self.due)
        self.phase = "over"
