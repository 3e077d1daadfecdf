"""What people enter of the race: how they sit, its begin, castles that boats reach; and its corrections.

Which river tile a boat lies on is in `rowing`.

Reward tokens: what is printed on one is entered when it is taken, and remembered as a fact of the box.

Only the token that was taken is ever entered; those that go back stay face down (C1-18).

The boats where territories are followed: tile by tile down the rivers, for movement points (C1-12 to C1-16).

The river of a territory is a line from its right to its left; on a neutral one the castle lies at the right, as on
a home tile. Where a boat lies, whose tile can't leave; never asks which castle it has reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.boat_race.model import (
    LAST,
    OWN_STATE,
    POINTS,
    RIVER,
    RIVERS,
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
from companion.chronicles.boat_race.text import PLACES, castle_words, seats_words
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

REWARD, TOKEN, BY_HAND = f"{SLUG}.reward", f"{SLUG}.token", f"{SLUG}.by_hand"
REWARD_FACT = f"{SLUG}.reward_"
REWARD_FACT_LABELS = {f"{REWARD_FACT}{n}": tr("reward token {n}", n=n) for n in range(1, 17)}
FORGET_REWARD = "forgotten"
AT_RANDOM = "drawn"
"""Among the arguments of a question: the token is not chosen."""
MAX_AMOUNT = 15


def known_rewards(facts: Facts) -> dict[str, str]:
    """Fact -> what it is ("coins:2"), in the order in which people met them."""
    found = {name: str(value) for name, value in facts.more.items() if name.startswith(REWARD_FACT)}
    # Shorter names first: by letters alone reward_10 would come before reward_9.
    order = sorted(found, key=lambda name: (len(name), name))
    return {name: found[name] for name in order if reward_words(found[name])}


def _known_words(facts: Facts) -> dict[str, Message]:
    """The same in words."""
    found = {name: reward_words(reward) for name, reward in known_rewards(facts).items()}
    return {name: words for name, words in found.items() if words is not None}


def reward_words(reward: str) -> Message | None:
    """A reward in words; None for what isn't one."""
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
"""What the core calls them."""


def _kinds() -> dict[str, Message]:
    """What a token may show."""
    return {
        "coins": tr("coins"),
        "barrels": tr("barrels"),
        "points": tr("points"),
        "movement": tr("movement points"),
        **labels.GOODS_LABELS,
    }


def _what_it_shows(*more: Choice) -> Pick:
    """What kind of reward, and how much of it."""
    kinds = tuple(
        Choice(
            kind,
            words,
            then=(Amount("n", labels.HOW_MANY_PROMPTS[REWARD_RESOURCES.get(kind, kind)], 1, MAX_AMOUNT, 1),),
        )
        for kind, words in _kinds().items()
    )
    return Pick("kind", tr("What is on it?"), (*kinds, *more))


# ---- one of the tokens of a castle, chosen unseen by the others (C1-17)


def ask_reward(resolution: Resolution, player_id: str, castle: str) -> None:
    """A boat is at a castle: only where tokens lie (C1-21)."""
    if OWN_STATE.of(resolution.state).tokens[castle]:
        resolution.ask(REWARD, player_id, castle)


def draw_second_reward(_state: State, player_id: str, castle: str) -> tuple[ev.Event, ...]:
    """One more token of the castle, whoever else gives it: drawn, not chosen (C8-36, C8-38)."""
    return (ev.QuestionAsked(REWARD, player_id, (castle, AT_RANDOM)),)


def reward_castles(state: State, player_id: str) -> tuple[tuple[str, Message], ...]:
    """The castle that the boat reached last, neutral ones too, while tokens lie there (C1-20, C1-21)."""
    now = OWN_STATE.of(state)
    reached = castle_path(now, player_id)[: now.boats[player_id].reached][-1:]
    return tuple((castle, castle_words(state, castle)) for castle in reached if now.tokens[castle])


def _reward_text(state: State, question: OpenQuestion) -> Message:
    if AT_RANDOM in question.args:
        return tr(
            "{player} draws 1 more token of {castle}, unseen. What is on it?",
            player=labels.figure_label(state, question.player),
            castle=castle_words(state, str(question.args[0])),
        )
    return tr(
        "{player} looks at the tokens of {castle} and takes 1; the others go back face down. Which one?",
        player=labels.figure_label(state, question.player),
        castle=castle_words(state, str(question.args[0])),
    )


def _known(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for name, words in _known_words(state.facts).items():
        yield name.removeprefix(REWARD_FACT), Form(words)


def _take_known(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    reward = known_rewards(resolution.state.facts)[answer.offer]
    _take_token(resolution, question)
    _gain(resolution, question.player, reward)


def _take_new(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """A reward that nobody had named is remembered."""
    _take_token(resolution, question)
    reward = f"{answer.values[0]}:{answer.values[1]}"
    if reward not in known_rewards(resolution.state.facts).values():
        # Forgotten ones are counted too: journals answer by these numbers, so a used one never names another
        # reward.
        names = [name for name in resolution.state.facts.more if name.startswith(REWARD_FACT)]
        resolution.do(ev.FactLearned(LearnedFact("", f"{REWARD_FACT}{len(names) + 1}", reward)))
    _gain(resolution, question.player, reward)


def _take_by_hand(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _take_token(resolution, question)
    resolution.do(ev.ManualStepRequired(BY_HAND))


def _take_token(resolution: Resolution, question: OpenQuestion) -> None:
    resolution.do(RewardTaken(question.player, str(question.args[0])))


def _gain(resolution: Resolution, player_id: str, reward: str) -> None:
    """Counts are booked; goods and movement are left to the hands where territories are not followed."""
    kind, _, number = reward.partition(":")
    match kind:
        case "coins":
            resolution.do(ev.CoinsGained(player_id, int(number), cause_id(TOKEN)))
        case "barrels":
            resolution.do(ev.BarrelsGained(player_id, int(number), cause_id(TOKEN)))
        case "points":
            resolution.do(ev.PointsScored(player_id, int(number), cause_id(TOKEN)))
        case _ if not resolution.state.tracks_territories:
            resolution.do(ev.ManualStepRequired(BY_HAND))
        case "movement":
            resolution.do(ev.MovementGained(player_id, int(number), cause_id(TOKEN)))
        case _:
            for _each in range(int(number)):
                resolution.ask("good_onto", player_id, kind, cause_id(TOKEN))


def _none_taken(_state: State, question: OpenQuestion) -> Form | None:
    """Who draws a second one has used a power for it."""
    return None if AT_RANDOM in question.args else Form(tr("No token is taken"))


# ---- a correction: what is on a token


def _tokens_known(state: State, _question: OpenQuestion) -> Form | None:
    known = _known_words(state.facts)
    if not known:
        return None
    now = _what_it_shows(Choice(FORGET_REWARD, tr("there is no such token")))
    which = tuple(Choice(name, words, then=(now,)) for name, words in known.items())
    return Form(tr("What is on a reward token"), (Pick("token", tr("Which one?"), which),))


def _set_token(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    name, *shown = answer.values
    # A fact can only be told anew, never be taken back; this word is no reward, so it isn't offered any more.
    reward = FORGET_REWARD if shown[0] == FORGET_REWARD else f"{shown[0]}:{shown[1]}"
    resolution.do(ev.FactLearned(LearnedFact("", str(name), reward)))


REWARD_KINDS = (
    QuestionKind(
        REWARD,
        _reward_text,
        (
            ActionFamily(REWARD_FACT, _known, _take_known),
            Action("new", Form(tr("Another reward"), (_what_it_shows(),)), _take_new),
            Action("by_hand", Form(tr("We do it ourselves")), _take_by_hand),
            Action("none", _none_taken, do_nothing),
        ),
        rule="C1-17",
    ),
)
REWARD_CORRECTIONS = (Action(REWARD, only_in_play(_tokens_known), _set_token),)


SEATS, CASTLE, OPEN = f"{SLUG}.seats", f"{SLUG}.castle", f"{SLUG}.open"
BOAT, TOKENS = f"{SLUG}.boat", f"{SLUG}.tokens"
ORDER = "order_"
UNDER_WAY = "under_way"


# ---- boats go to the left, and pawns stand in an order of their own: how people sit is asked (C1-13)


def ask_seating(state: State) -> Iterator[ev.Event]:
    """Two players sit in one way only."""
    if len(state.players) > 2:
        yield ev.QuestionAsked(SEATS)


def _orders(state: State, _question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    for n, castles in enumerate(possible_seatings([p.id for p in state.players]), 1):
        yield str(n), Form(seats_words(state, castles))


def _sit(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    orders = possible_seatings([p.id for p in resolution.state.players])
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
    if state.tracks_territories:
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
    player = labels.figure_label(state, player_id)
    text = tr("The boat of {player} is out of the race: {place}.", player=player, place=PLACES[place])
    return Reason("C1-25", text)


def _book_castle(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    reach_castle(resolution, player_id, next_castle(OWN_STATE.of(resolution.state), player_id))


def reach_castle(resolution: Resolution, player_id: str, castle: str) -> None:
    """The boat is there: a token, and home the place (C1-17, C1-19)."""
    resolution.do(CastleReached(player_id, castle))
    ask_reward(resolution, player_id, castle)
    if castle == player_id:
        for event in bring_boat_home(resolution.state, player_id):
            resolution.do(event)


# ---- a correction: how far a boat is


def _boat(state: State, _question: OpenQuestion) -> Form:
    most = len(OWN_STATE.of(state).castles) - 1
    players = []
    for player, boat in OWN_STATE.of(state).boats.items():
        castles = Amount("castles", tr("How many castles has it reached?"), 0, most, min(boat.reached, most))
        places = tuple(Choice(str(place), PLACES[place]) for place in (*POINTS, LAST))
        how = Pick("place", tr("Where is it?"), (Choice(UNDER_WAY, tr("under way"), then=(castles,)), *places))
        players.append(Choice(player, labels.figure_label(state, player), then=(how,)))
    return Form(tr("Where a boat is"), (Pick("player", tr("Whose?"), tuple(players)),))


def _set_boat(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Points and barrels have corrections of their own; after the end coins are scored anew."""
    player_id, place, *castles = answer.values
    if place == UNDER_WAY:
        resolution.do(BoatSet(str(player_id), int(castles[0]), 0))
    else:
        resolution.do(BoatSet(str(player_id), len(OWN_STATE.of(resolution.state).castles), int(place)))
    if resolution.state.phase == "over":
        fire_trigger(resolution, "recount")


# ---- corrections: how people sit, and whether the race has begun


def _seating(state: State, _question: OpenQuestion) -> Form | None:
    """Castles that boats have reached stay counted: they are the nearest to the left, whoever sits there."""
    orders = possible_seatings([p.id for p in state.players])
    if not orders[1:]:
        return None
    choices = tuple(Choice(f"{ORDER}{n}", seats_words(state, castles)) for n, castles in enumerate(orders, 1))
    return Form(tr("How you sit"), (Pick("order", tr("Always the next one to the left?"), choices),))


def _set_seating(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    orders = possible_seatings([p.id for p in resolution.state.players])
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


RACE_KINDS = (
    QuestionKind(
        SEATS,
        tr("How do you sit, always the next one to the left?"),
        (ActionFamily(ORDER, _orders, _sit),),
        rule="C1-13",
    ),
)
RACE_ENTRIES = (
    Action(OPEN, _opening, _open_race),
    Action(
        CASTLE, _castle, ledger_entry(_book_castle), "DOWN", tr("boat"), expansion_card("boat_castle", _REACHED, 1)
    ),
)
RACE_CORRECTIONS = (
    Action(BOAT, in_play_or_after_end(_boat), _set_boat),
    Action(TOKENS, only_in_play(_tokens), _set_tokens),
    Action(SEATS, only_in_play(_seating), _set_seating),
    Action(OPEN, only_in_play(_begun), _set_begun),
)


LENGTH, TILES, ROW = f"{SLUG}.length", f"{SLUG}.river_tiles", f"{SLUG}.row"
HOME_COLUMN = CASTLE_CELL.x
USUAL_LENGTH = 2
"""Tiles of a neutral river while nobody has told: as long as a home tile."""
LONGEST_RIVER = 4
RiverPlace = tuple[str, int]
"""Whose river, and how far to the right on it."""


def river_tiles(state: State, castle: str) -> list[int]:
    """Its tiles from the right to the left (C1-13)."""
    if castle.startswith(RIVER):
        # A number of the box may be set to anything.
        return list(range(min(max(1, int(state.facts.more.get(TILES, USUAL_LENGTH))), LONGEST_RIVER), 0, -1))
    spots = state.player(castle).territory.spots
    return sorted({spot.x for spot in spots if tile_ground(state, spot.top).marks}, reverse=True)


def castle_location(state: State, castle: str) -> RiverPlace:
    """The tile with the castle."""
    return castle, river_tiles(state, castle)[0] if castle.startswith(RIVER) else HOME_COLUMN


def boat_location(state: State, player_id: str) -> RiverPlace:
    """Where a boat lies now; at home before its first stroke."""
    return OWN_STATE.of(state).where.get(player_id, (player_id, HOME_COLUMN))


def castles_reached(state: State, player_id: str) -> int:
    """Castles on the way from home to where a boat lies (C1-17); beyond its own castle it comes home."""
    castle, x = boat_location(state, player_id)
    way = castle_path(OWN_STATE.of(state), player_id)
    if castle == player_id:
        return 0 if x <= HOME_COLUMN else len(way) - 1
    return way.index(castle) + (x <= castle_location(state, castle)[1])


def places_ahead(state: State, player_id: str) -> Iterator[RiverPlace]:
    """Every tile of the way that is left, the own castle last; rivers as they lie now (C1-15, C1-16)."""
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
    """A tile with another's boat may be free (C8-37)."""
    if run_query(FREE_ROWER, state) != player_id:
        return 1
    return int(all(other == player_id or boat_location(state, other) != place for other in _under_way(state)))


def _under_way(state: State) -> list[str]:
    return [player for player, boat in OWN_STATE.of(state).boats.items() if not boat.place]


def _beside(state: State, player_id: str) -> list[str]:
    """Whose boats lie where this one does: with its next stroke it passes them."""
    here = boat_location(state, player_id)
    return [other for other in _under_way(state) if other != player_id and boat_location(state, other) == here]


def _reach(state: State, player_id: str) -> int:
    """How many tiles further the movement points bring the boat."""
    left, steps = state.turn.work.moves, 0
    for place in places_ahead(state, player_id):
        left -= _costs(state, player_id, place)
        if left < 0:
            break
        steps += 1
    return steps


def _row(state: State, question: OpenQuestion) -> Form | None:
    """As long as there are points, once the race has begun (C1-09, C1-12)."""
    now, player_id = OWN_STATE.of(state), question.player
    if not state.tracks_territories or state.turn.work.moves <= 0 or not now.open or now.boats[player_id].place:
        return None
    most, text = _reach(state, player_id), tr("How many river tiles further?")
    return Form(tr("The boat goes on"), (Amount("tiles", text, 1, most, most),)) if most else None


def _rows(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Tile by tile, through every castle on the way (C1-14, C1-17)."""
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
            resolution.do(ev.MovementSpent(player_id, points, SLUG))
        castle = next_castle(OWN_STATE.of(state), player_id)
        if place == castle_location(state, castle):
            reach_castle(resolution, player_id, castle)


def why_tile_stays(state: State, player_id: str, spot: Spot) -> Reason | None:
    """A tile with a boat can't be removed (C1-31); one that is covered lifts the boat (C1-32)."""
    if not tile_ground(state, spot.top).marks or spot.y != CASTLE_CELL.y:
        return None
    there = any(boat_location(state, other) == (player_id, spot.x) for other in _under_way(state))
    return Reason("C1-31", tr("A boat lies on it.")) if there else None


def distance_line(state: State, player_id: str) -> Message | None:
    """How far it is."""
    if not state.tracks_territories or OWN_STATE.of(state).boats[player_id].place:
        return None
    castle, _ = boat_location(state, player_id)
    n = sum(1 for _ in places_ahead(state, player_id))
    at = tr("own river") if castle == player_id else castle_words(state, castle)
    return trn("boat: {n} river tile to go ({at})", "boat: {n} river tiles to go ({at})", n, at=at)


# ---- how long a neutral river is, no book tells


def ask_river_length(state: State) -> Iterator[ev.Event]:
    if state.tracks_territories and RIVERS[len(state.players)] and TILES not in state.facts.more:
        yield ev.QuestionAsked(LENGTH)


_HOW_LONG = tr("How many river tiles has a neutral river?")
_LENGTHS = Pick(
    "tiles",
    _HOW_LONG,
    tuple(Choice(str(n), trn("{n} tile", "{n} tiles", n)) for n in range(1, LONGEST_RIVER + 1)),
    str(USUAL_LENGTH),
)


def _learn(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact("", TILES, int(str(answer.values[0])))))


RIVER_KINDS = (
    QuestionKind(LENGTH, _HOW_LONG, (Action("tiles", Form(_HOW_LONG, (_LENGTHS,)), _learn),), rule="C1-14"),
)
RIVER_FACT_LABELS = {TILES: tr("tiles of a neutral river")}
AFTER_LAYING = (Action(ROW, _row, _rows, sign="ship"),)
REFEREE = RefereeExtension(stays=why_tile_stays)
