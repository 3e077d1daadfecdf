"""What a tile, card or crest makes the table answer: each can be declined or done without the companion."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import cover, gain_piece, has_card, room_for_scots, settle_sort
from companion.state.glen_more_2.facts import GOODS, LAND, LANDMARK, PERSON, Learned, Piece
from companion.state.glen_more_2.market import buy_price
from companion.state.glen_more_2.model import HOME_TILES, MAX_SCOTS, OpenQuestion, State
from companion.state.glen_more_2.piece_locations import fits, gone
from companion.state.glen_more_2.questions.ledger import remove_tiles
from companion.state.glen_more_2.questions.question_kinds import question_kind
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of_piece

NO = tr("No")
PILE, ELSEWHERE = tr("discard pile"), tr("believed elsewhere")
UNTOLD = "deck:"
TAKEABLE = (LAND, LANDMARK, PERSON, None)


def _question(open_: OpenQuestion, text: Message, offers: tuple[Offer, ...], rule: str) -> Question:
    return Question(open_.number, open_.kind, text, offers, open_.player, rule=rule)


# ---- what a tile is that nobody has described


def ask_sort(state: State, question: OpenQuestion) -> Question:
    """Land, landmark or person; rebuild or not: asked once and remembered."""
    piece, deck = str(question.args[0]), str(question.args[1])
    text = tr("What is {tile}?", tile=labels.piece(state.facts, piece, deck))
    cards = tuple(
        Choice(card.id, labels.landmark(state.facts, card.id), piece=f"card_{card.id}")
        for card in state.facts.landmarks.values()
        if card.deck == deck and card.id not in gone(state) and not has_card(state, card.id)
    )
    offers = [
        Offer("land", tr("A tile for the territory")),
        Offer("rebuild", tr("A rebuild tile")),
        Offer("person", tr("A person")),
        Offer("later", tr("We say it later")),
    ]
    if cards:
        offers.insert(3, Offer("landmark", tr("A landmark tile"), (Pick("card", tr("Which card?"), cards),)))
    return _question(question, text, tuple(offers), "GM-TIL-03")


def settle_sort_asked(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece, player_id = str(question.args[0]), question.player
    resolution.close(question)
    if answer.offer == "later":
        resolution.do(ev.TilesChanged(player_id, 1, "later", "GM-TRN-03"))
        resolution.do(ev.CountsDoubted(player_id, ("tiles", "persons")))
        return
    if answer.offer == "landmark":
        _landmark_tile(resolution, player_id, piece, str(answer.values[0]))
        return
    category = PERSON if answer.offer == "person" else LAND
    rebuild = answer.offer == "rebuild"
    if piece in resolution.state.facts.pieces:
        resolution.do(ev.FactLearned(Learned(piece, "sort", category)))
        if category != PERSON:
            resolution.do(ev.FactLearned(Learned(piece, "rebuild", rebuild)))
    known = resolution.state.facts.pieces.get(piece, Piece(piece, category=category, rebuild=rebuild))
    settle_sort(resolution, player_id, known)


def _landmark_tile(resolution: Resolution, player_id: str, piece: str, card: str) -> None:
    """A tile without a name turns out to be the landmark tile of that name (GM-ONE-04)."""
    resolution.do(ev.TileNamed(player_id, card, piece))
    if piece:
        resolution.do(ev.FactLearned(Learned(piece, "is", card)))
    settle_sort(resolution, player_id, resolution.state.facts.pieces[card])


def ask_rebuild(state: State, question: OpenQuestion) -> Question:
    text = tr("Is {tile} a rebuild tile?", tile=labels.piece(state.facts, str(question.args[0])))
    offers = (
        Offer("no", NO),
        Offer("yes", tr("Yes: it covers another tile")),
        Offer("later", tr("We say it later")),
    )
    return _question(question, text, offers, "GM-RBD-01")


def settle_rebuild(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece, player_id = str(question.args[0]), question.player
    resolution.close(question)
    if answer.offer == "later":
        resolution.do(ev.CountsDoubted(player_id, ("tiles",)))
        return
    resolution.do(ev.FactLearned(Learned(piece, "rebuild", answer.offer == "yes")))
    if answer.offer == "yes":
        cover(resolution, player_id, -1)


# ---- what a tile costs


def ask_good_cost(state: State, question: OpenQuestion) -> Question:
    """Each good that is given: own or from the market (GM-TAK-02, GM-MKT-06, GM-ACT-16)."""
    good = str(question.args[0])
    why = labels.cause(state.facts, str(question.args[1]))
    if good == "any_good":
        rows = tuple(_bought(state, row) for row in GOODS)
        market = Offer("market", tr("From the market"), (Pick("good", tr("Which good?"), rows),))
        text = tr("Any good for {why}: own or bought?", why=why)
    else:
        choice = _bought(state, good)
        market = Offer("market", choice.label, closed=choice.closed)
        text = tr("{good} for {why}: own or bought?", good=labels.GOODS_WORDS[good], why=why)
    offers = (Offer("own", tr("An own good")), market, Offer("unpaid", tr("None was given")))
    return _question(question, text, offers, "GM-TAK-02")


def _bought(state: State, good: str) -> Choice:
    price = buy_price(state.market[good])
    words = labels.GOODS_WORDS[good]
    if price is None:
        return Choice(good, words, Reason("GM-MKT-03", tr("The {good} row is full.", good=words)))
    return Choice(good, tr("{good} from the market for {n}", good=words, n=price))


def settle_good_cost(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "market":
        good = str(answer.values[0]) if answer.values else str(question.args[0])
        resolution.do(ev.GoodBought(question.player, good, buy_price(resolution.state.market[good]) or 0))


def ask_scot_cost(state: State, question: OpenQuestion) -> Question:
    """A Scot paid comes from any tile; only the home castle is counted (GM-TAK-04)."""
    number = int(question.args[0])
    text = trn(
        "The tile costs {n} Scot of the territory. Does it leave the home castle?",
        "The tile costs {n} Scots of the territory. How many leave the home castle?",
        number,
    )
    most = min(number, max(0, state.player(question.player).scots))
    some = (Offer(f"home_{n}", tr("{n} from the home castle", n=n)) for n in range(1, most + 1))
    return _question(question, text, (Offer("no", NO), *some), "GM-TAK-04")


def settle_scot_cost(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer != "no":
        resolution.do(ev.ScotsMoved(question.player, -int(answer.offer.removeprefix("home_")), "cost"))


# ---- Scots and tiles


def ask_scots_home(state: State, question: OpenQuestion) -> Question:
    """Scots put on any tiles: only those in the home castle are counted."""
    cause, number = str(question.args[0]), int(question.args[1])
    most = min(number, room_for_scots(state.player(question.player)))
    name = labels.cause(state.facts, cause)
    text = tr("{cause}: how many of the {n} Scots go to the home castle?", cause=name, n=number)
    part = Amount("scots", text, 0, most, 0)
    return _question(question, text, (Offer("home", text, (part,)),), "GM-MOV-08")


def settle_scots_home(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    scots = int(answer.values[0])
    resolution.close(question)
    if scots:
        resolution.do(ev.ScotsMoved(question.player, scots, str(question.args[0])))


def ask_removed(state: State, question: OpenQuestion) -> Question:
    """Tiles that may leave the territory and the Scots that come home from them (GM-EDG-04)."""
    cause, most = str(question.args[0]), int(question.args[1])
    tiles = min(most, max(0, state.player(question.player).tiles - HOME_TILES))
    name = labels.cause(state.facts, cause)
    text = tr("{cause}: how many tiles leave the territory?", cause=name)
    parts = (
        Amount("tiles", text, 0, tiles, 0),
        Amount("scots", tr("How many Scots came to the home castle from them?"), 0, MAX_SCOTS, 0),
    )
    none = Offer("none", tr("No tile is removed"))
    offers = (none, Offer("removed", tr("Tiles are removed"), parts)) if tiles else (none,)
    return _question(question, text, offers, "GM-EDG-04")


def settle_removed(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "removed" and answer.values[0]:
        remove_tiles(resolution, question.player, int(answer.values[0]), int(answer.values[1]))


def ask_from_discards(state: State, question: OpenQuestion) -> Question:
    """A tile of the discard pile for nothing (GM-CRS-19); any tile that is in no territory may be tapped."""
    offers = [Offer("none", tr("No tile is taken"))]
    if state.discards:
        pick = Pick("tile", tr("Which tile?"), (*_in_pile(state), *_not_in_pile(state)))
        offers.insert(0, Offer("tile", tr("A tile of the discard pile"), (pick,)))
    name = labels.cause(state.facts, str(question.args[0]))
    text = tr("{cause}: which tile comes from the discard pile?", cause=name)
    return _question(question, text, tuple(offers), "GM-CRS-19")


def _in_pile(state: State) -> Iterator[Choice]:
    """What lies on the pile by the book: tiles with their names, then one nameless tile of each deck."""
    for tile in state.discards:
        if tile.piece:
            yield Choice(tile.piece, labels.tile(state.facts, tile), piece=tile.piece, group=PILE)
    for deck in sorted({t.deck for t in state.discards if not t.piece}):
        yield Choice(f"{UNTOLD}{deck}", tr("an untold tile of deck {deck}", deck=deck), group=PILE)


def _not_in_pile(state: State) -> Iterator[Choice]:
    """Every other tile that nobody has: the pile may hold what was believed elsewhere."""
    held = {t.piece for t in (*state.discards, *(t for p in state.players for t in p.taken))}
    for piece in state.facts.pieces.values():
        if piece.category in TAKEABLE and piece.deck != "" and piece.id not in held:
            yield Choice(piece.id, labels.piece(state.facts, piece.id), piece=piece.id, group=ELSEWHERE)


def settle_from_discards(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "none":
        return
    value = str(answer.values[0])
    piece = "" if value.startswith(UNTOLD) else value
    deck = value.removeprefix(UNTOLD) if not piece else _deck_in_pile(resolution.state, piece)
    _leave_belief(resolution, piece)
    resolution.do(ev.TileGiven(question.player, piece, deck))
    gain_piece(resolution, question.player, piece, deck, free=True)


def _leave_belief(resolution: Resolution, piece: str) -> None:
    """A tile that was believed on the rondel or out of the game lay on the pile: who knows what lies there."""
    place = place_of_piece(resolution.state.line, piece) if piece else -1
    if place >= 0:
        resolution.do(ev.SpaceSet(place, "", resolution.state.line[place].deck))
    elif any(t.piece == piece for t in resolution.state.removed):
        resolution.do(ev.PiecePlaced(piece, "deck"))


def _deck_in_pile(state: State, piece: str) -> str:
    """The letter of a tile: that of the pile's tile which it is, else the one that is known of it."""
    known = state.facts.pieces[piece]
    lying = [t.deck for t in state.discards if t.piece == piece]
    unidentified = [t.deck for t in state.discards if not t.piece and fits(known, t.deck)]
    return next(iter([*lying, *unidentified]), known.deck or "")


question_kind("sort", ask_sort, settle_sort_asked)
question_kind("rebuild", ask_rebuild, settle_rebuild)
question_kind("good_cost", ask_good_cost, settle_good_cost)
question_kind("scot_cost", ask_scot_cost, settle_scot_cost)
question_kind("scots_home", ask_scots_home, settle_scots_home)
question_kind("removed", ask_removed, settle_removed)
question_kind("from_discards", ask_from_discards, settle_from_discards)
