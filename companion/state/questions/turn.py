"""The end of a turn: the line for the hands, tiles laid, decks that run out (GM-RND-05..08, GM-TRN-07)."""

from __future__ import annotations

from companion.frame.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.frame.said import Said, listed, say
from companion.state import events as ev
from companion.state import labels
from companion.state.course import Course
from companion.state.facts import WORLDS_END, Learned
from companion.state.located import may_come
from companion.state.model import DIE, Open, State
from companion.state.questions.kinds import KINDS, kind
from companion.state.questions.take import space_choices
from companion.state.ring import place_of, place_of_piece, room
from companion.state.turns import empty_deck, end_turn, go_on_laying, next_turn, to_lay

DUTIES_LEFT = ("ledger", "end", "take")
MOVEMENT_MOST = 20
DECK_MOST = 20


def ask_end(state: State, question: Open) -> Question:
    """What the hands do now; OK = done. A tile tapped is laid, or taken by the next player."""
    lay = to_lay(state)
    caution = trouble(state)
    offers = [Offer("done", say("Done"), caution=caution, key="OK")]
    offers += _laying(state, lay, caution)
    if others := next_taker(state):
        who, choices = others
        label = say("{player} took a tile already", player=labels.figure(state, who))
        offers.append(Offer("next", label, (Pick("tile", say("Which tile?"), choices),), caution=caution))
    return Question(
        question.number, question.kind, hands(state), tuple(offers), question.player, home=True, rule="GM-RND-06"
    )


def _laying(state: State, lay: int, caution: Reason | None) -> list[Offer]:
    """Other ways to lay: another number, one by one, World's End among them, a deck that is empty early."""
    free = room(state.line, state.spaces)
    number = Amount("tiles", say("How many tiles do you lay?"), 0, max(free, lay), lay)
    offers = [Offer("lay", say("Lay another number"), (number,), caution=caution)]
    pieces = tuple(
        Choice(p.id, labels.piece(state.facts, p.id), piece=p.id)
        for p in may_come(state, state.deck)
        if p.id != WORLDS_END or state.deck == "D"
    )
    if free and pieces:
        offers.append(Offer("laid", say("A tile is laid"), (Pick("piece", say("Which tile?"), pieces),)))
    if state.deck == "D" and not state.worlds_end_found and lay and not state.short_game:
        which = tuple(Choice(str(n), say("tile {n}", n=n)) for n in range(1, lay + 1))
        offers.append(
            Offer(
                "end_laid",
                say("World's End is among them"),
                (Pick("which", say("Which of them?"), which),),
                caution=caution,
            )
        )
    if state.next_deck(state.deck) and lay:
        before = Amount("tiles", say("How many of {deck} were left?", deck=state.deck), 0, lay, 0)
        offers.append(
            Offer("deck_empty", say("Deck {deck} is empty", deck=state.deck), (before,), caution=caution)
        )
    return offers


def hands(state: State) -> Said:
    """The line for the hands: what is discarded, what is laid."""
    parts: list[Said | str] = []
    if state.turn.discarded:
        tiles = listed(labels.tile(state.facts, t) for t in state.turn.discarded)
        parts.append(say("Discard {tiles}.", tiles=tiles))
    lay, left = to_lay(state), state.deck_of(state.deck).left
    if lay > left and state.next_deck(state.deck):
        parts.append(
            say(
                "Lay {n} from {deck}, then {more} from {next}.",
                n=left,
                deck=state.deck,
                more=lay - left,
                next=state.next_deck(state.deck),
            )
        )
    elif lay:
        parts.append(say("Lay {n} from {deck} ({left} left).", n=lay, deck=state.deck, left=left))
    else:
        parts.append(say("Lay nothing."))
    return Said(" ".join(f"{{p{i}}}" for i in range(len(parts))), tuple((f"p{i}", p) for i, p in enumerate(parts)))


def trouble(state: State) -> Reason | None:
    """What speaks against ending the turn: a count below zero, or a question that still waits."""
    for player in state.players:
        for count in ("coins", "barrels"):
            number = getattr(player, count)
            if number < 0:
                return Reason(
                    "GM-TAK-01",
                    say(
                        "By the book {player} has {n} {count}. Which entry is missing?",
                        player=labels.figure(state, player.id),
                        n=number,
                        count=labels.COUNT_WORDS[count],
                    ),
                )
    waiting = next((o for o in state.open if o.kind not in DUTIES_LEFT), None)
    if waiting is None:
        return None
    text = KINDS[waiting.kind].ask(state, waiting).text
    return Reason("GM-TRN-04", say("Still open: {question}", question=text))


def next_taker(state: State) -> tuple[str, tuple[Choice, ...]] | None:
    """Who would be on turn after this one and what that player could take; None where something comes between."""
    if state.phase != "turn":
        return None
    course = Course(state)
    _finish(course, to_lay(state), say_movement=False)
    if course.state.phase != "take" or course.state.turn.number == state.turn.number:
        return None
    return course.state.turn.figure, space_choices(course.state)


def settle_end(course: Course, _question: Open, answer: Answer) -> None:
    state = course.state
    match answer.offer:
        case "laid":
            _lay_piece(course, str(answer.values[0]))
            if not room(course.state.line, state.spaces) and trouble(course.state) is None:
                finish(course, 0)
        case "lay":
            finish(course, int(answer.values[0]))
        case "end_laid":
            _lay_with_end(course, int(answer.values[0]))
        case "deck_empty":
            _empty_early(course, int(answer.values[0]))
        case "next":
            _taken_by_next(course, answer)
        case _:
            finish(course, to_lay(state))


def _lay_piece(course: Course, piece: str) -> None:
    """One tile laid by a tap."""
    known = course.state.facts.pieces.get(piece)
    if known and known.deck is None:
        course.do(ev.FactLearned(Learned(piece, "deck", course.state.deck)))
    course.do(ev.TileLaid(piece, course.state.deck))


def _lay_with_end(course: Course, which: int) -> None:
    """World's End is the `which`-th tile laid now."""
    lay = to_lay(course.state)
    for number in range(1, which + 1):
        course.do(ev.TileLaid(WORLDS_END if number == which else "", course.state.deck))
    finish(course, lay - which)


def _empty_early(course: Course, before: int) -> None:
    """The deck ended before its counted end: lay what there was, then go on with the next."""
    lay = to_lay(course.state)
    letter = course.state.deck
    for _ in range(before):
        course.do(ev.TileLaid("", letter))
    empty_deck(course, letter)
    finish(course, lay - before)


def _taken_by_next(course: Course, answer: Answer) -> None:
    """One tap ends this turn and takes the tile for the next player."""
    _finish(course, to_lay(course.state), say_movement=False)
    take = course.state.opened("take")
    if take is not None:
        KINDS["take"].settle(course, take, Answer(take.number, "take", answer.values))


def finish(course: Course, tiles: int) -> None:
    """The player says: done."""
    _finish(course, tiles, say_movement=True)


def _finish(course: Course, tiles: int, say_movement: bool) -> None:
    who = course.state.turn.player
    if say_movement and owes_movement(course.state):
        course.ask("movement", who, tiles)
        return
    for question in [o for o in course.state.open if o.kind not in ("ledger", "take")]:
        course.settle(question)
    if who:
        _doubt(course, who)
    for player in course.state.players:
        for count in ("coins", "barrels"):
            if getattr(player, count) < 0:
                course.do(ev.CountSet(player.id, count, 0))
                course.do(ev.Doubted(player.id, (count,)))
    end_turn(course, tiles)


def owes_movement(state: State) -> bool:
    """The owner of MacLachlan is asked once a turn (GM-CRS-11)."""
    who = state.turn.player
    return bool(who) and "maclachlan" in state.player(who).crests and not state.turn.movement_told


def _doubt(course: Course, who: str) -> None:
    """Counts that this turn may have changed without anybody saying so."""
    turn = course.state.turn
    if not turn.tile and not turn.deck:
        return
    known = course.state.facts.pieces.get(turn.tile)
    counts = []
    if (known is None or known.cost is None) and not turn.entries:
        counts += ["coins", "barrels"]
    if (known is None or known.sort != "person") and not turn.scots_entered:
        counts.append("scots")
    if counts:
        course.do(ev.Doubted(who, tuple(counts)))


def ask_movement(_state: State, question: Open) -> Question:
    """Unused movement points are worth a point each with MacLachlan."""
    text = say("MacLachlan: how many movement points were not used?")
    part = Amount("points", text, 0, MOVEMENT_MOST, 0)
    return Question(
        question.number, question.kind, text, (Offer("unused", text, (part,)),), question.player, rule="GM-CRS-11"
    )


def settle_movement(course: Course, question: Open, answer: Answer) -> None:
    points = int(answer.values[0])
    course.settle(question)
    if points:
        course.do(ev.PointsScored(question.player, points, "crest:maclachlan", (points,)))
    finish(course, int(question.args[0]))


def ask_deck_end(_state: State, question: Open) -> Question:
    """The counted end of a deck."""
    letter = str(question.args[0])
    left = Amount("left", say("How many tiles are left in deck {deck}?", deck=letter), 1, DECK_MOST, 1)
    offers = (
        Offer("yes", say("Yes: it is empty, score now")),
        Offer("left", say("No: some are left"), (left,)),
    )
    return Question(
        question.number, question.kind, say("Is deck {deck} empty?", deck=letter), offers, rule="GM-RND-04"
    )


def settle_deck_end(course: Course, question: Open, answer: Answer) -> None:
    letter = str(question.args[0])
    course.settle(question)
    if answer.offer == "yes":
        empty_deck(course, letter)
    else:
        course.do(ev.DeckCounted(letter, int(answer.values[0])))
    go_on_laying(course)


def ask_where_end(state: State, question: Open) -> Question:
    """Deck D is out: one of the untold tiles on the rondel must be World's End."""
    choices = tuple(
        Choice(str(place), say("space {n} from the back", n=place + 1))
        for place, space in enumerate(state.line)
        if space.untold and space.deck == "D"
    )
    offers = (
        Offer("where", say("It lies there"), (Pick("space", say("On which space?"), choices),)),
        Offer("later", say("We say it later")),
    )
    text = say("Deck D is empty. Where does World's End lie?")
    return Question(question.number, question.kind, text, offers, rule="GM-SET-11")


def settle_where_end(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "where":
        place = int(answer.values[0])
        course.do(ev.SpaceSet(place, WORLDS_END, "D"))
    next_turn(course)


def at_worlds_end(state: State) -> bool:
    """The pawn on turn stands on World's End."""
    end = place_of_piece(state.line, WORLDS_END)
    return state.turn.figure != DIE and end >= 0 and place_of(state.line, state.turn.figure) == end


kind("end", ask_end, settle_end)
kind("movement", ask_movement, settle_movement)
kind("deck_end", ask_deck_end, settle_deck_end)
kind("where_end", ask_where_end, settle_where_end)
