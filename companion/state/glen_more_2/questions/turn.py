"""The end of a turn: the line for the hands, tiles laid, decks that run out (GM-RND-05..08, GM-TRN-07)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.message import Said, listed, say, say_n
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import plugs_at
from companion.state.glen_more_2.facts import DECKS, WORLDS_END
from companion.state.glen_more_2.model import Open, State, Turn, is_neutral
from companion.state.glen_more_2.piece_locations import gone, may_come
from companion.state.glen_more_2.questions.question_kinds import KINDS, kind, posed
from companion.state.glen_more_2.questions.take import learn_deck, space_choices
from companion.state.glen_more_2.resolution import Course
from companion.state.glen_more_2.ring import ahead_of, all_at_worlds_end, last_figure, room
from companion.state.glen_more_2.steps import proceed
from companion.state.glen_more_2.turns import (
    SCORED_DECKS,
    can_lay,
    empty_deck,
    end_turn,
    go_on,
    go_on_laying,
    lay_one,
    to_lay,
    untold_of_d,
)

RUNNING = ("ledger", "take")
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
    if free:
        offers += _one_by_one(state)
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
    if state.deck in SCORED_DECKS and lay:
        before = Amount("tiles", say("How many of {deck} were left?", deck=state.deck), 0, lay, 0)
        offers.append(
            Offer("deck_empty", say("Deck {deck} is empty", deck=state.deck), (before,), caution=caution)
        )
    return offers


def _one_by_one(state: State) -> list[Offer]:
    """A tile named as it is laid, of this deck or already of the next."""
    now = Pick("piece", say("Which tile?"), _laid_choices(state, state.deck))
    offers = [Offer("laid", say("A tile is laid"), (now,))]
    if state.deck in SCORED_DECKS:
        deck = state.next_deck(state.deck)
        then = Pick("piece", say("Which tile?"), _laid_choices(state, deck))
        offers.append(Offer("laid_next", say("A tile of deck {deck} is laid", deck=deck), (then,)))
    return [o for o in offers if any(isinstance(p, Pick) and p.choices for p in o.parts)]


def _laid_choices(state: State, deck: str) -> tuple[Choice, ...]:
    """Which tile it can be, as far as there is room; in a short game World's End goes before the others of D."""
    tapped = _tapped_early(state)
    end_first = deck == "D" and state.short_game and not state.worlds_end_found and WORLDS_END not in tapped
    free = room(state.line, state.spaces) - len(tapped)
    return tuple(
        Choice(p.id, labels.piece(state.facts, p.id), piece=p.id)
        for p in may_come(state, deck)
        if p.id not in tapped and free > (end_first and p.id != WORLDS_END)
    )


def _tapped_early(state: State) -> tuple[str, ...]:
    """Tiles of the next deck that wait for the answer whether the old one is empty."""
    asked = state.opened("deck_end")
    return tuple(str(piece) for piece in asked.args[1:]) if asked else ()


def hands(state: State) -> Said:
    """The line for the hands: what is discarded, what is laid."""
    parts: list[Said | str] = []
    if state.turn.discarded:
        parts.append(say("Discard {tiles}.", tiles=listed(_discarded(state))))
    match _shares(state):
        case []:
            parts.append(say("Lay nothing."))
        case [(deck, n)]:
            left = state.deck_of(deck).left
            parts.append(say("Lay {n} from {deck} ({left} left).", n=n, deck=deck, left=left))
        case [(deck, n), (following, more), *_]:
            parts.append(
                say("Lay {n} from {deck}, then {more} from {next}.", n=n, deck=deck, more=more, next=following)
            )
    return Said(" ".join(f"{{p{i}}}" for i in range(len(parts))), tuple((f"p{i}", p) for i, p in enumerate(parts)))


def _discarded(state: State) -> list[Said]:
    """What goes off the rondel: told tiles by name, the others counted by deck."""
    tiles = [labels.tile(state.facts, t) for t in state.turn.discarded if t.piece]
    for deck in DECKS:
        if n := sum(not t.piece and t.deck == deck for t in state.turn.discarded):
            tiles.append(say_n("{n} tile of deck {deck}", "{n} tiles of deck {deck}", n, deck=deck))
    return tiles


def _shares(state: State) -> list[tuple[str, int]]:
    """How many tiles of which deck the refill lays (GM-RND-07)."""
    lay, shares = to_lay(state), []
    for deck in state.decks[DECKS.index(state.deck) :]:
        share = min(lay, deck.left)
        if share:
            shares.append((deck.letter, share))
        lay -= share
    return shares


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
    waiting = next((o for o in state.open if not KINDS[o.kind].rests), None)
    if waiting is None:
        return None
    text = posed(state, waiting).text
    return Reason("GM-TRN-04", say("Still open: {question}", question=text))


def next_taker(state: State) -> tuple[str, tuple[Choice, ...]] | None:
    """Who is on turn after this one and which of the tiles that lie now that player can take.

    None where something comes between: the die, a deck that ends, a scoring, the end of the game.
    """
    figure = last_figure(state.line)
    last_tile = to_lay(state) >= state.deck_of(state.deck).left
    ends = last_tile and (state.deck in SCORED_DECKS or (state.deck == "D" and not state.worlds_end_found))
    asks = state.steps or plugs_at(state, "turn_done") or _asks_first(state, figure)
    if is_neutral(figure) or ends or state.due or asks or all_at_worlds_end(state.line):
        return None
    return figure, space_choices(state, figure)


def _asks_first(state: State, figure: str) -> bool:
    """A chronicle has something to do when this player's turn begins."""
    begun = replace(state, turn=Turn(state.turn.number + 1, figure))
    return any(tuple(plug.moments["turn_begun"](begun)) for plug in plugs_at(state, "turn_begun"))


def settle_end(course: Course, _question: Open, answer: Answer) -> None:
    state = course.state
    match answer.offer:
        case "laid":
            lay_pieces(course, str(answer.values[0]))
        case "laid_next":
            _ask_deck_end(course, str(answer.values[0]))
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


def _ask_deck_end(course: Course, piece: str) -> None:
    """A tile of the next deck was tapped; one that is tapped before the answer waits with it."""
    before = course.state.opened("deck_end")
    pieces = (*_tapped_early(course.state), piece)
    if before:
        course.settle(before)
    course.ask("deck_end", "", course.state.deck, *pieces)


def lay_pieces(course: Course, *pieces: str) -> None:
    """Tiles laid by taps, as far as they lie nowhere and find room; the last of a refill ends the turn."""
    for piece in pieces:
        if piece not in gone(course.state) and room(course.state.line, course.state.spaces):
            lay_one(course, piece)
            learn_deck(course, piece, course.state.deck)
    if not can_lay(course.state) and trouble(course.state) is None:
        finish(course, 0)


def _lay_with_end(course: Course, which: int) -> None:
    """World's End is the `which`-th tile laid now."""
    lay = to_lay(course.state)
    for number in range(1, which + 1):
        lay_one(course, WORLDS_END if number == which else "")
    finish(course, lay - which)


def _empty_early(course: Course, before: int) -> None:
    """The deck ended before its counted end: lay what there was, then go on with the next."""
    lay = to_lay(course.state)
    letter = course.state.deck
    for _ in range(before):
        lay_one(course)
    empty_deck(course, letter)
    finish(course, lay - before)


def _taken_by_next(course: Course, answer: Answer) -> None:
    """One tap ends this turn and takes the tile for the next player; points for movement are asked after it."""
    who = course.state.turn.player
    owes = owes_movement(course.state)
    _finish(course, to_lay(course.state), say_movement=False)
    proceed(course)
    take = course.state.opened("take")
    assert take is not None
    KINDS["take"].settle(course, take, Answer(take.number, "take", answer.values))
    if owes:
        course.ask("movement_late", who)


def finish(course: Course, tiles: int) -> None:
    """The player says: done."""
    _finish(course, tiles, say_movement=True)


def _finish(course: Course, tiles: int, say_movement: bool) -> None:
    who = course.state.turn.player
    if say_movement and owes_movement(course.state):
        course.ask("movement", who, tiles)
        return
    for question in [o for o in course.state.open if o.kind not in RUNNING]:
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
    return bool(who) and state.has_lasting(who, "maclachlan") and not state.turn.movement_told


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
    settle_movement_late(course, question, answer)
    finish(course, int(question.args[0]))


def settle_movement_late(course: Course, question: Open, answer: Answer) -> None:
    """Asked when the next player has taken a tile already: only booked."""
    points = int(answer.values[0])
    course.settle(question)
    if points:
        course.do(ev.PointsScored(question.player, points, "crest:maclachlan", (points,)))


def ask_deck_end(_state: State, question: Open) -> Question:
    """The counted end of a deck, or a tile of the next one was tapped."""
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
    letter, pieces = str(question.args[0]), _tapped_early(course.state)
    course.settle(question)
    if answer.offer == "yes":
        empty_deck(course, letter)
    else:
        course.do(ev.DeckCounted(letter, int(answer.values[0])))
    if course.state.finishing >= 0:
        go_on_laying(course)
    elif answer.offer == "yes":
        lay_pieces(course, *pieces)


def ask_where_end(state: State, question: Open) -> Question:
    """Deck D is out: one of the untold tiles on the rondel must be World's End."""
    aheads = (ahead_of(state.line, place) for place in untold_of_d(state))
    choices = tuple(Choice(str(n), say("tile {n} ahead", n=n)) for n in aheads)
    offers = [Offer("later", say("We say it later"))]
    if choices:
        offers.insert(0, Offer("where", say("It lies there"), (Pick("tile", say("Which tile is it?"), choices),)))
    text = say("Deck D is empty. Where does World's End lie?")
    return Question(question.number, question.kind, text, tuple(offers), rule="GM-SET-11")


def settle_where_end(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "where":
        course.do(ev.TileTold(int(answer.values[0]), WORLDS_END))
    go_on(course)


kind("end", ask_end, settle_end, rests=True)
kind("movement", ask_movement, settle_movement)
kind("movement_late", ask_movement, settle_movement_late)
kind("deck_end", ask_deck_end, settle_deck_end)
kind("where_end", ask_where_end, settle_where_end)
