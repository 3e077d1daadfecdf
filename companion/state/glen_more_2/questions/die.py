"""The die as neutral player: the roll, the tile it throws out (GM-DIE-01..12)."""

from __future__ import annotations

from companion.engine.message import tr
from companion.engine.offers import Answer, Choice, Offer, Pick, Question
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.die_moves import after_die, aim_die
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import DIE, OpenQuestion, State
from companion.state.glen_more_2.moves import move_pawn
from companion.state.glen_more_2.piece_locations import piece_choices
from companion.state.glen_more_2.questions.question_kinds import question_kind
from companion.state.glen_more_2.questions.take import tell
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of, tiles_ahead
from companion.state.glen_more_2.worlds_end import unidentified_of_d


def ask_roll(state: State, question: OpenQuestion) -> Question:
    """Rolled by the companion (which fills in the face) or by the table."""
    faces = sorted(set(state.facts.die_faces))
    # Each side of the die is a choice of its own, so that a roll is fair.
    picks = tuple(Choice(str(f), tr("{n}", n=f)) for f in state.facts.die_faces)
    offers = (
        Offer("companion_rolls", tr("Roll it for us"), (Pick("face", tr("Which face?"), picks),)),
        *(Offer(f"face_{f}", tr("We rolled a {n}", n=f)) for f in faces),
    )
    return Question(question.number, question.kind, tr("The die is on turn."), offers, rule="GM-DIE-02")


def settle_roll(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    face = int(str(answer.values[0] if answer.values else answer.offer.removeprefix("face_")))
    resolution.close(question)
    resolution.do(ev.DieRolled(face))
    aim_die(resolution)


def ask_hit(state: State, question: OpenQuestion) -> Question:
    """The tile the die ends on is named; it may have been another, or World's End was on its way."""
    ahead = int(question.args[0])
    places = tiles_ahead(state.line)
    aimed = state.line[places[ahead - 1]]
    text = tr(
        "The die rolled {n}. It throws out tile {ahead} ahead: {tile}.",
        n=state.rolled,
        ahead=ahead,
        tile=labels.tile(state.facts, aimed),
    )
    offers = [
        Offer("hit", tr("Yes, that tile")),
        Offer("further", tr("No, another tile"), (Pick("tile", tr("Which tile?"), _others(state, ahead)),)),
    ]
    names = tuple(c for c in piece_choices(state, aimed.deck) if c.value not in ("", WORLDS_END))
    if aimed.unidentified and names:
        offers.append(Offer("named", tr("Yes, it was…"), (Pick("piece", tr("Which tile was it?"), names),)))
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
    return Choice(str(n), tr("{n}: {tile}", n=n, tile=labels.tile(state.facts, space)), piece=space.piece)


def _met_end(state: State, places: list[int]) -> list[Offer]:
    """An untold tile on the way may be World's End."""
    unidentified = unidentified_of_d(state)
    choices = tuple(_nth(state, places, n) for n, place in enumerate(places, 1) if place in unidentified)
    pick = Pick("tile", tr("Where is it?"), choices)
    return [Offer("worlds_end", tr("It met World's End"), (pick,))] if choices else []


def settle_hit(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    ahead, leaves = int(question.args[0]), bool(question.args[1])
    resolution.close(question)
    if answer.offer == "worlds_end":
        _meet_end(resolution, answer)
        return
    if answer.offer == "further":
        ahead = int(answer.values[0])
    elif answer.offer == "named":
        tell(resolution, ahead, str(answer.values[0]))
    throw_out(resolution, ahead)
    if leaves:
        resolution.do(ev.FigureLeft(DIE))
    after_die(resolution)


def _meet_end(resolution: Resolution, answer: Answer) -> None:
    resolution.do(ev.TileIdentified(int(answer.values[0]), WORLDS_END))
    aim_die(resolution)


def ask_die_waits(state: State, question: OpenQuestion) -> Question:
    """Too few tiles lie ahead; an untold one of D may be World's End (GM-DIE-06 comes first)."""
    text = tr("The die rolled {n}, but no tile so far ahead suits it: it waits for the next.", n=state.rolled)
    offers = (Offer("waits", tr("Yes, it waits")), *_met_end(state, tiles_ahead(state.line)))
    return Question(question.number, question.kind, text, offers, rule="GM-DIE-07")


def settle_die_waits(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "worlds_end":
        _meet_end(resolution, answer)
    else:
        resolution.do(ev.DieWaited())
        after_die(resolution)


def throw_out(resolution: Resolution, ahead: int) -> None:
    """The tile goes to the pile, the die stands on its space (GM-DIE-05)."""
    place = tiles_ahead(resolution.state.line)[ahead - 1]
    tile = resolution.state.line[place]
    move_pawn(resolution, DIE, ahead, place)
    at = place_of(resolution.state.line, DIE)
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, at, "GM-DIE-05"))


question_kind("roll", ask_roll, settle_roll)
question_kind("hit", ask_hit, settle_hit)
question_kind("die_waits", ask_die_waits, settle_die_waits)
