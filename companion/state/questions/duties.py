"""What a tile, card or crest makes the table answer: each can be declined or done without the companion."""

from __future__ import annotations

from companion.frame.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.frame.said import Said, say
from companion.state import events as ev
from companion.state import labels
from companion.state.course import Course
from companion.state.effects import gain_piece, room_for_scots, settle_sort, take_crest, tier_points
from companion.state.facts import GOODS, LAND, LANDMARK, PERSON, Learned, Piece
from companion.state.located import fits, gone
from companion.state.market import buy_price
from companion.state.model import Open, State, Tile
from companion.state.questions.kinds import kind
from companion.state.questions.ledger import crest_pick, remove_tiles, road_coins

NO = say("No")


def _question(open_: Open, text: Said, offers: tuple[Offer, ...], rule: str) -> Question:
    return Question(open_.number, open_.kind, text, offers, open_.player, rule=rule)


# ---- what a tile is that nobody has described


def ask_sort(state: State, question: Open) -> Question:
    """Land, landmark or person; rebuild or not: asked once and remembered."""
    piece, deck = str(question.args[0]), str(question.args[1])
    text = say("What is {tile}?", tile=labels.piece(state.facts, piece, deck))
    cards = tuple(
        Choice(card.id, labels.landmark(state.facts, card.id), piece=f"card_{card.id}")
        for card in state.facts.landmarks.values()
        if not any(card.id in p.landmarks for p in state.players)
    )
    offers = [
        Offer("land", say("A tile for the territory")),
        Offer("rebuild", say("A rebuild tile")),
        Offer("person", say("A person")),
        Offer("later", say("We say it later")),
    ]
    if cards:
        offers.insert(3, Offer("landmark", say("A landmark tile"), (Pick("card", say("Which card?"), cards),)))
    return _question(question, text, tuple(offers), "GM-TIL-03")


def settle_sort_asked(course: Course, question: Open, answer: Answer) -> None:
    piece, who = str(question.args[0]), question.player
    course.settle(question)
    if answer.offer == "later":
        course.do(ev.TilesChanged(who, 1, "later", "GM-TRN-03"))
        course.do(ev.Doubted(who, ("tiles", "persons")))
        return
    sort = {"person": PERSON, "landmark": LANDMARK}.get(answer.offer, LAND)
    rebuild = answer.offer == "rebuild"
    if piece in course.state.facts.pieces and answer.offer != "landmark":
        course.do(ev.FactLearned(Learned(piece, "sort", sort)))
        if sort != PERSON:
            course.do(ev.FactLearned(Learned(piece, "rebuild", rebuild)))
    known = course.state.facts.pieces.get(piece, Piece(piece, sort=sort, rebuild=rebuild))
    if answer.offer == "landmark":
        _landmark_tile(course, who, str(answer.values[0]))
    else:
        settle_sort(course, who, known)


def _landmark_tile(course: Course, who: str, card: str) -> None:
    """The tile under a sticker turns out to be a named landmark tile."""
    named = course.state.facts.pieces[card]
    settle_sort(course, who, Piece(card, named.name, LANDMARK, named.deck, rebuild=bool(named.rebuild)))


def ask_rebuild(state: State, question: Open) -> Question:
    text = say("Is {tile} a rebuild tile?", tile=labels.piece(state.facts, str(question.args[0])))
    offers = (
        Offer("no", NO),
        Offer("yes", say("Yes: it covers another tile")),
        Offer("later", say("We say it later")),
    )
    return _question(question, text, offers, "GM-RBD-01")


def settle_rebuild(course: Course, question: Open, answer: Answer) -> None:
    piece, who = str(question.args[0]), question.player
    course.settle(question)
    if answer.offer == "later":
        course.do(ev.Doubted(who, ("tiles",)))
        return
    course.do(ev.FactLearned(Learned(piece, "rebuild", answer.offer == "yes")))
    if answer.offer == "yes":
        course.do(ev.TilesChanged(who, -1, "rebuilt", "GM-RBD-11"))


# ---- what a tile costs


def ask_good_cost(state: State, question: Open) -> Question:
    """Each good of a cost: own or from the market (GM-TAK-02, GM-MKT-06)."""
    good = str(question.args[0])
    if good == "any_good":
        rows = tuple(_bought(state, row) for row in GOODS)
        market = Offer("market", say("From the market"), (Pick("good", say("Which good?"), rows),))
        text = say("Any good for the tile: own or bought?")
    else:
        choice = _bought(state, good)
        market = Offer("market", choice.label, closed=choice.closed)
        text = say("{good} for the tile: own or bought?", good=labels.GOODS_WORDS[good])
    offers = (Offer("own", say("An own good")), market, Offer("unpaid", say("Nothing was paid")))
    return _question(question, text, offers, "GM-TAK-02")


def _bought(state: State, good: str) -> Choice:
    price = buy_price(state.market[good])
    words = labels.GOODS_WORDS[good]
    if price is None:
        return Choice(good, words, Reason("GM-MKT-03", say("The {good} row is full.", good=words)))
    return Choice(good, say("{good} from the market for {n}", good=words, n=price))


def settle_good_cost(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "market":
        good = str(answer.values[0]) if answer.values else str(question.args[0])
        course.do(ev.GoodBought(question.player, good, buy_price(course.state.market[good]) or 0))


def ask_scot_cost(_state: State, question: Open) -> Question:
    """A Scot paid comes from any tile; only the home castle is counted (GM-TAK-04)."""
    number = int(question.args[0])
    text = say("The tile costs {n} Scots of the territory. Does one leave the home castle?", n=number)
    offers = (Offer("no", NO), Offer("yes", say("Yes, from the home castle")))
    return _question(question, text, offers, "GM-TAK-04")


def settle_scot_cost(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "yes":
        course.do(ev.ScotsMoved(question.player, -1, "cost"))


# ---- clan markers


def ask_crest(state: State, question: Open) -> Question:
    """A clan marker may be placed (GM-PER-05); the list ends with leaving it."""
    pick = crest_pick(state)
    middle = [i for i, c in enumerate(pick.choices) if c.group != pick.choices[0].group]
    group = say("No marker")
    none = Choice("none", say("No marker is placed"), group=group)
    if not state.house.crest_placement_optional:
        none = Choice("none", say("We did it ourselves"), group=group)
    cut = _after_third_group(pick.choices) if middle else len(pick.choices)
    choices = (*pick.choices[:cut], none, *pick.choices[cut:])
    cause = labels.cause(state.facts, str(question.args[0]))
    text = say("{cause}: which crest gets the clan marker?", cause=cause)
    offer = Offer("crest", say("A clan marker"), (Pick("crest", text, choices),))
    return _question(question, text, (offer,), "GM-CLN-01")


def _after_third_group(choices: tuple[Choice, ...]) -> int:
    """Where "none" lies farthest from the start of a circular list of groups, so that no crest moves away."""
    seen: list[Said | None] = []
    for place, choice in enumerate(choices):
        if choice.group not in seen:
            seen.append(choice.group)
        if len(seen) > 3:
            return place
    return len(choices)


def settle_crest(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.values[0] != "none":
        take_crest(course, question.player, str(answer.values[0]), road_coins(course.state, answer.values))


def ask_tier(state: State, question: Open) -> Question:
    """What the map of the territory decides: no points, 5 or 8; proposed where it is known (GM-CRS-14)."""
    crest = state.facts.crests[str(question.args[0])]
    player = state.player(question.player)
    points = [0, *(p for _, p in crest.tiers)]
    usual = tier_points(crest.tiers, player.rebuilds) if crest.counted == "rebuild_tiles" else 0
    order = sorted(points, key=lambda p: p != usual)
    offers = tuple(Offer(f"points_{p}", _tier_label(crest.tiers, p)) for p in order)
    text = say("{crest}: {text}", crest=labels.crest(state.facts, crest.id), text=crest.text)
    return _question(question, text, offers, crest.rule)


def _tier_label(tiers: tuple[tuple[int, int], ...], points: int) -> Said:
    needed = next((n for n, p in tiers if p == points), 0)
    return say("{n} or more: {points} points", n=needed, points=points) if points else say("fewer: no points")


def settle_tier(course: Course, question: Open, answer: Answer) -> None:
    points = int(answer.offer.removeprefix("points_"))
    course.settle(question)
    if points:
        course.do(ev.PointsScored(question.player, points, f"crest:{question.args[0]}"))


# ---- Scots and tiles


def ask_scots_home(state: State, question: Open) -> Question:
    """Scots put on any tiles: only those in the home castle are counted."""
    cause, number = str(question.args[0]), int(question.args[1])
    most = min(number, room_for_scots(state.player(question.player)))
    name = labels.cause(state.facts, cause)
    text = say("{cause}: how many of the {n} Scots go to the home castle?", cause=name, n=number)
    part = Amount("scots", text, 0, most, 0)
    return _question(question, text, (Offer("home", text, (part,)),), "GM-MOV-08")


def settle_scots_home(course: Course, question: Open, answer: Answer) -> None:
    scots = int(answer.values[0])
    course.settle(question)
    if scots:
        course.do(ev.ScotsMoved(question.player, scots, str(question.args[0])))


def ask_removed(state: State, question: Open) -> Question:
    """Tiles that may leave the territory and the Scots that come home from them (GM-EDG-04)."""
    cause, most = str(question.args[0]), int(question.args[1])
    tiles = min(most, max(0, state.player(question.player).tiles - 2))
    name = labels.cause(state.facts, cause)
    text = say("{cause}: how many tiles leave the territory?", cause=name)
    parts = (
        Amount("tiles", text, 0, tiles, 0),
        Amount("scots", say("How many Scots came to the home castle from them?"), 0, 9, 0),
    )
    none = Offer("none", say("No tile is removed"))
    offers = (none, Offer("removed", say("Tiles are removed"), parts)) if tiles else (none,)
    return _question(question, text, offers, "GM-EDG-04")


def settle_removed(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "removed" and answer.values[0]:
        remove_tiles(course, question.player, int(answer.values[0]), int(answer.values[1]))


def ask_from_discards(state: State, question: Open) -> Question:
    """A tile of the discard pile for nothing (GM-CRS-19); any tile that is in no territory may be tapped."""
    pile = tuple(
        Choice(f"{t.piece}", labels.tile(state.facts, t), piece=t.piece) for t in state.discards if t.piece
    )
    decks = sorted({t.deck for t in state.discards if not t.piece})
    untold = tuple(Choice(f"deck:{d}", say("an untold tile of deck {deck}", deck=d)) for d in decks)
    placed = gone(state)
    others = tuple(
        Choice(p.id, labels.piece(state.facts, p.id), piece=p.id)
        for p in state.facts.pieces.values()
        if p.id not in placed and any(fits(p, d) for d in decks)
    )
    offers = [Offer("none", say("No tile is taken"))]
    if pile or untold:
        pick = Pick("tile", say("Which tile?"), (*pile, *untold, *others))
        offers.insert(0, Offer("tile", say("A tile of the discard pile"), (pick,)))
    name = labels.cause(state.facts, str(question.args[0]))
    text = say("{cause}: which tile comes from the discard pile?", cause=name)
    return _question(question, text, tuple(offers), "GM-CRS-19")


def settle_from_discards(course: Course, question: Open, answer: Answer) -> None:
    course.settle(question)
    if answer.offer == "none":
        return
    value = str(answer.values[0])
    piece = "" if value.startswith("deck:") else value
    deck = value.removeprefix("deck:") if not piece else _deck_in_pile(course.state, piece)
    course.do(ev.TileGiven(question.player, piece, deck))
    gain_piece(course, question.player, piece, deck, free=True)


def _deck_in_pile(state: State, piece: str) -> str:
    lying = next((t for t in state.discards if t.piece == piece), None)
    if lying:
        return lying.deck
    known = state.facts.pieces[piece]
    untold = next((t for t in state.discards if not t.piece and fits(known, t.deck)), Tile("", known.deck or ""))
    return untold.deck


kind("sort", ask_sort, settle_sort_asked)
kind("rebuild", ask_rebuild, settle_rebuild)
kind("good_cost", ask_good_cost, settle_good_cost)
kind("scot_cost", ask_scot_cost, settle_scot_cost)
kind("crest", ask_crest, settle_crest)
kind("tier", ask_tier, settle_tier)
kind("scots_home", ask_scots_home, settle_scots_home)
kind("removed", ask_removed, settle_removed)
kind("from_discards", ask_from_discards, settle_from_discards)
