"""The companion is set up in the middle of a game: decks, rondel, market, cards and counts, told in one go.

Each answer is an entry of its own, so that one that was wrong is taken back alone. What people said is doubted
only once something unknown may have changed it. Chronicles ask last, each what it must be told.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.engine.message import Message, literal, or_by_hand, tr, trn
from companion.engine.offers import NO, YES, Amount, Answer, Choice, Part, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import fire, hook
from companion.state.glen_more_2.facts import DECKS, PERSON, START_DECK
from companion.state.glen_more_2.market import SPACES
from companion.state.glen_more_2.model import DIE, HOME_TILES, OpenQuestion, Player, State
from companion.state.glen_more_2.placing import put_elsewhere
from companion.state.glen_more_2.questions import mid_rondel
from companion.state.glen_more_2.questions.already_playing import FIRST, TAKEN_UP
from companion.state.glen_more_2.questions.cards_held import card_form
from companion.state.glen_more_2.questions.corrections import book_card, book_marker, marker_form
from companion.state.glen_more_2.questions.mid_rondel import SEEN, ask_rondel, on_rondel
from companion.state.glen_more_2.questions.scoring import MAX_COUNT
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind
from companion.state.glen_more_2.standings import count_value

COUNTS = ("points", "coins", "barrels", "scots", "tiles", "persons")
DOUBTED = ("coins", "barrels", "tiles", "persons")
LAST = "last"
FormOf = Callable[[State, OpenQuestion], Form | None]
HOLDERS = "mid_cards"
"""The kind of question that asks who has what; a tap of a piece asks it of that piece."""


# ---- which deck is laid, and what is scored


def _decks(state: State, _question: OpenQuestion) -> Form:
    choices = tuple(_deck(state, letter) for letter in DECKS if letter != START_DECK)
    return Form(_DECKS_TEXT, (Pick("deck", _DECKS_TEXT, choices, in_order=True),))


_DECKS_TEXT = tr("Which deck are you laying from now?")


def _deck(state: State, letter: str) -> Choice:
    """The deck with what is left in it, and whether the round of the one before it was scored."""
    size, before = state.deck_of(letter).size, DECKS[DECKS.index(letter) - 1]
    least = 0 if letter == DECKS[-1] else 1
    left = Amount("left", tr("How many tiles are left in deck {deck}?", deck=letter), least, size, size // 2)
    scored = Pick(
        "scored",
        tr("Was the scoring after deck {deck} done?", deck=before),
        (Choice("yes", tr("Yes"), brief=YES), Choice("no", tr("No, it comes now"), brief=NO)),
    )
    then = (left,) if before == START_DECK else (left, scored)
    return Choice(letter, literal(letter), then=then, brief=literal(letter))


def _tell_decks(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    deck, left, *scored = answer.values
    before = DECKS[DECKS.index(str(deck)) - 1]
    resolution.do(ev.DecksTold(str(deck), int(left), before if scored == ["no"] else ""))
    if resolution.state.use_die:
        resolution.ask("mid_die")
    else:
        ask_rondel(resolution)


# ---- where the die stands among the pawns, which are in the order in which they sat down


def _die(state: State, _question: OpenQuestion) -> Form:
    ahead = tuple(
        Choice(p.id, tr("right ahead of {player}", player=labels.figure(state, p.id))) for p in state.players
    )
    places = (Choice(LAST, tr("at the very back")), *ahead)
    return Form(_DIE_TEXT, (Pick("place", _DIE_TEXT, places),))


_DIE_TEXT = tr("Where does the die stand?")


def _tell_die(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Right ahead counts figures: tiles may lie between."""
    figures = [p.id for p in resolution.state.players]
    place = 0 if answer.values[0] == LAST else figures.index(str(answer.values[0])) + 1
    figures.insert(place, DIE)
    resolution.do(ev.RingTold(tuple((figure, "") for figure in figures)))
    ask_rondel(resolution)


# ---- the market


_MARKET_TEXT = tr("The market: coins lie on how many spaces of each row?")


def _market(state: State, _question: OpenQuestion) -> Form:
    parts = tuple(
        Amount(
            good,
            tr("{good}: coins on how many spaces?", good=labels.row(state, good)),
            0,
            SPACES,
            filled,
            quick=SEEN,
        )
        for good, filled in state.market.items()
    )
    return Form(_MARKET_TEXT, parts)


def _tell_market(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    for good, filled in zip(resolution.state.market, answer.values, strict=True):
        resolution.do(ev.RowSet(good, int(filled)))
    resolution.ask(HOLDERS)


# ---- landmark cards, persons and clan markers, one after the other


def _on_keys(form: FormOf) -> FormOf:
    """The same form with who has a piece, and how many, on keys: here it is said of many, one after the other."""

    def keyed(state: State, question: OpenQuestion) -> Form | None:
        made = form(state, question)
        return replace(made, parts=tuple(map(_piece_first, made.parts))) if made else None

    return keyed


def _piece_first(part: Part) -> Part:
    if not isinstance(part, Pick):
        return part
    return replace(part, choices=tuple(replace(c, then=tuple(map(_keyed, c.then))) for c in part.choices))


def _keyed(part: Part) -> Part:
    if isinstance(part, Amount):
        return replace(part, quick=SEEN)
    if not isinstance(part, Pick):
        return part
    people = (replace(c, brief=c.label, then=tuple(map(_keyed, c.then))) for c in part.choices)
    return replace(part, choices=tuple(people), in_order=True)


def _person(state: State, _question: OpenQuestion) -> Form | None:
    people = tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players)
    holder = Pick("player", tr("Who has it?"), people)
    held = {piece for p in state.players for piece in p.persons}
    persons = tuple(
        Choice(p.id, labels.piece(state.facts, p.id), then=(holder,), piece=p.id)
        for p in state.facts.pieces.values()
        if p.category == PERSON and p.id not in held
    )
    return Form(tr("Who has a person"), (Pick("piece", tr("Which person?"), persons),)) if persons else None


def _tell_person(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    put_elsewhere(resolution, str(answer.values[0]), str(answer.values[1]))


def _all_told(state: State, _question: OpenQuestion) -> Form:
    """With how many were told: each stands where it belongs, and nothing else on the panel shows it."""
    told = sum(len(p.landmarks) + len(p.persons) + len(p.crests) for p in state.players)
    if not told:
        return Form(tr("That is all"), hint=tr("done"))
    words = trn("That is all: {n} entered", "That is all: {n} entered", told)
    return Form(words, hint=tr("done: {n}", n=told))


def _cards_told(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    resolution.ask("mid_counts", resolution.state.players[0].id)


# ---- each player's counts on one form


def _counts_text(state: State, question: OpenQuestion) -> Message:
    return tr("What does {player} have?", player=labels.figure(state, question.player))


def _counts(state: State, question: OpenQuestion) -> Form:
    player, name = state.player(question.player), labels.figure(state, question.player)
    parts = []
    for count in COUNTS:
        low = {"tiles": HOME_TILES, "points": -MAX_COUNT["points"]}.get(count, 0)
        text = tr("{player}: how many {count}?", player=name, count=labels.COUNT_WORDS[count])
        now = max(low, count_value(player, count))
        parts.append(Amount(count, text, low, MAX_COUNT[count], now, quick=_likely(state, player, count)))
    return Form(_counts_text(state, question), tuple(parts))


def _likely(state: State, player: Player, count: str) -> tuple[int, ...]:
    """What lies on keys: few of most things; as many tiles as fall to each of those that are taken."""
    if count == "points":
        return ()
    if count == "persons":
        return tuple(n + len(player.persons) for n in SEEN)
    if count != "tiles":
        return SEEN
    laid = sum(deck.size - deck.left for deck in state.decks) - on_rondel(state)
    each = max(HOME_TILES + 1, HOME_TILES + laid // len(state.players))
    return tuple(n for n in (each + beside for beside in (-1, 0, 1, 2, -3, -2, 3, 4)) if n >= HOME_TILES)


def _tell_counts(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The next player's, or play goes on."""
    for count, value in zip(COUNTS, answer.values, strict=True):
        resolution.do(ev.CountSet(question.player, count, int(value)))
    seats = [p.id for p in resolution.state.players]
    coming = seats[seats.index(question.player) + 1 :]
    if coming:
        resolution.ask("mid_counts", coming[0])
    else:
        fire(resolution, "laid_out")
        # After what each asks of a game that begins: which cards lie out, how people sit.
        hook(TAKEN_UP)(resolution)


KINDS = (
    QuestionKind(FIRST, _DECKS_TEXT, (Action("decks", _decks, _tell_decks),)),
    QuestionKind("mid_die", _DIE_TEXT, (Action("die", _die, _tell_die),)),
    *mid_rondel.KINDS,
    QuestionKind("mid_market", _MARKET_TEXT, (Action("market", _market, _tell_market),)),
    QuestionKind(
        HOLDERS,
        or_by_hand(
            tr("Who has landmark cards, persons, clan markers? Tap them or pick them."),
            tr("Who has landmark cards, persons, clan markers? Pick them."),
        ),
        (
            Action("done", _all_told, _cards_told),
            Action("card", _on_keys(card_form), book_card, hint=tr("card")),
            Action("person", _on_keys(_person), _tell_person, hint=tr("person")),
            Action("marker", _on_keys(marker_form), book_marker, hint=tr("marker")),
        ),
        stays_open=True,
    ),
    QuestionKind("mid_counts", _counts_text, (Action("counts", _counts, _tell_counts),)),
)
