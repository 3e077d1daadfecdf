"""How people call things: tiles, players, goods, causes. Words only; decides nothing."""

from __future__ import annotations

from companion.engine.memoize import lately
from companion.engine.message import Said, literal, say
from companion.state.glen_more_2.expansions import cause_words, figure_turn, plugs_of
from companion.state.glen_more_2.facts import WORLDS_END, Facts
from companion.state.glen_more_2.model import DIE, Player, Space, State, Tile

GOODS_WORDS = {
    "wood": say("wood"),
    "stone": say("stone"),
    "barley": say("barley"),
    "sheep": say("sheep"),
    "cattle": say("cattle"),
}

COLOUR_WORDS = {
    "red": say("Red"),
    "yellow": say("Yellow"),
    "green": say("Green"),
    "blue": say("Blue"),
    "white": say("White"),
    "black": say("Black"),
    "orange": say("Orange"),
    "purple": say("Purple"),
    "brown": say("Brown"),
    "grey": say("Grey"),
}

COUNT_WORDS = {
    "points": say("points"),
    "coins": say("coins"),
    "barrels": say("barrels"),
    "scots": say("Scots in the home castle"),
    "tiles": say("territory tiles"),
    "persons": say("persons"),
}

PLACES = {
    "discards": say("on the discard pile"),
    "removed": say("out of the game"),
    "deck": say("in its deck"),
}


def colour(name: str) -> Said:
    """A colour in words; one that an owner made up stays as it is."""
    return COLOUR_WORDS.get(name) or literal(name)


def figure(state: State, who: str) -> Said:
    """A player by name, else by colour; the die."""
    if neutral := figure_turn(state, who):
        return neutral.label
    return _figures(state.players).get(who) or colour(who)


@lately
def _figures(players: tuple[Player, ...]) -> dict[str, Said]:
    named = {p.id: literal(p.name) if p.name else colour(p.id) for p in players}
    return {**named, DIE: say("the die")}


def piece(facts: Facts, id: str, deck: str = "") -> Said:
    """A tile, card or person; one nobody told about goes by its deck."""
    if id == WORLDS_END:
        return say("World's End")
    known = facts.pieces.get(id)
    if known and known.colour:
        return say("home tile of {player}", player=colour(known.colour))
    if known and known.name:
        return literal(known.name)
    return literal(id) if id else say("a tile of deck {deck}", deck=deck)


def tile(facts: Facts, lying: Tile | Space) -> Said:
    return piece(facts, lying.piece, lying.deck)


def landmark(facts: Facts, card: str) -> Said:
    return literal(facts.landmarks[card].name)


def crest(facts: Facts, id: str) -> Said:
    return literal(facts.crests[id].name)


def cause(facts: Facts, why: str) -> Said:
    """Where something came from: "landmark:…", "crest:…", "tile:…", or a word of the table below."""
    sort, _, id = why.partition(":")
    if sort == "landmark":
        return landmark(facts, id)
    if sort == "crest":
        return crest(facts, id)
    if sort == "tile":
        return piece(facts, id) if id else say("the tile")
    return CAUSE_WORDS.get(why) or cause_words(why) or literal(why)


CAUSE_WORDS = {
    "cost": say("the cost of the tile"),
    "entered": say("entered"),
    "roads": say("the roads"),
    "removed": say("a tile that was removed"),
    "marker": say("a clan marker"),
    "nothing": say("no tile could be taken"),
    "sinclair": literal("Sinclair"),
}


def row(state: State, name: str) -> Said:
    """A market row: a good, or a row that a chronicle brings."""
    return GOODS_WORDS.get(name) or next(p.rows[name] for p in plugs_of(state) if name in p.rows)
