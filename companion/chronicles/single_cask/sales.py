"""Sale tiles: selling in passing and on landing, their spaces, and who may not stop there (C3-21 to C3-31).

A sale tile that was passed while unidentified is entered later, by an entry or by a tap (C3-22).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.chronicles.interactions import BONUS_SPACE_SELLER
from companion.chronicles.single_cask.model import (
    OWN_STATE,
    SALE_CAUSE,
    SALE_IDS,
    SALES,
    SLUG,
    CaskRemoved,
    CaskSold,
    SaleEmptied,
    place_points,
    places_by_points,
)
from companion.chronicles.single_cask.text import place_label
from companion.engine.game import Interpretation
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing
from companion.state.glen_more_2.expansions import cause_id
from companion.state.glen_more_2.facts import LearnedFact
from companion.state.glen_more_2.model import State, is_neutral_figure
from companion.state.glen_more_2.piece_locations import located_pieces
from companion.state.glen_more_2.ruleset import expansion_rule, run_query
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import figure_index, tile_index

PASSING_QUESTION, LANDING_QUESTION, LOWER_SPACES_QUESTION = f"{SLUG}.pass", f"{SLUG}.land", f"{SLUG}.room"
BONUS_SPACE = "bonus"
"""Argument of the passing question for the second sale, of a player who may also use the bonus space (C8-42)."""
REFILL_RULE = f"{SLUG}.refill_after_landing"
EMPTY_SALE_INSTRUCTION = f"{SLUG}.emptied"
MAX_LOWER_SPACES = 6
_NO_BARREL = tr("The companion counts no barrel to sell.")
_WHICH = tr("Which barrel?")


def lower_spaces_fact(state: State, sale: str) -> str:
    """Return the name of the box fact: spaces at the lower right with this number of players."""
    return _lower_spaces_fact(sale, len(state.players))


def _lower_spaces_fact(sale: str, players: int) -> str:
    return f"{SLUG}.room_{sale}_{players}"


SALE_FACT_LABELS = {
    _lower_spaces_fact(sale.id, n): tr("{tile}: spaces at the lower right with {n} players", tile=sale.name, n=n)
    for sale in SALES
    for n in range(2, 5)
}


def free_lower_spaces(state: State, sale: str) -> int | None:
    """Return the number of free spaces at the lower right; None while the number of spaces is unknown (C3-21)."""
    all_of_them = state.facts.more.get(lower_spaces_fact(state, sale))
    taken = OWN_STATE.of(state).sale_spaces.get(sale, (False, 0))[1]
    return None if all_of_them is None else max(0, int(all_of_them) - taken)


def is_bonus_space_free(state: State, sale: str) -> bool:
    """True if the bonus space at the upper left of the sale tile is free."""
    return not OWN_STATE.of(state).sale_spaces.get(sale, (False, 0))[0]


def ask_sales_on_passing(_before: State, e: ev.PawnMoved, after: State) -> Iterator[ev.Event]:
    """Ask for a sale on each sale tile that a player's pawn passed; neutral figures sell nothing (C3-22,
    C3-31)."""
    if is_neutral_figure(e.figure):
        return
    for sale in e.passed:
        if sale in SALE_IDS:
            yield from ask_sale_in_passing(after, e.figure, sale)


def ask_sale_in_passing(state: State, player_id: str, sale: str) -> Iterator[ev.Event]:
    """Ask a player who passed a sale tile to sell; nothing if no barrel can be sold (C3-22)."""
    if not OWN_STATE.of(state).barrel_places[player_id]:
        return
    questions: list[tuple[str | int, ...]] = [(sale,)]
    if run_query(BONUS_SPACE_SELLER, state) == player_id:
        questions.append((sale, BONUS_SPACE))
    questions = [args for args in questions if _no_sale(state, player_id, args) is None]
    if questions and lower_spaces_fact(state, sale) not in state.facts.more:
        # Asked first, because the sale is closed when no space is free.
        yield ev.QuestionAsked(LOWER_SPACES_QUESTION, player_id, (sale,))
    for args in questions:
        yield ev.QuestionAsked(PASSING_QUESTION, player_id, args)


def ask_sale_on_landing(_before: State, e: ev.PawnStopped, after: State) -> Iterator[ev.Event]:
    """Ask for the sale of 1 or 2 barrels on landing; the tile stays under the pawn (C3-24, C3-27).

    A neutral figure on a tile that is identified later sells nothing (C3-31).
    """
    if e.piece not in SALE_IDS or is_neutral_figure(e.figure):
        return
    if lower_spaces_fact(after, e.piece) not in after.facts.more:
        yield ev.QuestionAsked(LOWER_SPACES_QUESTION, e.figure, (e.piece,))
    yield ev.QuestionAsked(LANDING_QUESTION, e.figure, (e.piece,))
    if not expansion_rule(after, REFILL_RULE):
        # The tile stays, so there is no new gap; the next refill closes the old one.
        yield ev.RefillSkipped("C3-27")


def empty_discarded_sale(_before: State, e: ev.TileDiscarded, after: State) -> Iterator[ev.Event]:
    """Return the barrels of a discarded sale tile to the supply (C3-29), unless a sale is still being asked."""
    if e.piece in SALE_IDS and not _still_asked(after, e.piece):
        yield from _emptied(after, e.piece)


def _emptied(state: State, sale: str) -> Iterator[ev.Event]:
    if sale in OWN_STATE.of(state).sale_spaces:
        yield ev.ManualStepRequired(EMPTY_SALE_INSTRUCTION)
    yield SaleEmptied(sale)


def _still_asked(state: State, sale: str) -> bool:
    return any(o.kind == PASSING_QUESTION and o.args[0] == sale for o in state.open_questions)


def _empty_if_gone(resolution: Resolution, sale: str) -> None:
    gone = tile_index(resolution.state.track, sale) < 0
    if gone and sale in OWN_STATE.of(resolution.state).sale_spaces and not _still_asked(resolution.state, sale):
        for event in _emptied(resolution.state, sale):
            resolution.do(event)


def why_cannot_stop(state: State, figure: str, piece: str) -> Reason | None:
    """Return why a pawn cannot stop: occupied, neutral figure, or no free space (C3-25, C3-26, C3-31)."""
    if piece not in SALE_IDS:
        return None
    if is_neutral_figure(figure):
        return Reason("C3-31", tr("There is nothing to take for it here."))
    if any(s.figures for s in state.track if s.piece == piece):
        return Reason("C3-26", tr("Another pawn stands there."))
    if not is_bonus_space_free(state, piece) and free_lower_spaces(state, piece) == 0:
        return Reason("C3-25", tr("No space of the sale tile is free."))
    return None


def why_should_not_stop(state: State, figure: str, piece: str) -> Reason | None:
    """Return a caution for a player without a barrel (C3-25). Counts may be behind the table, so it can be
    overruled.
    """
    if piece in SALE_IDS and not is_neutral_figure(figure) and not OWN_STATE.of(state).barrel_places[figure]:
        return Reason("C3-25", _NO_BARREL)
    return None


def sell_barrel(resolution: Resolution, player_id: str, sale: str, place: str, bonus: bool) -> None:
    """Move a barrel from its place to the sale tile and score its points (C3-23)."""
    points = place_points(resolution.state.facts.more, place)
    # An ordinary cost; the cause keeps `questions.remove_paid_barrels` from asking for the place.
    resolution.do(ev.BarrelsPaid(player_id, 1, cause_id(SALE_CAUSE)))
    resolution.do(CaskRemoved(player_id, place))
    resolution.do(CaskSold(player_id, sale, bonus))
    if points:
        resolution.do(ev.PointsScored(player_id, points, SLUG))


def _barrels(state: State, player_id: str) -> tuple[Choice, ...]:
    """Return the player's barrels by place, most valuable first."""
    places = places_by_points(state.facts.more, OWN_STATE.of(state).barrel_places[player_id])[::-1]
    return tuple(Choice(place, place_label(state, place)) for place in places)


def _sale(question: OpenQuestion) -> str:
    return str(question.args[0])


# The number of spaces at the lower right, by number of players, is only in a picture, so it is asked once (C3-21).


def _room_text(state: State, _question: OpenQuestion) -> Message:
    return tr("How many spaces at the lower right has this sale tile with {n} players?", n=len(state.players))


def _room(state: State, question: OpenQuestion) -> Form:
    text = _room_text(state, question)
    return Form(text, (Amount("spaces", text, 0, MAX_LOWER_SPACES, 1),))


def _learn_room(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    fact = lower_spaces_fact(resolution.state, _sale(question))
    resolution.do(ev.FactLearned(LearnedFact("", fact, int(answer.values[0]))))
    _close_needless(resolution)


# In passing: one barrel onto a free space at the lower right, or none (C3-22).


def _pass_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player} passes the sale: sell a barrel?", player=labels.figure_label(state, question.player))


def _no_sale(state: State, player_id: str, args: tuple[str | int, ...]) -> Reason | None:
    """Return why no barrel can be sold in passing. `args`: arguments of the passing question."""
    sale = str(args[0])
    if not OWN_STATE.of(state).barrel_places[player_id]:
        return Reason("C3-22", _NO_BARREL)
    if BONUS_SPACE in args:
        return None if is_bonus_space_free(state, sale) else Reason("C8-42", tr("The bonus space is taken."))
    if free_lower_spaces(state, sale) == 0:
        return Reason("C3-22", tr("No space at the lower right is free."))
    return None


def _close_needless(resolution: Resolution) -> None:
    """Close passing questions for which no sale is possible any more."""
    for waiting in [o for o in resolution.state.open_questions if o.kind == PASSING_QUESTION]:
        if _no_sale(resolution.state, waiting.player, waiting.args):
            resolution.close(waiting)
            _empty_if_gone(resolution, _sale(waiting))


def _sell_one(state: State, question: OpenQuestion) -> Form:
    if closed := _no_sale(state, question.player, question.args):
        return Form(tr("Sell one"), closed=closed)
    return Form(tr("Sell one"), (Pick("place", _WHICH, _barrels(state, question.player)),))


def _sell_in_passing(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    sale, place = _sale(question), str(answer.values[0])
    sell_barrel(resolution, question.player, sale, place, BONUS_SPACE in question.args)
    _empty_if_gone(resolution, sale)
    _close_needless(resolution)


def _sell_nothing(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _empty_if_gone(resolution, _sale(question))


def _nothing_first(state: State, question: OpenQuestion) -> str:
    """Return "none" as the first offer if no sale is possible."""
    return "none" if _no_sale(state, question.player, question.args) else ""


# Landing: one barrel must be sold, a second one may be, one on each kind of space (C3-24, C3-25).


def _land_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player} sells 1 or 2 barrels.", player=labels.figure_label(state, question.player))


def _two_spaces(state: State, question: OpenQuestion) -> bool:
    sale = _sale(question)
    return is_bonus_space_free(state, sale) and free_lower_spaces(state, sale) != 0


def _one(state: State, question: OpenQuestion) -> Form:
    barrels = _barrels(state, question.player)
    if not barrels:
        return Form(tr("Sell one"), closed=Reason("C3-25", _NO_BARREL))
    return Form(tr("Sell one"), (Pick("first", _WHICH, barrels),))


def _two(state: State, question: OpenQuestion) -> Form:
    """Return the offer to sell two different barrels (C3-24)."""
    held = OWN_STATE.of(state).barrel_places[question.player]
    if not _two_spaces(state, question) or len(held) < 2:
        return Form(tr("Sell two"), closed=Reason("C3-24", tr("There is room, or a barrel, for only one.")))
    choices, text = _barrels(state, question.player), tr("Which barrel as the second?")
    pairs = []
    for one in choices:
        others = tuple(c for c in choices if c != one or held.count(c.value) > 1)
        pairs.append(replace(one, then=(Pick("second", text, others),)))
    return Form(tr("Sell two"), (Pick("first", _WHICH, tuple(pairs)),))


def _lower(state: State, question: OpenQuestion) -> Form | None:
    """Return the offer to sell on a lower space; which space is taken matters for later sales (C3-24)."""
    barrels = _barrels(state, question.player)
    if not barrels or not _two_spaces(state, question):
        return None
    return Form(tr("Sell one, at the lower right"), (Pick("first", _WHICH, barrels),))


def _sell_landing(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Sell the chosen barrels, the first one on the bonus space if it is free."""
    _sell_each(resolution, question, answer, bonus=True)


def _sell_lower(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _sell_each(resolution, question, answer, bonus=False)


def _sell_each(resolution: Resolution, question: OpenQuestion, answer: Answer, bonus: bool) -> None:
    player_id, sale = question.player, _sale(question)
    for place in map(str, answer.values):
        if place in OWN_STATE.of(resolution.state).barrel_places[player_id]:
            sell_barrel(resolution, player_id, sale, place, bonus and is_bonus_space_free(resolution.state, sale))


SALE_KINDS = (
    QuestionKind(LOWER_SPACES_QUESTION, _room_text, (Action("room", _room, _learn_room),), rule="C3-21"),
    QuestionKind(
        PASSING_QUESTION,
        _pass_text,
        (
            Action("sell", _sell_one, _sell_in_passing),
            Action("none", Form(tr("Sell nothing")), _sell_nothing),
        ),
        rule="C3-22",
        first_action=_nothing_first,
    ),
    QuestionKind(
        LANDING_QUESTION,
        _land_text,
        (
            Action("one", _one, _sell_landing),
            Action("two", _two, _sell_landing),
            Action("lower", _lower, _sell_lower),
            Action("ourselves", Form(tr("We did it ourselves")), do_nothing),
        ),
        rule="C3-24",
    ),
)


PASSED_TILE_ENTRY = f"{SLUG}.passed"
DISCARDED_PREFIX = "discarded:"
BEHIND_PREFIX = "behind:"


def _sale_of(deck: str) -> str:
    """Return the sale tile of a deck (B, C or D), else "" (C3-21)."""
    return next((sale for sale in SALE_IDS if sale.endswith(f"_{deck.lower()}")), "")


def _passed(state: State, player_id: str) -> list[tuple[str, str, Message]]:
    """Return unidentified tiles that the pawn passed: a value for each, the sale tile it may be, and a label."""
    placed, found = located_pieces(state), []
    tiles = [place for place in range(figure_index(state.track, player_id)) if state.track[place].has_tile]
    for n, place in enumerate(reversed(tiles), 1):
        space = state.track[place]
        sale = _sale_of(space.deck)
        if space.is_unidentified and sale and sale not in placed:
            words = tr("{tile}, {n} behind the pawn", n=n, tile=labels.tile_label(state.facts, space))
            found.append((f"{BEHIND_PREFIX}{place}", sale, words))
    if player_id != state.turn.figure:
        return found
    for deck in dict.fromkeys(tile.deck for tile in state.turn.discarded_tiles if not tile.piece):
        if (sale := _sale_of(deck)) and sale not in placed:
            found.append(
                (f"{DISCARDED_PREFIX}{deck}", sale, tr("a tile of deck {deck}, just discarded", deck=deck))
            )
    return found


def _was_passed(state: State, question: OpenQuestion) -> Form | None:
    """Return the entry of a passed sale tile, for a player who has a barrel to sell."""
    tiles = _passed(state, question.player)
    if not tiles or not OWN_STATE.of(state).barrel_places[question.player]:
        return None
    choices = tuple(Choice(value, words) for value, _, words in tiles)
    return Form(tr("A sale tile was passed"), (Pick("tile", tr("Which tile was it?"), choices),))


def _tell(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Identify the passed tile, then ask for the sale in passing (C3-22)."""
    player_id, value = question.player, str(answer.values[0])
    sale = next(sale for each, sale, _ in _passed(resolution.state, player_id) if each == value)
    resolution.do(ev.EntryMade(player_id, PASSED_TILE_ENTRY))
    # Asked before the tile may be discarded: barrels on it count until the sale is over.
    asked = list(ask_sale_in_passing(resolution.state, player_id, sale))
    for event in asked:
        resolution.do(event)
    if value.startswith(BEHIND_PREFIX):
        place = int(value.removeprefix(BEHIND_PREFIX))
        resolution.do(ev.SpaceSet(place, sale, resolution.state.track[place].deck))
    else:
        resolution.do(ev.DiscardNamed(sale, value.removeprefix(DISCARDED_PREFIX)))


def tap_interpretations(state: State, piece: str) -> tuple[Interpretation, ...]:
    """Return the meaning of a tap after the move: the pawn on turn passed this sale tile."""
    ledger = next((o for o in state.open_questions if o.kind == "ledger" and o.player == state.turn.player), None)
    if piece not in SALE_IDS or ledger is None or state.find_question("end") is None:
        return ()
    if not OWN_STATE.of(state).barrel_places[ledger.player]:
        return ()
    player = labels.figure_label(state, ledger.player)
    return tuple(
        Interpretation(
            tr("{player} passed it: {tile}", player=player, tile=words),
            Answer(ledger.number, PASSED_TILE_ENTRY, (value,)),
        )
        for value, sale, words in _passed(state, ledger.player)
        if sale == piece
    )


SALE_ENTRIES = (Action(PASSED_TILE_ENTRY, _was_passed, _tell),)
