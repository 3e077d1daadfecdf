"""What lies on the mountain, and where it stands: its state, its events, its spaces of the rondel.

Puts no question into words.
"""

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
from companion.state.territory.track import place_of, place_of_piece

SLUG, MOUNTAIN = "highlander", "mountain"
REFILL, DIE_STEP, SIDEWAYS = f"{SLUG}.refill", f"{SLUG}.die_step", f"{SLUG}.sideways"
PAY, LEAVE, SET_CONTENTS = f"{SLUG}.pay", f"{SLUG}.leave", f"{SLUG}.contents"
MOUNTAIN_CAUSE, REFILL_SKIPPED, PUT_GOODS = f"{SLUG}.mountain", f"{SLUG}.not_laid", f"{SLUG}.put_goods"
NEXT_CLOSES, USUAL_SPACES, SPACE_AHEAD = 0, 1, 2
"""The readings of C2-13: nothing is laid, the next refill closes the gap; laid as ever; a space stays empty."""
MAX_COINS, MAX_GOODS = 40, 60


class Mountain(msgspec.Struct, frozen=True, gc=False):
    """What lies on the mountain."""

    coins: int = 0
    goods: int = 0
    """Their number."""
    kinds: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    """How many of each good, where territories are followed; elsewhere the table sees it."""

    @property
    def which(self) -> dict[str, int]:
        """The goods that the companion knows."""
        return {} if isinstance(self.kinds, msgspec.UnsetType) else self.kinds

    def grown(self, coins: int, goods: int, good: str = "") -> Mountain:
        """With so much more on it, or less; good: which one, where that is known."""
        if not good:
            return Mountain(self.coins + coins, self.goods + goods, self.kinds)
        kinds = {**self.which, good: self.which.get(good, 0) + goods}
        return Mountain(self.coins + coins, self.goods + goods, {each: n for each, n in kinds.items() if n > 0})


class MountainGrew(ev.Event, frozen=True):
    """A coin or a good was put on it."""

    figure: str
    """Who passed; "die": the coin came from the supply (C2-18)."""
    coins: int = 0
    """0 or 1."""
    goods: int = 0
    """0 or 1."""
    good: str = ""
    """Which one, where territories are followed."""


class MountainEmptied(ev.Event, frozen=True):
    """A player takes everything."""

    player: str
    coins: int
    goods: int
    rule: str
    """C2-11: the pawn left it; C2-17: the game ended with the pawn on it."""


class MountainSet(ev.Event, frozen=True):
    """A correction: what lies there."""

    coins: int
    goods: int
    """Their number."""
    kinds: tuple[tuple[str, int], ...] = ()
    """Goods and how many of each, where territories are followed."""


OWN_STATE = ExpansionState(SLUG, begin=lambda _state: Mountain(), joined=lambda now, _player: now)
"""What lies there now."""


# ---- on the ring


def add_pieces(facts: Facts, state: State) -> Facts:
    """The figure: it stays, the die never ends on it (C2-19), and counts it as a step or not (C2-20)."""
    figure = Piece(
        MOUNTAIN, "Mountain", FIXTURE, "", symbol=True, stays=True, uncounted=not expansion_rule(state, DIE_STEP)
    )
    return replace(facts, pieces={**facts.pieces, MOUNTAIN: figure})


def place_mountain(_before: State, _e: ev.PlayBegan, state: State) -> Iterator[ev.Event]:
    """Two spaces, or one (C2-21); by the older book word for word the space ahead of it is its own too (C2-13)."""
    size = 1 if expansion_rule(state, SIDEWAYS) else 2
    yield ev.FixturePlaced(MOUNTAIN, size + (expansion_rule(state, REFILL) == SPACE_AHEAD))


def pawn_on_mountain(state: State) -> str:
    """The pawn that stands on it, "" when none does."""
    return next((f for s in state.line if s.piece == MOUNTAIN for f in s.figures), "")


def why_cannot_stop(state: State, figure: str, piece: str) -> Reason | None:
    """Why a figure can't stop on it: one pawn at a time (C2-08), and only players' (C2-19, C2-22)."""
    if piece != MOUNTAIN:
        return None
    if is_neutral_figure(figure):
        return Reason("C2-22", tr("Only players' pawns stop on the mountain."))
    if other := pawn_on_mountain(state):
        return Reason("C2-08", tr("{player} stands on the mountain.", player=labels.figure_label(state, other)))
    return None


def pay_on_passing(before: State, e: ev.PawnMoved, _after: State) -> Iterator[ev.Event]:
    """A player pays (C2-05), for the die the supply does (C2-18), another figure passes free (C2-22)."""
    if MOUNTAIN not in e.passed:
        return
    if e.figure == DIE:
        yield MountainGrew(DIE, coins=1)
    elif not is_neutral_figure(e.figure):
        yield ev.QuestionAsked(PAY, e.figure, (before.player(e.figure).coins,))


def pay_for_leaving_die(before: State, e: ev.FigureLeft, _after: State) -> Iterator[ev.Event]:
    """On its way to World's End the die may go over the mountain."""
    end = place_of_piece(before.line, WORLDS_END)
    if end < 0:
        # Nobody has told which tile World's End is: the die has gone at most to the last D tile that it may be.
        end = max((i for i, s in enumerate(before.line) if s.unidentified and s.deck == "D"), default=-1)
    if e.figure == DIE and place_of(before.line, DIE) < place_of_piece(before.line, MOUNTAIN) < end:
        yield MountainGrew(DIE, coins=1)


def pay_for_waiting_die(before: State, _e: ev.DieWaited, after: State) -> Iterator[ev.Event]:
    """The die goes over all tiles to the empty space; the mountain lies behind it then, or still ahead."""
    # Tiles may have gone from behind the die, so places before and after don't compare; a figure that stood still
    # does.
    still = next(f for s in after.line for f in s.figures if f != DIE)
    now = place_of(after.line, DIE) - place_of(after.line, still) + place_of(before.line, still)
    if place_of(before.line, DIE) < place_of_piece(before.line, MOUNTAIN) < now:
        yield MountainGrew(DIE, coins=1)


def skip_refill_on_stop(_before: State, e: ev.PawnStopped, after: State) -> Iterator[ev.Event]:
    """Nothing is laid after a turn that ended on it, unless the table reads it otherwise (C2-13)."""
    if e.piece == MOUNTAIN and expansion_rule(after, REFILL) == NEXT_CLOSES:
        yield ev.RefillSkipped("C2-13")
        if has_target_ahead(after):
            # Said, for hands lay tiles at the end of a turn out of habit.
            yield ev.ManualStepRequired(REFILL_SKIPPED)
