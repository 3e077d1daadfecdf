"""What a phone shows: whose turn, what is open, the game's board and tables, as its viewer may see them.

Pure: made from a snapshot, on any thread. A secret of somebody else is not in it, and nothing counts one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.look_up import Explainer
from companion.engine.message import Message, Translate, tr, trn
from companion.engine.offers import Offer, Question
from companion.engine.outline import GameOutline
from companion.session.game_list import how_it_ended
from companion.session.inputs import Snapshot
from companion.web import page_data
from companion.web.phones.marks import question_mark
from companion.web.phones.steps import OpenNow, only_step
from companion.web.phones.viewer import AT_TABLE, SEAT, Viewer


def seen(
    snapshot: Snapshot, viewer: Viewer, translate: Translate, language: str, writes: bool = False
) -> dict[str, Any]:
    """Everything on one phone's page but its fixed words. writes: stickers may be written on here."""
    game = snapshot.game
    view = snapshot.view if viewer.role != SEAT else game.view(snapshot.state, viewer.eyes)
    outline = snapshot.outline if view is snapshot.view else game.outline(view)
    # What the panel says on its home page is not to be looked for on a phone either.
    front = [each for place, each in enumerate(snapshot.questions) if not (place and each.non_blocking)]
    questions = [each for each in snapshot.questions if viewer.may_answer(each)]
    explain = Explainer(game.look_up, snapshot.state)
    now = OpenNow(snapshot.number, questions, lambda: None, explain, game.screens.icons)
    return {
        "language": language,
        "you": _you(viewer, outline, translate),
        "now": _now(outline),
        "over": outline.over,
        "players": [_player(each.id, outline, viewer, translate) for each in outline.players],
        "questions": [
            {
                **_question(snapshot.number, each, outline, translate),
                "offers": [_offer(offer, explain) for offer in each.offers],
                "front": each in front,
                "only": only_step(now, each) if viewer.acts and each in front else None,
            }
            for each in questions
        ],
        "others": list(_others(snapshot, viewer, outline)),
        "board": page_data.board(game.id, game.page, view, translate),
        "tables": game.page.tables(view),
        "marks": page_data.marks(outline),
        "acts": viewer.acts,
        "corrects": viewer.acts and bool(outline.players),
        "teaches": viewer.role == AT_TABLE and snapshot.teaches,
        "writes": viewer.role == AT_TABLE and writes,
    }


def _you(viewer: Viewer, outline: GameOutline, translate: Translate) -> dict[str, Any]:
    """As whom it is here; a seat that this game has not is told so."""
    here = any(each.id == viewer.seat for each in outline.players)
    if viewer.role == SEAT and here:
        return {"role": SEAT, "figure": page_data.figure(outline.figure(viewer.seat), translate), "words": ""}
    words: dict[str, Message] = {
        "seat": _no_seat(outline),
        "table": tr("For the whole table"),
        "spectator": tr("Looking on"),
    }
    return {"role": viewer.role, "figure": None, "words": words[viewer.role]}


def _no_seat(outline: GameOutline) -> Message:
    if not outline.on_turn and not outline.over:
        return tr("Nobody sits on your seat yet.")
    return tr("Your seat is not in this game; ask at the table for another invitation.")


def _now(outline: GameOutline) -> Message:
    if ended := how_it_ended(outline):
        return ended
    if not outline.on_turn:
        return outline.between or tr("The game has not begun")
    return tr("{name}'s turn", name=outline.figure(outline.on_turn).label)


def _player(id: str, outline: GameOutline, viewer: Viewer, translate: Translate) -> dict[str, Any]:
    who = outline.figure(id)
    points = "" if who.points is None else trn("{n} point", "{n} points", who.points)
    told = {"points": points, "turn": outline.on_turn == id, "you": viewer.seat == id}
    return {**page_data.figure(who, translate), **told, "won": id in outline.winners}


def _question(game: int, question: Question, outline: GameOutline, translate: Translate) -> dict[str, Any]:
    asked = page_data.figure(outline.figure(question.asked), translate) if question.asked else None
    return {
        "mark": question_mark(game, question),
        "text": question.text,
        "asked": asked,
        "secret": bool(question.secret),
    }


def _offer(offer: Offer, explain: Explainer) -> dict[str, Any]:
    return {
        "name": offer.name,
        "label": offer.label,
        "closed": offer.closed.text if offer.closed else "",
        "why": explain.text(offer.closed.rule) if offer.closed else (),
        "ready": [{"label": each.label, "values": each.values} for each in offer.ready],
    }


def _others(snapshot: Snapshot, viewer: Viewer, outline: GameOutline) -> Iterator[Message]:
    """What others are asked just now, secrets aside."""
    for question in snapshot.questions:
        if question.secret or question.non_blocking or viewer.may_answer(question):
            continue
        if question.asked:
            yield tr("{name}: {what}", name=outline.figure(question.asked).label, what=question.text)
        else:
            yield question.text
