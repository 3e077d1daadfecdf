"""Questions, entries and corrections of barrels and cellars (C3-06 to C3-18); sales are in `sales`.

Each gained barrel gets a place; a paid one is asked for where the place matters. The core corrects the number of
barrels. At referee depth, activating a distillery matures a barrel or produces one (C3-11, C3-15, C3-16).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.chronicles.single_cask.model import (
    DISTILLERIES,
    LEVELS,
    OWN_STATE,
    SALE_CAUSE,
    SALE_IDS,
    SLUG,
    ZERO_AREA,
    CaskMatured,
    CaskPlaced,
    CaskRemoved,
    CaskStored,
    CellarBuilt,
    CellarsCounted,
    SaleCounted,
    cellar_places,
    cellar_points_fact,
    free_place_for_new_barrel,
    places_by_points,
    possible_maturings,
    space_points,
)
from companion.chronicles.single_cask.sales import MAX_LOWER_SPACES, is_bonus_space_free, lower_spaces_fact
from companion.chronicles.single_cask.text import place_label
from companion.engine.message import Message, tr
from companion.engine.offers import NONE, Amount, Answer, Choice, Pick, Reason, Value
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing, expansion_card
from companion.state.glen_more_2.effects import ask_good_source
from companion.state.glen_more_2.expansions import (
    FIRST_EXPANSION_STEP,
    ActivationGain,
    RefereeExtension,
    cause_id,
)
from companion.state.glen_more_2.facts import LearnedFact
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.payment import unaffordable_goods_reason
from companion.state.glen_more_2.questions.corrections import only_in_play
from companion.state.glen_more_2.questions.ledger import out_of_turn_reason
from companion.state.glen_more_2.questions.payments import purse_limit
from companion.state.glen_more_2.referee.activation import MACGREGOR, MACGREGOR_POINTS, POINTS_OPTION
from companion.state.glen_more_2.ruleset import expansion_rule
from companion.state.glen_more_2.text import labels
from companion.state.territory.activation_options import ActivationOption
from companion.state.territory.grid import Spot
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import tile_index
from companion.state.territory.trading import pay_goods

FROM_QUESTION, SPACES_QUESTION = f"{SLUG}.from", f"{SLUG}.spaces"
MATURE_ENTRY, PRODUCE_ENTRY, BUILD_ENTRY = f"{SLUG}.mature", f"{SLUG}.produce", f"{SLUG}.build"
ZERO_AREA_RULE = f"{SLUG}.matures_from_0"
BARLEY_AND_WOOD = {"barley": 1, "wood": 1}
NO_GOODS = "none"
MAX_SPACES, MAX_POINTS, MAX_COINS, MAX_GOODS = 6, 12, 20, 4


def store_gained_barrels(before: State, e: ev.BarrelsGained, after: State) -> Iterator[ev.Event]:
    """Store each gained barrel: leftmost free space of the first cellar, else the 0 area (C3-07, C3-08).

    If the player's count was negative (entries made late), the first barrels only settle it and get no place.
    """
    owed = max(0, -before.player(e.player).barrels)
    places = list(OWN_STATE.of(after).barrel_places[e.player])
    for _ in range(e.barrels - owed):
        places.append(free_place_for_new_barrel(places))
        yield CaskStored(e.player, places[-1])


def remove_paid_barrels(before: State, e: ev.BarrelsPaid, after: State) -> Iterator[ev.Event]:
    """Remove paid barrels from their places; ask which ones where it makes a difference (C3-10)."""
    del before
    # A sale records the place itself.
    if e.why == cause_id(SALE_CAUSE):
        return
    places = list(OWN_STATE.of(after).barrel_places[e.player])
    if e.barrels >= len(places):
        yield from (CaskRemoved(e.player, place) for place in places)
        return
    for _ in range(e.barrels):
        if len(set(places)) == 1:
            yield CaskRemoved(e.player, places.pop())
        else:
            places.pop()
            yield ev.QuestionAsked(FROM_QUESTION, e.player)


def apply_barrel_count(before: State, e: ev.CountSet | ev.CountEntered, after: State) -> Iterator[ev.Event]:
    """Adapt the places to a corrected number of barrels: store new ones, remove those worth least."""
    del before
    if e.count != "barrels":
        return
    places = list(OWN_STATE.of(after).barrel_places[e.player])
    while len(places) < e.value:
        places.append(free_place_for_new_barrel(places))
        yield CaskStored(e.player, places[-1])
    while len(places) > e.value:
        # Not asked, because a correction is made in the middle of something else.
        place = places_by_points(after.facts.more, places)[0]
        places.remove(place)
        yield CaskRemoved(e.player, place)


def _from_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: where is the barrel from?", player=labels.figure_label(state, question.player))


def _from(state: State, question: OpenQuestion) -> Form | None:
    places = places_by_points(state.facts.more, OWN_STATE.of(state).barrel_places[question.player])
    if not places:
        return None
    text, choices = (
        _from_text(state, question),
        tuple(Choice(place, place_label(state, place)) for place in places),
    )
    return Form(text, (Pick("place", text, choices),))


def _from_nowhere(state: State, question: OpenQuestion) -> Form | None:
    return None if OWN_STATE.of(state).barrel_places[question.player] else Form(tr("None"))


def _give_away(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Remove the barrel from the place, unless a correction has reduced the number of places in the meantime."""
    state, player_id = resolution.state, question.player
    if len(OWN_STATE.of(state).barrel_places[player_id]) > state.player(player_id).barrels:
        resolution.do(CaskRemoved(player_id, str(answer.values[0])))


MATURE_LABEL, _PRODUCE = tr("Mature a barrel"), tr("1 barrel for barley and wood")


def maturing_moves(state: State, player_id: str) -> list[tuple[str, str]]:
    """Return the moves (from, to) by which a barrel of this player may mature (C3-12 to C3-14)."""
    now = OWN_STATE.of(state)
    row = cellar_places(state.facts.more, now.cellar_counts[player_id])
    return possible_maturings(row, now.barrel_places[player_id], bool(expansion_rule(state, ZERO_AREA_RULE)))


def _mature(state: State, question: OpenQuestion) -> Form:
    moves = maturing_moves(state, question.player)
    if not moves:
        return Form(MATURE_LABEL, closed=Reason("C3-12", tr("No barrel can move to the right.")), has_key=False)
    # At referee depth players activate the distillery tile instead, so this entry is rare.
    return Form(
        MATURE_LABEL,
        (barrel_pick(state, moves),),
        is_rare=state.tracks_territories,
        has_key=not state.tracks_territories,
    )


def barrel_pick(state: State, moves: list[tuple[str, str]]) -> Pick:
    """Return the choice of a barrel to mature, with its new place."""
    choices = tuple(
        Choice(place, tr("{place} to {to}", place=place_label(state, place), to=place_label(state, to)))
        for place, to in moves
    )
    # The most mature barrel is the suggestion; if it is the only one, it is not asked for.
    last, only = choices[-1].value, len(choices) == 1
    return Pick("place", tr("Which barrel?"), choices, last, is_assumed=only)


def _book_maturing(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.EntryMade(question.player, MATURE_ENTRY))
    mature_barrel(resolution, question, answer)


def mature_barrel(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Move the chosen barrel to its next place (C3-11)."""
    player_id, place = question.player, str(answer.values[0])
    to = dict(maturing_moves(resolution.state, player_id))[place]
    resolution.do(CaskMatured(player_id, place, to))


def _produce(state: State, question: OpenQuestion) -> Form:
    closed = unaffordable_goods_reason(state, question.player, BARLEY_AND_WOOD, "C3-16")
    return Form(_PRODUCE, closed=closed, is_rare=state.tracks_territories, has_key=not state.tracks_territories)


def _book_producing(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Pay barley and wood, own or bought, and gain a barrel; it may be matured besides (C3-16)."""
    resolution.do(ev.EntryMade(question.player, PRODUCE_ENTRY))
    if resolution.state.tracks_territories:
        pay_goods(resolution, question.player, BARLEY_AND_WOOD, cause_id(PRODUCE_ENTRY))
    for good in () if resolution.state.tracks_territories else BARLEY_AND_WOOD:
        ask_good_source(resolution, question.player, good, cause_id(PRODUCE_ENTRY))
    resolution.do(ev.BarrelsGained(question.player, 1, cause_id(PRODUCE_ENTRY)))


def price_fact(level: int) -> str:
    """Return the name of the box fact with the coins that a cellar costs."""
    return f"{SLUG}.price_{level}"


CELLAR_FACT_LABELS = {
    **{price_fact(level): tr("coins for cellar {n}", n=level) for level in LEVELS},
    **{cellar_points_fact(level): tr("points of the spaces of cellar {n}", n=level) for level in LEVELS},
}


def _build(state: State, question: OpenQuestion) -> Form:
    """Return the entry of the next cellar: its coins are entered, goods are paid at the table without referee
    depth (C3-17).
    """
    level = OWN_STATE.of(state).cellar_counts[question.player] + 1
    if level > LEVELS[-1]:
        return Form(tr("Build a cellar"), closed=Reason("C3-18", tr("All three cellars are built.")))
    default = int(state.facts.more.get(price_fact(level), 0))
    text = tr("How many coins does cellar {n} cost? Pay goods by hand.", n=level)
    beyond = purse_limit(state, question.player, "coins")
    coins = Amount("coins", text, 0, MAX_COINS, min(default, MAX_COINS), soft_limit=beyond)
    if not state.tracks_territories:
        return Form(tr("Build cellar {n}", n=level), (coins,))
    late = out_of_turn_reason(state, question.player, "C3-17")
    text = tr("How many coins does cellar {n} cost?", n=level)
    parts = (replace(coins, text=text), _goods_too(state, question.player))
    return Form(tr("Build cellar {n}", n=level), parts, caution=late)


def _goods_too(state: State, player_id: str) -> Pick:
    """Return the choice of goods of one kind, as many as the player can pay."""
    choices = [Choice(NO_GOODS, tr("nothing else"))]
    for good, words in labels.GOODS_LABELS.items():
        can = [
            n
            for n in range(1, MAX_GOODS + 1)
            if not unaffordable_goods_reason(state, player_id, {good: n}, "C3-17")
        ]
        if can:
            choices.append(Choice(good, words, then=(Amount("n", tr("How many?"), 1, can[-1], 1),)))
    return Pick("goods", tr("And which goods?"), tuple(choices), NO_GOODS)


def _book_building(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, coins = question.player, int(answer.values[0])
    level = OWN_STATE.of(resolution.state).cellar_counts[player_id] + 1
    resolution.do(ev.EntryMade(player_id, BUILD_ENTRY))
    if answer.values[1:] and answer.values[1] != NO_GOODS:
        goods = {str(answer.values[1]): int(answer.values[2])}
        # Coins above the count are accepted, as in every other entry.
        counted = 0 if unaffordable_goods_reason(resolution.state, player_id, goods, "C3-17", coins) else coins
        pay_goods(resolution, player_id, goods, cause_id(BUILD_ENTRY), counted)
    if coins:
        resolution.do(ev.CoinsPaid(player_id, coins, cause_id(BUILD_ENTRY)))
    if resolution.state.facts.more.get(price_fact(level)) != coins:
        resolution.do(ev.FactLearned(LearnedFact("", price_fact(level), coins)))
    resolution.do(CellarBuilt(player_id, level))
    if space_points(resolution.state.facts.more, level) is None:
        resolution.ask(SPACES_QUESTION, player_id, level)


# The points of a cellar's spaces are printed only on its card, so they are asked once (C3-13).


def _spaces_text(_state: State, question: OpenQuestion) -> Message:
    return tr("How many spaces has cellar {n}?", n=int(question.args[0]))


def cellar_points_pick(level: int) -> Pick:
    """Return the choice of the number of spaces in a cellar and the points of each."""
    points = [
        Amount(f"points_{i}", tr("Points of space {n} from the left?", n=i), 0, MAX_POINTS, level + i)
        for i in range(1, MAX_SPACES + 1)
    ]
    choices = tuple(Choice(str(n), tr("{n}", n=n), then=tuple(points[:n])) for n in range(1, MAX_SPACES + 1))
    return Pick("spaces", tr("How many spaces has cellar {n}?", n=level), choices)


def _spaces(state: State, question: OpenQuestion) -> Form:
    return Form(_spaces_text(state, question), (cellar_points_pick(int(question.args[0])),))


def _learn_spaces(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    record_cellar_points(resolution, int(question.args[0]), answer.values[1:])


def record_cellar_points(resolution: Resolution, level: int, points: tuple[Value, ...]) -> None:
    """Record the points of a cellar's spaces, from the left, as a box fact."""
    told = " ".join(str(value) for value in points)
    resolution.do(ev.FactLearned(LearnedFact("", cellar_points_fact(level), told)))


CASK_KINDS = (
    QuestionKind(
        FROM_QUESTION,
        _from_text,
        (Action("from", _from, _give_away), Action("none", _from_nowhere, do_nothing)),
        rule="C3-10",
    ),
    QuestionKind(SPACES_QUESTION, _spaces_text, (Action("spaces", _spaces, _learn_spaces),), rule="C3-13"),
)
ENTRIES = (
    Action(MATURE_ENTRY, _mature, _book_maturing, "DOWN", tr("mature"), expansion_card("mature", MATURE_LABEL, 3)),
    Action(
        PRODUCE_ENTRY, _produce, _book_producing, "DOWN", tr("produce"), expansion_card("produce", _PRODUCE, 3)
    ),
    Action(BUILD_ENTRY, _build, _book_building, is_rare=True),
)


def _places(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction of a barrel's place."""
    players = []
    for player_id, held in OWN_STATE.of(state).barrel_places.items():
        row = cellar_places(state.facts.more, OWN_STATE.of(state).cellar_counts[player_id])
        free = [place for place in (*row, ZERO_AREA) if place == ZERO_AREA or place not in held]
        to = Pick("to", tr("Where does it lie?"), tuple(Choice(p, place_label(state, p)) for p in free))
        barrels = tuple(
            Choice(p, place_label(state, p), then=(to,)) for p in places_by_points(state.facts.more, held)
        )
        if barrels:
            which = Pick("place", tr("Which barrel?"), barrels)
            players.append(Choice(player_id, labels.figure_label(state, player_id), then=(which,)))
    return Form(tr("Place of a barrel"), (Pick("player", tr("Whose?"), tuple(players)),)) if players else None


def _put_barrel(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, place, to = map(str, answer.values)
    if place != to:
        resolution.do(CaskPlaced(player_id, place, to))


def _cellars(state: State, _question: OpenQuestion) -> Form:
    text, most = tr("How many cellars?"), LEVELS[-1]
    players = tuple(
        Choice(player_id, labels.figure_label(state, player_id), then=(Amount("cellars", text, 1, most, owned),))
        for player_id, owned in OWN_STATE.of(state).cellar_counts.items()
    )
    return Form(tr("Cellars of a player"), (Pick("player", tr("Whose?"), players),))


def _set_cellars(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(CellarsCounted(str(answer.values[0]), int(answer.values[1])))


def _sale_spaces(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction of barrels and spaces of sale tiles on the rondel."""
    sales = []
    for sale in SALE_IDS:
        if tile_index(state.track, sale) < 0:
            continue
        lower = OWN_STATE.of(state).sale_spaces.get(sale, (False, 0))[1]
        room = int(state.facts.more.get(lower_spaces_fact(state, sale), 1))
        parts = (
            Amount("bonus", tr("Barrels at the upper left?"), 0, 1, int(not is_bonus_space_free(state, sale))),
            Amount("others", tr("Barrels at the lower right?"), 0, MAX_LOWER_SPACES, min(lower, MAX_LOWER_SPACES)),
            Amount("room", tr("Spaces at the lower right?"), 0, MAX_LOWER_SPACES, min(room, MAX_LOWER_SPACES)),
        )
        sales.append(Choice(sale, labels.piece_label(state.facts, sale), then=parts, piece=sale))
    if not sales:
        return None
    return Form(tr("Barrels on a sale tile"), (Pick("sale", tr("Which tile?"), tuple(sales)),))


def _set_sale(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    sale, bonus, others, room = answer.values
    resolution.do(SaleCounted(str(sale), bool(bonus), int(others)))
    fact = lower_spaces_fact(resolution.state, str(sale))
    if resolution.state.facts.more.get(fact) != room:
        resolution.do(ev.FactLearned(LearnedFact("", fact, int(room))))


def _points(_state: State, _question: OpenQuestion) -> Form:
    """Return the correction of a cellar's points; those of the first cellar are printed in the rulebook."""
    levels = tuple(Choice(str(n), tr("cellar {n}", n=n), then=(cellar_points_pick(n),)) for n in LEVELS[1:])
    return Form(tr("Points in a cellar"), (Pick("level", tr("Which cellar?"), levels),))


def _set_points(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    record_cellar_points(resolution, int(answer.values[0]), answer.values[2:])


CORRECTIONS = (
    Action(f"{SLUG}.place", only_in_play(_places), _put_barrel),
    Action(f"{SLUG}.cellars", only_in_play(_cellars), _set_cellars),
    Action(f"{SLUG}.sale", only_in_play(_sale_spaces), _set_sale),
    Action(f"{SLUG}.points", only_in_play(_points), _set_points),
)


DISTILLERY_QUESTION = f"{SLUG}.which"


def distillery_activation_options(state: State, player_id: str, spot: Spot) -> Iterator[ActivationOption]:
    """Yield the uses of a distillery, one for each activation (C3-11, C3-15, C3-16).

    Which of the symbols a distillery shows is not published, so all of them are offered.
    """
    if spot.top not in DISTILLERIES:
        return
    if maturing_moves(state, player_id):
        yield ActivationOption(FIRST_EXPANSION_STEP, MATURE_ENTRY, get={MATURE_ENTRY: 1})
    yield ActivationOption(FIRST_EXPANSION_STEP, "barley", {"barley": 1}, {"whisky": 1})
    yield ActivationOption(FIRST_EXPANSION_STEP, PRODUCE_ENTRY, BARLEY_AND_WOOD, {"whisky": 1, MATURE_ENTRY: 1})
    if state.has_lasting_crest(player_id, MACGREGOR):
        yield ActivationOption(
            FIRST_EXPANSION_STEP, POINTS_OPTION, get={"vp": MACGREGOR_POINTS}, source=f"crest:{MACGREGOR}"
        )


def _ask_which(resolution: Resolution, player_id: str, _spot: Spot) -> None:
    if maturing_moves(resolution.state, player_id):
        resolution.ask(DISTILLERY_QUESTION, player_id)


def _which_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: which barrel matures?", player=labels.figure_label(state, question.player))


def _which(state: State, question: OpenQuestion) -> Form | None:
    moves = maturing_moves(state, question.player)
    return Form(MATURE_LABEL, (barrel_pick(state, moves),)) if moves else None


DISTILLERY_KINDS = (
    QuestionKind(
        DISTILLERY_QUESTION,
        _which_text,
        (
            Action("matures", _which, mature_barrel),
            Action("none", Form(tr("No barrel matures"), hint=NONE), do_nothing),
        ),
        rule="C3-11",
    ),
)
REFEREE = RefereeExtension(
    gains={MATURE_ENTRY: ActivationGain(tr("a barrel matures"), _ask_which)}, uses=distillery_activation_options
)
