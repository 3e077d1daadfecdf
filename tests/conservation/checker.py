"""What must balance when a turn, a round and the game end: gains by what is printed, and points."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.conservation.journal import Event
from tests.conservation.printed import outcomes, pays, total_of, within
from tests.conservation.territories import Territories

DIFFERENCE = {0: 0, 1: 1, 2: 2, 3: 3, 4: 5}
"""Points for the difference to the fewest; from 5 on 8 (GM-SCR-05, G1-SCR-03)."""


class Checker(Territories):
    """The accounts of one game. Subclasses name what is printed and how the track is tidied."""

    def on_TurnEnded(self, e: Event) -> None:
        self.expect(e["figure"] == self.figure, "turn without a beginning", f"{e['figure']} ends")
        self.turn.is_ended = True
        if self.is_refereed:
            for piece in sorted(self.turn.activated | {self.turn.placed or ""}):
                self.compare(piece)
            for why in self.turn.gains:
                start, _, piece = why.partition(":")
                is_done = start != "activation" or piece in self.turn.activated or why in self.turn.free
                self.expect(is_done, "gain without an activation", piece)
            owed = self.turn.gains["nothing"]
            self.expect(sum(owed.values()) <= 1, "gain for no tile", str(dict(owed)))
        self.check_track(e["figure"])

    def compare(self, piece: str) -> None:
        """Compare what a tile brought in this turn with what is printed on it."""
        printed = self.printed(piece)
        if not printed:
            return
        why = f"activation:{piece}"
        points = self.turn.points[piece]
        if piece in self.turn.activated and why not in self.turn.free and printed.get("activation") is not None:
            gains = self.turn.gains[why] + Counter({"vp": points} if points else {})
            text = (
                f"{piece} brings {dict(gains)} for {dict(self.turn.pays[why])}, printed is {printed['activation']}"
            )
            is_right = any(
                pays(cost, self.turn.pays[why]) and within(gains, most)
                for cost, most in outcomes(printed["activation"])
            )
            self.expect(is_right, "gain of an activation", text)
            points = 0
        why = f"placing:{piece}"
        if piece == self.turn.placed and why not in self.turn.free and printed.get("placing") is not None:
            gains = self.turn.gains[why]
            most = total_of(printed["placing"])
            self.expect(within(gains, most), "gain on placing", f"{piece}: {dict(gains)} of {dict(most)}")

    # ---- points

    def on_PointsScored(self, e: Event) -> None:
        self.points[e["player"]] += e["points"]
        if e["source"] in self.turn.activated:
            self.turn.points[e["source"]] += e["points"]

    def on_RoundScored(self, e: Event) -> None:
        result = e["result"]
        self.scored.append(e["round"])
        for each in result["players"]:
            who = each["name"]
            gained = sum(gain["points"] for gain in each["gains"])
            self.expect(each["points_before"] + gained == each["points"], "sum of a round", f"{who}: {each}")
            self.expect(self.points[who] == each["points"], "sum of points", f"{who} has {self.points[who]}")
        self.compare_categories(result["players"])

    def compare_categories(self, players: list[dict[str, Any]]) -> None:
        for source, counts in self.counted().items():
            fewest = min(counts[each["name"]] for each in players)
            for each in players:
                got = sum(gain["points"] for gain in each["gains"] if gain["source"] == source)
                due = DIFFERENCE.get(counts[each["name"]] - fewest, 8)
                text = f"{each['name']} gets {got} for {source}, {due} are due"
                self.expect(got == due, "points of a category", text)

    def counted(self) -> dict[str, dict[str, int]]:
        """Return the counts of each compared category of which every player's count is certain."""
        raise NotImplementedError

    def certain(self, account: Counter[str], name: str) -> dict[str, int] | None:
        players = list(self.coins)
        if any((player, name) in self.unsure for player in players):
            return None
        return {player: account[player] for player in players}

    def on_GameEnded(self, e: Event) -> None:
        best = max(self.points.values())
        wrong = [who for who in e["winners"] if self.points.get(who) != best]
        self.expect(bool(e["winners"]) and not wrong, "winner", f"{wrong} have won with less than {best}")
        self.is_over = True

    def at_end(self) -> None:
        """Compare what can be compared only when the journal ends."""
        self.expect(self.is_over == ("final" in self.scored), "end", "the final scoring and the end go together")
        due = [each for each in self.rounds if each in self.rounds_scored_by(self.emptied)]
        self.expect(self.scored[: len(due)] == due, "rounds", f"{self.scored} scored, {due} are due")

    def rounds_scored_by(self, decks: list[str]) -> set[str]:
        """Return the rounds that end when these decks are empty."""
        return set(decks) & set(self.rounds)
