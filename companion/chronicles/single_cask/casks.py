"""Barrels come and go: each gain gets a place, each cost asks from where if that matters (C3-06 to C3-18)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.single_cask.cellars import (
    LEVELS,
    SLUG,
    CaskGone,
    CaskMatured,
    CaskStored,
    CellarBuilt,
    cellars,
    cheapest_first,
    may_mature,
    new_place,
    row_of,
    spaces_of,
    worth,
)
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import ask_good
from companion.state.glen_more_2.expansions import switch
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.question_kinds import QuestionKind
from companion.state.glen_more_2.resolution import Resolution

FROM, SPACES = f"{SLUG}.from", f"{SLUG}.spaces"
SALE_WHY = f"{SLUG}.sale"
MAX_SPACES, MAX_POINTS, MAX_COINS = 6, 12, 20


def place_words(state: State, place: str) -> Message:
    points = worth(state.facts.more, place)
    if place == "0":
        return tr("the 0 area")
    level, _, space = place.partition(".")
    return tr("cellar {level}, space {space} ({n})", level=level, space=space, n=points)


def gained(before: State, e: ev.BarrelsGained, after: State) -> Iterator[ev.Event]:
    """Each barrel goes to the leftmost free space of the first cellar, else to the 0 area (C3-07, C3-08).

    By the book a barrel may have been given that nobody had: the first ones gained only make that good.
    """
    owed = max(0, -before.player(e.player).barrels)
    places = list(cellars(after).places[e.player])
    for _ in range(e.barrels - owed):
        places.append(new_place(places))
        yield CaskStored(e.player, places[-1])


def paid(before: State, e: ev.BarrelsPaid, after: State) -> Iterator[ev.Event]:
    """A barrel given away may come from any place: asked where that makes a difference (C3-10)."""
    del before
    if e.why == SALE_WHY:
        return
    places = list(cellars(after).places[e.player])
    if e.barrels >= len(places):
        yield from (CaskGone(e.player, place) for place in places)
        return
    for _ in range(e.barrels):
        if len(set(places)) == 1:
            yield CaskGone(e.player, places.pop())
        else:
            places.pop()
            yield ev.QuestionAsked(FROM, e.player)


def counted(before: State, e: ev.CountSet | ev.Counted, after: State) -> Iterator[ev.Event]:
    """A corrected number of barrels: new ones are stored, the cheapest are gone."""
    del before
    if e.count != "barrels":
        return
    places = list(cellars(after).places[e.player])
    while len(places) < e.value:
        places.append(new_place(places))
        yield CaskStored(e.player, places[-1])
    while len(places) > e.value:
        place = cheapest_first(after.facts.more, places)[0]
        places.remove(place)
        yield CaskGone(e.player, place)


def ask_from(state: State, question: OpenQuestion) -> Question:
    places = cheapest_first(state.facts.more, cellars(state).places[question.player])
    choices = tuple(Choice(place, place_words(state, place)) for place in places)
    text = tr("{player}: from where is the barrel?", player=labels.figure(state, question.player))
    offers = (Offer("from", text, (Pick("place", text, choices),)),) if choices else (Offer("none", tr("None")),)
    return Question(question.number, question.kind, text, offers, question.player, rule="C3-10")


def settle_from(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    player_id = question.player
    # The number may have been put right before the answer came; then the barrel is gone already.
    if (
        answer.offer == "from"
        and len(cellars(resolution.state).places[player_id]) > resolution.state.player(player_id).barrels
    ):
        resolution.do(CaskGone(question.player, str(answer.values[0])))


# ---- entries of a turn


def entries(state: State, question: OpenQuestion) -> Iterator[Offer]:
    """Maturing, producing a barrel, building a cellar."""
    player_id = question.player
    yield _mature(state, player_id)
    yield Offer(f"{SLUG}.produce", tr("1 barrel for barley and wood"))
    yield _build(state, player_id)


def _mature(state: State, player_id: str) -> Offer:
    now = cellars(state)
    row = row_of(state.facts.more, now.owned[player_id])
    moves = may_mature(row, now.places[player_id], bool(switch(state, f"{SLUG}.matures_from_0")))
    label = tr("Mature a barrel")
    if not moves:
        return Offer(f"{SLUG}.mature", label, closed=Reason("C3-12", tr("No barrel can move to the right.")))
    choices = tuple(
        Choice(place, tr("{place} to {to}", place=place_words(state, place), to=place_words(state, to)))
        for place, to in moves
    )
    return Offer(f"{SLUG}.mature", label, (Pick("place", tr("Which barrel?"), choices),))


def _build(state: State, player_id: str) -> Offer:
    """The next cellar: its price is printed on the card, the coins are entered, goods paid by hand (C3-17)."""
    level = cellars(state).owned[player_id] + 1
    if level > LEVELS[-1]:
        all_built = Reason("C3-18", tr("All three cellars are built."))
        return Offer(f"{SLUG}.build", tr("Build a cellar"), closed=all_built)
    default = int(state.facts.more.get(f"{SLUG}.price_{level}", 0))
    text = tr("How many coins does cellar {n} cost? Pay goods by hand.", n=level)
    part = Amount("coins", text, 0, MAX_COINS, min(default, MAX_COINS))
    return Offer(f"{SLUG}.build", tr("Build cellar {n}", n=level), (part,))


def settle_mature(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, place = question.player, str(answer.values[0])
    now = cellars(resolution.state)
    moves = dict(may_mature(row_of(resolution.state.facts.more, now.owned[player_id]), now.places[player_id]))
    resolution.do(ev.EntryMade(player_id, f"{SLUG}.mature"))
    resolution.do(CaskMatured(player_id, place, moves[place]))


def settle_produce(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    """Barley and wood are own or bought; the barrel may be matured besides (C3-16)."""
    resolution.do(ev.EntryMade(question.player, f"{SLUG}.produce"))
    for good in ("barley", "wood"):
        ask_good(resolution, question.player, good, f"{SLUG}.produce")
    resolution.do(ev.BarrelsGained(question.player, 1, f"{SLUG}.produce"))


def settle_build(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, coins = question.player, int(answer.values[0])
    level = cellars(resolution.state).owned[player_id] + 1
    resolution.do(ev.EntryMade(player_id, f"{SLUG}.build"))
    if coins:
        resolution.do(ev.CoinsPaid(player_id, coins, f"{SLUG}.build"))
    if resolution.state.facts.more.get(f"{SLUG}.price_{level}") != coins:
        resolution.do(ev.FactLearned(Learned("", f"{SLUG}.price_{level}", coins)))
    resolution.do(CellarBuilt(player_id, level))
    if spaces_of(resolution.state.facts.more, level) is None:
        resolution.ask(SPACES, player_id, level)


def ask_spaces(_state: State, question: OpenQuestion) -> Question:
    """Points of a cellar's spaces: printed on its card only, asked once."""
    level = int(question.args[0])
    text = tr("How many spaces has cellar {n}?", n=level)
    choices = tuple(
        Choice(
            str(n),
            tr("{n}", n=n),
            then=tuple(
                Amount(f"points_{i}", tr("Points of space {n} from the left?", n=i), 0, MAX_POINTS, level + i)
                for i in range(1, n + 1)
            ),
        )
        for n in range(1, MAX_SPACES + 1)
    )
    offer = Offer("spaces", text, (Pick("spaces", text, choices),))
    return Question(question.number, question.kind, text, (offer,), question.player, rule="C3-13")


def settle_spaces(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    points = " ".join(str(value) for value in answer.values[1:])
    resolution.do(ev.FactLearned(Learned("", f"{SLUG}.cellar_{question.args[0]}", points)))


KINDS = {FROM: QuestionKind(ask_from, settle_from), SPACES: QuestionKind(ask_spaces, settle_spaces)}
SETTLES = {
    f"{SLUG}.mature": settle_mature,
    f"{SLUG}.produce": settle_produce,
    f"{SLUG}.build": settle_build,
}
