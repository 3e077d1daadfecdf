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
from companion.engine.message import literal, tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Part, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import room_for_scots
from companion.state.glen_more_2.facts import GOODS, WORLDS_END, Learned
from companion.state.glen_more_2.market import sell_price
from companion.state.glen_more_2.model import HOME_TILES, OpenQuestion, State
from companion.state.glen_more_2.questions.take import stays
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of, place_of_piece, tiles_ahead

MAX_COINS = 10
PLACERS = (SNITCH, DARKIE, CASTLE)


def entries(state: State, question: OpenQuestion) -> Iterator[Offer]:
    """One entry for each member that this player controls and that has something to do."""
    for member, make in MAKERS.items():
        if mob(state).owner.get(member) == question.player:
            yield make(state, question.player)
    for member, make in SECONDS.items():
        if mob(state).owner.get(member) == question.player:
            yield make(state, question.player)
    host = mob(state).host.get(DARKIE, question.player)
    if host == question.player and mob(state).owner.get(DARKIE) not in (None, host):
        yield Offer(f"{SLUG}.{DARKIE}.coin", tr("1 coin to the owner of Fergus: the new tile touches him"))


def _name(member: str) -> str:
    return f"{SLUG}.{member}"


def _offer(member: str, *parts: Part, closed: Reason | None = None) -> Offer:
    return Offer(_name(member), literal(MEMBERS[member].name), () if closed else parts, closed=closed)


def _no_token(state: State, member: str) -> Reason | None:
    if mob(state).tokens.get(member, 0) > 0:
        return None
    return Reason(MEMBERS[member].rule, tr("{member} has no token left.", member=MEMBERS[member].name))


def _others(state: State, player_id: str) -> tuple[Choice, ...]:
    return tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players if p.id != player_id)


def _token_coins(state: State, member: str) -> Amount:
    """Coins printed on the token: a picture in every book, so it is read off."""
    default = int(state.facts.more.get(f"{SLUG}.{member}.coins", 1))
    return Amount("coins", tr("How many coins does the token show?"), 0, MAX_COINS, default)


def _wander(state: State, _who: str) -> Offer:
    """A token on a free crest (C8-15, C8-16); Douglas always counts as free."""
    taken = {crest for p in state.players for crest in p.crests}
    free = tuple(
        Choice(c.id, literal(c.name))
        for c in state.facts.crests.values()
        if (c.id not in taken or c.repeatable) and c.id not in mob(state).crests
    )
    pick = Pick("crest", tr("On which free crest?"), free)
    return _offer(WANDER, pick, _token_coins(state, WANDER), closed=_no_token(state, WANDER))


def _duff(state: State, _who: str) -> Offer:
    """The largest stack of a row for a token (C8-17)."""
    rows = tuple(
        Choice(row, tr("{row}: {n}", row=labels.row(state, row), n=filled))
        for row, filled in state.market.items()
        if filled
    )
    empty = Reason("C8-17", tr("No row holds coins.")) if not rows else None
    return _offer(DUFF, Pick("row", tr("From which row?"), rows), closed=_no_token(state, DUFF) or empty)


def _mail(state: State, player_id: str) -> Offer:
    """1 coin of his to who made a good; the good is kept or sold at once (C8-18)."""
    none = Reason("C8-18", tr("No coin lies on Bruce McMail.")) if not mob(state).bruce else None
    sold = tuple(
        Choice(g, tr("{good} sold for {n}", good=labels.GOODS_WORDS[g], n=sell_price(state.market[g]) or 0))
        for g in GOODS
        if state.market[g]
    )
    what = Pick("what", tr("What becomes of the good?"), (Choice("kept", tr("it goes on a tile")), *sold))
    return _offer(MAIL, Pick("player", tr("Who made the good?"), _others(state, player_id)), what, closed=none)


def _laird(state: State, player_id: str) -> Offer:
    """A tile ahead is reserved (C8-19), but not on the last turn (C8-23)."""
    tiles = tuple(
        Choice(state.line[i].piece, labels.tile(state.facts, state.line[i]), piece=state.line[i].piece)
        for i in tiles_ahead(state.line)
        if state.line[i].piece and not stays(state, state.line[i].piece) and i > place_of(state.line, player_id)
    )
    end = place_of_piece(state.line, WORLDS_END)
    last = (
        Reason("C8-23", tr("On the last turn nothing is reserved."))
        if 0 <= end <= place_of(state.line, player_id)
        else None
    )
    held = Reason("C8-19", tr("A tile is reserved already.")) if mob(state).reserved[0] else None
    none = Reason("C8-19", tr("Tap the tile first, so that the companion knows it.")) if not tiles else None
    pick = Pick("tile", tr("Which tile?"), tiles)
    closed = _no_token(state, LAIRD) or last or held or none
    return _offer(LAIRD, pick, _token_coins(state, LAIRD), closed=closed)


def _placed(member: str) -> Callable[[State, str], Offer]:
    def make(state: State, player_id: str) -> Offer:
        """A Scot of the owner stands with another player (C8-24, C8-27, C8-33)."""
        origin = (
            Choice("elsewhere", tr("from the supply, or he is there already")),
            Choice("home", tr("from the own home castle")),
        )
        return _offer(
            member,
            Pick("player", tr("With whom does he stand now?"), _others(state, player_id)),
            Pick("from", tr("Where does the Scot come from?"), origin),
        )

    return make


def _anderson(state: State, player_id: str) -> Offer:
    """Once: one tile fewer here, one more there; its Scots go home (C8-31, C8-32)."""
    used = Reason("C8-31", tr("That was done already.")) if ANDERSON in mob(state).used else None
    bare = Reason("C8-32", tr("Nothing but the home castle lies there."))
    owners = tuple(
        Choice(
            c.value,
            c.label,
            bare if state.player(c.value).tiles <= HOME_TILES else None,
            then=(Pick("to", tr("To whose territory?"), _others(state, c.value)),),
        )
        for c in _others(state, player_id)
    )
    return _offer(
        ANDERSON,
        Pick("from", tr("From whose territory?"), owners),
        Amount("scots", tr("How many Scots came to the home castle of the old owner?"), 0, 9, 0),
        closed=used,
    )


def _quack(state: State, player_id: str) -> Offer:
    """Boats passed each other: a -1 penny changes hands (C8-35)."""
    none = Reason("C8-35", tr("There is no -1 penny left.")) if mob(state).minus[player_id] <= 0 else None
    return _offer(QUACK, Pick("player", tr("Who gets the penny?"), _others(state, player_id)), closed=none)


def _second(member: str) -> Callable[[State, str], Offer]:
    def make(state: State, _who: str) -> Offer:
        """Once: after the boat's reward one more token of the same castle, at random (C8-36, C8-38)."""
        used = Reason(MEMBERS[member].rule, tr("That was done already.")) if member in mob(state).used else None
        castles = tuple(Choice(p.id, labels.figure(state, p.id)) for p in state.players)
        return Offer(
            f"{_name(member)}.second",
            tr("{member}: a second reward token", member=MEMBERS[member].name),
            () if used else (Pick("castle", tr("At whose castle?"), castles),),
            closed=used,
        )

    return make


SECONDS = {QUACK: _second(QUACK), MUSCLE: _second(MUSCLE)}


def _do_second(resolution: Resolution, player_id: str, member: str, castle: str) -> None:
    resolution.do(PowerUsed(member))
    resolution.ask("boat_race.reward", player_id, castle)


def _claim(state: State, player_id: str) -> Offer:
    """A token on another's card that is not turned yet (C8-43)."""
    turned = getattr(state.drawers.get("turbulent"), "turned", {})
    cards = tuple(
        Choice(card, labels.landmark(state.facts, card), piece=f"card_{card}")
        for p in state.players
        if p.id != player_id
        for card in p.landmarks
        if not (card in turned and (not isinstance(turned, dict) or turned[card])) and card not in mob(state).cards
    )
    none = Reason("C8-43", tr("No card of another lies on its landmark side.")) if not cards else None
    return _offer(CLAIM, Pick("card", tr("On which card?"), cards), closed=_no_token(state, CLAIM) or none)


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


def settle(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id = question.player
    member = answer.offer.split(".")[1]
    resolution.do(ev.EntryMade(player_id, answer.offer))
    if answer.offer.endswith(".second"):
        _do_second(resolution, player_id, member, str(answer.values[0]))
    elif answer.offer.endswith(".coin"):
        _fergus_coin(resolution, player_id)
    elif member in PLACERS:
        _place(resolution, player_id, member, answer)
    else:
        DOERS[member](resolution, player_id, answer)


def _place(resolution: Resolution, player_id: str, member: str, answer: Answer) -> None:
    if answer.values[1] == "home" and resolution.state.player(player_id).scots > 0:
        resolution.do(ev.ScotsMoved(player_id, -1, _name(member)))
    resolution.do(MemberPlaced(member, str(answer.values[0])))


def _fergus_coin(resolution: Resolution, player_id: str) -> None:
    """The host pays as part of the cost; then Fergus must go elsewhere (C8-27, C8-28)."""
    owner = mob(resolution.state).owner[DARKIE]
    resolution.do(ev.CoinsPaid(player_id, 1, _name(DARKIE)))
    resolution.do(ev.CoinsGained(owner, 1, _name(DARKIE)))
    resolution.ask(f"{SLUG}.moves", owner, DARKIE, player_id)


def _token(resolution: Resolution, member: str, where: str, coins: int) -> None:
    fact = f"{SLUG}.{member}.coins"
    if resolution.state.facts.more.get(fact) != coins:
        resolution.do(ev.FactLearned(Learned("", fact, coins)))
    resolution.do(TokenUsed(member, where, coins))


def _do_wander(resolution: Resolution, _who: str, answer: Answer) -> None:
    _token(resolution, WANDER, f"crest:{answer.values[0]}", int(answer.values[1]))


def _do_laird(resolution: Resolution, _who: str, answer: Answer) -> None:
    _token(resolution, LAIRD, f"tile:{answer.values[0]}", int(answer.values[1]))


def _do_duff(resolution: Resolution, player_id: str, answer: Answer) -> None:
    row = str(answer.values[0])
    resolution.do(TokenUsed(DUFF))
    resolution.do(ev.GoodSold(player_id, row, sell_price(resolution.state.market[row]) or 0))


def _do_mail(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(BruceWorked())
    resolution.do(ev.CoinsGained(str(answer.values[0]), 1, _name(MAIL)))
    good = str(answer.values[1])
    if good != "kept":
        resolution.do(ev.GoodSold(player_id, good, sell_price(resolution.state.market[good]) or 0))


def _do_anderson(resolution: Resolution, _who: str, answer: Answer) -> None:
    old, new, scots = str(answer.values[0]), str(answer.values[1]), int(answer.values[2])
    resolution.do(PowerUsed(ANDERSON))
    resolution.do(ev.TilesChanged(old, -1, "removed", "C8-31"))
    resolution.do(ev.TilesChanged(new, 1, "laid", "C8-31"))
    if home := min(scots, room_for_scots(resolution.state.player(old))):
        resolution.do(ev.ScotsMoved(old, home, _name(ANDERSON)))


def _do_quack(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(PennyGiven(player_id, str(answer.values[0])))


def _do_claim(resolution: Resolution, _who: str, answer: Answer) -> None:
    resolution.do(TokenUsed(CLAIM, f"card:{answer.values[0]}"))


DOERS: dict[str, Callable[[Resolution, str, Answer], None]] = {
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


def give_up_offer(state: State, _question: OpenQuestion) -> Iterator[Offer]:
    """The owner on turn can't take the reserved tile: the card is turned over (C8-22)."""
    if mob(state).reserved[0] and mob(state).owner.get(LAIRD) == state.turn.figure:
        yield Offer(f"{SLUG}.give_up", tr("The reserved tile cannot be taken"))


def settle_give_up(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(CardTurned())
