"""The die as neutral player: the roll, the tile it throws out (GM-DIE-01..12)."""

from __future__ import annotations

from companion.frame.offers import Answer, Choice, Offer, Pick, Question
from companion.frame.said import say
from companion.state import events as ev
from companion.state import labels
from companion.state.course import Course
from companion.state.facts import WORLDS_END
from companion.state.model import DIE, Open, State
from companion.state.questions.kinds import kind
from companion.state.ring import ahead_of, die_target, tiles_ahead
from companion.state.turns import move_pawn, next_turn, with_symbol


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
    state = course.state
    beyond = state.house.die_discards_beyond_worlds_end
    place, leaves = die_target(state.line, face, with_symbol(state), beyond)
    if place < 0:
        course.do(ev.DieWaited())
        next_turn(course)
    elif leaves and state.line[place].piece == WORLDS_END:
        course.do(ev.FigureLeft(DIE))
        next_turn(course)
    else:
        course.ask("hit", "", ahead_of(state.line, place), int(leaves))


def ask_hit(state: State, question: Open) -> Question:
    """The tile the die ends on is named; it may have gone further, or met World's End on its way."""
    ahead = int(question.args[0])
    places = tiles_ahead(state.line)
    text = say(
        "The die rolled {n}. It throws out tile {ahead} ahead: {tile}.",
        n=state.rolled,
        ahead=ahead,
        tile=labels.tile(state.facts, state.line[places[ahead - 1]]),
    )
    offers = [Offer("hit", say("Yes, that tile"))]
    further = _further(state, places, ahead)
    if further:
        offers.append(Offer("further", say("No, another tile"), (Pick("tile", say("Which tile?"), further),)))
    if _end_may_be_met(state, places[:ahead]):
        offers.append(Offer("worlds_end", say("It met World's End")))
    return Question(question.number, question.kind, text, tuple(offers), rule="GM-DIE-03")


def _further(state: State, places: list[int], ahead: int) -> tuple[Choice, ...]:
    """The other tiles ahead, those behind the target first in reach, then the nearer ones."""
    order = [*range(ahead + 1, len(places) + 1), *range(1, ahead)]
    return tuple(
        Choice(
            str(n),
            say("{n}: {tile}", n=n, tile=labels.tile(state.facts, state.line[places[n - 1]])),
            piece=state.line[places[n - 1]].piece,
        )
        for n in order
        if state.line[places[n - 1]].piece != WORLDS_END
    )


def _end_may_be_met(state: State, places: list[int]) -> bool:
    return not state.worlds_end_found and any(state.line[p].untold and state.line[p].deck == "D" for p in places)


def settle_hit(course: Course, question: Open, answer: Answer) -> None:
    ahead, leaves = int(question.args[0]), bool(question.args[1])
    course.settle(question)
    if answer.offer == "worlds_end":
        course.do(ev.FigureLeft(DIE))
        next_turn(course)
        return
    if answer.offer == "further":
        ahead = int(answer.values[0])
    throw_out(course, ahead)
    if leaves:
        course.do(ev.FigureLeft(DIE))
    if course.state.house.refill_after_die:
        course.ask("end")
    else:
        next_turn(course)


def throw_out(course: Course, ahead: int) -> None:
    """The tile goes to the pile, the die stands on its space (GM-DIE-05)."""
    place = tiles_ahead(course.state.line)[ahead - 1]
    tile = course.state.line[place]
    move_pawn(course, DIE, ahead, place)
    at = next(i for i, s in enumerate(course.state.line) if DIE in s.figures)
    course.do(ev.TileDiscarded(tile.piece, tile.deck, at, "GM-DIE-05"))


kind("roll", ask_roll, settle_roll)
kind("hit", ask_hit, settle_hit)
