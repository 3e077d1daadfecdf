"""The end of a turn: what the hands lay, tiles told as they are laid, whoever took the next one (G1-TRN-05)."""

from __future__ import annotations

from companion.engine.message import Message, listed, tr, trn
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more import labels
from companion.state.glen_more.course import fire, run
from companion.state.glen_more.gains import to_do
from companion.state.glen_more.model import COUNTS, DIE, SCORED, OpenQuestion, State
from companion.state.glen_more.questions.setup import coming, laid_form
from companion.state.glen_more.questions.take import take
from companion.state.glen_more.referee.placing import Takeable
from companion.state.glen_more.refill import clear, lay_one, passed_now, to_lay
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.rows import Action, Form, QuestionKind, done_card
from companion.state.territory.track import last_figure, tiles_ahead


def hands(state: State) -> list[Message]:
    """What the hands do at the end of this turn, in the order in which they do it."""
    lines = [] if state.follows else [*to_do(state, state.turn.tile)]
    if passed := len(passed_now(state)):
        lines.append(trn("Put {n} passed tile into the box", "Put {n} passed tiles into the box", passed))
    if tiles := coming(state):
        lines.append(tr("Lay {tiles}", tiles=listed(tiles)))
    return lines


def _text(state: State, _question: OpenQuestion) -> Message:
    lines = hands(state)
    if not lines:
        return tr("OK ends the turn.")
    return Message(
        " ".join(f"{{p{i}}}." for i in range(len(lines))), tuple((f"p{i}", p) for i, p in enumerate(lines))
    )


def trouble(state: State) -> Reason | None:
    """What speaks against ending the turn: a count below zero."""
    for player in state.players:
        for count in COUNTS:
            number = getattr(player, count)
            if number < 0:
                words = tr(
                    "{Player}: {count} {n}. Is it so?",
                    Player=labels.figure(state, player.id),
                    n=number,
                    count=labels.COUNT_WORDS[count],
                )
                return Reason("G1-APP-03", words, tr("Go on without it"))
    return None


def _done(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("Done"), caution=trouble(state), hint=tr("end turn"))


def _next(state: State, _question: OpenQuestion) -> Form | None:
    """The next player was quicker: the turn ends with it. Not where the die or a scoring comes between."""
    scoring = state.deck in SCORED and to_lay(state) >= state.left[state.deck]
    who = last_figure(state.line)
    if scoring or who == DIE:
        return None
    ahead = [state.line[place].piece for place in tiles_ahead(state.line)]
    takeable = Takeable(state, who) if state.follows else None
    known = tuple(
        Choice(
            piece,
            labels.piece(state.facts, piece),
            closed=takeable.why_not(piece) if takeable else None,
            piece=piece,
        )
        for piece in ahead
        if piece
    )
    if not known:
        return None
    pick = Pick("tile", tr("Which tile?"), known)
    return Form(tr("The next tile was taken already"), (pick,), caution=trouble(state), seldom=True)


def _end(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.close("end")
    fire(resolution, "turn_ended")


def _end_and_take(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _end(resolution, question, answer)
    run(resolution)
    if taking := resolution.state.opened("take"):
        resolution.close("take")
        take(resolution, taking, answer)


def lay_known(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    clear(resolution)
    lay_one(resolution, str(answer.values[0]))


KINDS = (
    QuestionKind(
        "end",
        _text,
        (
            Action("done", _done, _end, "OK", tr("end turn"), cards=done_card),
            Action("laid", laid_form, lay_known),
            Action("next", _next, _end_and_take, seldom=True),
        ),
        rule="G1-TRN-05",
        non_blocking=True,
        stays_open=True,
    ),
)
