"""What people enter of the race: how they sit, its begin, castles that boats reach; and putting it right."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.boat_race.race import (
    LAST,
    POINTS,
    SLUG,
    BoatSet,
    CastleReached,
    RaceOpened,
    RaceSeats,
    TokensSet,
    comes_home,
    next_castle,
    race,
    seatings,
)
from companion.chronicles.boat_race.rewards import ask_again, change_reward
from companion.chronicles.boat_race.words import PLACES, castle_words, seats_words
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.ledger import TURN_PHASES
from companion.state.glen_more_2.questions.scoring import count_again
from companion.state.glen_more_2.resolution import Resolution

SEATS, CASTLE, OPEN = f"{SLUG}.seats", f"{SLUG}.castle", f"{SLUG}.open"
BOAT, TOKENS = f"{SLUG}.boat", f"{SLUG}.tokens"
UNDER_WAY = "under_way"


def laid_out(state: State) -> Iterator[ev.Event]:
    """Boats go to the left, and pawns stand in an order of their own: how do people sit?"""
    if len(state.players) > 2:
        yield ev.QuestionAsked(SEATS)


def ask_seats(state: State, question: OpenQuestion) -> Question:
    ways = seatings([p.id for p in state.players])
    offers = tuple(Offer(f"order_{n}", seats_words(state, castles)) for n, castles in enumerate(ways, 1))
    text = tr("How do you sit, always the next one to the left?")
    return Question(question.number, question.kind, text, offers, rule="C1-13")


def settle_seats(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    ways = seatings([p.id for p in resolution.state.players])
    resolution.do(RaceSeats(ways[int(answer.offer.removeprefix("order_")) - 1]))


def entries(state: State, question: OpenQuestion) -> tuple[Offer, ...]:
    """In the ledger: the race begins, or the own boat reaches its next castle (C1-09, C1-25)."""
    if SLUG not in state.drawers:
        return ()
    now, player_id = race(state), question.player
    if not now.open:
        closed = Reason("C1-09", tr("No boat moves before a pawn has passed Start."))
        return (
            Offer(OPEN, tr("A pawn passed Start: the race begins")),
            Offer(CASTLE, tr("The boat reaches a castle"), closed=closed),
        )
    key = "DOWN+" if player_id == state.turn.player else ""
    if place := now.boats[player_id].place:
        text = tr(
            "The boat of {player} is out of the race: {place}.",
            player=labels.figure(state, player_id),
            place=PLACES[place],
        )
        return (Offer(CASTLE, tr("The boat reaches a castle"), closed=Reason("C1-25", text)),)
    castle = next_castle(now, player_id)
    if castle == player_id:
        return (Offer(CASTLE, tr("The boat comes home"), key=key),)
    return (Offer(CASTLE, tr("The boat reaches {castle}", castle=castle_words(state, castle)), key=key),)


def _booked(resolution: Resolution, player_id: str, entry: str) -> None:
    """As every entry of a ledger."""
    if player_id != resolution.state.turn.player or resolution.state.phase not in TURN_PHASES:
        resolution.do(ev.BookedLate(player_id))
    resolution.do(ev.EntryMade(player_id, entry))


def settle_open(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.EntryMade(question.player, answer.offer))
    resolution.do(RaceOpened("C1-11"))


def settle_castle(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The boat is there: a token, and home the place (C1-17, C1-19)."""
    player_id = question.player
    _booked(resolution, player_id, answer.offer)
    castle = next_castle(race(resolution.state), player_id)
    resolution.do(CastleReached(player_id, castle))
    ask_again(resolution, player_id, castle)
    if castle == player_id:
        for event in comes_home(resolution.state, player_id):
            resolution.do(event)


# ---- putting right


def corrections(state: State, _question: OpenQuestion) -> tuple[Offer, ...]:
    if SLUG not in state.drawers or state.phase == "layout":
        return ()
    if state.phase == "over":
        return (_boat(state),)
    return tuple(o for o in (_boat(state), _tokens(state), change_reward(state.facts)) if o is not None)


def _boat(state: State) -> Offer:
    now = race(state)
    most = len(now.castles) - 1
    players = []
    for player, boat in now.boats.items():
        castles = Amount("castles", tr("How many castles has it reached?"), 0, most, min(boat.reached, most))
        places = tuple(Choice(str(place), PLACES[place]) for place in (*POINTS, LAST))
        how = Pick("place", tr("Where is it?"), (Choice(UNDER_WAY, tr("under way"), then=(castles,)), *places))
        players.append(Choice(player, labels.figure(state, player), then=(how,)))
    return Offer(BOAT, tr("Where a boat is"), (Pick("player", tr("Whose?"), tuple(players)),))


def settle_boat(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Points and barrels have corrections of their own; after the end coins are scored anew."""
    player_id, place, *castles = answer.values
    if place == UNDER_WAY:
        resolution.do(BoatSet(str(player_id), int(castles[0]), 0))
    else:
        resolution.do(BoatSet(str(player_id), len(race(resolution.state).castles), int(place)))
    if resolution.state.phase == "over":
        count_again(resolution)


def _tokens(state: State) -> Offer:
    now = race(state)
    castles = tuple(
        Choice(c, castle_words(state, c), then=(Amount("tokens", tr("How many?"), 0, len(now.boats), n),))
        for c, n in now.tokens.items()
    )
    return Offer(TOKENS, tr("Reward tokens on a castle"), (Pick("castle", tr("Which castle?"), castles),))


def settle_tokens(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(TokensSet(str(answer.values[0]), int(answer.values[1])))
