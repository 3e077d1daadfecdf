"""What members let their owners do: entries in the ledger, in any turn unless the member says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.chronicles.penny_mobs.members import (
    ANDERSON,
    CASTLE,
    CLAIM,
    DARKIE,
    DUFF,
    LAIRD,
    MAIL,
    MEMBERS,
    MUSCLE,
    QUACK,
    SLUG,
    SNITCH,
    WANDER,
)
from companion.chronicles.penny_mobs.mob import (
    BruceWorked,
    CardTurned,
    MemberPlaced,
    PennyGiven,
    PowerUsed,
    TokenUsed,
    mob,
)
from companion.engine.message import literal, say
from companion.engine.offers import Amount, Answer, Choice, Offer, Part, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import room_for_scots
from companion.state.glen_more_2.facts import GOODS, WORLDS_END, Learned
from companion.state.glen_more_2.market import sell_price
from companion.state.glen_more_2.model import HOME_TILES, Open, State
from companion.state.glen_more_2.questions.take import stays
from companion.state.glen_more_2.resolution import Course
from companion.state.glen_more_2.ring import place_of, place_of_piece, tiles_ahead

COINS_MOST = 10
PLACERS = (SNITCH, DARKIE, CASTLE)


def entries(state: State, question: Open) -> Iterator[Offer]:
    """One entry for each member that this player controls and that has something to do."""
    for member, make in MAKERS.items():
        if mob(state).owner.get(member) == question.player:
            yield make(state, question.player)
    for member, make in SECONDS.items():
        if mob(state).owner.get(member) == question.player:
            yield make(state, question.player)
    host = mob(state).host.get(DARKIE, question.player)
    if host == question.player and mob(state).owner.get(DARKIE) not in (None, host):
        yield Offer(f"{SLUG}.{DARKIE}.coin", say("1 coin to the owner of Fergus: the new tile touches him"))


def _name(member: str) -> str:
    return f"{SLUG}.{member}"


def _offer(member: str, *parts: Part, closed: Reason | None = None) -> Offer:
    return Offer(_name(member), literal(MEMBERS[member].name), () if closed else parts, closed=closed)


def _no_token(state: State, member: str) -> Reason | None:
    if mob(state).tokens.get(member, 0) > 0:
        return None
    return Reason(MEMBERS[member].rule, say("{member} has no token left.", member=MEMBERS[member].name))


def _others(state: State, who: str) -> tuple[Choice, ...]:
    return tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players if p.id != who)


def _token_coins(state: State, member: str) -> Amount:
    """Coins printed on the token: a picture in every book, so it is read off."""
    usual = int(state.facts.more.get(f"{SLUG}.{member}.coins", 1))
    return Amount("coins", say("How many coins does the token show?"), 0, COINS_MOST, usual)


def _wander(state: State, _who: str) -> Offer:
    """A token on a free crest (C8-15, C8-16); Douglas always counts as free."""
    taken = {crest for p in state.players for crest in p.crests}
    free = tuple(
        Choice(c.id, literal(c.name))
        for c in state.facts.crests.values()
        if (c.id not in taken or c.repeatable) and c.id not in mob(state).crests
    )
    pick = Pick("crest", say("On which free crest?"), free)
    return _offer(WANDER, pick, _token_coins(state, WANDER), closed=_no_token(state, WANDER))


def _duff(state: State, _who: str) -> Offer:
    """The largest stack of a row for a token (C8-17)."""
    rows = tuple(
        Choice(row, say("{row}: {n}", row=labels.row(state, row), n=filled))
        for row, filled in state.market.items()
        if filled
    )
    empty = Reason("C8-17", say("No row holds coins.")) if not rows else None
    return _offer(DUFF, Pick("row", say("From which row?"), rows), closed=_no_token(state, DUFF) or empty)


def _mail(state: State, who: str) -> Offer:
    """1 coin of his to who made a good; the good is kept or sold at once (C8-18)."""
    none = Reason("C8-18", say("No coin lies on Bruce McMail.")) if not mob(state).bruce else None
    sold = tuple(
        Choice(g, say("{good} sold for {n}", good=labels.GOODS_WORDS[g], n=sell_price(state.market[g]) or 0))
        for g in GOODS
        if state.market[g]
    )
    what = Pick("what", say("What becomes of the good?"), (Choice("kept", say("it goes on a tile")), *sold))
    return _offer(MAIL, Pick("player", say("Who made the good?"), _others(state, who)), what, closed=none)


def _laird(state: State, who: str) -> Offer:
    """A tile ahead is reserved (C8-19), but not on the last turn (C8-23)."""
    tiles = tuple(
        Choice(state.line[i].piece, labels.tile(state.facts, state.line[i]), piece=state.line[i].piece)
        for i in tiles_ahead(state.line)
        if state.line[i].piece and not stays(state, state.line[i].piece) and i > place_of(state.line, who)
    )
    end = place_of_piece(state.line, WORLDS_END)
    last = (
        Reason("C8-23", say("On the last turn nothing is reserved."))
        if 0 <= end <= place_of(state.line, who)
        else None
    )
    held = Reason("C8-19", say("A tile is reserved already.")) if mob(state).reserved[0] else None
    none = Reason("C8-19", say("Tap the tile first, so that the companion knows it.")) if not tiles else None
    pick = Pick("tile", say("Which tile?"), tiles)
    closed = _no_token(state, LAIRD) or last or held or none
    return _offer(LAIRD, pick, _token_coins(state, LAIRD), closed=closed)


def _placed(member: str) -> Callable[[State, str], Offer]:
    def make(state: State, who: str) -> Offer:
        """A Scot of the owner stands with another player (C8-24, C8-27, C8-33)."""
        origin = (
            Choice("elsewhere", say("from the supply, or he is there already")),
            Choice("home", say("from the own home castle")),
        )
        return _offer(
            member,
            Pick("player", say("With whom does he stand now?"), _others(state, who)),
            Pick("from", say("Where does the Scot come from?"), origin),
        )

    return make


def _anderson(state: State, who: str) -> Offer:
    """Once: one tile fewer here, one more there; its Scots go home (C8-31, C8-32)."""
    used = Reason("C8-31", say("That was done already.")) if ANDERSON in mob(state).used else None
    bare = Reason("C8-32", say("Nothing but the home castle lies there."))
    owners = tuple(
        Choice(
            c.value,
            c.label,
            bare if state.player(c.value).tiles <= HOME_TILES else None,
            then=(Pick("to", say("To whose territory?"), _others(state, c.value)),),
        )
        for c in _others(state, who)
    )
    return _offer(
        ANDERSON,
        Pick("from", say("From whose territory?"), owners),
        Amount("scots", say("How many Scots came to the home castle of the old owner?"), 0, 9, 0),
        closed=used,
    )


def _quack(state: State, who: str) -> Offer:
    """Boats passed each other: a -1 penny changes hands (C8-35)."""
    none = Reason("C8-35", say("There is no -1 penny left.")) if mob(state).minus[who] <= 0 else None
    return _offer(QUACK, Pick("player", say("Who gets the penny?"), _others(state, who)), closed=none)


def _second(member: str) -> Callable[[State, str], Offer]:
    def make(state: State, _who: str) -> Offer:
        """Once: after the boat's reward one more token of the same castle, at random (C8-36, C8-38)."""
        used = Reason(MEMBERS[member].rule, say("That was done already.")) if member in mob(state).used else None
        castles = tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players)
        return Offer(
            f"{_name(member)}.second",
            say("{member}: a second reward token", member=MEMBERS[member].name),
            () if used else (Pick("castle", say("At whose castle?"), castles),),
            closed=used,
        )

    return make


SECONDS = {QUACK: _second(QUACK), MUSCLE: _second(MUSCLE)}


def _do_second(course: Course, who: str, member: str, castle: str) -> None:
    course.do(PowerUsed(member))
    course.ask("boat_race.reward", who, castle)


def _claim(state: State, who: str) -> Offer:
    """A token on another's card that is not turned yet (C8-43)."""
    turned = getattr(state.drawers.get("turbulent"), "turned", {})
    cards = tuple(
        Choice(card, labels.landmark(state.facts, card), piece=f"card_{card}")
        for p in state.players
        if p.id != who
        for card in p.landmarks
        if not (card in turned and (not isinstance(turned, dict) or turned[card])) and card not in mob(state).cards
    )
    none = Reason("C8-43", say("No card of another lies on its landmark side.")) if not cards else None
    return _offer(CLAIM, Pick("card", say("On which card?"), cards), closed=_no_token(state, CLAIM) or none)


MAKERS: dict[str, Callable[[State, str], Offer]] = {
    WANDER: _wander,
    DUFF: _duff,
    MAIL: _mail,
    LAIRD: _laird,
    SNITCH: _placed(SNITCH),
    DARKIE: _placed(DARKIE),
    CASTLE: _placed(CASTLE),
    ANDERSON: _anderson,
    QUACK: _quack,
    CLAIM: _claim,
}


# ---- what these entries do


def settle(course: Course, question: Open, answer: Answer) -> None:
    who = question.player
    member = answer.offer.split(".")[1]
    course.do(ev.EntryMade(who, answer.offer))
    if answer.offer.endswith(".second"):
        _do_second(course, who, member, str(answer.values[0]))
    elif answer.offer.endswith(".coin"):
        _fergus_coin(course, who)
    elif member in PLACERS:
        _place(course, who, member, answer)
    else:
        DOERS[member](course, who, answer)


def _place(course: Course, who: str, member: str, answer: Answer) -> None:
    if answer.values[1] == "home" and course.state.player(who).scots > 0:
        course.do(ev.ScotsMoved(who, -1, _name(member)))
    course.do(MemberPlaced(member, str(answer.values[0])))


def _fergus_coin(course: Course, who: str) -> None:
    """The host pays as part of the cost; then Fergus must go elsewhere (C8-27, C8-28)."""
    owner = mob(course.state).owner[DARKIE]
    course.do(ev.CoinsPaid(who, 1, _name(DARKIE)))
    course.do(ev.CoinsGained(owner, 1, _name(DARKIE)))
    course.ask(f"{SLUG}.moves", owner, DARKIE, who)


def _token(course: Course, member: str, where: str, coins: int) -> None:
    fact = f"{SLUG}.{member}.coins"
    if course.state.facts.more.get(fact) != coins:
        course.do(ev.FactLearned(Learned("", fact, coins)))
    course.do(TokenUsed(member, where, coins))


def _do_wander(course: Course, _who: str, answer: Answer) -> None:
    _token(course, WANDER, f"crest:{answer.values[0]}", int(answer.values[1]))


def _do_laird(course: Course, _who: str, answer: Answer) -> None:
    _token(course, LAIRD, f"tile:{answer.values[0]}", int(answer.values[1]))


def _do_duff(course: Course, who: str, answer: Answer) -> None:
    row = str(answer.values[0])
    course.do(TokenUsed(DUFF))
    course.do(ev.GoodSold(who, row, sell_price(course.state.market[row]) or 0))


def _do_mail(course: Course, who: str, answer: Answer) -> None:
    course.do(BruceWorked())
    course.do(ev.CoinsGained(str(answer.values[0]), 1, _name(MAIL)))
    good = str(answer.values[1])
    if good != "kept":
        course.do(ev.GoodSold(who, good, sell_price(course.state.market[good]) or 0))


def _do_anderson(course: Course, _who: str, answer: Answer) -> None:
    old, new, scots = str(answer.values[0]), str(answer.values[1]), int(answer.values[2])
    course.do(PowerUsed(ANDERSON))
    course.do(ev.TilesChanged(old, -1, "removed", "C8-31"))
    course.do(ev.TilesChanged(new, 1, "laid", "C8-31"))
    if home := min(scots, room_for_scots(course.state.player(old))):
        course.do(ev.ScotsMoved(old, home, _name(ANDERSON)))


def _do_quack(course: Course, who: str, answer: Answer) -> None:
    course.do(PennyGiven(who, str(answer.values[0])))


def _do_claim(course: Course, _who: str, answer: Answer) -> None:
    course.do(TokenUsed(CLAIM, f"card:{answer.values[0]}"))


DOERS: dict[str, Callable[[Course, str, Answer], None]] = {
    WANDER: _do_wander,
    LAIRD: _do_laird,
    DUFF: _do_duff,
    MAIL: _do_mail,
    ANDERSON: _do_anderson,
    QUACK: _do_quack,
    CLAIM: _do_claim,
}

SETTLES = {
    **{_name(member): settle for member in MAKERS},
    **{f"{_name(member)}.second": settle for member in SECONDS},
    f"{SLUG}.{DARKIE}.coin": settle,
}


# ---- giving up a reservation


def give_up_offer(state: State, _question: Open) -> Iterator[Offer]:
    """The owner on turn can't take the reserved tile: the card is turned over (C8-22)."""
    if mob(state).reserved[0] and mob(state).owner.get(LAIRD) == state.turn.figure:
        yield Offer(f"{SLUG}.give_up", say("The reserved tile cannot be taken"))


def settle_give_up(course: Course, _question: Open, _answer: Answer) -> None:
    course.do(CardTurned())
