"""State, events and rondel rules of the mountain."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.engine.message import tr
from companion.engine.offers import Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.facts import FIXTURE, WORLDS_END, Facts, Piece
from companion.state.glen_more_2.model import DIE, State, is_neutral_figure
from companion.state.glen_more_2.piece_locations import has_target_ahead
from companion.state.glen_more_2.ruleset import expansion_rule
from companion.state.glen_more_2.text import labels
from companion.state.territory.track import figure_index, tile_index

SLUG, MOUNTAIN = "highlander", "mountain"
REFILL_RULE, DIE_STEP_RULE, SIDEWAYS_RULE = f"{SLUG}.refill", f"{SLUG}.die_step", f"{SLUG}.sideways"
PAY_QUESTION, LEAVE_QUESTION, CONTENTS_CORRECTION = f"{SLUG}.pay", f"{SLUG}.leave", f"{SLUG}.contents"
MOUNTAIN_CAUSE, NO_REFILL_INSTRUCTION, PUT_GOODS_INSTRUCTION = (
    f"{SLUG}.mountain",
    f"{SLUG}.not_laid",
    f"{SLUG}.put_goods",
)
NO_REFILL, USUAL_REFILL, EMPTY_SPACE_AHEAD = 0, 1, 2
"""Readings of C2-13: no tiles are laid and the next refill closes the gap; tiles are laid as usual; the space
ahead stays empty.
"""
MAX_COINS, MAX_GOODS = 40, 60


class Mountain(msgspec.Struct, frozen=True, gc=False):
    """Contents of the mountain."""

    coins: int = 0
    goods: int = 0
    """Number of goods of all kinds."""
    tracked_goods: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    """Number of each good; set only at referee depth."""

    @property
    def goods_by_kind(self) -> dict[str, int]:
        """Number of each good whose kind is known."""
        return {} if isinstance(self.tracked_goods, msgspec.UnsetType) else self.tracked_goods

    def grown(self, coins: int, goods: int, good: str = "") -> Mountain:
        """Return the contents after adding coins and goods (negative: removing them). `good` is the kind, if
        known.
        """
        if not good:
            return Mountain(self.coins + coins, self.goods + goods, self.tracked_goods)
        kinds = {**self.goods_by_kind, good: self.goods_by_kind.get(good, 0) + goods}
        return Mountain(self.coins + coins, self.goods + goods, {each: n for each, n in kinds.items() if n > 0})


class MountainGrew(ev.Event, frozen=True):
    """A coin or a good was put on the mountain."""

    figure: str
    """Player who passed; "die" if the coin came from the supply (C2-18)."""
    coins: int = 0
    """0 or 1."""
    goods: int = 0
    """0 or 1."""
    good: str = ""
    """Kind of the good, at referee depth."""


class MountainEmptied(ev.Event, frozen=True):
    """A player took everything from the mountain."""

    player: str
    coins: int
    goods: int
    rule: str
    """C2-11 if the pawn left the mountain, C2-17 if the game ended with the pawn on it."""


class MountainSet(ev.Event, frozen=True):
    """A correction of the contents."""

    coins: int
    goods: int
    """Number of goods of all kinds."""
    kinds: tuple[tuple[str, int], ...] = ()
    """Pairs of good and number, at referee depth."""


OWN_STATE = ExpansionState(SLUG, begin=lambda _state: Mountain(), joined=lambda now, _player: now)
"""Contents of the mountain."""


def add_pieces(facts: Facts, state: State) -> Facts:
    """Return the facts with the mountain added. The die never stops on it (C2-19) and may skip it as a step
    (C2-20).
    """
    figure = Piece(
        MOUNTAIN,
        "Mountain",
        FIXTURE,
        "",
        symbol=True,
        stays=True,
        uncounted=not expansion_rule(state, DIE_STEP_RULE),
    )
    return replace(facts, pieces={**facts.pieces, MOUNTAIN: figure})


def place_mountain(_before: State, _e: ev.PlayBegan, state: State) -> Iterator[ev.Event]:
    """Place the mountain on two spaces, or on one (C2-21). A literal reading of the older rulebook adds the empty
    space ahead (C2-13).
    """
    size = 1 if expansion_rule(state, SIDEWAYS_RULE) else 2
    yield ev.FixturePlaced(MOUNTAIN, size + (expansion_rule(state, REFILL_RULE) == EMPTY_SPACE_AHEAD))


def pawn_on_mountain(state: State) -> str:
    """Return the pawn that stands on the mountain, or ""."""
    return next((f for s in state.track if s.piece == MOUNTAIN for f in s.figures), "")


def why_cannot_stop(state: State, figure: str, piece: str) -> Reason | None:
    """Return why a figure cannot stop on the mountain: it is occupied (C2-08), or no player's pawn (C2-19,
    C2-22)."""
    if piece != MOUNTAIN:
        return None
    if is_neutral_figure(figure):
        return Reason("C2-22", tr("Only players' pawns stop on the mountain."))
    if other := pawn_on_mountain(state):
        return Reason("C2-08", tr("{player} stands on the mountain.", player=labels.figure_label(state, other)))
    return None


def pay_on_passing(before: State, e: ev.PawnMoved, _after: State) -> Iterator[ev.Event]:
    """Charge a figure that passes the mountain: a player pays (C2-05), the supply pays for the die (C2-18), other
    figures pass free (C2-22).
    """
    if MOUNTAIN not in e.passed:
        return
    if e.figure == DIE:
        yield MountainGrew(DIE, coins=1)
    elif not is_neutral_figure(e.figure):
        yield ev.QuestionAsked(PAY_QUESTION, e.figure, (before.player(e.figure).coins,))


def pay_for_leaving_die(before: State, e: ev.FigureLeft, _after: State) -> Iterator[ev.Event]:
    """Charge the die if it passed the mountain on its way to World's End (C2-18)."""
    end = tile_index(before.track, WORLDS_END)
    if end < 0:
        # World's End has not been identified: the die passed at most to the last D tile that may be World's End.
        end = max((i for i, s in enumerate(before.track) if s.is_unidentified and s.deck == "D"), default=-1)
    if e.figure == DIE and figure_index(before.track, DIE) < tile_index(before.track, MOUNTAIN) < end:
        yield MountainGrew(DIE, coins=1)


def pay_for_waiting_die(before: State, _e: ev.DieWaited, after: State) -> Iterator[ev.Event]:
    """Charge the die if it passed the mountain when it moved over all tiles to the empty space (C2-18)."""
    # Tiles behind the die may have been removed, so its places before and after are not comparable. Measure the
    # distance to a figure that did not move.
    still = next(f for s in after.track for f in s.figures if f != DIE)
    now = figure_index(after.track, DIE) - figure_index(after.track, still) + figure_index(before.track, still)
    if figure_index(before.track, DIE) < tile_index(before.track, MOUNTAIN) < now:
        yield MountainGrew(DIE, coins=1)


def skip_refill_on_stop(_before: State, e: ev.PawnStopped, after: State) -> Iterator[ev.Event]:
    """Skip the refill after a turn that ended on the mountain, unless a house rule says otherwise (C2-13)."""
    if e.piece == MOUNTAIN and expansion_rule(after, REFILL_RULE) == NO_REFILL:
        yield ev.RefillSkipped("C2-13")
        if has_target_ahead(after):
            # Shown because players lay tiles at the end of a turn out of habit.
            yield ev.ManualStepRequired(NO_REFILL_INSTRUCTION)
