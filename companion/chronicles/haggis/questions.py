"""Questions of the haggis outside its scorings: token taps, box facts, tokens face up in the supply, tokens
gained.

Texts never say what a token shows or which one was drawn (C5-06).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from itertools import combinations_with_replacement

from companion.chronicles.haggis.model import (
    LETTERS,
    MAX_FACE_UP,
    MAX_TOKENS_ON_TABLE,
    OWN_STATE,
    SLUG,
    STICKERS_FACT,
    TILES,
    TOKEN_IDS,
    TOKEN_PAYMENT_CAUSE,
    TOKENS_FACE_UP,
    VALUES,
    HaggisCounted,
    HaggisGained,
    HaggisReturned,
    HaggisShown,
    HaggisUntagged,
    HaggisUpSet,
    deck_letters,
    has_all_letters,
    letter_fact,
    possible_in_supply,
    possible_on_table,
    tile_letters,
    token_at_once_fact,
    token_value,
    value_fact,
)
from companion.chronicles.haggis.text import values_text
from companion.engine.game import Interpretation
from companion.engine.message import Message, tr
from companion.engine.offers import NO, YES, Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing, expansion_card
from companion.state.glen_more_2.course import enlarge_decks
from companion.state.glen_more_2.effects import ask_good_source
from companion.state.glen_more_2.expansions import (
    FIRST_EXPANSION_STEP,
    ActivationGain,
    RefereeExtension,
    cause_id,
)
from companion.state.glen_more_2.facts import LearnedFact
from companion.state.glen_more_2.model import Player, State
from companion.state.glen_more_2.payment import unaffordable_goods_reason
from companion.state.glen_more_2.questions.ledger import ledger_entry
from companion.state.glen_more_2.ruleset import build_question
from companion.state.glen_more_2.text import labels
from companion.state.territory.activation_options import ActivationOption
from companion.state.territory.grid import Spot
from companion.state.territory.model import OpenQuestion

A_TOKEN = tr("A haggis token")


def token_pick(state: State, text: Message, possible: Collection[str]) -> Pick:
    """Return the choice of a token by its tap. Impossible tokens are closed with a reason; "" stands for not
    tapped.
    """
    return Pick("token", text, (Choice("", tr("Not tapped")), *_tokens(state, possible)))


def _tokens(state: State, possible: Collection[str]) -> Iterator[Choice]:
    for token in TOKEN_IDS:
        closed = None if token in possible else why_token_elsewhere(state, token)
        # All thirteen tokens are listed so that the tap of a wrong one is refused with its place. They are hidden
        # because thirteen equal rows say nothing and fewer would reveal secrets.
        yield Choice(token, A_TOKEN, closed=closed, piece=token, is_hidden=True)


def why_token_elsewhere(state: State, token: str) -> Reason:
    """Return the reason that names the place of a token."""
    place = OWN_STATE.of(state).places().get(token, "")
    if place == "shown":
        return Reason("C5-05", tr("That haggis token lies face up in the supply."))
    if place == "up":
        return Reason("C5-16", tr("That haggis token lies face up on a table."))
    if place:
        return Reason("C5-05", tr("{player} has that haggis token.", player=labels.figure_label(state, place)))
    return Reason("C5-05", tr("That haggis token is in the supply."))


def tap_interpretations(state: State, piece: str) -> tuple[Interpretation, ...]:
    """Return the answers that a token's tap can mean for the open question; a wrong token is refused with a
    reason.
    """
    if piece not in TOKEN_IDS:
        return ()
    asked = (build_question(state, each) for each in state.open_questions if each.kind.startswith(f"{SLUG}."))
    return next(filter(None, (_interpretations(question, piece) for question in asked)), ())


def _interpretations(question: Question, piece: str) -> tuple[Interpretation, ...]:
    """Return the answers for the open choices of this token, or the first closed one with its reason."""
    found = list(_choices(question, piece))
    likely = [(offer, choice) for offer, choice in found if not choice.closed] or found[:1]
    return tuple(each for offer, choice in likely for each in _answers(question, offer, choice))


def _choices(question: Question, piece: str) -> Iterator[tuple[Offer, Choice]]:
    for offer in question.offers:
        if not offer.closed and offer.parts and isinstance(first := offer.parts[0], Pick):
            yield from ((offer, choice) for choice in first.choices if choice.piece == piece)


def _answers(question: Question, offer: Offer, choice: Choice) -> Iterator[Interpretation]:
    """Yield one answer, or one for each value while the value of the token is asked."""
    if not choice.then:
        yield Interpretation(A_TOKEN, Answer(question.number, offer.name, (choice.value,)))
        return
    for n in VALUES:
        answer = Answer(question.number, offer.name, (choice.value, str(n)))
        yield Interpretation(tr("It shows {n}", n=n), answer)


LETTERS_QUESTION, STICKERS_QUESTION = f"{SLUG}.letters", f"{SLUG}.stickers"
VALUES_QUESTION, SHOW_QUESTION = f"{SLUG}.values", f"{SLUG}.show"
LETTERS_CHANGE, STICKERS_CHANGE = f"{SLUG}.new_letters", f"{SLUG}.new_stickers"
# A queued follow-up waits until no question is open: the sheep is paid before the next token is turned.
SHOW_FOLLOW_UP = ev.FollowUpQueued(SLUG, "show")


def ask_box_facts(state: State) -> Iterator[ev.Event]:
    """Ask for the box facts that are unknown: deck letters and stickers (C5-03)."""
    if not has_all_letters(state.facts):
        yield ev.QuestionAsked(LETTERS_QUESTION)
    if STICKERS_FACT not in state.facts.more:
        yield ev.QuestionAsked(STICKERS_QUESTION)


def letters_pick(place: int = 0, left: int = len(TILES)) -> Pick:
    """Return the choice of the number of tiles with each letter from `place` on; the rest has the last letter."""
    letter, asked_next = LETTERS[place], place + 2 < len(LETTERS)
    choices = tuple(
        Choice(str(n), _counted(letter, n, left - n), then=_next(place, left - n) if asked_next else ())
        for n in range(left + 1)
    )
    return Pick(letter, tr("How many of the 6 haggis tiles show {letter} on their back?", letter=letter), choices)


def _counted(letter: str, n: int, left: int) -> Message:
    """Return the label of a count; the last choice also shows the rest for the last letter."""
    counted, last = tr("{n} x {letter}", n=n, letter=letter), LETTERS[-1]
    if left and letter == LETTERS[-2]:
        return tr("{counted}, so {n} x {letter}", counted=counted, n=left, letter=last)
    return counted


def _next(place: int, left: int) -> tuple[Pick, ...]:
    return (letters_pick(place + 1, left),) if left else ()


def _learn_letters(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    counts = [int(value) for value in answer.values]
    counts += [0] * (len(LETTERS) - 1 - len(counts))
    counts.append(len(TILES) - sum(counts))
    for letter, count in zip(LETTERS, counts, strict=True):
        resolution.do(ev.FactLearned(LearnedFact("", letter_fact(letter), count)))


def _new_letters(state: State, _question: OpenQuestion) -> Form | None:
    """Offered before play if the letters are known from an earlier game and were not entered for each tile."""
    if not has_all_letters(state.facts) or tile_letters(state.facts):
        return None
    now = " ".join(f"{letter}{n}" for letter, n in deck_letters(state.facts).items())
    return Form(tr("Letters of the haggis tiles: {now}", now=now), (letters_pick(),))


def _letters_in_play(state: State, _question: OpenQuestion) -> Form | None:
    """Offered in play while the letters are unknown (skipped at setup)."""
    if not OWN_STATE.is_in_play(state) or has_all_letters(state.facts):
        return None
    return Form(tr("Letters of the haggis tiles"), (letters_pick(),))


def _learn_letters_in_play(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _learn_letters(resolution, question, answer)
    enlarge_decks(resolution, deck_letters(resolution.state.facts))


def _no_stickers(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact("", STICKERS_FACT, False)))


def _stickers(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact("", STICKERS_FACT, True)))


def _new_stickers(state: State, _question: OpenQuestion) -> Form | None:
    """Offered before play if the stickers are known from an earlier game."""
    now = state.facts.more.get(STICKERS_FACT)
    if now is None:
        return None
    return Form(tr("No stickers on haggis tokens") if now else tr("Stickers on haggis tokens"))


def _change_stickers(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    now = bool(resolution.state.facts.more[STICKERS_FACT])
    resolution.do(ev.FactLearned(LearnedFact("", STICKERS_FACT, not now)))


def ask_token_layout(state: State) -> Iterator[ev.Event]:
    """With stickers, ask what each token shows (once for a box), then for two tokens face up (C5-04)."""
    if OWN_STATE.of(state).has_stickers:
        if tokens_without_value(state):
            yield ev.QuestionAsked(VALUES_QUESTION)
        yield SHOW_FOLLOW_UP


def tokens_without_value(state: State) -> list[str]:
    """Return the tokens whose value is unknown."""
    return [token for token in TOKEN_IDS if not token_value(state, token)]


def _values_text(state: State, _question: OpenQuestion) -> Message:
    return tr("Tap each haggis token and say what it shows ({n} left).", n=len(tokens_without_value(state)))


def _token_and_value(state: State, _question: OpenQuestion) -> Form:
    shows = tuple(Choice(str(n), tr("It shows {n}", n=n)) for n in VALUES)
    value = Pick("value", tr("What does it show?"), shows)
    choices = tuple(
        Choice(token, tr("haggis token {n}", n=TOKEN_IDS.index(token) + 1), then=(value,), piece=token)
        for token in tokens_without_value(state)
    )
    return Form(tr("A token"), (Pick("token", tr("Which token?"), choices),))


def _learn_value(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record the value of a token; the question closes after the last one."""
    token, value = answer.values
    resolution.do(ev.FactLearned(LearnedFact("", value_fact(str(token)), int(value))))
    if not tokens_without_value(resolution.state):
        resolution.close(question)


def _play_without(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact("", STICKERS_FACT, False)))
    resolution.do(HaggisUntagged())
    resolution.close(question)


def unidentified_tokens(state: State, stickers: Set[str]) -> tuple[str, ...]:
    """Return the next token without a value: an unknown sticker tapped while values are asked belongs to it."""
    if not state.find_question(VALUES_QUESTION):
        return ()
    return tuple(token for token in tokens_without_value(state) if token not in stickers)[:1]


def ask_face_up_token(state: State) -> Iterator[ev.Event]:
    """Ask for a token to be turned up, until two are face up or the supply is used up (C5-07, C5-10)."""
    now = OWN_STATE.of(state)
    if now.has_stickers and len(now.face_up_supply) < min(TOKENS_FACE_UP, now.supply_count()):
        yield ev.QuestionAsked(SHOW_QUESTION)


_SHOW_TEXT = tr("Turn a haggis token of the supply face up and tap it.")


def _turned_up(state: State, _question: OpenQuestion) -> Form:
    """Return the offer to tap the token that was turned up; all players see it."""
    return Form(_SHOW_TEXT, (token_pick(state, _SHOW_TEXT, possible_in_supply(OWN_STATE.of(state))),))


def _turn_up(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    resolution.do(HaggisShown(str(answer.values[0])))
    resolution.do(SHOW_FOLLOW_UP)


SETUP_KINDS = (
    QuestionKind(
        LETTERS_QUESTION,
        tr("Which letters are on the backs of the 6 haggis tiles? Then the companion knows when a deck is out."),
        (
            Action("letters", Form(tr("Count them"), (letters_pick(),)), _learn_letters),
            Action("later", Form(tr("Say later: Menu, Correct something")), do_nothing),
        ),
        rule="C5-03",
    ),
    QuestionKind(
        STICKERS_QUESTION,
        tr("Are there stickers on the 13 haggis tokens?"),
        (
            Action("no", Form(tr("No stickers"), hint=NO), _no_stickers),
            Action("yes", Form(tr("Yes, on all 13"), hint=YES), _stickers),
        ),
        rule="C5-04",
    ),
    QuestionKind(
        VALUES_QUESTION,
        _values_text,
        (
            Action("token", _token_and_value, _learn_value),
            Action("none", Form(tr("Play without stickers")), _play_without),
        ),
        rule="C5-02",
        stays_open=True,
    ),
    QuestionKind(SHOW_QUESTION, _SHOW_TEXT, (Action("token", _turned_up, _turn_up),), rule="C5-07"),
)
SETUP_CHANGES = (
    Action(LETTERS_CHANGE, _new_letters, _learn_letters),
    Action(STICKERS_CHANGE, _new_stickers, _change_stickers),
)
SETUP_CORRECTIONS = (Action(LETTERS_CHANGE, _letters_in_play, _learn_letters_in_play),)


GAIN_QUESTION, FULL_TABLE_QUESTION, TOKEN_AT_ONCE_QUESTION = f"{SLUG}.gain", f"{SLUG}.full", f"{SLUG}.once"
TOKEN_GAIN, TOKEN_PRICE = f"{SLUG}.token_gained", {"sheep": 1}
SHEEP_ENTRY, FREE_ENTRY, COUNT_CORRECTION, FACE_UP_CORRECTION = (
    f"{SLUG}.sheep",
    f"{SLUG}.free",
    f"{SLUG}.count",
    f"{SLUG}.face_up",
)


def _for_a_sheep(state: State, question: OpenQuestion) -> Form:
    """Return the entry "a token for 1 sheep" (C5-11).

    It is the suggestion on a key for the player on turn who has a haggis tile, once a tile is taken.
    """
    label, closed, player = tr("A haggis token for 1 sheep"), _empty(state), state.player(question.player)
    if state.tracks_territories:  # The activated tile offers the token; this entry is for the rest.
        return Form(
            label,
            closed=closed or unaffordable_goods_reason(state, player.id, TOKEN_PRICE, "C5-11"),
            is_rare=True,
            has_key=False,
        )
    no_inn, own_inn = _no_inn(state, player), state.turn.player == player.id and _has_inn(player)
    return Form(
        label,
        closed=closed,
        caution=no_inn,
        has_key=own_inn and state.turn.has_moved,
        is_suggested=own_inn and not closed,
        is_rare=no_inn is not None,
    )


def token_activation_options(state: State, _player_id: str, spot: Spot) -> Iterator[ActivationOption]:
    """Yield the purchase of a token. Which of the six tiles sell one is not published, so all of them offer it
    (C5-11).
    """
    if spot.top in TILES and not _empty(state):
        yield ActivationOption(FIRST_EXPANSION_STEP, TOKEN_GAIN, TOKEN_PRICE, {TOKEN_GAIN: 1}, paid_later=True)


def _come(resolution: Resolution, player_id: str, _spot: Spot) -> None:
    gain_token(resolution, player_id, "sheep")


def _has_inn(player: Player) -> bool:
    return any(tile.piece in TILES for tile in player.taken_tiles)


def _no_inn(state: State, player: Player) -> Reason | None:
    """Return a caution if none of the player's tiles is, or can be, one of the six."""
    if _has_inn(player) or any(not tile.piece and _may_hold_inns(state, tile.deck) for tile in player.taken_tiles):
        return None
    return Reason(
        "C5-11",
        tr("The companion knows no haggis tile of {player}.", player=labels.figure_label(state, player.id)),
    )


def _may_hold_inns(state: State, deck: str) -> bool:
    return deck in LETTERS and deck_letters(state.facts).get(deck, 1) > 0


def _for_nothing(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("A haggis token without paying"), closed=_empty(state))


def _empty(state: State) -> Reason | None:
    """Return why no token is gained and no sheep is paid: the supply is empty (C5-10)."""
    if OWN_STATE.of(state).supply_count():
        return None
    return Reason("C5-10", tr("No haggis token is left in the supply."))


def _book_for_a_sheep(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    gain_token(resolution, player_id, "sheep")


def _book_for_nothing(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    gain_token(resolution, player_id, "")


def _counts(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction of a player's number of tokens; None before play begins."""
    if not OWN_STATE.is_in_play(state):
        return None
    players = tuple(_count(state, player.id) for player in state.players)
    return Form(tr("Haggis tokens"), (Pick("player", tr("Whose?"), players),))


def _count(state: State, player_id: str) -> Choice:
    now = OWN_STATE.of(state)
    held = len(now.face_down[player_id])
    tokens = Amount(
        "tokens", tr("How many haggis tokens?"), 0, min(MAX_TOKENS_ON_TABLE, held + now.supply_count()), held
    )
    return Choice(
        player_id, tr("{player}: {n}", player=labels.figure_label(state, player_id), n=held), then=(tokens,)
    )


def _set_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, tokens = answer.values
    resolution.do(HaggisCounted(str(player_id), int(tokens)))


def _face_up_now(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction of tokens face up; None if no scoring is open."""
    if not OWN_STATE.is_in_play(state) or not OWN_STATE.of(state).round:
        return None
    players = tuple(
        Choice(
            p.id,
            labels.figure_label(state, p.id),
            then=(Pick("up", tr("What lies face up?"), _up_to_three(state, p.id)),),
        )
        for p in state.players
    )
    return Form(tr("Haggis tokens face up"), (Pick("player", tr("Whose?"), players),))


def _up_to_three(state: State, player_id: str) -> tuple[Choice, ...]:
    now = OWN_STATE.of(state)
    most = min(MAX_FACE_UP, len(now.face_down[player_id]) + len(now.up(player_id)))
    sets = (values for n in range(most + 1) for values in combinations_with_replacement(VALUES, n))
    return tuple(Choice("up_" + "_".join(map(str, values)), values_text(values)) for values in sets)


def _set_face_up(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, up = map(str, answer.values)
    resolution.do(HaggisUpSet(player_id, tuple(int(value) for value in up.split("_")[1:] if value)))


def gain_token(resolution: Resolution, player_id: str, price: str) -> None:
    """Give the player a token: ask which one (C5-05), or which one goes back (C5-09); none from an empty supply
    (C5-10).
    """
    now = OWN_STATE.of(resolution.state)
    if not now.supply_count() and len(now.face_down[player_id]) < MAX_TOKENS_ON_TABLE:
        return
    if len(now.face_down[player_id]) >= MAX_TOKENS_ON_TABLE:
        resolution.ask(FULL_TABLE_QUESTION, player_id, price)
    elif now.has_stickers:
        resolution.ask(GAIN_QUESTION, player_id, price)
    else:
        take_token(resolution, player_id, "", price)


def take_token(resolution: Resolution, player_id: str, token: str, price: str, face_up: bool = False) -> None:
    """Record a token gained, value side down (C5-08), and ask for the payment of its price."""
    # The price comes second: with an empty supply or a full table there is no token and no payment (C5-09, C5-10).
    resolution.do(HaggisGained(player_id, token, face_up))
    if price:
        ask_good_source(resolution, player_id, price, cause_id(TOKEN_PAYMENT_CAUSE))


# With stickers the token is tapped: one of those face up, or a drawn one that stays secret (C5-05, C5-06).


def _gain_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: a haggis token. Tap it.", player=labels.figure_label(state, question.player))


def _face_up(state: State, _question: OpenQuestion) -> Form | None:
    shown = OWN_STATE.of(state).face_up_supply
    choices = tuple(Choice(f"{i}", _as_seen(state, token), piece=token) for i, token in enumerate(shown))
    return Form(tr("One that lies face up"), (Pick("shown", tr("Which one?"), choices),)) if shown else None


def _as_seen(state: State, token: str) -> Message:
    """Return the label of a token face up in the supply."""
    value = token_value(state, token)
    return tr("the {n}", n=value) if value else tr("a token face up")


def _drawn(state: State, _question: OpenQuestion) -> Form | None:
    now = OWN_STATE.of(state)
    if len(now.face_up_supply) >= now.supply_count():
        return None
    return Form(tr("Drawn face down"), (token_pick(state, tr("Tap it"), possible_in_supply(now)),))


def _none_left(state: State, _question: OpenQuestion) -> Form | None:
    now = OWN_STATE.of(state)
    return None if now.face_up_supply or now.supply_count() > 0 else Form(tr("No token is left"))


def _take_face_up(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    token = OWN_STATE.of(resolution.state).face_up_supply[int(answer.values[0])]
    take_token(resolution, question.player, token, str(question.args[0]), face_up=True)
    resolution.do(SHOW_FOLLOW_UP)


def _take_drawn(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    take_token(resolution, question.player, str(answer.values[0]), str(question.args[0]))


# With five tokens on the table, one goes back first or the new one is not taken (C5-09).


def _full_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "{player} has {n} haggis tokens. Does one go back for the new one?",
        player=labels.figure_label(state, question.player),
        n=MAX_TOKENS_ON_TABLE,
    )


def _one_goes_back(state: State, question: OpenQuestion) -> Form:
    return Form(tr("Yes, one goes back"), token_to_return(state, question.player), hint=YES)


def token_to_return(state: State, player_id: str) -> tuple[Pick, ...]:
    """Return the choice of the token that goes back; empty without stickers."""
    now = OWN_STATE.of(state)
    if not now.has_stickers:
        return ()
    return (token_pick(state, tr("Tap the one that goes back"), possible_on_table(now, player_id)),)


def return_token(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Record the return of the token that `token_to_return` asked for."""
    resolution.do(HaggisReturned(player_id, str(answer.values[0]) if answer.values else ""))


def _give_back_and_gain(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    return_token(resolution, question.player, answer)
    gain_token(resolution, question.player, str(question.args[0]))


def ask_token_of_taken_tile(_before: State, e: ev.TileTaken | ev.TileGiven, after: State) -> Iterator[ev.Event]:
    """Ask whether a taken tile gives a token at once (C5-12); asked once for a tile, because it is only
    pictured."""
    # Without referee depth the placing of a tile is not entered, so its taking counts.
    if not after.tracks_territories:
        yield from _once(after, e)


def ask_token_of_placed_tile(_before: State, e: ev.TilePlaced, after: State) -> Iterator[ev.Event]:
    """Ask whether a placed tile gives a token at once, at referee depth (C5-12)."""
    if not e.why:
        yield from _once(after, e)


def _once(after: State, e: ev.TileTaken | ev.TileGiven | ev.TilePlaced) -> Iterator[ev.Event]:
    if e.piece not in TILES:
        return
    gives = after.facts.more.get(token_at_once_fact(e.piece))
    if gives is None:
        yield ev.QuestionAsked(TOKEN_AT_ONCE_QUESTION, e.player, (e.piece,))
    elif gives:
        yield from gain_free_token(after, e.player)


def gain_free_token(state: State, player_id: str) -> Iterator[ev.Event]:
    """Yield the events of a token without price; compare `gain_token`."""
    now = OWN_STATE.of(state)
    if len(now.face_down[player_id]) >= MAX_TOKENS_ON_TABLE:
        yield ev.QuestionAsked(FULL_TABLE_QUESTION, player_id, ("",))
    elif now.supply_count() and now.has_stickers:
        yield ev.QuestionAsked(GAIN_QUESTION, player_id, ("",))
    elif now.supply_count():
        yield HaggisGained(player_id)


def _once_text(state: State, question: OpenQuestion) -> Message:
    tile = labels.piece_label(state.facts, str(question.args[0]))
    return tr("Does {tile} give a haggis token at once?", tile=tile)


def _gives_none(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact("", token_at_once_fact(str(question.args[0])), False)))


def _gives_one(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact("", token_at_once_fact(str(question.args[0])), True)))
    gain_token(resolution, question.player, "")


TOKEN_KINDS = (
    QuestionKind(
        GAIN_QUESTION,
        _gain_text,
        (
            Action("face_up", _face_up, _take_face_up),
            Action("drawn", _drawn, _take_drawn),
            Action("none", _none_left, do_nothing),
        ),
        rule="C5-05",
    ),
    QuestionKind(
        FULL_TABLE_QUESTION,
        _full_text,
        (
            Action("back", _one_goes_back, _give_back_and_gain),
            Action("none", Form(tr("No, the new one isn't taken"), hint=NO), do_nothing),
        ),
        rule="C5-09",
    ),
    QuestionKind(
        TOKEN_AT_ONCE_QUESTION,
        _once_text,
        (
            Action("no", Form(tr("No"), hint=NO), _gives_none),
            Action("yes", Form(tr("Yes"), hint=YES), _gives_one),
        ),
        rule="C5-12",
    ),
)
_SHEEP_CARD = expansion_card("haggis", tr("A haggis token for 1 sheep"), 5)

TOKEN_ENTRIES = (
    Action(SHEEP_ENTRY, _for_a_sheep, ledger_entry(_book_for_a_sheep), "DOWN", tr("haggis"), _SHEEP_CARD),
    Action(FREE_ENTRY, _for_nothing, ledger_entry(_book_for_nothing), is_rare=True),
)
TOKEN_CORRECTIONS = (
    Action(COUNT_CORRECTION, _counts, _set_count),
    Action(FACE_UP_CORRECTION, _face_up_now, _set_face_up),
)
REFEREE = RefereeExtension(
    gains={TOKEN_GAIN: ActivationGain(tr("a haggis token"), _come)}, uses=token_activation_options
)
