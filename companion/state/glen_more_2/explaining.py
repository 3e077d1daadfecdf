"""Articles of Glen More II: what a rule says, what a piece, a crest or a sign does, and what explains an event.

Reads state and facts; decides nothing. Words of chronicles come from the chronicles that are on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.engine.look_up import Article, LookUp
from companion.engine.memoize import memoize_last
from companion.engine.message import Message, literal, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels, not_in_play
from companion.state.glen_more_2.cards import cards_of
from companion.state.glen_more_2.facts import CARD, FINAL, FIXTURE, WORLDS_END, Crest, Facts, Landmark
from companion.state.glen_more_2.house_rules import RULE_OF, HouseRules
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.outline import COUNTS, DUTIES
from companion.state.glen_more_2.piece_words import crest_text, first_words, piece_text
from companion.state.glen_more_2.questions.setup import HOUSE_WORDS
from companion.state.glen_more_2.rule_words import RULE_WORDS
from companion.state.glen_more_2.ruleset import expansions_of, rules_of, switch
from companion.state.glen_more_2.topics import ENTRIES, ROWS, TOPICS

COMMAND = "card:"
"""What the ids of command cards begin with where pieces are tapped."""
PASSED_BY_ALL = "GM-RND-05"
AREAS = {
    "CMP": tr("The game"),
    "SET": tr("Set-up"),
    "RND": tr("Rondel"),
    "DIE": tr("The die"),
    "TRN": tr("A turn"),
    "TIL": tr("Tiles"),
    "MKT": tr("Market"),
    "TAK": tr("Taking a tile"),
    "RBD": tr("Rebuild tiles"),
    "ONE": tr("Landmark cards"),
    "MOV": tr("Movement points"),
    "PER": tr("Persons"),
    "PLC": tr("Placing a tile"),
    "RIV": tr("The river"),
    "CLN": tr("Clan board"),
    "SCR": tr("Scoring rounds"),
    "END": tr("End of the game"),
    "TIE": tr("Equal points"),
    "EDG": tr("Removed tiles"),
    "GM-EDG-08": tr("Home castle"),
    "GM-SCR-05": tr("Points in a scoring round"),
}
"""What the rules of an area are about, by the letters in their ids; or a single rule."""
_MORE_HOUSE_WORDS = {
    "use_die": tr("the die plays along"),
    "short_game": tr("World's End lies on top of deck D"),
}


def article(state: State, key: str) -> Article | None:
    """What is said of a rule, a piece, a crest or a topic."""
    if key in state.facts.crests:
        crest = state.facts.crests[key]
        return Article(key, literal(crest.name), tuple(crest_text(crest)), crest.rule)
    if key.startswith(COMMAND):
        return _of_command(state, key)
    own = _of_chronicles(state).get(key) or TOPICS.get(key) or ROWS.get(key)
    if key in state.facts.pieces or key == WORLDS_END:
        return _of_piece(state, key, own.text if own else ())
    return own or not_in_play.articles(state).get(key) or _of_rule(state, key)


def _of_command(state: State, key: str) -> Article | None:
    """What is said of the entry that a command card makes."""
    for kind in rules_of(state).kinds.values():
        for told, card in cards_of(kind.actions, state.facts):
            entry = article(state, row(state, kind.name, told.name)) if f"{COMMAND}{card.id}" == key else None
            if entry:
                return Article(key, card.label, entry.text, entry.rule)
    return None


def _of_piece(state: State, key: str, more: tuple[Message, ...]) -> Article:
    piece = state.facts.pieces.get(key)
    text = first_words((*(piece_text(state.facts, piece) if piece else ()), *more))
    # Its cost stands in the text, where there is room for it.
    return Article(key, labels.taken_piece(state.facts, key, ""), text or RULE_WORDS["GM-END-03"])


def _of_chronicles(state: State) -> dict[str, Article]:
    return {each.key: each for x in expansions_of(state) for each in x.articles}


def _of_rule(state: State, rule: str) -> Article | None:
    words = rule_words(state, rule)
    return Article(rule, _title(state, rule), words, rule) if words else None


def rule_words(state: State, rule: str) -> tuple[Message, ...]:
    """What a rule says, and how this table reads it where it may be read otherwise; () for one without words."""
    told = _by_rule(state.facts).get(rule) or RULE_WORDS.get(rule)
    everywhere = rules_of(state).library.expansions.values()
    told = told or next(filter(None, (each.rule_words.get(rule) for each in everywhere)), None)
    more = _not_waited_for(state) if rule == PASSED_BY_ALL else ()
    return (*told, *more, *_house_lines(state, rule)) if told else ()


def _not_waited_for(state: State) -> Iterator[Message]:
    """Figures that expansions add: tiles ahead of them go all the same, which people wonder about."""
    for figure in rules_of(state).figures.values():
        if not (figure.holds_tiles and figure.holds_tiles(state)):
            yield tr("Also one that is still ahead of {figure}: only players' pawns count.", figure=figure.label)


@memoize_last
def _by_rule(facts: Facts) -> dict[str, tuple[Message, ...]]:
    """What landmark cards and crests do, by the rule that says so; a chronicle's own words are fuller."""
    return {
        each.rule: (tr("{name}: {text}", name=each.name, text=each.text),)
        for each in _named(facts)
        if each.rule.startswith("GM-")
    }


def _named(facts: Facts) -> tuple[Landmark | Crest, ...]:
    return (*facts.landmarks.values(), *facts.crests.values())


def _title(state: State, rule: str) -> Message:
    for named in _named(state.facts):
        if named.rule == rule:
            return literal(named.name)
    expansions = rules_of(state).library.expansions.values()
    owner = next((each for each in expansions if rule in each.rule_words), None)
    return owner.name if owner else AREAS.get(rule) or AREAS.get(rule[3:6], tr("The game"))


def _house_lines(state: State, rule: str) -> Iterator[Message]:
    """How this table reads the rule, where it is one of the house rules."""
    for name, its_rule in RULE_OF.items():
        if its_rule == rule:
            yield _house_line(HOUSE_WORDS.get(name) or _MORE_HOUSE_WORDS[name], _ruled(state, name), _most(name))
    for each in expansions_of(state):
        for one in each.house_rules:
            if one.rule == rule:
                yield _house_line(one.words, switch(state, one.name), one.most)


def _ruled(state: State, name: str) -> int:
    """A ruling as this game has it: die and World's End are chosen at set-up."""
    return int(getattr(state if name in _MORE_HOUSE_WORDS else state.house, name))


def _most(name: str) -> int:
    return 1 if isinstance(getattr(HouseRules(), name), bool) else 2


def _house_line(words: Message, value: int, most: int) -> Message:
    if most > 1:
        return tr("House rule at your table: {words}: {n}.", words=words, n=value)
    if value:
        return tr("House rule at your table: {words}.", words=words)
    return tr("Not so at your table: {words}.", words=words)


def keys(state: State) -> tuple[str, ...]:
    """Pieces with a name, crests, topics, the rules, then what is of expansions that are not in this game."""
    named = (id for id, piece in state.facts.pieces.items() if piece.name or piece.category)
    on = expansions_of(state)
    return tuple(
        dict.fromkeys(
            (
                *TOPICS,
                *(each.key for x in on for each in x.articles),
                *named,
                *state.facts.crests,
                *RULE_WORDS,
                *(rule for x in on for rule in x.rule_words),
                *not_in_play.articles(state),
            )
        )
    )


# ---- what explains an event


def about(state: State, events: Iterable[Any]) -> tuple[str, ...]:
    """The rules and pieces behind events, each once."""
    return tuple(dict.fromkeys(key for event in events for key in _of_event(state, event) if key))


def _of_event(state: State, event: Any) -> Iterator[str]:
    own = next((x.explained[type(event)] for x in expansions_of(state) if type(event) in x.explained), None)
    if own:
        yield own(event)
    elif type(event) in _KEYS:
        yield from _KEYS[type(event)](event)
    elif rule := getattr(event, "rule", ""):
        yield rule


def of_cause(why: str) -> str:
    """What explains where a count came from: a tile, a card, a crest, or a chronicle's reason."""
    category, _, id = why.partition(":")
    if category == "landmark":
        return f"card_{id}"
    if id and category in ("crest", "tile", "placing", "person"):
        return id
    return _CAUSES.get(category, category.partition(".")[0])


_CAUSES = {
    "cost": "GM-TAK-01",
    "roads": "GM-CLN-06",
    "removed": "GM-EDG-04",
    "nothing": "GM-TAK-07",
    "entered": "",
    **dict.fromkeys(("tile", "exchange", "card", "trade", "other"), "entered_points"),
    "marker": "GM-CLN-01",
    "no_marker": "GM-CLN-01",
    "scot_on_neighbour": "GM-RBD-03",
    "none_removed": "GM-EDG-04",
    "none_from_discards": "munro",
}


def _of_tiles(event: ev.TilesChanged) -> tuple[str, ...]:
    # Laying is told with the tile itself.
    return () if event.kind == "laid" else (event.rule,)


def _of_round(event: ev.RoundScored) -> tuple[str, ...]:
    return ("GM-SCR-03", "GM-SCR-05", "GM-END-08") if event.round == FINAL else ("GM-SCR-03", "GM-SCR-05")


_KEYS: dict[type[Any], Callable[[Any], Iterable[str]]] = {
    ev.TileTaken: lambda e: ("take", e.piece),
    ev.PersonGained: lambda e: ("person", e.piece),
    ev.LandmarkGained: lambda e: ("GM-ONE-04", f"card_{e.card}"),
    ev.CrestTaken: lambda e: ("GM-CLN-01", e.crest),
    ev.GoodBought: lambda _e: ("GM-MKT-03",),
    ev.BoughtGoodGiven: lambda _e: ("GM-MKT-03",),
    ev.GoodSold: lambda _e: ("GM-MKT-07",),
    ev.CoinsGained: lambda e: (of_cause(e.why),),
    ev.CoinsPaid: lambda e: (of_cause(e.why),),
    ev.BarrelsGained: lambda e: (of_cause(e.why), "barrel"),
    ev.BarrelsPaid: lambda e: (of_cause(e.why),),
    ev.ScotsMoved: lambda e: (of_cause(e.why), "home_castle"),
    ev.PointsScored: lambda e: (of_cause(e.source),),
    ev.ManualStepDue: lambda e: (of_cause(e.cause),),
    ev.CountsDoubted: lambda _e: ("doubt",),
    ev.TilesChanged: _of_tiles,
    ev.DieRolled: lambda _e: ("GM-DIE-03",),
    ev.TurnEnding: lambda _e: ("GM-RND-06",),
    ev.RoundScored: _of_round,
    ev.GameEnded: lambda _e: ("GM-TIE-01",),
    ev.PawnStopped: lambda e: ("GM-END-03" if e.piece == WORLDS_END else e.piece,),
}
"""What explains an event of the core that carries no rule of its own, or more than that."""


def row(state: State, question: str, offer: str) -> str:
    """What explains an entry; what chronicles add goes by their article."""
    for key in _of_chronicles(state):
        # Rows of a question of theirs that are alike but for whom they are about go by how their names begin.
        if key.startswith(f"{question}.") and f"{question}.{offer}".startswith(key):
            return key
    if "." in offer:
        return offer if offer in _of_chronicles(state) else offer.partition(".")[0]
    if found := ENTRIES.get(f"{question}.{offer}") or ENTRIES.get(offer):
        return found
    kind = rules_of(state).kinds.get(question)
    return kind.rule if kind and isinstance(kind.rule, str) else ""


def sheet(state: State, kind: str) -> tuple[str, ...]:
    """What explains a sheet: behind what was booked its rules, behind points how they are counted."""
    if kind == DUTIES:
        return about(state, reversed(state.happened))
    if kind == COUNTS:
        return ("doubt", "home_castle", "barrel", "person", "coin")
    return ("GM-SCR-03", "GM-SCR-05", "GM-END-08", "coin", "GM-TIE-01")


def lessons(state: State, events: Iterable[Any]) -> tuple[str, ...]:
    """What explains events, but no single tile: of these there are too many, and they lie before people."""
    known = state.facts.pieces
    return tuple(k for k in about(state, events) if k not in known or known[k].category in (CARD, FIXTURE))


LOOK_UP = LookUp(article, keys, about, row, sheet, lessons)
