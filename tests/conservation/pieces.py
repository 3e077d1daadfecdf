"""The accounts of pieces. Each lies in one place: it goes from its deck over the track to a player or a pile."""

from __future__ import annotations

from tests.conservation.accounts import Accounts
from tests.conservation.journal import Event, Turn

MARKERS = 10


class Pieces(Accounts):
    """Follows tiles, figures, persons, cards and crests."""

    def on_TileLaid(self, e: Event) -> None:
        at = self.track.next_free(list(self.coins))
        self.track.tiles[at], self.track.decks[at] = e["piece"], e["deck"]
        # At the other depth players name tiles that they lay beyond the count.
        has_tile = (
            self.left[e["deck"]] > 0 or not self.are_decks_counted or not (self.is_refereed or e["piece"] == "")
        )
        self.expect(has_tile, "deck is empty", f"a tile of {e['deck']} is laid")
        order = sorted(self.rounds_of_decks())
        earlier = order[: order.index(e["deck"])] if e["deck"] in order else []
        is_early = self.are_decks_counted and any(self.left[deck] > 0 for deck in earlier)
        self.expect(not is_early, "deck out of turn", f"{e['deck']} is laid")
        self.left[e["deck"]] -= 1
        self.move(e["piece"], {"", "discards"} if not self.place.get(e["piece"]) else {""}, "track")
        home = self.printed(e["piece"]).get("deck")
        self.expect(not home or home == e["deck"], "deck of a tile", f"{e['piece']} out of {e['deck']}")

    def rounds_of_decks(self) -> set[str]:
        return set(self.decks)

    def on_DeckCounted(self, e: Event) -> None:
        self.left[e["deck"]] = e["left"]

    def on_DeckEmptied(self, e: Event) -> None:
        is_empty = self.left[e["deck"]] == 0 or not self.are_decks_counted or self.is_counted_by_people
        self.expect(is_empty, "deck said empty", f"{self.left[e['deck']]} left in {e['deck']}")
        self.left[e["deck"]] = 0
        self.emptied.append(e["deck"])

    def move(self, piece: str, sources: set[str], to: str) -> None:
        if not piece:
            return
        here = self.place.get(piece, "")
        self.expect(here in sources, "piece in two places", f"{piece} lies at {here or 'its deck'}, goes to {to}")
        self.place[piece] = to

    def on_TileIdentified(self, e: Event) -> None:
        at = self.identified_at(e)
        if at is not None:
            self.expect(not self.track.tiles.get(at), "named twice", f"{self.track.tiles.get(at)} is {e['piece']}")
            if at in self.track.tiles:
                self.track.tiles[at] = e["piece"]
        self.move(e["piece"], {""}, "track")

    def identified_at(self, e: Event) -> int | None:
        """Return the position of a tile that an event names by its distance ahead."""
        steps = self.track.steps(self.track.figures.get(self.figure, -1))
        return steps[e["ahead"] - 1][0] if e["ahead"] <= len(steps) else None

    def on_TurnBegan(self, e: Event) -> None:
        self.expect(self.turn.is_ended, "turn without an end", f"the turn of {self.figure} goes on")
        self.figure = e["figure"]
        self.acting = e.get("acting") or e["figure"]
        self.turn = Turn(is_ended=self.figure == "die")
        if self.figure in self.track.figures:
            last = self.track.last()
            self.expect(self.figure == last, "turn of another", f"{last} is last, {self.figure} begins")

    def on_PawnMoved(self, e: Event) -> None:
        self.expect(e["figure"] == self.figure, "turn without a beginning", f"{e['figure']} moves")
        if self.turn.face:
            self.expect(e["ahead"] >= self.turn.face, "step of the die", f"{e['ahead']} for {self.turn.face}")
        start = self.track.figures.get(e["figure"], 0)
        steps = self.track.steps(start)
        if e["ahead"] > len(steps):
            self.expect(False, "beyond the track", f"{e['figure']} moves {e['ahead']} of {len(steps)}")
            return
        passed = [name for _, name in steps[: e["ahead"] - 1]]
        self.expect(
            passed == e.get("passed", []), "passed tiles", f"{passed} are passed, not {e.get('passed', [])}"
        )
        self.track.figures[e["figure"]] = steps[e["ahead"] - 1][0]
        self.turn.place = steps[e["ahead"] - 1][0]
        self.turn.is_moved = True

    def on_FigureSwapped(self, _e: Event) -> None:
        self.turn.is_swapped = True

    def on_PawnPlaced(self, e: Event) -> None:
        """A figure is put on a space, counted from the hindmost occupied one."""
        figures, tiles, decks = self.track.figures, self.track.tiles, self.track.decks
        at = min([*tiles, *figures.values()]) + e["at"]
        if self.turn.is_swapped and at in tiles:
            tiles[figures[e["figure"]]], decks[figures[e["figure"]]] = tiles.pop(at), decks[at]
        figures[e["figure"]] = at
        self.turn.is_swapped = False

    def on_DieRolled(self, e: Event) -> None:
        self.expect(e["face"] in {1, 2, 3}, "face of the die", str(e["face"]))
        self.turn.face = e["face"]

    def off_track(self, e: Event, kind: str) -> None:
        at = self.turn.place
        if kind == "passed":
            at = next((p for p, n in sorted(self.track.tiles.items()) if n == e["piece"]), -1)
            behind = self.may_leave()
            self.expect(at in behind, "discarded too early", f"{e['piece'] or e['deck']} is not passed by all")
        if at in self.track.tiles:
            lies = self.track.tiles[at]
            self.expect(lies == e["piece"], "another tile", f"{lies or 'a tile'} lies there, not {e['piece']}")
            del self.track.tiles[at]
        else:
            self.expect(False, "no tile there", f"{e['piece'] or e['deck']} leaves the track")

    def passed_by(self) -> list[int]:
        raise NotImplementedError

    def may_leave(self) -> list[int]:
        """Return the tiles that may leave the track because they are passed."""
        return self.passed_by()

    def on_TileTaken(self, e: Event) -> None:
        self.off_track(e, "taken")
        self.move(e["piece"], {"track"}, f"hand:{e['player']}")
        self.turn.taken = e["piece"]

    def on_TileDiscarded(self, e: Event) -> None:
        die = self.figure == "die" and e["rule"].endswith(("DIE-05", "DIE-07"))
        own = e["rule"] in {"GM-TAK-07", "C4-16", "G1-TRN-07"}
        if die:
            self.expect(
                not self.printed(e["piece"]).get("symbol"), "die and symbol", f"the die takes {e['piece']}"
            )
        self.off_track(e, "taken" if die or own else "passed")
        self.move(e["piece"], {"track"}, "discards")

    def on_TileGiven(self, e: Event) -> None:
        self.move(e["piece"], {"", "discards", "box"}, f"hand:{e['player']}")

    def on_PiecePlaced(self, e: Event) -> None:
        if e["piece"]:
            self.place[e["piece"]] = e["place"]

    def on_PersonGained(self, e: Event) -> None:
        self.settle_cost(e["player"], e["piece"])
        self.move(e["piece"], {f"hand:{e['player']}", ""}, f"persons:{e['player']}")
        self.persons[e["player"]] += 1
        self.turn.is_settled = True

    def on_LandmarkGained(self, e: Event) -> None:
        card = e["card"]
        self.expect(card not in self.cards, "card in two places", f"{card} belongs to {self.cards.get(card)}")
        self.cards[card] = e["player"]

    def on_CardPlaced(self, e: Event) -> None:
        if e["player"]:
            self.cards[e["card"]] = e["player"]
        else:
            self.cards.pop(e["card"], None)

    def on_CrestTaken(self, e: Event) -> None:
        crest = e["crest"]
        is_free = crest not in self.crests or crest in self.repeatable_crests
        self.expect(is_free, "crest taken twice", crest)
        self.crests.add(crest)
        self.markers[e["player"]] += 1
        self.expect(self.markers[e["player"]] <= MARKERS, "no marker left", e["player"])

    # ---- the track when a turn ends

    def check_track(self, figure: str) -> None:
        for at in self.passed_by():
            self.expect(
                False, "passed tile stays", f"{self.track.tiles[at] or self.track.decks[at]} is passed by all"
            )
        if self.track.spaces is None or not self.is_refill_due(figure):
            return
        if self.is_counted_by_people:
            return
        last = min(self.track.figures.values(), default=0)
        end = last + self.track.spaces - 2
        over = [at for at in self.track.tiles if at > end]
        self.expect(not over, "too many tiles", f"{len(over)} tiles beyond the empty space")
        if self.are_decks_counted and any(self.left[deck] > 0 for deck in self.rounds_of_decks()):
            free = self.track.next_free(list(self.coins))
            self.expect(free > end, "too few tiles", f"a tile belongs to space {free - last}")

    def is_refill_due(self, figure: str) -> bool:
        return figure != "die" or self.is_die_refilled
