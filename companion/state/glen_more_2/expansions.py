"""The door for chronicles: what a plug may bring, and when the core calls each part of it.

The core knows figures, fixtures on the ring, extra market rows, extra counts and personal piles; it names no
chronicle and none of its pieces. A plug changes nothing itself: it gives back events, offers, reasons or words.
An empty answer of a hook always means: nothing from me.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.message import Message
from companion.state.glen_more_2.events import Event

if TYPE_CHECKING:
    from companion.engine.game import Interpretation, PutBack
    from companion.engine.offers import Answer, Offer, Reason
    from companion.scoring.glen_more_2.document import ExpansionKeys
    from companion.scoring.glen_more_2.parts import ScoringPart
    from companion.state.glen_more_2.facts import Facts
    from companion.state.glen_more_2.model import OpenQuestion, State
    from companion.state.glen_more_2.questions.question_kinds import QuestionKind
    from companion.state.glen_more_2.resolution import Resolution

    Change = Callable[[State, Any], State]
    Reaction = Callable[[State, Any, State], Iterable[Event]]
    Hook = Callable[[State], Iterable[Event]]
    MoreOffers = Callable[[State, OpenQuestion], Iterable[Offer]]
    Resolve = Callable[[Resolution, OpenQuestion, Answer], None]
    Stop = Callable[[State, str, str], Reason | None]

HOOK_POINTS = (
    "set_up",  # the rondel is about to be laid out; facts of the box that must be asked before
    "laid_out",  # the rondel is laid out, the first turn has not begun
    "turn_begun",  # a pawn is on turn, nothing taken; for a neutral figure only after its own `begin`
    "turn_done",  # after the refill, before a scoring round and the next turn (C8-11)
    "before_final",  # every figure is at World's End; before the count sheet of the final scoring
    "before_round",  # before the count sheet of any scoring round, the final one included
    "round_scored",  # a scoring round of deck A, B or C is done: the last of `state.scored`
    "final_scored",  # the final scoring is done, ties are not broken yet
)


class ExpansionRule(msgspec.Struct, frozen=True):
    """A house rule of a chronicle: name begins with the slug and a dot; our default; what its values mean."""

    name: str
    rule: str
    default: int
    words: Message
    most: int = 1


class FigureTurn(msgspec.Struct, frozen=True):
    """A neutral figure that has turns.

    player: who acts for it. begin: called when it is last on the rondel, after `TurnBegan`; opens its questions.
    holds_end: the game goes on until it too is on or past World's End. holds_tiles: whether passed tiles wait for
    it before they are discarded. label: what people call it.
    """

    player: Callable[[State], str]
    begin: Callable[[Resolution], None]
    label: Message
    holds_end: bool = False
    holds_tiles: Callable[[State], bool] | None = None


class Expansion(msgspec.Struct, frozen=True, kw_only=True):
    """One plug.

    slug, number, name, fewest and most players; minutes: how much longer a game takes.
    words: words that the core must never say (a test greps).
    drawer: its own counts at the moment play begins, a frozen Struct kept under its slug in `state.drawers`.
    events, changes: its own events and what each does to a state. kinds: its own kinds of questions, by names
    that begin with the slug and a dot. facts: the facts with its pieces, cards and deck sizes, called once, when
    play begins. switches: its house rules. rows: labels of its market rows.

    reactions: called right after an event of that type, with the state before it, the event and the state after
    it; gives more events. `FollowUpQueued(slug, name)` asks for `follow_ups[name]`.
    hooks: called when the course comes to that point, see `HOOK_POINTS`; what comes next waits until the questions
    that it opens are answered.
    offers: more offers for a core question of that kind ("ledger", "take", "end", …), every time it is asked.
    settles: what an answer to one of these offers does, by the offer's name, which begins with the slug and a dot.
    stop: why a figure can't stop on a piece at all; caution: why it should not (people may overrule it).
    pile: whose personal pile a tile goes to that leaves the rondel by the move of the figure on turn ("" = all's).
    figures: neutral figures, by names that begin with "neutral:".
    scoring: its part of a scoring, made anew for each. lines: what the screen says of it, for the table ("") or
    beside a player's counts. reasons: words for its sources of points.
    taps: more ways to read a tap of a piece, tried before the core's own. told, put_back: words for its events in
    the history, and what the hands do when they are taken back. causes: words for its reasons of counts.
    secret: its part of the state without what this viewer may not see, for views. public: of its events that tell
    a secret, what everybody may know, for the export of a running game; what was answered is left out.
    slots: its pieces that a sticker nobody has enrolled may be on now, given those that have one.
    sheet: what it adds to the sheet of `companion score`, a scoring without a game.
    """

    slug: str
    number: int
    name: Message
    fewest: int = 2
    most: int = 4
    minutes: int = 0
    words: tuple[str, ...] = ()
    drawer: Callable[[State], Any] | None = None
    events: tuple[type[Event], ...] = ()
    changes: Mapping[type[Event], Change] = {}
    kinds: Mapping[str, QuestionKind] = {}
    facts: Callable[[Facts, State], Facts] | None = None
    switches: tuple[ExpansionRule, ...] = ()
    rows: Mapping[str, Message] = {}
    reactions: Mapping[type[Event], Reaction] = {}
    hooks: Mapping[str, Hook] = {}
    follow_ups: Mapping[str, Hook] = {}
    offers: Mapping[str, MoreOffers] = {}
    settles: Mapping[str, Resolve] = {}
    stop: Stop | None = None
    caution: Stop | None = None
    pile: Callable[[State], str] | None = None
    figures: Mapping[str, FigureTurn] = {}
    scoring: Callable[[State], tuple[ScoringPart, ...]] | None = None
    lines: Callable[[State, str], tuple[Message, ...]] | None = None
    reasons: Mapping[str, Message] = {}
    causes: Mapping[str, Message] = {}
    taps: Callable[[State, str], tuple[Interpretation, ...]] | None = None
    told: Mapping[type[Event], Callable[[State, Any], Message | None]] = {}
    put_back: Mapping[type[Event], Callable[[State, Any], PutBack | None]] = {}
    secret: Callable[[Any, str], Any] | None = None
    public: Mapping[type[Event], Callable[[Any], Event]] = {}
    slots: Callable[[State, Set[str]], tuple[str, ...]] | None = None
    sheet: ExpansionKeys | None = None


EXPANSIONS: dict[str, Expansion] = {}
ORDER: dict[str, tuple[str, ...]] = {}
"""Which plug comes first at a moment where it matters; set once from the one table of the chronicles' room."""


def expansions_of(state: State) -> tuple[Expansion, ...]:
    """The chronicles of this game, by their numbers."""
    return tuple(EXPANSIONS[slug] for slug in state.chronicles)


def place_of_expansion(slug: str) -> int:
    return EXPANSIONS[slug].number


def expansions_at(state: State, moment: str) -> tuple[Expansion, ...]:
    """The chronicles that have something to do at a moment, in its order."""
    order = ORDER.get(moment, ())
    plugs = [p for p in expansions_of(state) if moment in p.hooks]
    return tuple(sorted(plugs, key=lambda p: (order.index(p.slug) if p.slug in order else len(order), p.number)))


def reactions(before: State, event: Event, after: State) -> Iterator[Event]:
    """What the chronicles of this game make of an event."""
    for plug in expansions_of(after):
        reaction = plug.reactions.get(type(event))
        if reaction is not None:
            yield from reaction(before, event, after)


def figure_turn(state: State, figure: str) -> FigureTurn | None:
    """How a neutral figure has its turn; None for pawns and the die."""
    return next((p.figures[figure] for p in expansions_of(state) if figure in p.figures), None)


def objection(state: State, figure: str, piece: str) -> tuple[Reason | None, Reason | None]:
    """Why a figure can't, and why it should not, stop on this piece."""
    hard = (p.stop(state, figure, piece) for p in expansions_of(state) if p.stop)
    soft = (p.caution(state, figure, piece) for p in expansions_of(state) if p.caution)
    return next(filter(None, hard), None), next(filter(None, soft), None)


def pile_of(state: State) -> str:
    """Whose personal pile a discarded tile goes to, "" for the common one."""
    return next(filter(None, (p.pile(state) for p in expansions_of(state) if p.pile)), "")


def switch(state: State, name: str) -> int:
    """The value of a chronicle's house rule in this game."""
    if name in state.switches:
        return state.switches[name]
    plug = EXPANSIONS[name.partition(".")[0]]
    return next(s.default for s in plug.switches if s.name == name)


def scoring_parts(state: State) -> tuple[ScoringPart, ...]:
    """Every chronicle's part of a scoring now."""
    return tuple(part for p in expansions_of(state) if p.scoring for part in p.scoring(state))


def expansion_offers(state: State, question: OpenQuestion) -> tuple[Offer, ...]:
    """What the chronicles add to a core question."""
    kind = question.kind
    return tuple(o for p in expansions_of(state) if kind in p.offers for o in p.offers[kind](state, question))


def cause_words(name: str) -> Message | None:
    """What a chronicle calls a reason of counts, or what it tells people to do; None = not of any."""
    return next((p.causes[name] for p in EXPANSIONS.values() if name in p.causes), None)


def reason_words(name: str) -> Message | None:
    """What a chronicle calls a source of points; None = not of any."""
    return next((p.reasons[name] for p in EXPANSIONS.values() if name in p.reasons), None)


def interpretations_of(state: State, piece: str) -> tuple[Interpretation, ...]:
    """What a tap of this piece means to the chronicles of this game."""
    return tuple(way for p in expansions_of(state) if p.taps for way in p.taps(state, piece))


def seen_by(state: State, viewer: str) -> State:
    """The state without the chronicles' secrets from this viewer."""
    secrets = {p.slug: p.secret for p in expansions_of(state) if p.secret and p.slug in state.drawers}
    if not secrets:
        return state
    shown = {slug: secret(state.drawers[slug], viewer) for slug, secret in secrets.items()}
    return msgspec.structs.replace(state, drawers={**state.drawers, **shown})


def public_event(event: Event) -> Event:
    """What everybody may know of an event: itself, or what its chronicle says of it."""
    return next((p.public[type(event)](event) for p in EXPANSIONS.values() if type(event) in p.public), event)


def unidentified_pieces_of(state: State, stickers: Set[str]) -> tuple[str, ...]:
    """Pieces of the chronicles that a new sticker may be on now."""
    return next(filter(None, (p.slots(state, stickers) for p in expansions_of(state) if p.slots)), ())


def resolve_of(state: State, offer: str) -> Resolve | None:
    """What an answer to a chronicle's offer does; None for the core's own offers."""
    return next((p.settles[offer] for p in expansions_of(state) if offer in p.settles), None)
