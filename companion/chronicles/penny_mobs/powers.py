"""Powers of members: entries of the players who control them, and the answers to queries of other chronicles.

Payments and token places are counted. Without referee depth goods, movement and tiles are left to the players.
What happens later to a token on a crest, card or tile is in `questions`. Calum McQuack is asked for when boats
pass each other at referee depth (C8-35); otherwise players enter it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.chronicles.interactions import (
    BONUS_SPACE_SELLER,
    EVENTS_WHEN_BOATS_PASS,
    FREE_ROWER,
    MOUNTAIN_SWAPPER,
    OWNER_OF_SCOT_ABROAD,
    REROLL_OWNER,
    REWARD_CASTLES,
    SECOND_REWARD_EVENTS,
    TOKEN_TAKER,
    TURNED_CARDS,
)
from companion.chronicles.penny_mobs import placed_members
from companion.chronicles.penny_mobs.model import (
    ANDERSON,
    CASTLE,
    CLAIM,
    DARKIE,
    DUFF,
    HAGG,
    LAIRD,
    MAIL,
    MALT,
    MEMBERS,
    MUSCLE,
    OWN_STATE,
    QUACK,
    SLUG,
    SNITCH,
    STARVE,
    TRICK,
    WANDER,
    BruceCoinSpent,
    CardTurned,
    MemberPlaced,
    PennyGiven,
    PowerUsed,
    TokenUsed,
)
from companion.chronicles.penny_mobs.questions import (
    MOVE_QUESTION,
    entry_name,
    form_unless,
    member_cause,
    member_entry,
    member_form,
    other_players,
    power_action,
    sell_stack,
    why_used_up,
)
from companion.engine.message import Message, literal, tr, with_button_wording
from companion.engine.offers import NO, YES, Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing
from companion.state.glen_more_2.effects import home_castle_spaces_left
from companion.state.glen_more_2.facts import GOODS, WORLDS_END, LearnedFact
from companion.state.glen_more_2.model import HOME_TILE_SIZE, State
from companion.state.glen_more_2.questions.take import stays_on_rondel
from companion.state.glen_more_2.referee.placement import takeable_tiles
from companion.state.glen_more_2.ruleset import run_query
from companion.state.glen_more_2.text import labels
from companion.state.territory.market import sell_price
from companion.state.territory.model import OpenQuestion
from companion.state.territory.track import figure_index, tile_index, tile_indexes_ahead

MAX_COINS = 10


def _no_token(state: State, member: str) -> Reason | None:
    if OWN_STATE.of(state).tokens.get(member, 0) > 0:
        return None
    return Reason(MEMBERS[member].rule, tr("{member} has no token left.", member=MEMBERS[member].name))


def coins_fact(member: str) -> str:
    """Return the name of the box fact with the coins last entered for a member's token."""
    return f"{entry_name(member)}.coins"


def _token_coins(state: State, member: str) -> Amount:
    """Return the question for the coins on a token; the rulebook only has a picture of them."""
    default = int(state.facts.more.get(coins_fact(member), 1))
    return Amount("coins", tr("How many coins does the token show?"), 0, MAX_COINS, default)


def _put_token(resolution: Resolution, member: str, where: str, coins: int) -> None:
    # Stored only as the preset for the next time: her tokens may show different coins.
    if resolution.state.facts.more.get(coins_fact(member)) != coins:
        resolution.do(ev.FactLearned(LearnedFact("", coins_fact(member), coins)))
    resolution.do(TokenUsed(member, where, coins))


def wander_form(state: State, _player_id: str) -> Form:
    """Return the form for a token of Peggy McWander on a free crest (C8-15)."""
    taken = {crest for p in state.players for crest in p.crests}
    free = tuple(
        Choice(c.id, literal(c.name))
        for c in state.facts.crests.values()
        # Douglas can be taken repeatedly, so it is always free (C8-16).
        if (c.id not in taken or c.repeatable) and c.id not in OWN_STATE.of(state).crest_tokens
    )
    pick = Pick("crest", tr("On which free crest?"), free)
    return member_form(WANDER, pick, _token_coins(state, WANDER), closed=_no_token(state, WANDER))


def use_wander(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    """Lay a token with its coins on a crest (C8-15)."""
    _put_token(resolution, WANDER, f"crest:{answer.values[0]}", int(answer.values[1]))


def duff_form(state: State, _player_id: str) -> Form:
    """Return the form for a token of Joe McDuff: the largest stack of a market row that holds coins (C8-17)."""
    rows = tuple(
        Choice(row, tr("{row}: {n}", row=labels.market_row_label(state, row), n=filled))
        for row, filled in state.market.items()
        if filled
    )
    empty = Reason("C8-17", tr("No row holds coins.")) if not rows else None
    return member_form(DUFF, Pick("row", tr("From which row?"), rows), closed=_no_token(state, DUFF) or empty)


def use_duff(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Spend a token and give the player the largest stack of the row (C8-17)."""
    resolution.do(TokenUsed(DUFF))
    sell_stack(resolution, player_id, str(answer.values[0]))


def laird_form(state: State, player_id: str) -> Form:
    """Return the form for reserving a tile, one at a time; at referee depth one that could be taken now
    (C8-19)."""
    takeable = takeable_tiles(state, player_id) if state.tracks_territories else None
    tiles = tuple(
        Choice(
            state.track[i].piece,
            labels.tile_label(state.facts, state.track[i]),
            takeable.why_not(state.facts.pieces[state.track[i].piece]) if takeable else None,
            piece=state.track[i].piece,
        )
        for i in tile_indexes_ahead(state.track)
        # An unidentified tile could not be recognized when a player takes it.
        if state.track[i].piece
        and not stays_on_rondel(state, state.track[i].piece)
        and i > figure_index(state.track, player_id)
    )
    held = Reason("C8-19", tr("A tile is reserved already.")) if OWN_STATE.of(state).reserved[0] else None
    name_it = with_button_wording(
        tr("Tap the tile first, so that the companion knows it."),
        tr("Name the tile first, so that the companion knows it."),
    )
    none = Reason("C8-19", name_it) if not tiles else None
    closed = _no_token(state, LAIRD) or _last_turn(state, player_id) or held or none
    return member_form(LAIRD, Pick("tile", tr("Which tile?"), tiles), _token_coins(state, LAIRD), closed=closed)


def _last_turn(state: State, player_id: str) -> Reason | None:
    """Return why nothing can be reserved on or past World's End (C8-23)."""
    end = tile_index(state.track, WORLDS_END)
    if not 0 <= end <= figure_index(state.track, player_id):
        return None
    return Reason("C8-23", tr("On the last turn nothing is reserved."))


def use_laird(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    """Lay a token with its coins on a tile ahead (C8-19)."""
    _put_token(resolution, LAIRD, f"tile:{answer.values[0]}", int(answer.values[1]))


def give_up_form(state: State, _question: OpenQuestion) -> Form | None:
    """Return the offer to give up the reservation, for the owner on turn; the suggestion if the tile can't be
    taken (C8-22).
    """
    now = OWN_STATE.of(state)
    if not (now.reserved[0] and now.controls(state.turn.figure, LAIRD)):
        return None
    words = tr("The reserved tile cannot be taken")
    if not state.tracks_territories:
        return Form(words)
    able = _can_be_taken(state, now.reserved[0])
    return Form(words, caution=Reason("C8-22", tr("It can be taken.")) if able else None, is_suggested=not able)


def _can_be_taken(state: State, piece: str) -> bool:
    """True if the tile lies ahead, can be paid and placed, as far as known."""
    ahead = {state.track[place].piece for place in tile_indexes_ahead(state.track)}
    return piece in ahead and takeable_tiles(state, state.turn.player).why_not(state.facts.pieces[piece]) is None


def turn_card(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    """Turn Peggy McLaird's card over (C8-22)."""
    resolution.do(CardTurned())


def claim_form(state: State, player_id: str) -> Form:
    """Return the form for a token of John McClaim on another player's unturned card, one for each card (C8-43)."""
    turned = run_query(TURNED_CARDS, state)
    cards = tuple(
        Choice(card, labels.landmark_label(state.facts, card), piece=f"card_{card}")
        for p in state.remaining_players
        if p.id != player_id
        for card in p.landmarks
        if card not in turned and card not in OWN_STATE.of(state).card_tokens
    )
    none = Reason("C8-43", tr("Nobody else has a card on its landmark side.")) if not cards else None
    return member_form(CLAIM, Pick("card", tr("On which card?"), cards), closed=_no_token(state, CLAIM) or none)


def use_claim(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    """Lay a token on another player's card (C8-43)."""
    resolution.do(TokenUsed(CLAIM, f"card:{answer.values[0]}"))


MAX_SCOTS = 9
SECOND_REWARD_RULES = {QUACK: "C8-36", MUSCLE: "C8-38"}
"""Members that give a second reward, with the rule id."""


def _mail(state: State, player_id: str) -> Form:
    """Return the form of Bruce McMail: pay 1 of his coins for a good that is stored or sold at once (C8-18)."""
    if state.tracks_territories:
        return placed_members.mail_form(state, player_id)
    none = Reason("C8-18", tr("No coin lies on Bruce McMail.")) if not OWN_STATE.of(state).bruce_coins else None
    sold = tuple(
        Choice(g, tr("{good} sold for {n}", good=labels.GOODS_LABELS[g], n=sell_price(state.market[g]) or 0))
        for g in GOODS
        if state.market[g]
    )
    what = Pick("what", tr("Where does the good go?"), (Choice("kept", tr("onto a tile")), *sold))
    return member_form(
        MAIL, Pick("player", tr("Who gained the good?"), other_players(state, player_id)), what, closed=none
    )


def _book_mail(resolution: Resolution, player_id: str, answer: Answer) -> None:
    if resolution.state.tracks_territories:
        placed_members.use_mail(resolution, player_id, answer)
        return
    maker, good = map(str, answer.values)
    resolution.do(BruceCoinSpent())
    resolution.do(ev.CoinsGained(maker, 1, member_cause(MAIL)))
    if good != "kept":
        sell_stack(resolution, player_id, good)


# Kenneth, Fergus, Mike: a Scot of the owner stands with another player (C8-24, C8-27, C8-33).


def _stands_with(member: str, state: State, player_id: str) -> Form:
    if state.tracks_territories:
        return placed_members.placement_form(member, state, player_id)
    origin = (
        Choice("elsewhere", tr("from the supply, or he is there already")),
        Choice("home", tr("from your own home castle")),
    )
    return member_form(
        member,
        Pick("player", tr("Who is he with now?"), other_players(state, player_id)),
        Pick("from", tr("Where does the Scot come from?"), origin),
    )


def _book_place(member: str, resolution: Resolution, player_id: str, answer: Answer) -> None:
    if resolution.state.tracks_territories:
        placed_members.place_member(member, resolution, player_id, answer)
        return
    # Only Scots in the home castle are counted; one from the supply or a tile changes no number.
    if answer.values[1] == "home" and resolution.state.player(player_id).scots > 0:
        resolution.do(ev.HomeScotsChanged(player_id, -1, member_cause(member)))
    if OWN_STATE.of(resolution.state).tokens.get(member, 0):
        resolution.do(TokenUsed(member))  # It lies under the Scot from now on (C8-24, C8-27, C8-33).
    resolution.do(MemberPlaced(member, str(answer.values[0])))


def _placed(member: str) -> Action:
    return power_action(member, partial(_stands_with, member), partial(_book_place, member))


def _fergus_coin(state: State, question: OpenQuestion) -> Form | None:
    """Return the entry of a coin to Fergus's owner, for the player he stands with, or for all others if
    unknown."""
    now, player_id = OWN_STATE.of(state), question.player
    if state.tracks_territories:  # Paid with the tile.
        return None
    if now.hosts.get(DARKIE, player_id) != player_id or now.owners.get(DARKIE) in (None, player_id):
        return None
    return Form(tr("1 coin to the owner of Fergus: the new tile touches him"))


def _book_fergus_coin(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    """Pay a coin to the owner of Fergus, who must then move him (C8-27, C8-28)."""
    owner = OWN_STATE.of(resolution.state).owners[DARKIE]
    resolution.do(ev.CoinsPaid(player_id, 1, member_cause(DARKIE)))
    resolution.do(ev.CoinsGained(owner, 1, member_cause(DARKIE)))
    # The host is an argument because Fergus may not stay with the player who paid (C8-28).
    resolution.ask(MOVE_QUESTION, owner, DARKIE, player_id)


def _anderson(state: State, player_id: str) -> Form:
    """Return the form of Derek Anderson: once, from a territory other than the own, not the home castle (C8-31,
    C8-32).
    """
    if state.tracks_territories:
        return placed_members.anderson_form(state, player_id)
    bare = Reason("C8-32", tr("Only the home castle is there."))
    owners = tuple(
        Choice(
            c.value,
            c.label,
            bare if state.player(c.value).tiles <= HOME_TILE_SIZE else None,
            then=(Pick("to", tr("To whose territory?"), other_players(state, c.value)),),
        )
        for c in other_players(state, player_id)
    )
    return member_form(
        ANDERSON,
        Pick("from", tr("From whose territory?"), owners),
        Amount("scots", tr("How many Scots came to the home castle of the old owner?"), 0, MAX_SCOTS, 0),
        closed=why_used_up(state, ANDERSON),
    )


def _book_anderson(resolution: Resolution, player_id: str, answer: Answer) -> None:
    if resolution.state.tracks_territories:
        placed_members.use_anderson(resolution, player_id, answer)
        return
    old, new, scots = str(answer.values[0]), str(answer.values[1]), int(answer.values[2])
    resolution.do(PowerUsed(ANDERSON))
    resolution.do(ev.TileCountChanged(old, -1, "removed", "C8-31"))
    resolution.do(ev.TileCountChanged(new, 1, "laid", "C8-31"))
    if home := min(scots, home_castle_spaces_left(resolution.state.player(old))):
        resolution.do(ev.HomeScotsChanged(old, home, member_cause(ANDERSON)))


def _quack(state: State, player_id: str) -> Form:
    """Return the form of Calum McQuack, while the player has a -1 penny (C8-35)."""
    none = (
        Reason("C8-35", tr("There is no -1 penny left."))
        if OWN_STATE.of(state).minus_pennies[player_id] <= 0
        else None
    )
    return member_form(
        QUACK, Pick("player", tr("Who gets the penny?"), other_players(state, player_id)), closed=none
    )


def _book_quack(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(PennyGiven(player_id, str(answer.values[0])))


def _second_reward(member: str, state: State, player_id: str) -> Form:
    """Return the form for one more reward token of the same castle, at random (C8-36, C8-38)."""
    label = tr("{member}: a second reward token", member=MEMBERS[member].name)
    castles = tuple(Choice(p.id, labels.figure_label(state, p.id)) for p in state.players)
    closed = why_used_up(state, member)
    castles = tuple(Choice(id, words) for id, words in run_query(REWARD_CASTLES, state, player_id))
    none = Reason(SECOND_REWARD_RULES[member], tr("No reward token lies where the boat is."))
    closed = closed or (None if castles else none)
    return form_unless(closed, label, Pick("castle", tr("At whose castle?"), castles))


def _book_second(member: str, resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(PowerUsed(member))
    for event in run_query(SECOND_REWARD_EVENTS, resolution.state, player_id, str(answer.values[0])):
        resolution.do(event)


def _second(member: str) -> Action:
    return power_action(member, partial(_second_reward, member), partial(_book_second, member), ".second")


POWER_ENTRIES = (
    power_action(WANDER, wander_form, use_wander),
    power_action(DUFF, duff_form, use_duff),
    power_action(MAIL, _mail, _book_mail),
    power_action(LAIRD, laird_form, use_laird),
    _placed(SNITCH),
    _placed(DARKIE),
    _placed(CASTLE),
    power_action(ANDERSON, _anderson, _book_anderson),
    power_action(QUACK, _quack, _book_quack),
    power_action(CLAIM, claim_form, use_claim),
    _second(QUACK),
    _second(MUSCLE),
    Action(f"{SLUG}.{DARKIE}.coin", _fergus_coin, member_entry(_book_fergus_coin)),
)
TAKE_ACTIONS = (Action(f"{SLUG}.give_up", give_up_form, turn_card),)


PENNY_ON_PASSING_QUESTION = f"{SLUG}.boats_passed"


def ask_penny_between_boats(state: State, player_id: str, other: str) -> tuple[ev.Event, ...]:
    """Ask the owner of Calum McQuack, if one of the two boats is the owner's and a -1 penny is left (C8-35)."""
    now = OWN_STATE.of(state)
    owner = now.owners.get(QUACK, "")
    if owner not in (player_id, other) or now.minus_pennies[owner] <= 0:
        return ()
    return (ev.QuestionAsked(PENNY_ON_PASSING_QUESTION, owner, (other if owner == player_id else player_id,)),)


def _penny_text(state: State, question: OpenQuestion) -> Message:
    player = labels.figure_label(state, str(question.args[0]))
    return tr("Boats passed: a -1 penny to {player}?", player=player)


def _give(state: State, question: OpenQuestion) -> Form:
    """Return the offer to give a penny, closed if none is left: several boats may have been passed."""
    left = OWN_STATE.of(state).minus_pennies[question.player] > 0
    none = None if left else Reason("C8-35", tr("There is no -1 penny left."))
    return Form(tr("Yes, by Calum McQuack"), closed=none, hint=YES)


def _gives(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(PennyGiven(question.player, str(question.args[0])))


PASSING_KINDS = (
    QuestionKind(
        PENNY_ON_PASSING_QUESTION,
        _penny_text,
        (Action("gives", _give, _gives), Action("no", Form(tr("No"), hint=NO), do_nothing)),
        rule="C8-35",
    ),
)


def _owner_of(member: str) -> Callable[[State], str]:
    """Return the query answer: the player who controls this member, or ""."""
    return lambda state: OWN_STATE.of(state).owners.get(member, "")


def _mike_owner(state: State) -> str:
    return OWN_STATE.of(state).mike_owner


QUERY_ANSWERS = (
    MOUNTAIN_SWAPPER.answered_by(_owner_of(TRICK)),
    BONUS_SPACE_SELLER.answered_by(_owner_of(MALT)),
    OWNER_OF_SCOT_ABROAD.answered_by(_mike_owner),
    TOKEN_TAKER.answered_by(_owner_of(STARVE)),
    FREE_ROWER.answered_by(_owner_of(MUSCLE)),
    REROLL_OWNER.answered_by(_owner_of(HAGG)),
    EVENTS_WHEN_BOATS_PASS.answered_by(ask_penny_between_boats),
)
