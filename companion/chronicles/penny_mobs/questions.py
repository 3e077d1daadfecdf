"""Questions of the Penny Mobs: shared parts of member entries, jail and pennies, reactions to turns, corrections.

The companion draws no members itself (C8-06 to C8-12). Reactions follow from what other players do and are not
entered: Sibyl's point, payments to Peggy's owner, members that must move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from companion.chronicles.interactions import TURNED_CARDS
from companion.chronicles.penny_mobs.events import BRUCE_COINS
from companion.chronicles.penny_mobs.model import (
    ANDERSON,
    CASTLE,
    CLAIM,
    DRAWN_MEMBER_COUNTS,
    DUFF,
    JAIL,
    LAIRD,
    MAIL,
    MEMBERS,
    MIN_SHARED_POINTS,
    OUT_OF_GAME,
    OWN_STATE,
    PENNIES,
    SLUG,
    SPONGE,
    WANDER,
    CardTurned,
    Member,
    MemberCame,
    MemberPlaced,
    MemberSet,
    MembersHidden,
    MemberTaken,
    PenniesSet,
    PennyDecided,
    PennyLaid,
    SpongePointTaken,
    TokenRemoved,
    drawable_members,
)
from companion.engine.message import Message, literal, tr, trn
from companion.engine.offers import NO, YES, Amount, Answer, Choice, Part, Pick, Place, Reason, parse_cell
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing, expansion_card
from companion.state.glen_more_2.course import count_tiles_to_lay, fire_trigger
from companion.state.glen_more_2.expansions import cause_id
from companion.state.glen_more_2.model import CASTLE_CELL, State
from companion.state.glen_more_2.questions.corrections import only_in_play
from companion.state.glen_more_2.questions.setup import MID_GAME_HOOK
from companion.state.glen_more_2.questions.turn_end import finish_turn, turn_end_objection
from companion.state.glen_more_2.referee.territory_tiles import spot_choice, territory_map
from companion.state.glen_more_2.ruleset import expansion_rule, run_query
from companion.state.glen_more_2.text import labels
from companion.state.territory.market import sell_price
from companion.state.territory.model import OpenQuestion

OWN_TURN_MEMBERS = (WANDER, DUFF, LAIRD, CLAIM, ANDERSON)
"""Members that act only in a turn of their owner (C8-15, C8-17, C8-19, C8-31, C8-43)."""
EntryHandler = Callable[[Resolution, str, Answer], None]
"""Function that records what a player enters."""


def entry_name(member: str) -> str:
    """Return the name of a member's entry."""
    return f"{SLUG}.{member}"


def member_cause(member: str) -> str:
    """Return the cause id of a member."""
    return cause_id(entry_name(member))


def power_action(member: str, form: Callable[[State, str], Form], book: EntryHandler, more: str = "") -> Action:
    """Return the entry of a member for its owner. `more`: suffix for a second entry of the same member."""

    def controlled(state: State, question: OpenQuestion) -> Form | None:
        if not OWN_STATE.of(state).controls(question.player, member):
            return None
        made = form(state, question.player)
        if member not in OWN_TURN_MEMBERS or state.turn.player == question.player:
            return made
        later = tr("It is not {player}'s turn.", player=labels.figure_label(state, question.player))
        return replace(made, caution=Reason(MEMBERS[member].rule, later))

    return Action(entry_name(member) + more, controlled, member_entry(book))


def member_entry(book: EntryHandler) -> Callable[[Resolution, OpenQuestion, Answer], None]:
    """Return the resolver of an entry, which also records that the entry was made."""

    def resolve(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
        resolution.do(ev.EntryMade(question.player, answer.offer))
        book(resolution, question.player, answer)

    return resolve


def member_form(member: str, *parts: Part, closed: Reason | None = None) -> Form:
    """Return the form labelled with the member's name, without questions if it is closed."""
    return form_unless(closed, literal(MEMBERS[member].name), *parts)


def form_unless(closed: Reason | None, label: Message, *parts: Part) -> Form:
    """Return a form without questions if it is closed, else with them."""
    return Form(label, () if closed else parts, closed)


def other_players(state: State, player_id: str) -> tuple[Choice, ...]:
    """Return the choice of the other players who have not left."""
    return tuple(
        Choice(p.id, labels.figure_label(state, p.id)) for p in state.remaining_players if p.id != player_id
    )


def why_used_up(state: State, member: str) -> Reason | None:
    """Return why a once-a-game power cannot be used again, or None."""
    if member not in OWN_STATE.of(state).used_powers:
        return None
    return Reason(MEMBERS[member].rule, tr("That was done already."))


def sell_stack(resolution: Resolution, player_id: str, row: str) -> None:
    """Give the largest stack of a market row to a player, as for a good that is sold."""
    resolution.do(ev.GoodSold(player_id, row, sell_price(resolution.state.market[row]) or 0))


DRAW_QUESTION, REVEAL_QUESTION, PENNY_QUESTION, OVERDUE_PENNY_ENTRY = (
    f"{SLUG}.draw",
    f"{SLUG}.reveal",
    f"{SLUG}.penny",
    f"{SLUG}.late",
)


def _a_member(state: State, back: str, label: Message, text: Message) -> Form | None:
    """Return the choice of members with that back, those in play closed; None if all are in play."""
    now, out = OWN_STATE.of(state), Reason("C8-07", tr("That member is in play already."))
    choices = tuple(
        Choice(m.id, literal(m.name), out if m.id in now.jail or m.id in now.owners else None)
        for m in drawable_members(len(state.players), state.chronicles)
        if m.back == back
    )
    if all(choice.closed for choice in choices):
        return None
    return Form(label, (Pick("member", text, choices),))


# Drawn members with an S are named at once; the others wait face down (C8-07, C8-08).


def ask_drawn_members(_state: State) -> Iterator[ev.Event]:
    """Ask for the drawn members, once the rondel is laid out."""
    yield ev.QuestionAsked(DRAW_QUESTION)


def _not_named(state: State) -> int:
    """Return the number of drawn members that are not in jail."""
    return DRAWN_MEMBER_COUNTS[len(state.players)] - len(OWN_STATE.of(state).jail)


def _draw_text(state: State, _question: OpenQuestion) -> Message:
    return trn(
        "Draw {all} members. {n} more: which has an S on its back?",
        "Draw {all} members. {n} more: which have an S on their backs?",
        _not_named(state),
        all=DRAWN_MEMBER_COUNTS[len(state.players)],
    )


def _with_s(state: State, _question: OpenQuestion) -> Form | None:
    return _a_member(state, "S", tr("A member with an S"), tr("Which member lies in jail?"))


def _name_drawn(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(MemberCame(str(answer.values[0])))
    if not _not_named(resolution.state):
        _hide_others(resolution, question, answer)


def _hide_others(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)
    resolution.do(MembersHidden(_not_named(resolution.state)))


def reveal_on_first_b_tile(before: State, e: ev.TileLaid, after: State) -> Iterator[ev.Event]:
    """Reveal the waiting members with the first B tile (C8-09)."""
    was_full = before.deck_of("B").left == before.deck_of("B").size
    if e.deck == "B" and was_full and OWN_STATE.of(after).hidden_members:
        # Queued, so that the refill is finished and no question is open before the members are asked for (C8-11).
        yield ev.FollowUpQueued(SLUG, "reveal")


def ask_members_mid_game(state: State) -> Iterator[ev.Event]:
    """Ask for the state of a game in progress, first for "B" members if deck B has been laid."""
    if OWN_STATE.of(state).hidden_members and state.deck not in ("S", "A"):
        yield ev.QuestionAsked(REVEAL_QUESTION)
    yield ev.QuestionAsked(f"{SLUG}.{MID_GAME_HOOK}")


def ask_revealed_members(_state: State) -> Iterator[ev.Event]:
    """Ask for the members that waited face down."""
    yield ev.QuestionAsked(REVEAL_QUESTION)


def _reveal_text(state: State, _question: OpenQuestion) -> Message:
    hidden = OWN_STATE.of(state).hidden_members
    return trn("{n} member with a B goes to jail: who?", "{n} members with a B go to jail: who?", hidden)


def _with_b(state: State, question: OpenQuestion) -> Form | None:
    return _a_member(state, "B", tr("A member with a B"), _reveal_text(state, question))


def _name_revealed(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(MemberCame(str(answer.values[0])))
    if not OWN_STATE.of(resolution.state).hidden_members:
        resolution.close(question)


def _no_more(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.close(question)


# A penny is used at the end of a turn, again after the refill if members just came, or is entered late.


def penny_choices(state: State, player_id: str) -> tuple[Choice, ...]:
    """Return the choices: a penny on a member, the last one first, or taking a member (C8-10)."""
    now = OWN_STATE.of(state)
    jail = sorted(now.jail, key=lambda m: m != now.last)
    none = Reason("C8-10", tr("{player} has no -1 penny left.", player=labels.figure_label(state, player_id)))
    closed = None if now.minus_pennies[player_id] > 0 else none
    lay = [
        Choice(
            f"penny:{m}",
            tr("a penny on {member} ({n})", member=MEMBERS[m].name, n=now.pennies_on.get(m, 0)),
            closed,
        )
        for m in jail
    ]
    take = [
        Choice(f"take:{m}", tr("take {member} ({n})", member=MEMBERS[m].name, n=now.pennies_on.get(m, 0)))
        for m in jail
    ]
    return (*lay, *take)


def may_use_penny(state: State) -> bool:
    """True if a penny may be used: after a player's own turn, not after a neutral figure's (C8-10, C4-21)."""
    turn, now = state.turn, OWN_STATE.of(state)
    return bool(turn.player) and not turn.acting_player and bool(now.jail) and now.asked != turn.number


def ask_penny_after_refill(state: State) -> Iterator[ev.Event]:
    """Ask for the penny once more after a refill that brought members to jail (C8-11)."""
    came = any(t.deck == "B" for t in state.turn.laid_tiles) and state.deck == "B"
    first = state.deck_of("B").size - state.deck_of("B").left == sum(t.deck == "B" for t in state.turn.laid_tiles)
    # Only then, because the question at the end of this turn did not include these members.
    if may_use_penny(state) and came and first:
        yield ev.QuestionAsked(PENNY_QUESTION, state.turn.player)


def _penny_at_end(state: State, question: OpenQuestion) -> Form | None:
    """Return the offer of a penny in the list at the end of a turn; ending the turn without it means no penny."""
    if not may_use_penny(state):
        return None
    pick = Pick("what", tr("What is the penny for?"), penny_choices(state, question.player))
    # A penny ends the turn like "done", so open and negative counts are confirmed first.
    return Form(tr("A penny"), (pick,), caution=turn_end_objection(state))


def _penny_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: a penny?", player=labels.figure_label(state, question.player))


def _penny_after_refill(state: State, question: OpenQuestion) -> Form:
    pick = Pick("what", tr("What happens?"), penny_choices(state, question.player))
    return Form(tr("A penny or a member"), (pick,))


def _late_penny(state: State, question: OpenQuestion) -> Form:
    """Return the entry of a forgotten penny; it is on a key for the player who had the last turn."""
    label = tr("A forgotten penny or member")
    if not OWN_STATE.of(state).jail:
        return Form(label, closed=Reason("C8-10", tr("The jail is empty.")), has_key=False)
    pick, now = Pick("what", tr("What was done?"), penny_choices(state, question.player)), state.last_turn_player
    return Form(label, (pick,), has_key=question.player == now)


def _book_penny(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Record one of `penny_choices`."""
    verb, _, member = str(answer.values[0]).partition(":")
    resolution.do(PennyLaid(player_id, member) if verb == "penny" else MemberTaken(player_id, member))


def _decide_penny(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _book_penny(resolution, question.player, answer)
    resolution.do(PennyDecided())


def _end_with_penny(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    _decide_penny(resolution, question, answer)
    finish_turn(resolution, count_tiles_to_lay(resolution.state))


def _enter_late_penny(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Record a forgotten penny; the penny of this turn is still open."""
    resolution.do(ev.EntryMade(question.player, OVERDUE_PENNY_ENTRY))
    _book_penny(resolution, question.player, answer)


_HINT, _WHEN = tr("penny"), tr("A penny comes at the end of an own turn, while somebody is in jail.")
_CARD = expansion_card("penny", tr("A penny"), 8, fallback=_WHEN)

JAIL_KINDS = (
    QuestionKind(
        DRAW_QUESTION,
        _draw_text,
        (
            Action("member", _with_s, _name_drawn),
            Action("rest", Form(tr("The others have a B")), _hide_others),
        ),
        rule="C8-08",
        stays_open=True,
    ),
    QuestionKind(
        REVEAL_QUESTION,
        _reveal_text,
        (
            Action("member", _with_b, _name_revealed),
            Action("rest", Form(tr("No more")), _no_more),
        ),
        rule="C8-09",
        stays_open=True,
    ),
    QuestionKind(
        PENNY_QUESTION,
        _penny_text,
        (
            Action("nothing", Form(tr("Nothing")), do_nothing),
            Action("penny", _penny_after_refill, _decide_penny, cards=_CARD),
        ),
        rule="C8-10",
    ),
)
PENNY_END_ACTIONS = (Action(PENNY_QUESTION, _penny_at_end, _end_with_penny, "DOWN", _HINT, _CARD),)
PENNY_ENTRIES = (Action(OVERDUE_PENNY_ENTRY, _late_penny, _enter_late_penny, "DOWN", _HINT, _CARD, is_rare=True),)


MOVE_QUESTION, ONE_SOURCE_QUESTION = f"{SLUG}.moves", f"{SLUG}.one_source"
# Points entered by hand may be the sum of several sources (C8-29).
UNKNOWN_SOURCES = ("other",)
AFTER_ROUND_STAGES = ("round_scored", "final_scored", "recount")


def pay_for_crest(_before: State, e: ev.CrestTaken, after: State) -> Iterator[ev.Event]:
    """Pay the owner of the token on the crest; the token leaves the game (C8-15)."""
    if e.crest not in OWN_STATE.of(after).crest_tokens:
        return
    yield from _pay_owner(after, WANDER, e.player, OWN_STATE.of(after).crest_tokens[e.crest])
    yield TokenRemoved(WANDER, f"crest:{e.crest}")


def pay_for_reserved_tile(_before: State, e: ev.TileTaken, after: State) -> Iterator[ev.Event]:
    """Pay the owner of the reservation; the token leaves the game in any case (C8-20, C8-21)."""
    tile, coins = OWN_STATE.of(after).reserved
    if not tile or e.piece != tile:
        return
    # Paid even below 0: the tile has been taken already, and the counts may be behind the table.
    yield from _pay_owner(after, LAIRD, e.player, coins)
    yield TokenRemoved(LAIRD, f"tile:{tile}")


def _pay_owner(state: State, member: str, player_id: str, coins: int) -> Iterator[ev.Event]:
    """Yield the payment of the token's coins to the owner, unless the player is the owner."""
    owner = OWN_STATE.of(state).owners.get(member, "")
    if owner and owner != player_id and coins:
        yield ev.CoinsPaid(player_id, coins, member_cause(member))
        yield ev.CoinsGained(owner, coins, member_cause(member))


def why_must_take_reserved(state: State, figure: str, piece: str) -> Reason | None:
    """Return why the owner must take the reserved tile (C8-21)."""
    now = OWN_STATE.of(state)
    tile = now.reserved[0]
    # No duty if the tile has left the rondel, or in the turn in which it was reserved.
    lies_there = tile and any(space.piece == tile for space in state.track)
    if now.reserved_in == state.turn.number or not lies_there or piece == tile or not now.controls(figure, LAIRD):
        return None
    return Reason("C8-21", tr("{tile} is reserved and must be taken.", tile=labels.piece_label(state.facts, tile)))


def release_lost_reservation(_before: State, e: ev.TurnBegan, state: State) -> Iterator[ev.Event]:
    """Turn Peggy McLaird's card if the reserved tile has left the rondel before the owner's turn (C8-22)."""
    now = OWN_STATE.of(state)
    tile = now.reserved[0]
    gone = tile and all(space.piece != tile for space in state.track)
    if gone and now.controls(e.figure, LAIRD):
        yield CardTurned()


def move_mike_on(_before: State, e: ev.HomeScotsChanged, after: State) -> Iterator[ev.Event]:
    """Ask for another castle for Mike when a Scot of his host moves home (C8-34)."""
    if e.by > 0 and not after.tracks_territories and OWN_STATE.of(after).hosts.get(CASTLE) == e.player:
        yield ev.QuestionAsked(MOVE_QUESTION, OWN_STATE.of(after).owners[CASTLE], (CASTLE, e.player))


def hand_over_sponge_point(_before: State, e: ev.PointsScored, after: State) -> Iterator[ev.Event]:
    """Give Sibyl's owner 1 of at least 6 points from one source in a player's own turn, once a turn (C8-29)."""
    owner = OWN_STATE.of(after).owners.get(SPONGE, "")
    if after.stage in AFTER_ROUND_STAGES:
        yield from _after_a_round(after, e, owner)
        return
    own_turn = e.player == after.turn.player and after.phase in ("take", "turn")
    had_one = OWN_STATE.of(after).sponge_turn == after.turn.number
    if not owner or e.player == owner or e.points < MIN_SHARED_POINTS or not own_turn or had_one:
        return
    if e.source in UNKNOWN_SOURCES:
        yield ev.QuestionAsked(ONE_SOURCE_QUESTION, e.player, (owner,))
    else:
        yield from hand_over_point(e.player, owner, after.turn.number)


def _after_a_round(state: State, e: ev.PointsScored, owner: str) -> Iterator[ev.Event]:
    """Give or take back a point of a scoring after a round, which is a separate source such as a haggis
    (C8-30)."""
    concerns = owner and e.player != owner and e.source != SPONGE and abs(e.points) >= MIN_SHARED_POINTS
    if not concerns or expansion_rule(state, f"{SLUG}.sibyl_categories_only"):
        return
    point = 1 if e.points > 0 else -1
    yield ev.PointsScored(e.player, -point, SPONGE)
    yield ev.PointsScored(owner, point, SPONGE)


def hand_over_point(player_id: str, owner: str, turn: int) -> Iterator[ev.Event]:
    """Move a point from a player to the owner of Sibyl (C8-29)."""
    yield SpongePointTaken(turn)
    yield ev.PointsScored(player_id, -1, SPONGE)
    yield ev.PointsScored(owner, 1, SPONGE)


def _one_source_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player}: were these points from one source?", player=labels.figure_label(state, question.player))


def _hand_over_one(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    for event in hand_over_point(question.player, str(question.args[0]), resolution.state.turn.number):
        resolution.do(event)


def move_text(_state: State, question: OpenQuestion) -> Message:
    """Return the text that asks where a member moves."""
    return tr("{member} moves on: to whom?", member=MEMBERS[str(question.args[0])].name)


def _moves_rule(_state: State, question: OpenQuestion) -> str:
    return MEMBERS[str(question.args[0])].rule


def move_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the choice of another player, neither old host nor owner (C8-28, C8-34); None if there is none.

    At referee depth the tile is asked too; Mike always stands on a home castle.
    """
    not_to, tiles = (
        (str(question.args[1]), question.player),
        state.tracks_territories and question.args[0] != CASTLE,
    )
    choices = tuple(
        Choice(p.id, labels.figure_label(state, p.id), then=(tile_question_part(state, p.id),) if tiles else ())
        for p in state.remaining_players
        if p.id not in not_to
    )
    text = move_text(state, question)
    return Form(text, (Pick("player", text, choices),)) if choices else None


def tile_question_part(state: State, player_id: str) -> Place:
    """Return the question for a tile of a player's territory."""
    spots = state.player(player_id).territory.spots
    cells = tuple(spot_choice(state, spot) for spot in spots)
    return Place("tile", tr("On which tile?"), cells, map_tiles=territory_map(state, player_id))


def move_member(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """Place the member with the chosen player, at referee depth on the chosen tile."""
    member, (host, *where) = str(question.args[0]), map(str, answer.values)
    if not resolution.state.tracks_territories:
        resolution.do(MemberPlaced(member, host))
        return
    resolution.do(MemberPlaced(member, host, *(parse_cell(where[0]) if where else CASTLE_CELL)))


REACTION_KINDS = (
    QuestionKind(
        MOVE_QUESTION,
        move_text,
        (
            Action("to", move_form, move_member),
            Action("stays", Form(tr("We did it ourselves")), do_nothing),
        ),
        rule=_moves_rule,
    ),
    QuestionKind(
        ONE_SOURCE_QUESTION,
        _one_source_text,
        (
            Action("yes", Form(tr("Yes: 1 of them to Sibyl"), hint=YES), _hand_over_one),
            Action("no", Form(tr("No"), hint=NO), do_nothing),
        ),
        rule="C8-29",
    ),
)


PENNIES_CORRECTION, MEMBER_CORRECTION, TOKEN_CORRECTION = f"{SLUG}.pennies", f"{SLUG}.member", f"{SLUG}.token"


def _pennies(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction of pennies; one player may have all pennies in play (C8-35)."""
    if not OWN_STATE.is_in_play(state):
        return None
    now, most = OWN_STATE.of(state), PENNIES * len(state.players)
    players = tuple(
        Choice(
            p.id,
            labels.figure_label(state, p.id),
            then=(
                Amount("minus", tr("How many -1 pennies?"), 0, most, max(0, now.minus_pennies[p.id])),
                Amount("plus", tr("How many +1 pennies?"), 0, most, now.plus_pennies[p.id]),
            ),
        )
        for p in state.players
    )
    return Form(tr("Pennies"), (Pick("player", tr("Whose?"), players),))


def _set_pennies(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, minus, plus = answer.values
    resolution.do(PenniesSet(str(player_id), int(minus), int(plus)))
    _score_again(resolution)


def _members(state: State, _question: OpenQuestion) -> Form | None:
    if not OWN_STATE.is_in_play(state):
        return None
    there = drawable_members(len(state.players), state.chronicles)
    members = tuple(Choice(m.id, literal(m.name), then=(_places(state, m),)) for m in there)
    return Form(tr("A member of the mobs"), (Pick("member", tr("Which member?"), members),))


def _places(state: State, member: Member) -> Pick:
    """Return the choice of a member's place: out of the game, in jail, or with a player."""
    now = OWN_STATE.of(state)
    most, lying = PENNIES * len(state.players), now.pennies_on.get(member.id, 0)
    on_it = Amount("pennies", tr("How many pennies lie on it?"), 0, most, lying)
    with_player: tuple[Amount, ...] = ()
    if member.id == MAIL:
        with_player = (Amount("coins", tr("How many coins lie on it?"), 0, BRUCE_COINS, now.bruce_coins),)
    elif member.tokens:
        left = now.tokens.get(member.id, member.tokens)
        with_player = (Amount("tokens", tr("How many tokens lie on it?"), 0, member.tokens, left),)
    owners = (Choice(p.id, labels.figure_label(state, p.id), then=with_player) for p in state.players)
    jail, out = Choice(JAIL, tr("in jail"), then=(on_it,)), Choice(OUT_OF_GAME, tr("not in the game"))
    return Pick("place", tr("Where is {member}?", member=member.name), (jail, *owners, out))


def _set_member(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    member, place, *number = answer.values
    resolution.do(MemberSet(str(member), str(place), int(number[0]) if number else 0))
    _score_again(resolution)


def _lying(state: State) -> Iterator[Choice]:
    """Yield a choice for each token on a crest, card or tile."""
    now = OWN_STATE.of(state)
    for crest in now.crest_tokens:
        on = tr("{member} on {place}", member=MEMBERS[WANDER].name, place=labels.crest_label(state.facts, crest))
        yield Choice(f"{WANDER}:crest:{crest}", on)
    turned = run_query(TURNED_CARDS, state)
    for card in (
        card for card in now.card_tokens if card not in turned
    ):  # Turning the card removes the token (C8-43).
        on = tr("{member} on {place}", member=MEMBERS[CLAIM].name, place=labels.landmark_label(state.facts, card))
        yield Choice(f"{CLAIM}:card:{card}", on)
    if tile := now.reserved[0]:
        on = tr("{member} on {place}", member=MEMBERS[LAIRD].name, place=labels.piece_label(state.facts, tile))
        yield Choice(f"{LAIRD}:tile:{tile}", on)


def _tokens(state: State, _question: OpenQuestion) -> Form | None:
    """Return the correction that removes a token; None if no token lies on a crest, card or tile."""
    if not OWN_STATE.is_in_play(state) or not (lying := tuple(_lying(state))):
        return None
    return Form(tr("A token of the mobs is gone"), (Pick("token", tr("Which one?"), lying),))


def _take_token_away(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    member, _, where = str(answer.values[0]).partition(":")
    resolution.do(TokenRemoved(member, where))


def _score_again(resolution: Resolution) -> None:
    """Repeat the final scoring if the game is over."""
    if resolution.state.phase == "over":
        fire_trigger(resolution, "recount")


CORRECTIONS = (
    Action(PENNIES_CORRECTION, _pennies, _set_pennies),
    Action(MEMBER_CORRECTION, _members, _set_member),
    Action(TOKEN_CORRECTION, only_in_play(_tokens), _take_token_away),
)
