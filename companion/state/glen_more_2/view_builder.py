"""From a state to what may be seen of it. Changes nothing and decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.engine.lazy import Lazy
from companion.engine.memoize import memoize_few, memoize_last
from companion.engine.message import Message, tr, trn
from companion.scoring.gains import Gain, Result, Scored
from companion.scoring.glen_more_2.rounds import SCOTS, SCOTS_WITH_CASTLE_MOIL
from companion.scoring.places import places
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.booked import booked, whose_amounts
from companion.state.glen_more_2.doubts import doubts
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.market import buy_price, coins_in, sell_price
from companion.state.glen_more_2.model import Player, Space, State
from companion.state.glen_more_2.owed import before_question, owed
from companion.state.glen_more_2.point_sources import AFTERWARDS, COUNTED_WORDS, source_words, with_words
from companion.state.glen_more_2.referee.words import tracts
from companion.state.glen_more_2.results_in_words import last_result, with_names
from companion.state.glen_more_2.ring import Ring, still_moving, tiles_ahead
from companion.state.glen_more_2.ruleset import expansions_of, rules_of
from companion.state.glen_more_2.scorings_apart import APART
from companion.state.glen_more_2.stages import SCORING
from companion.state.glen_more_2.standings import final_result, persons_counted, round_result, with_castle_moil
from companion.state.glen_more_2.view import (
    GOODS_LEFT,
    NOT_SCORED,
    BestGain,
    CountView,
    NeutralView,
    PlayerView,
    RowView,
    SheetApart,
    SpaceView,
    StoryView,
    View,
)
from companion.state.glen_more_2.worlds_end import game_ends

RESULT_STANDS = ("round_scored", "final_scored", "winner")
"""Stages in which a scoring is done and nobody has gone on."""
COUNTS_ASKED = ("count_scots", "count_doubted", "count_rest")
"""Questions for which people look at everybody's counts."""
IN_PLAY = ("take", "turn", "deck", "roll", SCORING)


def view_of(state: State) -> View:
    """What everybody at the table may see; the base game has no secrets."""
    playing = state.phase in IN_PLAY
    result: Result | None = _result(state)
    lines, done = _lines(state, ""), booked(state)
    # Lazy: it takes a whole scoring, and most pictures never show it.
    coming: Lazy[Result | None] = Lazy(lambda: _if_scored_now(state)) if playing else NOT_SCORED
    return View(
        phase=state.phase,
        turn=state.turn.number,
        on_turn="" if _between_turns(state) else state.turn.figure,
        next_up=_next_up(state),
        players=tuple(_player(state, p) for p in state.players),
        market=tuple(_row(good, filled, labels.row(state, good)) for good, filled in state.market.items()),
        ring=_ring(state.facts, state.line),
        spaces=state.spaces,
        deck="" if state.phase == "over" else state.deck,
        left=state.deck_of(state.deck).left if state.deck and state.phase != "over" else 0,
        discards=tuple(t.piece or t.deck for t in state.discards),
        acting="" if _between_turns(state) else state.turn.acting,
        booked=tuple(line.words for line in done),
        booked_coins=tuple(line.coins for line in done),
        booked_points=tuple(line.points for line in done),
        booked_for=whose_amounts(state, done),
        owed=owed(state),
        doubts=doubts(state),
        unpaid=bool(state.story.unpaid),
        before_question=before_question(state),
        taken=labels.piece(state.facts, state.turn.tile, state.turn.deck) if state.turn.deck else None,
        result=result,
        counts=_counts(state) if result else (),
        evened=tuple(_evened(state, result)) if result else (),
        apart=_apart(state),
        scorings=len(state.scored) + len(_sheets_apart(state)),
        fresh=_fresh(state),
        scoring=labels.round_title(*(state.due or state.scored[-1:])[:1]) if state.phase == SCORING else None,
        counting=any(opened.kind in COUNTS_ASKED for opened in state.open),
        over=state.phase == "over",
        coming=coming,
        chronicles=tuple(p.name for p in expansions_of(state)),
        lines=tuple(line for _, line in lines),
        line_icons=tuple(icon for icon, _ in lines),
        source_icons=tuple((source, x.icon) for x in expansions_of(state) for source in x.point_sources),
        neutrals=tuple(
            NeutralView(id, each.name, each.icon, each.picture) for id, each in rules_of(state).figures.items()
        ),
        story=_story(state),
        territories=tuple(tracts(state, p.id) for p in state.players) if state.follows else (),
        sources=Lazy(
            lambda: with_words(state, _sources(state, result, coming.value, *(s.result for s in _apart(state))))
        ),
    )


def _counts(state: State) -> tuple[CountView, ...]:
    """What the last scoring went by, in the order of a table of points; last what broke a tie."""
    told = state.follows
    checked = (
        CountView(each.player, COUNTED_WORDS[each.count], each.value, each.confirmed, each.corrected, told)
        for each in state.story.checked
    )
    goods = (CountView(who, GOODS_LEFT, n, confirmed=True, followed=told) for who, n in state.goods.items())
    return (*checked, *goods)


def _evened(state: State, result: Result) -> Iterator[Message]:
    """Scots that Castle Moil doubled, so that nobody had more than another (GM-LMK-03)."""
    scored = {gain.source for player in result.players for gain in player.gains}
    scots = {each.player: each.value for each in state.story.checked if each.count == "scots"}
    owners = with_castle_moil(state) if SCOTS not in scored and len(set(scots.values())) > 1 else ()
    counted = {who: n * SCOTS_WITH_CASTLE_MOIL if who in owners else n for who, n in scots.items()}
    for who in owners if len(set(counted.values())) == 1 else ():
        yield trn(
            "Scots at home: {player}'s {n} counts as {all} (Castle Moil), so nobody has more.",
            "Scots at home: {player}'s {n} count as {all} (Castle Moil), so nobody has more.",
            scots[who],
            player=labels.figure(state, who),
            all=counted[who],
        )


NO_STORY = StoryView()


def _story(state: State) -> StoryView:
    """Every turn of it only when it is over; until then the scorings."""
    turns, best = state.story.turns, state.story.best
    if state.phase != "over":
        return StoryView(tuple(each for each in turns if each.scored)) if state.scored else NO_STORY
    if best is None:
        return StoryView(turns)
    cause = source_words(state, best.source)
    return StoryView(state.story.turns, BestGain(best.player, best.points, cause, best.turn))


def _sources(state: State, *results: Result | None) -> set[str]:
    """Every source of points that anybody may ask about."""
    scored = (player for result in results if result for player in result.players)
    gained = {gain.source for player in scored for gain in player.gains}
    return gained.union(*(p.points for p in state.players))


def _between_turns(state: State) -> bool:
    """Nobody is on turn: whose turn it was last has nothing more to do than the others."""
    return state.phase in (SCORING, "over")


def _next_up(state: State) -> str:
    """The next figure from behind that still moves, the one on turn left out while it has not moved."""
    if _between_turns(state) or game_ends(state):
        return ""
    moving = still_moving(state.line)[1 if state.phase in ("take", "roll") else 0 :]
    return moving[0] if moving else ""


def _player(state: State, p: Player) -> PlayerView:
    seen = _own(p)
    left, lines, plays = state.has_left(p.id), _lines(state, p.id), _plays(state, p.id)
    if not (left or lines or plays):
        return seen
    words, icons = tuple(line for _, line in lines), tuple(icon for icon, _ in lines)
    return msgspec.structs.replace(seen, lines=words, line_icons=icons, plays=plays, left=left)


@memoize_few
def _own(p: Player) -> PlayerView:
    """Without what chronicles say, and who has left."""
    return PlayerView(
        id=p.id,
        colour=p.id,
        name=p.name,
        points=p.total,
        coins=p.coins,
        barrels=p.barrels,
        scots_home=p.scots,
        landmarks=len(p.landmarks),
        persons=persons_counted(p),
        tiles=p.tiles,
        crests=len(p.crests),
        markers_left=p.markers,
        # By the names of this view, so that a screen finds the count that the mark stands beside.
        doubtful=tuple("scots_home" if c == "scots" else c for c in p.doubtful),
        sources=tuple(sorted(p.points.items())),
    )


def _plays(state: State, player_id: str) -> tuple[str, ...]:
    """What the expansions keep is there from the start of play."""
    if not state.expansion_states:
        return ()
    return tuple(id for id, turn in rules_of(state).figures.items() if turn.player(state) == player_id)


def _lines(state: State, player_id: str) -> list[tuple[str, Message]]:
    """What the chronicles show beside a player's counts, or ("") for the table, each with the icon of its own."""
    found = [("", tr("went home; the points stay, nothing more is scored"))] if state.has_left(player_id) else []
    if state.expansion_states:
        found += [(x.icon, line) for x in expansions_of(state) if x.lines for line in x.lines(state, player_id)]
    return found


@memoize_few
def _row(good: str, filled: int, words: Message) -> RowView:
    return RowView(good, filled, coins_in(filled), buy_price(filled), sell_price(filled), words)


@memoize_last
def _ring(facts: Facts, line: Ring) -> tuple[SpaceView, ...]:
    ahead = {place: n for n, place in enumerate(tiles_ahead(line), 1)}
    return tuple(
        _space(facts, space, _shown(line, place), ahead.get(place, 0)) for place, space in enumerate(line)
    )


@memoize_few
def _space(facts: Facts, space: Space, shown: Space, ahead: int) -> SpaceView:
    label = labels.tile(facts, shown) if space.has_tile or space.fixed else None
    known = facts.pieces.get(space.piece)
    return SpaceView(
        space.figures,
        space.piece,
        label,
        space.deck,
        ahead,
        not space.unidentified,
        nameless=known is not None and labels.is_nameless(known),
    )


def _shown(line: Ring, place: int) -> Space:
    """What a space shows: of a fixture the first space carries the name."""
    while line[place].fixed and not line[place].piece:
        place -= 1
    return line[place]


def _result(state: State) -> Result | None:
    result = last_result(state)
    return _as_it_ended(state, result) if result and state.phase == "over" else result


def _fresh(state: State) -> bool:
    """From the moment a result is there until the next figure moves; at the end it stays so."""
    waits = state.result is not None and state.stage in RESULT_STANDS
    return waits or state.phase == "over" or (state.turn.after_round and not state.turn.took)


def _sheets_apart(state: State) -> list[dict[str, Any]]:
    return list((state.result or {}).get(APART, ()))


def _apart(state: State) -> tuple[SheetApart, ...]:
    """What the chronicles scored for themselves after the last round."""
    return tuple(
        SheetApart(
            rules_of(state).expansion(sheet["expansion"]).name,
            with_names(state, msgspec.convert(sheet, Result)),
            msgspec.convert(sheet["said"], Message | None),
            sheet["at_once"],
        )
        for sheet in _sheets_apart(state)
    )


def _as_it_ended(state: State, result: Result) -> Result:
    """The final scoring with what came after it, and who won in the end: a chronicle may score once more."""
    totals = {p.id: p.total for p in state.still_in}
    ranks = places(totals, state.goods)
    later = [scored for sheet in _apart(state) for scored in sheet.result.players]
    players = tuple(
        _afterwards(
            scored,
            [gain for each in later if each.name == scored.name for gain in each.gains],
            totals[scored.name],
            ranks[scored.name],
        )
        for scored in result.players
    )
    return msgspec.structs.replace(result, players=players, winners=state.winners)


def _afterwards(scored: Scored, later: list[Gain], now: int, rank: int) -> Scored:
    """With what chronicles scored later, each with its reason; what nobody gave a reason for comes last."""
    gains = (*scored.gains, *later)
    more = now - scored.points - sum(gain.points for gain in later)
    if more:
        words = trn("after the final scoring: {n} point", "after the final scoring: {n} points", more)
        gains += (Gain(AFTERWARDS, more, words),)
    return msgspec.structs.replace(scored, points=now, rank=rank, gains=gains)


def _if_scored_now(state: State) -> Result:
    """The scoring table if it came now."""
    coming = next((d for d in ("A", "B", "C") if d not in state.scored), "final")
    result = final_result(state) if coming == "final" else round_result(state, coming)
    return with_names(state, result)


def summary(state: State) -> dict[str, Any]:
    """The state in plain JSON, for checks from outside."""
    told = {
        "schema": 1,
        "phase": state.phase,
        "turn": state.turn.number,
        "on_turn": state.turn.figure,
        "ring": [msgspec.to_builtins(_plain_space(space)) for space in state.line],
        "spaces": state.spaces,
        "decks": {d.letter: d.left for d in state.decks},
        "deck": state.deck,
        "market": dict(state.market),
        "discards": [msgspec.to_builtins(t) for t in state.discards],
        "players": [_plain_player(p) for p in state.players],
        "winners": list(state.winners),
    }
    if not state.follows:
        return told
    lie = {p.id: msgspec.to_builtins(p.territory.spots) for p in state.players}
    return {**told, "depth": state.depth, "territories": lie}


def _plain_space(space: Space) -> dict[str, Any]:
    return {"figures": list(space.figures), "piece": space.piece, "deck": space.deck}


def _plain_player(p: Player) -> dict[str, Any]:
    return {
        "id": p.id,
        "name": p.name,
        "points": p.total,
        "points_by_source": dict(sorted(p.points.items())),
        "coins": p.coins,
        "barrels": p.barrels,
        "scots_in_home_castle": p.scots,
        "landmarks": list(p.landmarks),
        "persons": persons_counted(p),
        "tiles": p.tiles,
        "crests": list(p.crests),
        "doubtful": list(p.doubtful),
    }
