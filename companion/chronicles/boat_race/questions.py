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
from companion.engine.message import say
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import Open, State
from companion.state.glen_more_2.questions.ledger import TURN_PHASES
from companion.state.glen_more_2.questions.scoring import count_again
from companion.state.glen_more_2.resolution import Course

SEATS, CASTLE, OPEN = f"{SLUG}.seats", f"{SLUG}.castle", f"{SLUG}.open"
BOAT, TOKENS = f"{SLUG}.boat", f"{SLUG}.tokens"
UNDER_WAY = "under_way"


def laid_out(state: State) -> Iterator[ev.Event]:
    """Boats go to the left, and pawns stand in an order of their own: how do people sit?"""
    if len(state.players) > 2:
        yield ev.Asked(SEATS)


def ask_seats(state: State, question: Open) -> Question:
    ways = seatings([p.id for p in state.players])
    offers = tuple(Offer(f"order_{n}", seats_words(state, castles)) for n, castles in enumerate(ways, 1))
    text = say("How do you sit, always the next one to the left?")
    return Question(question.number, question.kind, text, offers, rule="C1-13")


def settle_seats(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    ways = seatings([p.id for p in course.state.players])
    course.do(RaceSeats(ways[int(answer.offer.removeprefix("order_")) - 1]))


def entries(state: State, question: Open) -> tuple[Offer, ...]:
    """In the ledger: the race begins, or the own boat reaches its next castle (C1-09, C1-25)."""
    if SLUG not in state.drawers:
        return ()
    now, who = race(state), question.player
    if not now.open:
        closed = Reason("C1-09", say("No boat moves before a pawn has passed Start."))
        return (
            Offer(OPEN, say("A pawn passed Start: the race begins")),
            Offer(CASTLE, say("The boat reaches a castle"), closed=closed),
        )
    key = "DOWN+" if who == state.turn.player else ""
    if place := now.boats[who].place:
        text = say(
            "The boat of {player} is out of the race: {place}.",
            player=labels.figure(state, who),
            place=PLACES[place],
        )
        return (Offer(CASTLE, say("The boat reaches a castle"), closed=Reason("C1-25", text)),)
    castle = next_castle(now, who)
    if castle == who:
        return (Offer(CASTLE, say("The boat comes home"), key=key),)
    return (Offer(CASTLE, say("The boat reaches {castle}", castle=castle_words(state, castle)), key=key),)


def _booked(course: Course, who: str, entry: str) -> None:
    """As every entry of a ledger."""
    if who != course.state.turn.player or course.state.phase not in TURN_PHASES:
        course.do(ev.BookedLate(who))
    course.do(ev.EntryMade(who, entry))


def settle_open(course: Course, question: Open, answer: Answer) -> None:
    course.do(ev.EntryMade(question.player, answer.offer))
    course.do(RaceOpened("C1-11"))


def settle_castle(course: Course, question: Open, answer: Answer) -> None:
    """The boat is there: a token, and home the place (C1-17, C1-19)."""
    who = question.player
    _booked(course, who, answer.offer)
    castle = next_castle(race(course.state), who)
    course.do(CastleReached(who, castle))
    ask_again(course, who, castle)
    if castle == who:
        for event in comes_home(course.state, who):
            course.do(event)


# ---- putting right


def corrections(state: State, _question: Open) -> tuple[Offer, ...]:
    if SLUG not in state.drawers or state.phase == "layout":
        return ()
    if state.phase == "over":
        return (_boat(state),)
    return tuple(o for o in (_boat(state), _tokens(state), change_reward(state.facts)) if o is not None)


def _boat(state: State) -> Offer:
    now = race(state)
    most = len(now.castles) - 1
    who = []
    for player, boat in now.boats.items():
        castles = Amount("castles", say("How many castles has it reached?"), 0, most, min(boat.reached, most))
        places = tuple(Choice(str(place), PLACES[place]) for place in (*POINTS, LAST))
        how = Pick("place", say("Where is it?"), (Choice(UNDER_WAY, say("under way"), then=(castles,)), *places))
        who.append(Choice(player, labels.figure(state, player), then=(how,)))
    return Offer(BOAT, say("Where a boat is"), (Pick("player", say("Whose?"), tuple(who)),))


def settle_boat(course: Course, _question: Open, answer: Answer) -> None:
    """Points and barrels have corrections of their own; after the end coins are scored anew."""
    who, place, *castles = answer.values
    if place == UNDER_WAY:
        course.do(BoatSet(str(who), int(castles[0]), 0))
    else:
        course.do(BoatSet(str(who), len(race(course.state).castles), int(place)))
    if course.state.phase == "over":
        count_again(course)


def _tokens(state: State) -> Offer:
    now = race(state)
    castles = tuple(
        Choice(c, castle_words(state, c), then=(Amount("tokens", say("How many?"), 0, len(now.boats), n),))
        for c, n in now.tokens.items()
    )
    return Offer(TOKENS, say("Reward tokens on a castle"), (Pick("castle", say("Which castle?"), castles),))


def settle_tokens(course: Course, _question: Open, answer: Answer) -> None:
    course.do(TokensSet(str(answer.values[0]), int(answer.values[1])))
