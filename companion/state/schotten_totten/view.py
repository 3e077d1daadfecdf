"""What may be seen of a game: frozen values for screens, page and history. Nothing in it is a secret.

A player is the side that is his, "A" or "B"; on the panel A sits near, B far.

Schotten Totten in outline, made from a view: what lists, headings and the page need of it. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine.caching import memoize_last
from companion.engine.game import TABLE, Figure, GameOutline
from companion.engine.message import Message, join_list, tr
from companion.scoring.schotten_totten.border import CARDS, SIDES, Side, printed_card
from companion.state.schotten_totten import labels
from companion.state.schotten_totten import text as words
from companion.state.schotten_totten.course import PHASE_OF
from companion.state.schotten_totten.legal_plays import claimable_stones, unclaimable_stones
from companion.state.schotten_totten.model import TACTICAL, Border, Player, RoundResult, State, stone_owners


class CardView(msgspec.Struct, frozen=True, gc=False):
    """A card that has left hands and piles."""

    id: str
    """The piece: "red-7", "joker-1", "spy", "mud_fight"."""
    label: Message
    """What people call it, with what it was declared as."""
    kind: str
    """"clan", "joker", "spy", "shield_bearer", "technique" or "ruse"."""
    colour: str = ""
    """Its own, or what was declared; "" where its owner still chooses, and for a card that has none."""
    strength: int = 0
    """The same; 7 for the Spy. 0 where its owner still chooses, and for a card that has none."""


class SideView(msgspec.Struct, frozen=True, gc=False):
    """One player's half of a stone."""

    cards: tuple[CardView, ...]
    """In the order in which they were laid."""
    full: bool


class StoneView(msgspec.Struct, frozen=True, gc=False):
    """A stone with all that lies there."""

    number: int
    """1 to 9."""
    a: SideView
    b: SideView
    needed: int
    """How many cards make a side full: 3, in a Mud Fight 4."""
    techniques: tuple[CardView, ...]
    owner: str
    """Who has claimed it; "" for nobody."""
    full_first: str
    """Whose side became full earlier; "" where a side isn't full."""
    claimable: str
    """Who could claim it, as soon as it is the moment; "" for nobody, and where the table wants no marks."""
    why: Message | None
    """Why that player can: a clause without a full stop; None where nobody can, or no marks are wanted."""
    claimed: Message | None
    """Why its owner could claim it: the same; None where nobody owns it."""
    stays: Message | None
    """Why the player whose side is full can't: the same; None where no side is full, and beside `why`."""

    def side(self, side: str) -> SideView:
        return self.a if side == "A" else self.b


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One player."""

    id: str
    name: str
    """"" for a player without a name."""
    label: Message
    points: int
    """Of the rounds that are over."""
    stones: int
    """Owned in this round."""
    hand: int
    """Cards in it; which, nobody knows."""
    tactics: tuple[CardView, ...]
    """Tactics cards played in this round."""
    draws: Message | None
    """What this player draws now, in a few words; None for nothing that hands need to be told."""


class WaitingView(msgspec.Struct, frozen=True, gc=False):
    """A card that was shown and waits for its place."""

    card: CardView
    asks: str
    """What is still to be said: "place", "stone" (of a technique), "declare", "target" (of a ruse), or "goal" (of
    its target)."""
    stone: int
    """Where a troop lies that is still to be declared; 0 for none."""
    target: CardView | None
    """The card on the table that a ruse takes."""


class LastPlay(msgspec.Struct, frozen=True, gc=False):
    """What lay down last in this round."""

    player: str
    card: CardView
    stone: int
    """Where it lies; 0 where it lies at no stone."""
    side: str
    """On which side; "" on a stone itself, and at no stone."""
    from_stone: int
    """Where it lay before; 0 for nowhere."""
    from_side: str


class ResultView(msgspec.Struct, frozen=True, gc=False):
    """A round that is over."""

    winner: str
    """"" for nobody: equal stones at a dead end."""
    why: Message
    stones: tuple[int, int]
    """Of A and of B."""
    points: tuple[int, int]
    """What the round brought A and B."""


class View(msgspec.Struct, frozen=True, gc=False):
    """All that screens and page show."""

    phase: str
    """"setup", "play", "place" (a card waits), "won" (a round is over), "over"."""
    variants: tuple[str, ...]
    """"tactics", "expert"."""
    players: tuple[PlayerView, ...]
    """At side A, then at side B; fewer while they sit down."""
    round: int
    """0 before the first."""
    rounds: int
    turn: int
    to_move: str
    """Who shows the next card, or whose card waits; "" for nobody."""
    claiming: str
    """Whose claiming step it is; "" for nobody. Without the expert variant who laid last."""
    stones: tuple[StoneView, ...]
    """Nine in the order of the row; none before the first round."""
    waiting: WaitingView | None
    last: LastPlay | None
    discards: tuple[CardView, ...]
    """In order."""
    pile: int
    """Cards left to draw; with tactics of both piles together."""
    hands: Message | None
    """What hands do before anything else: deal, or what a Recruiter wants; None for nothing."""
    why: Message | None
    """One sentence: of the last claim, else of what can be claimed now; None where there is nothing to say."""
    why_stone: int
    """The stone that `why` is about; 0 for none."""
    why_in_short: tuple[Message, ...]
    """The same for little room, ever shorter; the last one is always short."""
    plays: Message | None
    """What who is on turn does, in a few words under the name; None where there is more to say of it."""
    todo: tuple[Message, ...]
    """What hands do besides: draw a card, lay the tactics cards aside."""
    results: tuple[ResultView, ...]
    """Of the rounds that are over."""
    winners: tuple[str, ...]
    """Of the game; () before its end."""

    @property
    def can_claim(self) -> StoneView | None:
        """The first stone that can be claimed in the claiming step that is open."""
        return next((stone for stone in self.stones if stone.claimable and stone.claimable == self.claiming), None)

    @property
    def acts(self) -> str:
        """Whose step it is: who can claim a stone before the other lays a card, else who is on turn."""
        return self.claiming if self.can_claim else self.to_move

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def player(self, side: str) -> PlayerView:
        return next(p for p in self.players if p.id == side)


def card_view(card: str) -> CardView:
    """A card with what was declared of it."""
    own, declared = printed_card(card), card.partition("=")[2]
    shown = CARDS.get(card)
    strength = shown.strengths[0] if shown and len(shown.strengths) == 1 else 0
    seen = declared or own
    colour = seen.partition("-")[0] if shown and shown.colour is not None else ""
    return CardView(own, labels.card_label(card), labels.card_kind(own), colour, strength)


def view_of(state: State, _viewer: str = TABLE) -> View:
    """The same for every viewer."""
    return _view_of(state)


@memoize_last
def _view_of(state: State) -> View:
    opened = state.opened("claim")
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
        hands=words.table_instruction(state),
        why=words.claim_explanation(state),
        why_stone=words.explained_stone(state),
        why_in_short=words.short_claim_explanations(state),
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
            needed=stone.judged.needed,
            techniques=tuple(map(card_view, stone.techniques)),
            owner=stone.owner or "",
            full_first=stone.judged.full_first or "",
            claimable=marks[number].by if number in marks else "",
            why=words.named_claim_reason(state, marks[number]) if number in marks else None,
            claimed=words.named_claim_reason(state, stone.claim) if stone.claim else None,
            stays=words.named_claim_reason(state, stay[number]) if number in stay else None,
        )
        for number, stone in enumerate(state.stones, 1)
    )


def _side(stone: Border, side: Side) -> SideView:
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


CLAIMS, UNSEEN, PLAYED, RESULT = "claims", "unseen", "played", "result"
"""Sheets by what they show: what can be claimed, clan cards nobody has seen, tactics and discards, each round's
points.
"""


@memoize_last
def outline_of(view: View) -> GameOutline:
    """The outline of a view; the same view gives the same one."""
    players = tuple(_figure_of_player(player, seat) for seat, player in enumerate(view.players))
    return GameOutline(
        title=join_list(each.label for each in players) if players else tr("a game that is being set up"),
        figures=players,
        turn=view.turn,
        between=tr("The round is over") if view.phase == "won" else None,
        on_turn=view.to_move,
        over=view.over,
        winners=view.winners,
        sheets=tuple(_sheets(view)),
        announced=RESULT if view.phase in ("won", "over") else "",
        results=len(view.results),
    )


def _sheets(view: View) -> Iterator[str]:
    """Those that have something to show now."""
    if any(stone.claimable or stone.stays or stone.claimed for stone in view.stones):
        yield CLAIMS
    if view.stones:
        yield UNSEEN
    if view.stones and TACTICAL in view.variants:
        yield PLAYED
    if view.results:
        yield RESULT


def _figure_of_player(player: PlayerView, seat: int) -> Figure:
    return Figure(player.id, player.label, player.name, "", seat, player.points)
