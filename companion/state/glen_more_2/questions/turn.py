"""The end of a turn: the line for the hands, tiles laid, decks that run out (GM-RND-05..08, GM-TRN-07)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.message import Message, listed, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire, run
from companion.state.glen_more_2.expansions import expansions_at
from companion.state.glen_more_2.facts import DECKS, WORLDS_END
from companion.state.glen_more_2.model import OpenQuestion, State, Turn, is_neutral
from companion.state.glen_more_2.piece_locations import gone, may_come
from companion.state.glen_more_2.questions.question_kinds import KINDS, build_question, question_kind
from companion.state.glen_more_2.questions.take import learn_deck, space_choices
from companion.state.glen_more_2.refill import SCORED_DECKS, can_lay, empty_deck, lay_one, to_lay
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import ahead_of, all_at_worlds_end, last_figure, room
from companion.state.glen_more_2.worlds_end import unidentified_of_d

RUNNING = ("ledger", "take")
MAX_MOVEMENT = 20
MAX_DECK = 20


def ask_end(state: State, question: OpenQuestion) -> Question:
    """What the hands do now; OK = done. A tile tapped is laid, or taken by the next player."""
    lay = to_lay(state)
    caution = trouble(state)
    offers = [Offer("done", tr("Done"), caution=caution, key="OK")]
    offers += _laying(state, lay, caution)
    if others := next_taker(state):
        player_id, choices = others
        label = tr("{player} took a tile already", player=labels.figure(state, player_id))
        offers.append(Offer("next", label, (Pick("tile", tr("Which tile?"), choices),), caution=caution))
    return Question(
        question.number,
        question.kind,
        table_instructions(state),
        tuple(offers),
        question.player,
        non_blocking=True,
        rule="GM-RND-06",
    )


def _laying(state: State, lay: int, caution: Reason | None) -> list[Offer]:
    """Other ways to lay: another number, one by one, World's End among them, a deck that is empty early."""
    free = room(state.line, state.spaces)
    number = Amount("tiles", tr("How many tiles do you lay?"), 0, max(free, lay), lay)
    offers = [Offer("lay", tr("Lay another number"), (number,), caution=caution)]
    if free:
        offers += _one_by_one(state)
    if state.deck == "D" and not state.worlds_end_found and lay and not state.short_game:
        which = tuple(Choice(str(n), tr("tile {n}", n=n)) for n in range(1, lay + 1))
        offers.append(
            Offer(
                "end_laid",
                tr("World's End is among them"),
                (Pick("which", tr("Which of them?"), which),),
                caution=caution,
            )
        )
    if state.deck in SCORED_DECKS and lay:
        before = Amount("tiles", tr("How many of {deck} were left?", deck=state.deck), 0, lay, 0)
        offers.append(Offer("deck_empty", tr("Deck {deck} is empty", deck=state.deck), (before,), caution=caution))
    return offers


def _one_by_one(state: State) -> list[Offer]:
    """A tile named as it is laid, of this deck or already of the next."""
    now = Pick("piece", tr("Which tile?"), _laid_choices(state, state.deck))
    offers = [Offer("laid", tr("A tile is laid"), (now,))]
    if state.deck in SCORED_DECKS:
        deck = state.next_deck(state.deck)
        then = Pick("piece", tr("Which tile?"), _laid_choices(state, deck))
        offers.append(Offer("laid_next", tr("A tile of deck {deck} is laid", deck=deck), (then,)))
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


def table_instructions(state: State) -> Message:
    """The line for the hands: what is discarded, what is laid."""
    parts: list[Message | str] = []
    if state.turn.discarded:
        parts.append(tr("Discard {tiles}.", tiles=listed(_discarded(state))))
    match _shares(state):
        case []:
            parts.append(tr("Lay nothing."))
        case [(deck, n)]:
            left = state.deck_of(deck).left
            parts.append(tr("Lay {n} from {deck} ({left} left).", n=n, deck=deck, left=left))
        case [(deck, n), (following, more), *_]:
            parts.append(
                tr("Lay {n} from {deck}, then {more} from {next}.", n=n, deck=deck, more=more, next=following)
            )
    return Message(
        " ".join(f"{{p{i}}}" for i in range(len(parts))), tuple((f"p{i}", p) for i, p in enumerate(parts))
    )


def _discarded(state: State) -> list[Message]:
    """What goes off the rondel: told tiles by name, the others counted by deck."""
    tiles = [labels.tile(state.facts, t) for t in state.turn.discarded if t.piece]
    for deck in DECKS:
        if n := sum(not t.piece and t.deck == deck for t in state.turn.discarded):
            tiles.append(trn("{n} tile of deck {deck}", "{n} tiles of deck {deck}", n, deck=deck))
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
                    tr(
                        "By the book {player} has {n} {count}. Which entry is missing?",
                        player=labels.figure(state, player.id),
                        n=number,
                        count=labels.COUNT_WORDS[count],
                    ),
                )
    waiting = next((o for o in state.open if not KINDS[o.kind].non_blocking), None)
    if waiting is None:
        return None
    text = build_question(state, waiting).text
    return Reason("GM-TRN-04", tr("Still open: {question}", question=text))


def next_taker(state: State) -> tuple[str, tuple[Choice, ...]] | None:
    """Who is on turn after this one and which of the tiles that lie now that player can take.

    None where something comes between: the die, a deck that ends, a scoring, the end of the game.
    """
    figure = last_figure(state.line)
    last_tile = to_lay(state) >= state.deck_of(state.deck).left
    ends = last_tile and (state.deck in SCORED_DECKS or (state.deck == "D" and not state.worlds_end_found))
    asks = state.something_waits or expansions_at(state, "turn_done") or _asks_first(state, figure)
    if is_neutral(figure) or ends or state.due or asks or all_at_worlds_end(state.line):
        return None
    return figure, space_choices(state, figure)


def _asks_first(state: State, figure: str) -> bool:
    """A chronicle has something to do when this player's turn begins."""
    begun = replace(state, turn=Turn(state.turn.number + 1, figure))
    return any(tuple(plug.hooks["turn_begun"](begun)) for plug in expansions_at(state, "turn_begun"))


def settle_end(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state = resolution.state
    match answer.offer:
        case "laid":
            lay_pieces(resolution, str(answer.values[0]))
        case "laid_next":
            _ask_deck_end(resolution, str(answer.values[0]))
        case "lay":
            finish(resolution, int(answer.values[0]))
        case "end_laid":
            _lay_with_end(resolution, int(answer.values[0]))
        case "deck_empty":
            _empty_early(resolution, int(answer.values[0]))
        case "next":
            _taken_by_next(resolution, answer)
        case _:
            finish(resolution, to_lay(state))


def _ask_deck_end(resolution: Resolution, piece: str) -> None:
    """A tile of the next deck was tapped; one that is tapped before the answer waits with it."""
    before = resolution.state.opened("deck_end")
    pieces = (*_tapped_early(resolution.state), piece)
    if before:
        resolution.close(before)
    resolution.ask("deck_end", "", resolution.state.deck, *pieces)


def lay_pieces(resolution: Resolution, *pieces: str) -> None:
    """Tiles laid by taps, as far as they lie nowhere and find room; the last of a refill ends the turn."""
    for piece in pieces:
        if piece not in gone(resolution.state) and room(resolution.state.line, resolution.state.spaces):
            lay_one(resolution, piece)
            learn_deck(resolution, piece, resolution.state.deck)
    if not can_lay(resolution.state) and trouble(resolution.state) is None:
        finish(resolution, 0)


def _lay_with_end(resolution: Resolution, which: int) -> None:
    """World's End is the `which`-th tile laid now."""
    lay = to_lay(resolution.state)
    for number in range(1, which + 1):
        lay_one(resolution, WORLDS_END if number == which else "")
    finish(resolution, lay - which)


def _empty_early(resolution: Resolution, before: int) -> None:
    """The deck ended before its counted end: lay what there was, then go on with the next."""
    lay = to_lay(resolution.state)
    letter = resolution.state.deck
    for _ in range(before):
        lay_one(resolution)
    empty_deck(resolution, letter)
    finish(resolution, lay - before)


def _taken_by_next(resolution: Resolution, answer: Answer) -> None:
    """One tap ends this turn and takes the tile for the next player; points for movement are asked after it."""
    player_id = resolution.state.turn.player
    owes = owes_movement(resolution.state)
    _finish(resolution, to_lay(resolution.state), say_movement=False)
    run(resolution)
    take = resolution.state.opened("take")
    assert take is not None
    KINDS["take"].settle(resolution, take, Answer(take.number, "take", answer.values))
    if owes:
        resolution.ask("movement_late", player_id)


def finish(resolution: Resolution, tiles: int) -> None:
    """The player says: done."""
    _finish(resolution, tiles, say_movement=True)


def _finish(resolution: Resolution, tiles: int, say_movement: bool) -> None:
    player_id = resolution.state.turn.player
    if say_movement and owes_movement(resolution.state):
        resolution.ask("movement", player_id, tiles)
        return
    for question in [o for o in resolution.state.open if o.kind not in RUNNING]:
        resolution.close(question)
    if player_id:
        _doubt(resolution, player_id)
    for player in resolution.state.players:
        for count in ("coins", "barrels"):
            if getattr(player, count) < 0:
                resolution.do(ev.CountSet(player.id, count, 0))
                resolution.do(ev.CountsDoubted(player.id, (count,)))
    resolution.do(ev.TurnEnding(tiles))
    fire(resolution, "turn_ended")


def owes_movement(state: State) -> bool:
    """The owner of MacLachlan is asked once a turn (GM-CRS-11)."""
    player_id = state.turn.player
    return bool(player_id) and state.has_lasting(player_id, "maclachlan") and not state.turn.movement_told


def _doubt(resolution: Resolution, player_id: str) -> None:
    """Counts that this turn may have changed without anybody saying so."""
    turn = resolution.state.turn
    if not turn.tile and not turn.deck:
        return
    known = resolution.state.facts.pieces.get(turn.tile)
    counts = []
    if (known is None or known.cost is None) and not turn.entries:
        counts += ["coins", "barrels"]
    if (known is None or known.category != "person") and not turn.scots_entered:
        counts.append("scots")
    if counts:
        resolution.do(ev.CountsDoubted(player_id, tuple(counts)))


def ask_movement(_state: State, question: OpenQuestion) -> Question:
    """Unused movement points are worth a point each with MacLachlan."""
    text = tr("MacLachlan: how many movement points were not used?")
    part = Amount("points", text, 0, MAX_MOVEMENT, 0)
    return Question(
        question.number, question.kind, text, (Offer("unused", text, (part,)),), question.player, rule="GM-CRS-11"
    )


def settle_movement(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    settle_movement_late(resolution, question, answer)
    finish(resolution, int(question.args[0]))


def settle_movement_late(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Asked when the next player has taken a tile already: only booked."""
    points = int(answer.values[0])
    resolution.close(question)
    if points:
        resolution.do(ev.PointsScored(question.player, points, "crest:maclachlan", (points,)))


def ask_deck_end(_state: State, question: OpenQuestion) -> Question:
    """The counted end of a deck, or a tile of the next one was tapped."""
    letter = str(question.args[0])
    left = Amount("left", tr("How many tiles are left in deck {deck}?", deck=letter), 1, MAX_DECK, 1)
    offers = (
        Offer("yes", tr("Yes: it is empty, score now")),
        Offer("left", tr("No: some are left"), (left,)),
    )
    return Question(
        question.number, question.kind, tr("Is deck {deck} empty?", deck=letter), offers, rule="GM-RND-04"
    )


def settle_deck_end(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    letter, pieces = str(question.args[0]), _tapped_early(resolution.state)
    resolution.close(question)
    if answer.offer == "yes":
        empty_deck(resolution, letter)
    else:
        resolution.do(ev.DeckCounted(letter, int(answer.values[0])))
    if resolution.state.finishing < 0 and answer.offer == "yes":
        lay_pieces(resolution, *pieces)


def ask_where_end(state: State, question: OpenQuestion) -> Question:
    """Deck D is out: one of the untold tiles on the rondel must be World's End."""
    aheads = (ahead_of(state.line, place) for place in unidentified_of_d(state))
    choices = tuple(Choice(str(n), tr("tile {n} ahead", n=n)) for n in aheads)
    offers = [Offer("later", tr("We say it later"))]
    if choices:
        offers.insert(0, Offer("where", tr("It lies there"), (Pick("tile", tr("Which tile is it?"), choices),)))
    text = tr("Deck D is empty. Where does World's End lie?")
    return Question(question.number, question.kind, text, tuple(offers), rule="GM-SET-11")


def settle_where_end(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "where":
        resolution.do(ev.TileIdentified(int(answer.values[0]), WORLDS_END))


question_kind("end", ask_end, settle_end, non_blocking=True)
question_kind("movement", ask_movement, settle_movement)
question_kind("movement_late", ask_movement, settle_movement_late)
question_kind("deck_end", ask_deck_end, settle_deck_end)
question_kind("where_end", ask_where_end, settle_where_end)
