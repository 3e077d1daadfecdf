"""Questions about effects of a tile, card or crest. Each can be declined or settled without the companion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import NO, NONE, SKIP, YES, Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, ActionFamily, Form, QuestionKind, Resolution, do_nothing
from companion.state.glen_more_2.effects import (
    apply_category,
    cover_tile,
    gain_piece,
    home_castle_spaces_left,
    is_card_held,
)
from companion.state.glen_more_2.expansions import GOOD_CAUSE_SUFFIX
from companion.state.glen_more_2.facts import DECKS, GOODS, LAND, LANDMARK, PERSON, START_DECK, LearnedFact, Piece
from companion.state.glen_more_2.model import HOME_TILE_SIZE, MAX_SCOTS, State
from companion.state.glen_more_2.payment import has_unused_purchase
from companion.state.glen_more_2.piece_locations import fits_deck, located_pieces, unique_choices
from companion.state.glen_more_2.questions.ledger import remove_tiles, unaffordable_good_reason
from companion.state.glen_more_2.referee.placement import takeable_tiles
from companion.state.glen_more_2.ruleset import rules_of, stop_objections
from companion.state.glen_more_2.text import labels
from companion.state.territory.market import buy_price
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import tile_index

NO_FORM = Form(tr("No"), hint=NO)
SKIP_FORM = Form(tr("Skip, say it later"), hint=SKIP)
ELSEWHERE_LABEL = tr("elsewhere so far")
UNKNOWN_DECK_PREFIX = "deck:"
TAKEABLE_CATEGORIES = (LAND, LANDMARK, PERSON, None)
HOME_PREFIX = "home_"


# Kind of a tile that is not described yet: asked once and saved.


def _category_text(state: State, question: OpenQuestion) -> Message:
    piece, deck = str(question.args[0]), str(question.args[1])
    known = state.facts.pieces.get(piece)
    if not (known and known.name):
        if deck == START_DECK:
            return tr("What kind of start tile is it?")
        return tr("What kind of tile from deck {deck} is it?", deck=deck)
    return tr("What kind of tile is {tile}?", tile=labels.piece_label(state.facts, piece, deck))


def _landmark(state: State, question: OpenQuestion) -> Form | None:
    deck = str(question.args[1])
    cards = tuple(
        Choice(
            card.id,
            labels.landmark_label(state.facts, card.id),
            *stop_objections(state, state.turn.figure, card.id),
            piece=f"card_{card.id}",
        )
        for card in state.facts.landmarks.values()
        if card.deck == deck and card.id not in located_pieces(state) and not is_card_held(state, card.id)
    )
    pick = Pick("card", tr("Which card?"), cards)
    return Form(tr("A landmark tile"), (pick,), hint=tr("landmark")) if cards else None


def _is_land(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _settle_category(resolution, question, LAND, rebuild=False)


def _is_rebuild(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _settle_category(resolution, question, LAND, rebuild=True)


def _is_person(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _settle_category(resolution, question, PERSON, rebuild=False)


def _settle_category(resolution: Resolution, question: OpenQuestion, category: str, rebuild: bool) -> None:
    piece = str(question.args[0])
    if piece in resolution.state.facts.pieces:
        resolution.do(ev.FactLearned(LearnedFact(piece, "sort", category)))
        if category != PERSON:
            resolution.do(ev.FactLearned(LearnedFact(piece, "rebuild", rebuild)))
    known = resolution.state.facts.pieces.get(piece, Piece(piece, category=category, rebuild=rebuild))
    apply_category(resolution, question.player, known)


def _is_landmark(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _landmark_tile(resolution, question.player, str(question.args[0]), str(answer.values[0]))


def _later_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form that postpones the answer; not at referee depth, where placement depends on the kind."""
    return None if state.tracks_territories else SKIP_FORM


def _category_later(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.TileCountChanged(question.player, 1, "later", "GM-TRN-03"))
    resolution.do(ev.CountsMarkedUncertain(question.player, ("tiles", "persons")))


def _landmark_tile(resolution: Resolution, player_id: str, piece: str, card: str) -> None:
    """Record that an unnamed tile is the landmark tile of this name (GM-ONE-04)."""
    resolution.do(ev.TileNamed(player_id, card, piece))
    if piece:
        resolution.do(ev.FactLearned(LearnedFact(piece, "is", card)))
    apply_category(resolution, player_id, resolution.state.facts.pieces[card])


def _rebuild_text(state: State, question: OpenQuestion) -> Message:
    return tr("Is {tile} a rebuild tile?", tile=labels.tile_in_sentence(state.facts, str(question.args[0])))


def _lay_as_new_tile(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact(str(question.args[0]), "rebuild", False)))


def _lay_as_rebuild(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.FactLearned(LearnedFact(str(question.args[0]), "rebuild", True)))
    cover_tile(resolution, question.player, -1)


def _rebuild_later(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.CountsMarkedUncertain(question.player, ("tiles",)))


# Cost of a tile: each good is the player's own or bought on the market (GM-TAK-02, GM-MKT-06, GM-ACT-16).


def _good_cost_text(state: State, question: OpenQuestion) -> Message:
    """Return the text; the most common cause has a short word so that small panels can show all answers."""
    good, cause = map(str, question.args[:2])
    either_way = rules_of(state).causes.get(f"{cause}{GOOD_CAUSE_SUFFIX}")
    if either_way:
        return tr("Your own {good}, or bought? {So}", good=labels.GOODS_LABELS[good], So=either_way)
    why = tr("Cost") if cause == "cost" else labels.cause_label(state, cause)
    if good == "any_good":
        return tr("{Cause}: a good of your own, or bought?", Cause=why)
    return tr("{Cause}: your own {good}, or bought?", good=labels.GOODS_LABELS[good], Cause=why)


def _bought_before(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for a good that was bought a moment ago and is not used yet."""
    good, cause = map(str, question.args[:2])
    if cause == "cost" or not has_unused_purchase(state, question.player, good):
        return None
    return Form(tr("The {good} just bought", good=labels.GOODS_LABELS[good]), is_suggested=True, hint=tr("bought"))


def _give_bought(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.BoughtGoodSpent(question.player, str(question.args[0])))


def _from_market(state: State, question: OpenQuestion) -> Form:
    good = str(question.args[0])
    if good == "any_good":
        rows = tuple(_purchase_choice(state, question.player, row) for row in GOODS)
        pick = Pick("good", tr("Which good?"), rows, in_order=True)
        return Form(tr("From the market"), (pick,), hint=tr("buy"))
    choice = _purchase_choice(state, question.player, good)
    # Own goods may bring more later, so players mostly buy.
    likely = _bought_before(state, question) is None
    return Form(choice.label, closed=choice.closed, caution=choice.caution, is_suggested=likely, hint=tr("buy"))


def _purchase_choice(state: State, player_id: str, good: str) -> Choice:
    price = buy_price(state.market[good])
    words = labels.GOODS_LABELS[good]
    if price is None:
        return Choice(good, words, Reason("GM-MKT-03", tr("The {good} row is full.", good=words)), brief=words)
    label = tr("{Good} from the market for {n}", Good=words, n=price)
    return Choice(good, label, caution=unaffordable_good_reason(state, player_id, good), brief=words)


def _buy(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    good = str(answer.values[0]) if answer.values else str(question.args[0])
    resolution.do(ev.GoodBought(question.player, good, buy_price(resolution.state.market[good]) or 0))


# A Scot paid comes from any tile; only those of the home castle are counted (GM-TAK-04).


def _scot_cost_text(_state: State, question: OpenQuestion) -> Message:
    return trn(
        "The tile costs {n} Scot of the territory. Does it leave the home castle?",
        "The tile costs {n} Scots of the territory. How many leave the home castle?",
        int(question.args[0]),
    )


def _from_home(state: State, question: OpenQuestion) -> Iterator[tuple[str, Form]]:
    most = min(int(question.args[0]), max(0, state.player(question.player).scots))
    for n in range(1, most + 1):
        label = tr("Yes") if int(question.args[0]) == 1 else tr("{n} from the home castle", n=n)
        yield str(n), Form(label, hint=YES if int(question.args[0]) == 1 else literal(str(n)))


def _pay_scots(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.HomeScotsChanged(question.player, -int(answer.offer.removeprefix(HOME_PREFIX)), "cost"))


# Scots are put on any tiles; only those in the home castle are counted.


def _scots_home_text(state: State, question: OpenQuestion) -> Message:
    cause, number = str(question.args[0]), int(question.args[1])
    name = labels.cause_label(state, cause)
    return trn(
        "{Cause}: does the Scot go to the home castle?",
        "{Cause}: how many of the {n} Scots go to the home castle?",
        number,
        Cause=name,
    )


def _scots_home(state: State, question: OpenQuestion) -> Form:
    most = min(int(question.args[1]), home_castle_spaces_left(state.player(question.player)))
    text = _scots_home_text(state, question)
    only_one = int(question.args[1]) == 1
    return Form(text, (Amount("scots", text, 0, most, most, is_yes_no=only_one),))


def _come_home(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if scots := int(answer.values[0]):
        resolution.do(ev.HomeScotsChanged(question.player, scots, str(question.args[0])))


# Tiles may leave the territory; their Scots return to the home castle (GM-EDG-04).


def _remove_tiles_text(state: State, question: OpenQuestion) -> Message:
    name = labels.cause_label(state, str(question.args[0]))
    return tr("{Cause}: how many tiles leave the territory?", Cause=name)


def _remove_tiles_form(state: State, question: OpenQuestion) -> Form | None:
    tiles = min(int(question.args[1]), max(0, state.player(question.player).tiles - HOME_TILE_SIZE))
    if not tiles:
        return None
    parts = (
        Amount("tiles", _remove_tiles_text(state, question), 0, tiles, 0),
        Amount("scots", tr("How many Scots came to the home castle from them?"), 0, MAX_SCOTS, 0),
    )
    return Form(tr("Tiles are removed"), parts, hint=tr("removed"))


def _remove(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    tiles, scots = answer.values
    if tiles:
        remove_tiles(resolution, question.player, int(tiles), int(scots))


# A tile of the discard pile is free (GM-CRS-19); any tile outside territories may be tapped.


def _from_discards_text(state: State, question: OpenQuestion) -> Message:
    name = labels.cause_label(state, str(question.args[0]))
    return tr("{Cause}: which tile comes from the discard pile?", Cause=name)


def _from_discards(state: State, question: OpenQuestion) -> Form | None:
    if not state.discards:
        return None
    tiles = (*_in_pile(state), *_not_in_pile(state))
    if state.tracks_territories:
        tiles = _that_can_be_laid(state, question.player, tiles)
    pick = Pick("tile", tr("Which tile?"), unique_choices(tiles))
    if all(choice.closed for choice in pick.choices):
        return None
    return Form(tr("A tile of the discard pile"), (pick,), hint=tr("tile …"))


def _that_can_be_laid(state: State, player_id: str, tiles: Iterable[Choice]) -> tuple[Choice, ...]:
    """Return the choices that can be placed: identified tiles (GM-CRS-19), closed if they have no legal cell."""
    takeable, pieces = takeable_tiles(state, player_id), state.facts.pieces
    named = (choice for choice in tiles if choice.value in pieces and not pieces[choice.value].stays)
    return tuple(
        replace(choice, closed=takeable.no_place_reason(pieces[choice.value], free=True)) for choice in named
    )


def _in_pile(state: State) -> Iterator[Choice]:
    """Yield the tiles recorded on the pile: identified ones, then one unidentified tile of each deck."""
    for tile in state.discards:
        if tile.piece:
            yield Choice(tile.piece, labels.tile_label(state.facts, tile), piece=tile.piece)
    for deck in sorted({t.deck for t in state.discards if not t.piece}):
        start = tr("an unknown start tile")
        words = start if deck == START_DECK else tr("an unknown tile of deck {deck}", deck=deck)
        yield Choice(f"{UNKNOWN_DECK_PREFIX}{deck}", words)


def _not_in_pile(state: State) -> Iterator[Choice]:
    """Yield all other tiles that no player has; the pile may hold one that was recorded elsewhere.

    Tiles of a deck that is not reached yet are hidden, but can be tapped.
    """
    come = (None, *DECKS[: DECKS.index(state.deck) + 1])
    held = {t.piece for t in (*state.discards, *(t for p in state.players for t in p.taken_tiles))}
    for piece in state.facts.pieces.values():
        if piece.category in TAKEABLE_CATEGORIES and piece.deck != "" and piece.id not in held:
            words, early = labels.piece_label(state.facts, piece.id), piece.deck not in come
            yield Choice(piece.id, words, piece=piece.id, group=ELSEWHERE_LABEL, is_hidden=early)


def _take_from_discards(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    value = str(answer.values[0])
    piece = "" if value.startswith(UNKNOWN_DECK_PREFIX) else value
    deck = value.removeprefix(UNKNOWN_DECK_PREFIX) if not piece else _deck_in_pile(resolution.state, piece)
    _forget_location(resolution, piece)
    resolution.do(ev.TileGiven(question.player, piece, deck))
    gain_piece(resolution, question.player, piece, deck, free=True)


def _forget_location(resolution: Resolution, piece: str) -> None:
    """Remove the tile from the rondel or the removed tiles where it was recorded."""
    place = tile_index(resolution.state.track, piece) if piece else -1
    if place >= 0:
        resolution.do(ev.SpaceSet(place, "", resolution.state.track[place].deck))
    elif any(t.piece == piece for t in resolution.state.removed_tiles):
        resolution.do(ev.PiecePlaced(piece, "deck"))


def _deck_in_pile(state: State, piece: str) -> str:
    """Return the deck of a tile: that of the matching tile on the pile, otherwise the known one."""
    known = state.facts.pieces[piece]
    lying = [t.deck for t in state.discards if t.piece == piece]
    unidentified = [t.deck for t in state.discards if not t.piece and fits_deck(known, t.deck)]
    return next(iter([*lying, *unidentified]), known.deck or "")


FOLLOW_UP_QUESTIONS = (
    QuestionKind(
        "sort",
        _category_text,
        (
            Action("land", Form(tr("A tile for the territory"), hint=tr("tile")), _is_land),
            Action("rebuild", Form(tr("A rebuild tile"), hint=tr("rebuild")), _is_rebuild),
            Action("person", Form(tr("A person"), hint=tr("person")), _is_person),
            Action("landmark", _landmark, _is_landmark),
            Action("later", _later_form, _category_later),
        ),
        rule="GM-TIL-03",
    ),
    QuestionKind(
        "rebuild",
        _rebuild_text,
        (
            Action("no", NO_FORM, _lay_as_new_tile),
            Action("yes", Form(tr("Yes: it covers another tile"), hint=YES), _lay_as_rebuild),
            Action("later", SKIP_FORM, _rebuild_later),
        ),
        rule="GM-RBD-01",
    ),
    QuestionKind(
        "good_cost",
        _good_cost_text,
        (
            Action("own", Form(tr("Your own"), hint=tr("own")), do_nothing),
            Action("before", _bought_before, _give_bought),
            Action("market", _from_market, _buy),
            Action(
                "unpaid", Form(tr("We settle it ourselves: nothing is booked"), hint=tr("neither")), do_nothing
            ),
        ),
        rule="GM-TAK-02",
    ),
    QuestionKind(
        "scot_cost",
        _scot_cost_text,
        (Action("no", NO_FORM, do_nothing), ActionFamily(HOME_PREFIX, _from_home, _pay_scots)),
        rule="GM-TAK-04",
    ),
    QuestionKind("scots_home", _scots_home_text, (Action("home", _scots_home, _come_home),), rule="GM-MOV-08"),
    QuestionKind(
        "removed",
        _remove_tiles_text,
        (
            Action("none", Form(tr("No tile is removed"), hint=NONE), do_nothing),
            Action("removed", _remove_tiles_form, _remove),
        ),
        rule="GM-EDG-04",
    ),
    QuestionKind(
        "from_discards",
        _from_discards_text,
        (
            Action("tile", _from_discards, _take_from_discards),
            Action("none", Form(tr("No tile is taken"), hint=NONE), do_nothing),
        ),
        rule="GM-CRS-19",
    ),
)
