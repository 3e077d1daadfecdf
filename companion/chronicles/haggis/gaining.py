"""Tokens gained: for a sheep or at once, face up or drawn, with a full table, out of an empty supply."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.haggis.pieces import MAX_HELD, SLUG, TILES, TOKEN_IDS, once_fact
from companion.chronicles.haggis.setting import SHOW_NEXT, value_words
from companion.chronicles.haggis.tables import (
    HaggisCounted,
    HaggisGained,
    HaggisReturned,
    face_down_supply,
    haggis,
)
from companion.chronicles.haggis.tapping import token_choices
from companion.engine.message import tr
from companion.engine.offers import Amount, Answer, Choice, Offer, Pick, Question, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.effects import ask_good
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.ledger import TURN_PHASES
from companion.state.glen_more_2.resolution import Resolution

GAIN, FULL, ONCE = f"{SLUG}.gain", f"{SLUG}.full", f"{SLUG}.once"
SHEEP, FREE, COUNT = f"{SLUG}.sheep", f"{SLUG}.free", f"{SLUG}.count"
WHY = f"{SLUG}.token"


def own_taps(state: State, player_id: str) -> list[str]:
    """Tokens that may lie on this table, as far as anybody told."""
    now = haggis(state)
    placed = now.places()
    untold = "" in now.held[player_id]
    return [t for t in TOKEN_IDS if placed.get(t) == player_id or (untold and t not in placed)]


# ---- entries


def entries(state: State, question: OpenQuestion) -> tuple[Offer, ...]:
    """A token for a sheep (C5-11), or one that came with a tile (C5-12). On turn with such a tile: one press."""
    closed = None if haggis(state).in_supply() else empty()
    own = question.player == state.turn.player
    inn = any(tile.piece in TILES for tile in state.player(question.player).taken)
    return (
        Offer(SHEEP, tr("A haggis token for 1 sheep"), closed=closed, key="DOWN+" if own and inn else ""),
        Offer(FREE, tr("A haggis token"), closed=closed),
    )


def empty() -> Reason:
    """No token is gained then, and no sheep is paid (C5-10)."""
    return Reason("C5-10", tr("No haggis token is left in the supply."))


def settle_entry(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    player_id, state = question.player, resolution.state
    if player_id != state.turn.player or state.phase not in TURN_PHASES:
        resolution.do(ev.BookedLate(player_id))
    resolution.do(ev.EntryMade(player_id, answer.offer))
    gain(resolution, player_id, "sheep" if answer.offer == SHEEP else "")


def corrections(state: State, _question: OpenQuestion) -> tuple[Offer, ...]:
    """How many tokens lie on a table; none before play begins."""
    if SLUG not in state.drawers:
        return ()
    now = haggis(state)
    spare = {p.id: min(MAX_HELD, len(now.held[p.id]) + now.in_supply()) for p in state.players}
    players = tuple(
        Choice(
            p.id,
            tr("{player}: {n}", player=labels.figure(state, p.id), n=len(now.held[p.id])),
            then=(Amount("tokens", tr("How many haggis tokens?"), 0, spare[p.id], len(now.held[p.id])),),
        )
        for p in state.players
    )
    return (Offer(COUNT, tr("Haggis tokens"), (Pick("player", tr("Whose?"), players),)),)


def settle_count(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    player_id, tokens = answer.values
    resolution.do(HaggisCounted(str(player_id), int(tokens)))


# ---- a token comes


def gain(resolution: Resolution, player_id: str, price: str) -> None:
    """Asked where there is something to say: which token it is, or what goes back (C5-05, C5-09, C5-10)."""
    now = haggis(resolution.state)
    if not now.in_supply() and len(now.held[player_id]) < MAX_HELD:
        return
    if len(now.held[player_id]) >= MAX_HELD:
        resolution.ask(FULL, player_id, price)
    elif now.tagged:
        resolution.ask(GAIN, player_id, price)
    else:
        take(resolution, player_id, "", price)


def take(resolution: Resolution, player_id: str, token: str, price: str, face_up: bool = False) -> None:
    """The token lies value side down on the table (C5-08); the sheep is paid now."""
    resolution.do(HaggisGained(player_id, token, face_up))
    if price:
        ask_good(resolution, player_id, price, WHY)


def ask_gain(state: State, question: OpenQuestion) -> Question:
    """With stickers: one of those face up, or one drawn and tapped; nobody is shown which (C5-05, C5-06)."""
    now = haggis(state)
    shown = tuple(Choice(f"{i}", value_words(state, t), piece=t) for i, t in enumerate(now.shown))
    text = tr("{player}: a haggis token. Tap it.", player=labels.figure(state, question.player))
    drawn = Pick("token", tr("Tap it"), token_choices(state, face_down_supply(now), tr("Not tapped")))
    offers = [Offer("drawn", tr("Drawn face down"), (drawn,))]
    if shown:
        offers.insert(0, Offer("face_up", tr("One that lies face up"), (Pick("shown", tr("Which one?"), shown),)))
    if len(now.shown) >= now.in_supply():
        offers[-1:] = [] if shown else [Offer("none", tr("No token is left"))]
    return Question(question.number, question.kind, text, tuple(offers), question.player, rule="C5-05")


def settle_gain(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "none":
        return
    price, picked = str(question.args[0]), str(answer.values[0])
    if answer.offer == "face_up":
        take(resolution, question.player, haggis(resolution.state).shown[int(picked)], price, face_up=True)
        resolution.do(SHOW_NEXT)
    else:
        take(resolution, question.player, picked, price)


def ask_full(state: State, question: OpenQuestion) -> Question:
    """Five lie on the table: one goes back first, or the new one isn't taken (C5-09)."""
    text = tr(
        "{player} has {n} haggis tokens. Does one go back for the new one?",
        player=labels.figure(state, question.player),
        n=MAX_HELD,
    )
    back = Offer("back", tr("Yes, one goes back"), back_parts(state, question.player))
    offers = (back, Offer("none", tr("No, the new one isn't taken")))
    return Question(question.number, question.kind, text, offers, question.player, rule="C5-09")


def back_parts(state: State, player_id: str) -> tuple[Pick, ...]:
    """Which one: tapped, where there are stickers."""
    if not haggis(state).tagged:
        return ()
    return (
        Pick(
            "token",
            tr("Tap the one that goes back"),
            token_choices(state, own_taps(state, player_id), tr("Not tapped")),
        ),
    )


def settle_full(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    if answer.offer == "back":
        resolution.do(HaggisReturned(question.player, str(answer.values[0]) if answer.values else ""))
        gain(resolution, question.player, str(question.args[0]))


# ---- at once with a tile


def tile_taken(_before: State, e: ev.TileTaken | ev.TileGiven, after: State) -> Iterator[ev.Event]:
    """A tile that gives a token at once (C5-12); asked once a tile, for it is only pictured."""
    if e.piece not in TILES:
        return
    gives = after.facts.more.get(once_fact(e.piece))
    if gives is None:
        yield ev.QuestionAsked(ONCE, e.player, (e.piece,))
    elif gives:
        yield from gained_at_once(after, e.player)


def gained_at_once(state: State, player_id: str) -> Iterator[ev.Event]:
    """What `gain` does, where no sheep is paid."""
    now = haggis(state)
    if len(now.held[player_id]) >= MAX_HELD:
        yield ev.QuestionAsked(FULL, player_id, ("",))
    elif now.in_supply() and now.tagged:
        yield ev.QuestionAsked(GAIN, player_id, ("",))
    elif now.in_supply():
        yield HaggisGained(player_id)


def ask_once(state: State, question: OpenQuestion) -> Question:
    tile = labels.piece(state.facts, str(question.args[0]))
    text = tr("Does {tile} give a haggis token at once?", tile=tile)
    offers = (Offer("no", tr("No")), Offer("yes", tr("Yes")))
    return Question(question.number, question.kind, text, offers, question.player, rule="C5-12")


def settle_once(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.close(question)
    gives = answer.offer == "yes"
    resolution.do(ev.FactLearned(Learned("", once_fact(str(question.args[0])), gives)))
    if gives:
        gain(resolution, question.player, "")
