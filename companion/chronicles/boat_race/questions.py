"""What people enter of the race: how they sit, its begin, castles that boats reach; and its corrections.

Which river tile a boat lies on is in `rowing`.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.boat_race.race import (
    LAST,
    OWN_STATE,
    POINTS,
    SLUG,
    BoatSet,
    CastleReached,
    RaceOpened,
    RaceSeats,
    RaceSet,
    TokensSet,
    comes_home,
    next_castle,
    seatings,
)
from companion.chronicles.boat_race.rewards import ask_reward
from companion.chronicles.boat_race.words import PLACES, castle_words, seats_words
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.corrections import in_play, what_scores
from companion.state.glen_more_2.questions.ledger import entry
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, ActionFamily, Form, QuestionKind, expansion_card

SEATS, CASTLE, OPEN = f"{SLUG}.seats", f"{SLUG}.castle", f"{SLUG}.open"
BOAT, TOKENS = f"{SLUG}.boat", f"{SLUG}.tokens"
ORDER = "order_"
UNDER_WAY = "under_way"


# ---- boats go to the left, and pawns stand in an order of their own: how people sit is asked (C1-13)


def laid_out(state: State) -> Iterator[ev.Event]:
    """Two players sit in one way only."""
    if len(state.players) > 2:
        yield ev.QuestionAsked(SEATS)


def _orders(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for n, castles in enumerate(seatings([p.id for p in state.players]), 1):
        yield str(n), Form(seats_words(state, castles))


def _sit(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    orders = seatings([p.id for p in resolution.state.players])
    resolution.do(RaceSeats(orders[int(answer.offer.removeprefix(ORDER)) - 1]))


# ---- in the ledger: the race begins (C1-09), and then the own boat reaches its next castle


def _opening(state: State, _question: OpenQuestion) -> Form | None:
    return None if OWN_STATE.of(state).open else Form(tr("A pawn passed Start: the race begins"))


def _open_race(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """It is nobody's own entry, so it is never late (C1-11)."""
    resolution.do(ev.EntryMade(question.player, answer.offer))
    resolution.do(RaceOpened("C1-11"))


_REACHED = tr("The boat reaches a castle")


def _castle(state: State, question: OpenQuestion) -> Form | None:
    """Closed before the race and for a boat that is out of it; the key is another action's then (C1-09, C1-25).

    Where territories are followed the boat is rowed tile by tile.
    """
    if state.follows:
        return None
    if why := _no_castle(state, question.player):
        return Form(_REACHED, closed=why, keyed=False)
    castle = next_castle(OWN_STATE.of(state), question.player)
    if castle == question.player:
        return Form(tr("The boat comes home"))
    return Form(tr("The boat reaches {castle}", castle=castle_words(state, castle)))


def _no_castle(state: State, player_id: str) -> Reason | None:
    now = OWN_STATE.of(state)
    if not now.open:
        return Reason("C1-09", tr("No boat moves before a pawn has passed Start."))
    place = now.boats[player_id].place
    if not place:
        return None
    player = labels.figure(state, player_id)
    text = tr("The boat of {player} is out of the race: {place}.", player=player, place=PLACES[place])
    return Reason("C1-25", text)


def _book_castle(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    arrives(resolution, player_id, next_castle(OWN_STATE.of(resolution.state), player_id))


def arrives(resolution: Resolution, player_id: str, castle: str) -> None:
    """The boat is there: a token, and home the place (C1-17, C1-19)."""
    resolution.do(CastleReached(player_id, castle))
    ask_reward(resolution, player_id, castle)
    if castle == player_id:
        for event in comes_home(resolution.state, player_id):
            resolution.do(event)


# ---- a correction: how far a boat is


def _boat(state: State, _question: OpenQuestion) -> Form:
    most = len(OWN_STATE.of(state).castles) - 1
    players = []
    for player, boat in OWN_STATE.of(state).boats.items():
        castles = Amount("castles", tr("How many castles has it reached?"), 0, most, min(boat.reached, most))
        places = tuple(Choice(str(place), PLACES[place]) for place in (*POINTS, LAST))
        how = Pick("place", tr("Where is it?"), (Choice(UNDER_WAY, tr("under way"), then=(castles,)), *places))
        players.append(Choice(player, labels.figure(state, player), then=(how,)))
    return Form(tr("Where a boat is"), (Pick("player", tr("Whose?"), tuple(players)),))


def _set_boat(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Points and barrels have corrections of their own; after the end coins are scored anew."""
    player_id, place, *castles = answer.values
    if place == UNDER_WAY:
        resolution.do(BoatSet(str(player_id), int(castles[0]), 0))
    else:
        resolution.do(BoatSet(str(player_id), len(OWN_STATE.of(resolution.state).castles), int(place)))
    if resolution.state.phase == "over":
        fire(resolution, "recount")


# ---- corrections: how people sit, and whether the race has begun


def _seating(state: State, _question: OpenQuestion) -> Form | None:
    """Castles that boats have reached stay counted: they are the nearest to the left, whoever sits there."""
    orders = seatings([p.id for p in state.players])
    if not orders[1:]:
        return None
    choices = tuple(Choice(f"{ORDER}{n}", seats_words(state, castles)) for n, castles in enumerate(orders, 1))
    return Form(tr("How you sit"), (Pick("order", tr("Always the next one to the left?"), choices),))


def _set_seating(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    orders = seatings([p.id for p in resolution.state.players])
    resolution.do(RaceSeats(orders[int(str(answer.values[0]).removeprefix(ORDER)) - 1]))


def _begun(state: State, _question: OpenQuestion) -> Form:
    now = OWN_STATE.of(state).open
    return Form(tr("The race has not begun") if now else tr("The race has begun"))


def _set_begun(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(RaceSet(not OWN_STATE.of(resolution.state).open))


# ---- a correction: how many tokens lie on a castle


def _tokens(state: State, _question: OpenQuestion) -> Form:
    now = OWN_STATE.of(state)
    castles = tuple(
        Choice(c, castle_words(state, c), then=(Amount("tokens", tr("How many tokens?"), 0, len(now.boats), n),))
        for c, n in now.tokens.items()
    )
    return Form(tr("Reward tokens on a castle"), (Pick("castle", tr("Which castle?"), castles),))


def _set_tokens(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(TokensSet(str(answer.values[0]), int(answer.values[1])))


KINDS = (
    QuestionKind(
        SEATS,
        tr("How do you sit, always the next one to the left?"),
        (ActionFamily(ORDER, _orders, _sit),),
        rule="C1-13",
    ),
)
ENTRIES = (
    Action(OPEN, _opening, _open_race),
    Action(CASTLE, _castle, entry(_book_castle), "DOWN", tr("boat"), expansion_card("boat_castle", _REACHED, 1)),
)
CORRECTIONS = (
    Action(BOAT, what_scores(_boat), _set_boat),
    Action(TOKENS, in_play(_tokens), _set_tokens),
    Action(SEATS, in_play(_seating), _set_seating),
    Action(OPEN, in_play(_begun), _set_begun),
)
