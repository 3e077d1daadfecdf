"""What screens, the web page and the history may show of a game. Nothing in it is secret.

A player is named by the side, "A" or "B"; on the panel A is near, B is far. `view_of` makes the view of a state,
`outline_of` the outline of a view with its headings and sheets.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine.caching import memoize_last
from companion.engine.game import TABLE_VIEWER, Figure, GameOutline
from companion.engine.message import Message, join_list, tr
from companion.scoring.schotten_totten.border import CARDS, SIDES, Side, printed_card
from companion.state.schotten_totten import labels
from companion.state.schotten_totten import text as words
from companion.state.schotten_totten.course import PHASE_OF
from companion.state.schotten_totten.legal_plays import claimable_stones, unclaimable_stones
from companion.state.schotten_totten.model import TACTICAL, BorderStone, Player, RoundResult, State, stone_owners


class CardView(msgspec.Struct, frozen=True, gc=False):
    """A card that has left hands and piles."""

    id: str
    """Id of the piece: "red-7", "joker-1", "spy", "mud_fight"."""
    label: Message
    """Name of the card with its declaration."""
    kind: str
    """Kind: "clan", "joker", "spy", "shield_bearer", "technique" or "ruse"."""
    colour: str = ""
    """Printed or declared colour; empty if there is none or it is still open."""
    strength: int = 0
    """Printed or declared strength, 7 for the Spy; 0 if there is none or it is still open."""


class SideView(msgspec.Struct, frozen=True, gc=False):
    """One player's side of a stone."""

    cards: tuple[CardView, ...]
    """Cards in the order in which they were placed."""
    full: bool


class StoneView(msgspec.Struct, frozen=True, gc=False):
    """A stone with all cards on it."""

    number: int
    """Stone number, 1 to 9."""
    a: SideView
    b: SideView
    needed: int
    """Number of cards of a full side: 3, in a Mud Fight 4."""
    techniques: tuple[CardView, ...]
    owner: str
    """Side that has claimed it; empty for none."""
    full_first: str
    """Side that became full first; empty if a side is not full."""
    claimable: str
    """Side that could claim it in its claiming step; empty for none or without marks."""
    why: Message | None
    """Why that player can claim it, a clause without a full stop; None if neither can or without marks."""
    claimed: Message | None
    """Why its owner could claim it, a clause without a full stop; None if unclaimed."""
    stays: Message | None
    """Why the player with the full side cannot claim it, a clause without a full stop; None if it can or no side
    is full."""

    def side(self, side: str) -> SideView:
        return self.a if side == "A" else self.b


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player."""

    id: str
    name: str
    """Name of the player; empty if unknown."""
    label: Message
    points: int
    """Points of the rounds that are over."""
    stones: int
    """Number of stones owned in this round."""
    hand: int
    """Number of cards in the hand; the cards are unknown."""
    tactics: tuple[CardView, ...]
    """Tactics cards played in this round."""
    draws: Message | None
    """What this player draws now, in a few words, or None."""


class WaitingView(msgspec.Struct, frozen=True, gc=False):
    """A shown card that waits for its stone."""

    card: CardView
    asks: str
    """Open question about it: "place", "stone" (of a technique), "declare", "target" (of a ruse) or "goal" (of
    its target)."""
    stone: int
    """Stone of a troop that is still to be declared; 0 for none."""
    target: CardView | None
    """Card on the table that a ruse takes."""


class LastPlay(msgspec.Struct, frozen=True, gc=False):
    """The last play of this round."""

    player: str
    card: CardView
    stone: int
    """Stone of the card; 0 for none."""
    side: str
    """Side of the card; empty if it is on the stone itself or at no stone."""
    from_stone: int
    """Stone of the card before the play; 0 for none."""
    from_side: str


class ResultView(msgspec.Struct, frozen=True, gc=False):
    """The result of a round."""

    winner: str
    """Side of the winner; empty after a dead end at equal stones."""
    why: Message
    stones: tuple[int, int]
    """Stones of A and B."""
    points: tuple[int, int]
    """Points of the round for A and B."""


class View(msgspec.Struct, frozen=True, gc=False):
    """All that screens and the page show."""

    phase: str
    """Phase: "setup", "play", "place" (a card waits), "won" (a round is over) or "over"."""
    variants: tuple[str, ...]
    """Variants in use: "tactics", "expert"."""
    players: tuple[PlayerView, ...]
    """Players at side A, then at side B; fewer during setup."""
    round: int
    """Round number; 0 before the first."""
    rounds: int
    turn: int
    to_move: str
    """Side that plays the next card or whose card waits; empty for none."""
    claiming: str
    """Side of the open claiming step; empty for none. Without the expert variant, the side that played last."""
    stones: tuple[StoneView, ...]
    """Nine stones in the order of the row; () before the first round."""
    waiting: WaitingView | None
    last: LastPlay | None
    discards: tuple[CardView, ...]
    """Discarded cards, in order."""
    pile: int
    """Cards left to draw; with tactics cards, of both piles together."""
    first_task: Message | None
    """What players must do first: deal, or draw and return cards for Recruiter; None for nothing."""
    why: Message | None
    """A sentence about the stone that can be claimed now, otherwise about the last claim, or None."""
    why_stone: int
    """Number of the stone that `why` is about; 0 for none."""
    short_explanations: tuple[Message, ...]
    """Shorter and shorter forms of `why`; the last one is always short."""
    plays: Message | None
    """What the player on turn does, in a few words below the name; None if it needs a longer text."""
    todo: tuple[Message, ...]
    """Other things that players must do: draw a card, set the tactics cards aside."""
    results: tuple[ResultView, ...]
    """Results of the rounds that are over."""
    winners: tuple[str, ...]
    """Winners of the game; () before its end."""

    @property
    def can_claim(self) -> StoneView | None:
        """The first stone that can be claimed in the open claiming step, or None."""
        return next((stone for stone in self.stones if stone.claimable and stone.claimable == self.claiming), None)

    @property
    def acts(self) -> str:
        """Side that acts now: the claiming side if it can claim a stone, otherwise the side on turn."""
        return self.claiming if self.can_claim else self.to_move

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def player(self, side: str) -> PlayerView:
        return next(p for p in self.players if p.id == side)


def card_view(card: str) -> CardView:
    """Return the view of a card with its declaration."""
    own, declared = printed_card(card), card.partition("=")[2]
    shown = CARDS.get(card)
    strength = shown.strengths[0] if shown and len(shown.strengths) == 1 else 0
    seen = declared or own
    colour = seen.partition("-")[0] if shown and shown.colour is not None else ""
    return CardView(own, labels.card_label(card), labels.card_kind(own), colour, strength)


def view_of(state: State, _viewer: str = TABLE_VIEWER) -> View:
    """Return the view of a state, which is the same for every viewer."""
    return _view_of(state)


@memoize_last
def _view_of(state: State) -> View:
    opened = state.find_question("claim")
    return View(
        phase=PHASE_OF[state.stage],
        variants=state.variants,
        players=tuple(_player(state, player) for player in state.players),
        round=state.round,
        rounds=state.rounds,
        turn=state.turn,
        to_move=state.to_move,
        claiming=opened.player if opened else "",
        stones=_stones(state),
        waiting=_waiting(state),
        last=_last(state),
        discards=tuple(map(card_view, state.discarded)),
        pile=state.pile,
        first_task=words.table_instruction(state),
        why=words.claim_explanation(state),
        why_stone=words.explained_stone(state),
        short_explanations=words.short_claim_explanations(state),
        plays=words.play_text(state),
        todo=tuple(words.todo_lines(state)),
        results=tuple(_result(state, result) for result in state.results),
        winners=state.winners,
    )


def _player(state: State, player: Player) -> PlayerView:
    return PlayerView(
        id=player.id,
        name=player.name,
        label=labels.figure_label(state, player.id),
        points=sum(result.points[player.id] for result in state.results),
        stones=stone_owners(state).count(player.id),
        hand=player.hand,
        tactics=tuple(map(card_view, player.tactics)),
        draws=words.draw_text(state, player.id),
    )


def _stones(state: State) -> tuple[StoneView, ...]:
    marked = state.house.claims_are_marked
    marks, stay = (claimable_stones(state), unclaimable_stones(state)) if marked else ({}, {})
    return tuple(
        StoneView(
            number=number,
            a=_side(stone, "A"),
            b=_side(stone, "B"),
            needed=stone.scoring_stone.cards_needed,
            techniques=tuple(map(card_view, stone.techniques)),
            owner=stone.owner or "",
            full_first=stone.scoring_stone.full_first or "",
            claimable=marks[number].by if number in marks else "",
            why=words.named_claim_reason(state, marks[number]) if number in marks else None,
            claimed=words.named_claim_reason(state, stone.claim) if stone.claim else None,
            stays=words.named_claim_reason(state, stay[number]) if number in stay else None,
        )
        for number, stone in enumerate(state.stones, 1)
    )


def _side(stone: BorderStone, side: Side) -> SideView:
    return SideView(tuple(map(card_view, stone.cards(side))), stone.is_full(side))


def _waiting(state: State) -> WaitingView | None:
    waiting = state.waiting
    if waiting is None:
        return None
    target = card_view(waiting.target) if waiting.target else None
    return WaitingView(card_view(waiting.card), words.pending_question(state), waiting.stone, target)


def _last(state: State) -> LastPlay | None:
    event = state.last
    if event is None:
        return None
    return LastPlay(
        player=event.player,
        card=card_view(event.card),
        stone=getattr(event, "stone", 0),
        side=getattr(event, "side", ""),
        from_stone=getattr(event, "from_stone", 0),
        from_side=getattr(event, "from_side", ""),
    )


def _result(state: State, result: RoundResult) -> ResultView:
    a, b = SIDES
    stones, points = result.stones, result.points
    return ResultView(
        result.winner, words.round_end_reason(state, result), (stones[a], stones[b]), (points[a], points[b])
    )


CLAIMS_SHEET, UNSEEN_SHEET, PLAYED_SHEET, RESULT_SHEET = "claims", "unseen", "played", "result"
"""Kinds of sheets: claims, unseen clan cards, tactics and discarded cards, points of each round."""


@memoize_last
def outline_of(view: View) -> GameOutline:
    """Return the outline of a view; the same view gives the same outline object."""
    players = tuple(_figure_of_player(player, seat) for seat, player in enumerate(view.players))
    return GameOutline(
        title=join_list(each.label for each in players) if players else tr("a game that is being set up"),
        figures=players,
        turn=view.turn,
        phase_title=tr("The round is over") if view.phase == "won" else None,
        on_turn=view.to_move,
        over=view.over,
        winners=view.winners,
        sheets=tuple(_sheets(view)),
        announced_sheet=RESULT_SHEET if view.phase in ("won", "over") else "",
        result_count=len(view.results),
    )


def _sheets(view: View) -> Iterator[str]:
    """Yield the sheets that have something to show now."""
    if any(stone.claimable or stone.stays or stone.claimed for stone in view.stones):
        yield CLAIMS_SHEET
    if view.stones:
        yield UNSEEN_SHEET
    if view.stones and TACTICAL in view.variants:
        yield PLAYED_SHEET
    if view.results:
        yield RESULT_SHEET


def _figure_of_player(player: PlayerView, seat: int) -> Figure:
    return Figure(player.id, player.label, player.name, "", seat, player.points)
