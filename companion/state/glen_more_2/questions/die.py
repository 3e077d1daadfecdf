"""The die as neutral player: the roll, the tile it throws out (GM-DIE-01..12)."""

from __future__ import annotations

from companion.engine.message import say
from companion.engine.offers import Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import DIE, Open, State
from companion.state.glen_more_2.piece_locations import piece_choices
from companion.state.glen_more_2.questions.question_kinds import kind
from companion.state.glen_more_2.questions.take import tell
from companion.state.glen_more_2.resolution import Course
from companion.state.glen_more_2.ring import place_of, tiles_ahead
from companion.state.glen_more_2.turns import after_die, aim_die, move_pawn, untold_of_d


def ask_roll(state: State, question: Open) -> Question:
    """Rolled by the companion (which fills in the face) or by the table."""
    faces = sorted(set(state.facts.die_faces))
    # Each side of the die is a choice of its own, so that a roll is fair.
    picks = tuple(Choice(str(f), say("{n}", n=f)) for f in state.facts.die_faces)
    offers = (
        Offer("companion_rolls", say("Roll it for us"), (Pick("face", say("Which face?"), picks),)),
        *(Offer(f"face_{f}", say("We rolled a {n}", n=f)) for f in faces),
    )
    return Question(question.number, question.kind, say("The die is on turn."), offers, rule="GM-DIE-02")


def settle_roll(course: Course, question: Open, answer: Answer) -> None:
    face = int(str(answer.values[0] if answer.values else answer.offer.removeprefix("face_")))
    course.settle(question)
    course.do(ev.DieRolled(face))
    aim_die(course)


def ask_hit(state: State, question: Open) -> Question:
    """The tile the die ends on is named; it may have been another, or World's End was on its way."""
    ahead = int(question.args[0])
    places = tiles_ahead(state.line)
    aimed = state.line[places[ahead - 1]]
    text = say(
        "The die rolled {n}. It throws out tile {ahead} ahead: {tile}.",
        n=state.rolled,
        ahead=ahead,
        tile=labels.tile(state.facts, aimed),
    )
    offers = [
        Offer("hit", say("Yes, that tile")),
        Offer("further", say("No, another tile"), (Pick("tile", say("Which tile?"), _others(state, ahead)),)),
    ]
    names = tuple(c for c in piece_choices(state, aimed.deck) if c.value not in ("", WORLDS_END))
    if aimed.untold and names:
        offers.append(Offer("named", say("Yes, it was…"), (Pick("piece", say("Which tile was it?"), names),)))
    offers += _met_end(state, places[:ahead])
    return Question(question.number, question.kind, text, tuple(offers), rule="GM-DIE-03")


def _others(state: State, ahead: int) -> tuple[Choice, ...]:
    """All tiles ahead, those beyond the target first, itself last: it can be tapped too."""
    places = tiles_ahead(state.line)
    order = [*range(ahead + 1, len(places) + 1), *range(1, ahead + 1)]
    spaces = ((n, state.line[places[n - 1]]) for n in order)
    return tuple(_nth(state, places, n) for n, space in spaces if space.piece != WORLDS_END and not space.fixed)


def _nth(state: State, places: list[int], n: int) -> Choice:
    space = state.line[places[n - 1]]
    return Choice(str(n), say("{n}: {tile}", n=n, tile=labels.tile(state.facts, space)), piece=space.piece)


def _met_end(state: State, places: list[int]) -> list[Offer]:
    """An untold tile on the way may be World's End."""
    untold = untold_of_d(state)
    choices = tuple(_nth(state, places, n) for n, place in enumerate(places, 1) if place in untold)
    pick = Pick("tile", say("Where is it?"), choices)
    return [Offer("worlds_end", say("It met World's End"), (pick,))] if choices else []


def settle_hit(course: Course, question: Open, answer: Answer) -> None:
    ahead, leaves = int(question.args[0]), bool(question.args[1])
    course.settle(question)
    if answer.offer == "worlds_end":
        _meet_end(course, answer)
        return
    if answer.offer == "further":
        ahead = int(answer.values[0])
    elif answer.offer == "named":
        tell(course, ahead, str(answer.values[0]))
    throw_out(course, ahead)
    if leaves:
        course.do(ev.FigureLeft(DIE))
    after_die(course)


def _meet_end(course: Course, answer: Answer) -> None:
    course.do(ev.TileTold(int(answer.values[0]), WORLDS_END))
    aim_die(course)


def ask_die_waits(state: State, question: Open) -> Question:
    """Too few tiles lie ahead; an untold one of D may be World's End (GM-DIE-06 comes first)."""
    text = say("The die rolled {n}, but no tile so far ahead suits it: it waits for the next.", n=state.rolled)
    offers = (Offer("waits", say("Yes, it waits")), *_met_end(state, tiles_ahead(state.line)))
    return Question(question.number, question.kind, text, offers, rule="GM-DIE-07")


def settle_die_waits(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "worlds_end":
        _meet_end(course, answer)
    else:
        course.do(ev.DieWaited())
        after_die(course)


def throw_out(course: Course, ahead: int) -> None:
    """The tile goes to the pile, the die stands on its space (GM-DIE-05)."""
    place = tiles_ahead(course.state.line)[ahead - 1]
    tile = course.state.line[place]
    move_pawn(course, DIE, ahead, place)
    at = place_of(course.state.line, DIE)
    course.do(ev.TileDiscarded(tile.piece, tile.deck, at, "GM-DIE-05"))


kind("roll", ask_roll, settle_roll)
kind("hit", ask_hit, settle_hit)
kind("die_waits", ask_die_waits, settle_die_waits)
