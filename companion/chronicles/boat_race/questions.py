"""Questions, entries and corrections of the boat race: reward tokens, seating, castles reached, and rowing.

What a taken reward token shows is entered and stored as a box fact; tokens that stay face down are never entered
(C1-18). At referee depth boats move tile by tile for movement points (C1-12 to C1-16): a river is the row of tiles
with water, from right to left; the castle of a neutral river is at its right end.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.boat_race.model import (
    LAST_PLACE,
    NEUTRAL_RIVER_COUNTS,
    OWN_STATE,
    POINTS_BY_PLACE,
    RIVER_PREFIX,
    SLUG,
    BoatRowed,
    BoatSet,
    CastleReached,
    RaceOpened,
    RaceSeats,
    RaceSet,
    RewardTaken,
    TokensSet,
    bring_boat_home,
    castle_path,
    next_castle,
    possible_seatings,
)
from companion.chronicles.boat_race.text import PLACE_LABELS, castle_label, seating_label
from companion.chronicles.interactions import EVENTS_WHEN_BOATS_PASS, FREE_ROWER
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import (
    Action,
    ActionFamily,
    Form,
    QuestionKind,
    Resolution,
    do_nothing,
    expansion_card,
)
from companion.state.glen_more_2.course import fire_trigger
from companion.state.glen_more_2.expansions import RefereeExtension, cause_id
from companion.state.glen_more_2.facts import GOODS, Facts, LearnedFact
from companion.state.glen_more_2.model import CASTLE_CELL, State
from companion.state.glen_more_2.questions.corrections import in_play_or_after_end, only_in_play
from companion.state.glen_more_2.questions.ledger import ledger_entry
from companion.state.glen_more_2.referee.territory_tiles import tile_ground
from companion.state.glen_more_2.ruleset import run_query
from companion.state.glen_more_2.text import labels
from companion.state.territory.grid import Spot
from companion.state.territory.model import OpenQuestion

REWARD_QUESTION, TOKEN_CAUSE, REWARD_INSTRUCTION = f"{SLUG}.reward", f"{SLUG}.token", f"{SLUG}.by_hand"
REWARD_FACT_PREFIX = f"{SLUG}.reward_"
REWARD_FACT_LABELS = {f"{REWARD_FACT_PREFIX}{n}": tr("reward token {n}", n=n) for n in range(1, 17)}
NO_REWARD = "forgotten"
DRAWN = "drawn"
"""Argument of a reward question whose token is drawn at random."""
MAX_AMOUNT = 15


def known_rewards(facts: Facts) -> dict[str, str]:
    """Return the known rewards by fact name ("coins:2"), in the order in which they were entered."""
    found = {name: str(value) for name, value in facts.more.items() if name.startswith(REWARD_FACT_PREFIX)}
    # Shorter names come first; alphabetical order alone would put reward_10 before reward_9.
    order = sorted(found, key=lambda name: (len(name), name))
    return {name: found[name] for name in order if reward_label(found[name])}


def _known_words(facts: Facts) -> dict[str, Message]:
    """Return the text of each known reward by fact name."""
    found = {name: reward_label(reward) for name, reward in known_rewards(facts).items()}
    return {name: words for name, words in found.items() if words is not None}


def reward_label(reward: str) -> Message | None:
    """Return the text of a reward such as "coins:2"; None if it is not a valid reward."""
    kind, _, number = reward.partition(":")
    if not number.isdecimal():
        return None
    n = int(number)
    match kind:
        case "coins":
            return trn("{n} coin", "{n} coins", n)
        case "barrels":
            return trn("{n} barrel", "{n} barrels", n)
        case "points":
            return trn("{n} point", "{n} points", n)
        case "movement":
            return trn("{n} movement point", "{n} movement points", n)
    return tr("{n} {good}", n=n, good=labels.GOODS_LABELS[kind]) if kind in GOODS else None


REWARD_RESOURCES = {"coins": "coin", "barrels": "whisky", "points": "vp", "movement": "move"}
"""Resource name of the core for each kind of reward."""


def _kinds() -> dict[str, Message]:
    """Return the kinds of rewards that a token may show, with their labels."""
    return {
        "coins": tr("coins"),
        "barrels": tr("barrels"),
        "points": tr("points"),
        "movement": tr("movement points"),
        **labels.GOODS_LABELS,
    }


def _what_it_shows(*more: Choice) -> Pick:
    """Return the choice of kind and amount of a reward."""
    kinds = tuple(
        Choice(
            kind,
            words,
            then=(Amount("n", labels.HOW_MANY_PROMPTS[REWARD_RESOURCES.get(kind, kind)], 1, MAX_AMOUNT, 1),),
        )
        for kind, words in _kinds().items()
    )
    return Pick("kind", tr("What is on it?"), (*kinds, *more))


# Reaching a castle gives one of its tokens, chosen unseen by the others (C1-17).


def ask_reward(resolution: Resolution, player_id: str, castle: str) -> None:
    """Ask which token the player takes; nothing if the castle has no tokens (C1-21)."""
    if OWN_STATE.of(resolution.state).tokens[castle]:
        resolution.ask(REWARD_QUESTION, player_id, castle)


def second_reward_events(_state: State, player_id: str, castle: str) -> tuple[ev.Event, ...]:
    """Return the event that asks for one more token of the castle, drawn at random (C8-36, C8-38)."""
    return (ev.QuestionAsked(REWARD_QUESTION, player_id, (castle, DRAWN)),)


def reward_castles(state: State, player_id: str) -> tuple[tuple[str, Message], ...]:
    """Return the castle that the boat reached last, neutral ones included, if it has tokens (C1-20, C1-21)."""
    now = OWN_STATE.of(state)
    reached = castle_path(now, player_id)[: now.boats[player_id].castles_reached][-1:]
    return tuple((castle, castle_label(state, castle)) for castle in reached if now.tokens[castle])


def _reward_text(state: State, question: OpenQuestion) -> Message:
    if DRAWN in question.args:
        return tr(
            "{player} draws 1 more token of {castle}, unseen. What is on it?",
            player=labels.figure_label(state, question.player),
            castle=castle_label(state, str(question.args[0])),
        )
    return tr(
        "{player} looks at the tokens of {castle} and takes 1; the others go back face down. Which one?",
        player=labels.figure_label(state, question.player),
        castle=castle_label(state, str(question.args[0])),
    )


def _known(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for name, words in _known_words(state.facts).items():
        yield name.removeprefix(REWARD_FACT_PREFIX), Form(words)


def _take_known(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    reward = known_rewards(resolution.state.facts)[answer.offer]
    _take_token(resolution, question)
    _gain(resolution, question.player, reward)


def _take_new(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Take a token with a new reward and store the reward as a box fact."""
    _take_token(resolution, question)
    reward = f"{answer.values[0]}:{answer.values[1]}"
    if reward not in known_rewards(resolution.state.facts).values():
        # Forgotten rewards are counted too: journals refer to rewards by number, so a number is never reused.
        names = [name for name in resolution.state.facts.more if name.startswith(REWARD_FACT_PREFIX)]
        resolution.do(ev.FactLearned(LearnedFact("", f"{REWARD_FACT_PREFIX}{len(names) + 1}", reward)))
    _gain(resolution, question.player, reward)


def _take_by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _take_token(resolution, question)
    resolution.do(ev.ManualStepRequired(REWARD_INSTRUCTION))


def _take_token(resolution: Resolution, question: OpenQuestion) -> None:
    resolution.do(RewardTaken(question.player, str(question.args[0])))


def _gain(resolution: Resolution, player_id: str, reward: str) -> None:
    """Give the player the reward. Without referee depth, goods and movement are a table instruction."""
    kind, _, number = reward.partition(":")
    match kind:
        case "coins":
            resolution.do(ev.CoinsGained(player_id, int(number), cause_id(TOKEN_CAUSE)))
        case "barrels":
            resolution.do(ev.BarrelsGained(player_id, int(number), cause_id(TOKEN_CAUSE)))
        case "points":
            resolution.do(ev.PointsScored(player_id, int(number), cause_id(TOKEN_CAUSE)))
        case _ if not resolution.state.tracks_territories:
            resolution.do(ev.ManualStepRequired(REWARD_INSTRUCTION))
        case "movement":
            resolution.do(ev.MovementGained(player_id, int(number), cause_id(TOKEN_CAUSE)))
        case _:
            for _each in range(int(number)):
                resolution.ask("good_onto", player_id, kind, cause_id(TOKEN_CAUSE))


def _none_taken(_state: State, question: OpenQuestion) -> Form | None:
    """Return the offer to take no token; None for a drawn token, because a power was used for it."""
    return None if DRAWN in question.args else Form(tr("No token is taken"))


def _tokens_known(state: State, _question: OpenQuestion) -> Form | None:
    known = _known_words(state.facts)
    if not known:
        return None
    now = _what_it_shows(Choice(NO_REWARD, tr("There is no such token")))
    which = tuple(Choice(name, words, then=(now,)) for name, words in known.items())
    return Form(tr("Reward of a token"), (Pick("token", tr("Which one?"), which),))


def _set_token(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    name, *shown = answer.values
    # A fact can be replaced but not removed; this value is no valid reward, so it is no longer offered.
    reward = NO_REWARD if shown[0] == NO_REWARD else f"{shown[0]}:{shown[1]}"
    resolution.do(ev.FactLearned(LearnedFact("", str(name), reward)))


REWARD_KINDS = (
    QuestionKind(
        REWARD_QUESTION,
        _reward_text,
        (
            ActionFamily(REWARD_FACT_PREFIX, _known, _take_known),
            Action("new", Form(tr("Another reward"), (_what_it_shows(),)), _take_new),
            Action("by_hand", Form(tr("We do it ourselves")), _take_by_hand),
            Action("none", _none_taken, do_nothing),
        ),
        rule="C1-17",
    ),
)
REWARD_CORRECTIONS = (Action(REWARD_QUESTION, only_in_play(_tokens_known), _set_token),)


SEATING_QUESTION, CASTLE_ENTRY, OPENING_ENTRY = f"{SLUG}.seats", f"{SLUG}.castle", f"{SLUG}.open"
BOAT_CORRECTION, TOKENS_CORRECTION = f"{SLUG}.boat", f"{SLUG}.tokens"
SEATING_PREFIX = "order_"
UNDER_WAY = "under_way"


# Boats go to the left and pawns start in an order of their own, so the seating is asked (C1-13).


def ask_seating(state: State) -> Iterator[ev.Event]:
    """Ask how the players sit; two players have only one seating (C1-13)."""
    if len(state.players) > 2:
        yield ev.QuestionAsked(SEATING_QUESTION)


def _orders(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for n, castles in enumerate(possible_seatings([p.id for p in state.players]), 1):
        yield str(n), Form(seating_label(state, castles))


def _sit(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    orders = possible_seatings([p.id for p in resolution.state.players])
    resolution.do(RaceSeats(orders[int(answer.offer.removeprefix(SEATING_PREFIX)) - 1]))


def _opening(state: State, _question: OpenQuestion) -> Form | None:
    return None if OWN_STATE.of(state).is_open else Form(tr("A pawn passed Start: the race begins"))


def _open_race(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Open the race by an entry. It belongs to no player, so it is never a late entry (C1-11)."""
    resolution.do(ev.EntryMade(question.player, answer.offer))
    resolution.do(RaceOpened("C1-11"))


_REACHED = tr("The boat reaches a castle")


def _castle(state: State, question: OpenQuestion) -> Form | None:
    """Return the entry of the next castle, closed before the race and for a boat out of it (C1-09, C1-25).

    None at referee depth, where the boat moves tile by tile.
    """
    if state.tracks_territories:
        return None
    if why := _no_castle(state, question.player):
        return Form(_REACHED, closed=why, has_key=False)
    castle = next_castle(OWN_STATE.of(state), question.player)
    if castle == question.player:
        return Form(tr("The boat comes home"))
    return Form(tr("The boat reaches {castle}", castle=castle_label(state, castle)))


def _no_castle(state: State, player_id: str) -> Reason | None:
    now = OWN_STATE.of(state)
    if not now.is_open:
        return Reason("C1-09", tr("No boat moves before a pawn has passed Start."))
    place = now.boats[player_id].place
    if not place:
        return None
    player = labels.figure_label(state, player_id)
    text = tr("The boat of {player} is out of the race: {place}.", player=player, place=PLACE_LABELS[place])
    return Reason("C1-25", text)


def _book_castle(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    reach_castle(resolution, player_id, next_castle(OWN_STATE.of(resolution.state), player_id))


def reach_castle(resolution: Resolution, player_id: str, castle: str) -> None:
    """Record the castle, ask for a token, and at home give the place (C1-17, C1-19)."""
    resolution.do(CastleReached(player_id, castle))
    ask_reward(resolution, player_id, castle)
    if castle == player_id:
        for event in bring_boat_home(resolution.state, player_id):
            resolution.do(event)


def _boat(state: State, _question: OpenQuestion) -> Form:
    most = len(OWN_STATE.of(state).castles) - 1
    players = []
    for player, boat in OWN_STATE.of(state).boats.items():
        castles = Amount(
            "castles", tr("How many castles has it reached?"), 0, most, min(boat.castles_reached, most)
        )
        places = tuple(Choice(str(place), PLACE_LABELS[place]) for place in (*POINTS_BY_PLACE, LAST_PLACE))
        how = Pick("place", tr("Where is it?"), (Choice(UNDER_WAY, tr("under way"), then=(castles,)), *places))
        players.append(Choice(player, labels.figure_label(state, player), then=(how,)))
    return Form(tr("Position of a boat"), (Pick("player", tr("Whose?"), tuple(players)),))


def _set_boat(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Set the progress of a boat; after the end the final scoring is computed again. Points and barrels are not
    changed.
    """
    player_id, place, *castles = answer.values
    if place == UNDER_WAY:
        resolution.do(BoatSet(str(player_id), int(castles[0]), 0))
    else:
        resolution.do(BoatSet(str(player_id), len(OWN_STATE.of(resolution.state).castles), int(place)))
    if resolution.state.phase == "over":
        fire_trigger(resolution, "recount")


def _seating(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction of the seating. The number of castles reached stays; they are the nearest to the
    left."""
    orders = possible_seatings([p.id for p in state.players])
    if not orders[1:]:
        return None
    choices = tuple(
        Choice(f"{SEATING_PREFIX}{n}", seating_label(state, castles)) for n, castles in enumerate(orders, 1)
    )
    return Form(tr("Seating order"), (Pick("order", tr("Always the next one to the left?"), choices),))


def _set_seating(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    orders = possible_seatings([p.id for p in resolution.state.players])
    resolution.do(RaceSeats(orders[int(str(answer.values[0]).removeprefix(SEATING_PREFIX)) - 1]))


def _begun(state: State, _question: OpenQuestion) -> Form:
    now = OWN_STATE.of(state).is_open
    return Form(tr("The race has not begun") if now else tr("The race has begun"))


def _set_begun(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(RaceSet(not OWN_STATE.of(resolution.state).is_open))


def _tokens(state: State, _question: OpenQuestion) -> Form:
    now = OWN_STATE.of(state)
    castles = tuple(
        Choice(c, castle_label(state, c), then=(Amount("tokens", tr("How many tokens?"), 0, len(now.boats), n),))
        for c, n in now.tokens.items()
    )
    return Form(tr("Reward tokens on a castle"), (Pick("castle", tr("Which castle?"), castles),))


def _set_tokens(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(TokensSet(str(answer.values[0]), int(answer.values[1])))


RACE_KINDS = (
    QuestionKind(
        SEATING_QUESTION,
        tr("How do you sit, always the next one to the left?"),
        (ActionFamily(SEATING_PREFIX, _orders, _sit),),
        rule="C1-13",
    ),
)
RACE_ENTRIES = (
    Action(OPENING_ENTRY, _opening, _open_race),
    Action(
        CASTLE_ENTRY,
        _castle,
        ledger_entry(_book_castle),
        "DOWN",
        tr("boat"),
        expansion_card("boat_castle", _REACHED, 1),
    ),
)
RACE_CORRECTIONS = (
    Action(BOAT_CORRECTION, in_play_or_after_end(_boat), _set_boat),
    Action(TOKENS_CORRECTION, only_in_play(_tokens), _set_tokens),
    Action(SEATING_QUESTION, only_in_play(_seating), _set_seating),
    Action(OPENING_ENTRY, only_in_play(_begun), _set_begun),
)


LENGTH_QUESTION, RIVER_TILES_FACT, ROW_ACTION = f"{SLUG}.length", f"{SLUG}.river_tiles", f"{SLUG}.row"
HOME_COLUMN = CASTLE_CELL.x
DEFAULT_LENGTH = 2
"""Tiles of a neutral river while unknown: as many as a home tile has."""
LONGEST_RIVER = 4
RiverPlace = tuple[str, int]
"""River (castle id) and column on it, increasing to the right."""


def river_tiles(state: State, castle: str) -> list[int]:
    """Return the columns of the river tiles, from right to left (C1-13)."""
    if castle.startswith(RIVER_PREFIX):
        # An owner may set this fact to any number, so it is limited here.
        return list(
            range(min(max(1, int(state.facts.more.get(RIVER_TILES_FACT, DEFAULT_LENGTH))), LONGEST_RIVER), 0, -1)
        )
    spots = state.player(castle).territory.spots
    return sorted({spot.x for spot in spots if tile_ground(state, spot.top).marks}, reverse=True)


def castle_location(state: State, castle: str) -> RiverPlace:
    """Return the river tile of the castle."""
    return castle, river_tiles(state, castle)[0] if castle.startswith(RIVER_PREFIX) else HOME_COLUMN


def boat_location(state: State, player_id: str) -> RiverPlace:
    """Return the river tile of the boat; its home castle before its first move."""
    return OWN_STATE.of(state).boat_positions.get(player_id, (player_id, HOME_COLUMN))


def castles_reached(state: State, player_id: str) -> int:
    """Return the number of castles between home and the boat (C1-17); all of them once it has passed its own
    castle.
    """
    castle, x = boat_location(state, player_id)
    way = castle_path(OWN_STATE.of(state), player_id)
    if castle == player_id:
        return 0 if x <= HOME_COLUMN else len(way) - 1
    return way.index(castle) + (x <= castle_location(state, castle)[1])


def places_ahead(state: State, player_id: str) -> Iterator[RiverPlace]:
    """Yield the river tiles left on the path of the boat, its own castle last (C1-15, C1-16)."""
    castles, (castle, x) = OWN_STATE.of(state).castles, boat_location(state, player_id)
    for _ in range(len(castles) * 100):
        further = next((each for each in river_tiles(state, castle) if each < x), None)
        if further is None:
            castle = castles[(castles.index(castle) + 1) % len(castles)]
            further = river_tiles(state, castle)[0]
        x = further
        yield castle, x
        if (castle, x) == (player_id, HOME_COLUMN):
            return


def _costs(state: State, player_id: str, place: RiverPlace) -> int:
    """Return the movement points for a tile, 1 or 0; a tile with another boat may be free (C8-37)."""
    if run_query(FREE_ROWER, state) != player_id:
        return 1
    return int(all(other == player_id or boat_location(state, other) != place for other in _under_way(state)))


def _under_way(state: State) -> list[str]:
    return [player for player, boat in OWN_STATE.of(state).boats.items() if not boat.place]


def _beside(state: State, player_id: str) -> list[str]:
    """Return the players whose boats lie on the same tile; the next move of this boat passes them."""
    here = boat_location(state, player_id)
    return [other for other in _under_way(state) if other != player_id and boat_location(state, other) == here]


def _reach(state: State, player_id: str) -> int:
    """Return how many tiles the movement points bring the boat."""
    left, steps = state.turn.work.movement_points, 0
    for place in places_ahead(state, player_id):
        left -= _costs(state, player_id, place)
        if left < 0:
            break
        steps += 1
    return steps


def _row(state: State, question: OpenQuestion) -> Form | None:
    """Return the offer to move the boat, while there are movement points and the race is open (C1-09, C1-12)."""
    now, player_id = OWN_STATE.of(state), question.player
    if (
        not state.tracks_territories
        or state.turn.work.movement_points <= 0
        or not now.is_open
        or now.boats[player_id].place
    ):
        return None
    most, text = _reach(state, player_id), tr("How many river tiles further?")
    return Form(tr("The boat goes on"), (Amount("tiles", text, 1, most, most),)) if most else None


def _rows(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Move the boat tile by tile through the castles on its path (C1-14, C1-17)."""
    player_id = question.player
    for _ in range(int(answer.values[0])):
        state = resolution.state
        place = next(places_ahead(state, player_id))
        points, passed = _costs(state, player_id, place), _beside(state, player_id)
        resolution.do(BoatRowed(player_id, *place))
        for other in passed:
            for event in run_query(EVENTS_WHEN_BOATS_PASS, state, player_id, other):
                resolution.do(event)
        if points:
            resolution.do(ev.MovementPaid(player_id, points, SLUG))
        castle = next_castle(OWN_STATE.of(state), player_id)
        if place == castle_location(state, castle):
            reach_castle(resolution, player_id, castle)


def why_tile_stays(state: State, player_id: str, spot: Spot) -> Reason | None:
    """Return why a tile with a boat cannot be removed (C1-31); covering it is allowed (C1-32)."""
    if not tile_ground(state, spot.top).marks or spot.y != CASTLE_CELL.y:
        return None
    there = any(boat_location(state, other) == (player_id, spot.x) for other in _under_way(state))
    return Reason("C1-31", tr("A boat lies on it.")) if there else None


def distance_line(state: State, player_id: str) -> Message | None:
    """Return the number of river tiles to go; None without referee depth or for a boat out of the race."""
    if not state.tracks_territories or OWN_STATE.of(state).boats[player_id].place:
        return None
    castle, _ = boat_location(state, player_id)
    n = sum(1 for _ in places_ahead(state, player_id))
    at = tr("own river") if castle == player_id else castle_label(state, castle)
    return trn("boat: {n} river tile to go ({at})", "boat: {n} river tiles to go ({at})", n, at=at)


# The rulebook does not print the length of a neutral river.


def ask_river_length(state: State) -> Iterator[ev.Event]:
    """Ask for the length of a neutral river if it is needed and unknown (C1-14)."""
    if (
        state.tracks_territories
        and NEUTRAL_RIVER_COUNTS[len(state.players)]
        and RIVER_TILES_FACT not in state.facts.more
    ):
        yield ev.QuestionAsked(LENGTH_QUESTION)


_HOW_LONG = tr("How many river tiles has a neutral river?")
_LENGTHS = Pick(
    "tiles",
    _HOW_LONG,
    tuple(Choice(str(n), trn("{n} tile", "{n} tiles", n)) for n in range(1, LONGEST_RIVER + 1)),
    str(DEFAULT_LENGTH),
)


def _learn(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact("", RIVER_TILES_FACT, int(str(answer.values[0])))))


RIVER_KINDS = (
    QuestionKind(
        LENGTH_QUESTION, _HOW_LONG, (Action("tiles", Form(_HOW_LONG, (_LENGTHS,)), _learn),), rule="C1-14"
    ),
)
RIVER_FACT_LABELS = {RIVER_TILES_FACT: tr("tiles of a neutral river")}
END_ACTIONS = (Action(ROW_ACTION, _row, _rows, sign="ship"),)
REFEREE = RefereeExtension(stays=why_tile_stays)
