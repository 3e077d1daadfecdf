"""Help pages of Glen More II: articles about rules, pieces, crests and signs, and which article explains an event.

The texts are in help.txt files, here and in the folder of each chronicle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any

from companion.engine.caching import memoize_last
from companion.engine.help_topics import Article, GameHelp
from companion.engine.message import Message, literal, tr
from companion.engine.question_kinds import cards_of_rows
from companion.games.glen_more_2.chronicle_help import absent_expansion_articles, expansion_help
from companion.games.glen_more_2.piece_help import base_help, crest_text, piece_text, unique_sentences
from companion.games.help_file import HOUSE_RULE_KEY, NAMES_KEY, SHARED_HELP, help_file
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import CARD, FINAL, FIXTURE, WORLDS_END, Crest, Facts, Landmark
from companion.state.glen_more_2.model import HOUSE_RULE_IDS, HouseRules, State
from companion.state.glen_more_2.questions.setup import HOUSE_RULE_LABELS
from companion.state.glen_more_2.ruleset import expansion_rule, expansions_of, rules_of
from companion.state.glen_more_2.text import labels
from companion.state.glen_more_2.view import COUNTS, TABLE_TASKS

COMMAND_CARD_PREFIX = "card:"
"""Prefix of the ids of command cards."""
PASSED_TILES_RULE = "GM-RND-05"
NO_TOPICS = ("row.", "category.", "timing.")
"""Prefixes of the keys of articles that are not listed by name."""
_MORE_HOUSE_WORDS = {
    "use_die": tr("the die plays along"),
    "short_game": tr("World's End lies on top of deck D"),
}


def find_article(state: State, key: str) -> Article | None:
    """Return the article about a rule, a piece, a crest or a topic; None if there is none."""
    return _finder(state)(key)


@memoize_last
def _finder(state: State) -> Callable[[str], Article | None]:
    """Return `find_article` for one state. It stores what it found: menus ask for the same after every press."""
    return cache(partial(_find_article, state))


def _find_article(state: State, key: str) -> Article | None:
    if key in state.facts.crests:
        crest = state.facts.crests[key]
        return Article(key, literal(crest.name), tuple(crest_text(crest)), crest.rule)
    if key.startswith(COMMAND_CARD_PREFIX):
        return _of_command(state, key)
    own = (
        _of_chronicles(state).get(key) or base_help().articles.get(key) or help_file(SHARED_HELP).articles.get(key)
    )
    if key in state.facts.pieces or key == WORLDS_END:
        return _of_piece(state, key, own.text if own else ())
    return own or absent_expansion_articles(state).get(key) or _of_rule(state, key)


def _of_command(state: State, key: str) -> Article | None:
    """Return the article about the entry that a command card makes."""
    for kind in rules_of(state).kinds.values():
        for told, card in cards_of_rows(kind.actions, state.facts):
            entry = (
                find_article(state, entry_article_key(state, kind.name, told.name))
                if f"{COMMAND_CARD_PREFIX}{card.id}" == key
                else None
            )
            if entry:
                return Article(key, card.label, entry.text, entry.rule)
    return None


def _of_piece(state: State, key: str, more: tuple[Message, ...]) -> Article:
    piece = state.facts.pieces.get(key)
    text = unique_sentences((*(piece_text(state.facts, piece) if piece else ()), *more))
    # The cost is in the text, where there is space for it, not in the title.
    return Article(key, labels.taken_piece_label(state.facts, key, ""), text or base_help().rules["GM-END-03"])


def _of_chronicles(state: State) -> dict[str, Article]:
    return {key: each for x in expansions_of(state) for key, each in expansion_help(x.slug).articles.items()}


def _of_rule(state: State, rule: str) -> Article | None:
    words = rule_sentences(state, rule)
    return Article(rule, _title(state, rule), words, rule) if words else None


def rule_sentences(state: State, rule: str) -> tuple[Message, ...]:
    """Return what a rule says and how this table applies it; () for a rule without text."""
    told = _texts_by_rule(state.facts).get(rule) or base_help().rules.get(rule)
    everywhere = rules_of(state).library.expansions.values()
    told = told or next(filter(None, (expansion_help(each.slug).rules.get(rule) for each in everywhere)), None)
    more = _non_blocking_figures(state) if rule == PASSED_TILES_RULE else ()
    return (*told, *more, *_house_lines(state, rule)) if told else ()


def _non_blocking_figures(state: State) -> Iterator[Message]:
    """Yield a sentence for each neutral figure that does not hold tiles, which players often ask about."""
    for figure in rules_of(state).figures.values():
        if not (figure.holds_tiles and figure.holds_tiles(state)):
            yield tr("Also one that is still ahead of {figure}: only players' pawns count.", figure=figure.label)


@memoize_last
def _texts_by_rule(facts: Facts) -> dict[str, tuple[Message, ...]]:
    """Return texts of landmark cards and crests by rule id; a chronicle's own text has priority."""
    return {
        each.rule: (tr("{name}: {text}", name=each.name, text=each.text),)
        for each in _landmarks_and_crests(facts)
        if each.rule.startswith("GM-")
    }


def _landmarks_and_crests(facts: Facts) -> tuple[Landmark | Crest, ...]:
    return (*facts.landmarks.values(), *facts.crests.values())


def _title(state: State, rule: str) -> Message:
    for named in _landmarks_and_crests(state.facts):
        if named.rule == rule:
            return literal(named.name)
    expansions = rules_of(state).library.expansions.values()
    owner = next((each for each in expansions if rule in expansion_help(each.slug).rules), None)
    return owner.name if owner else base_help().title(rule)


def _house_lines(state: State, rule: str) -> Iterator[Message]:
    """Yield how this table applies the rule, if it is a house rule."""
    for name, its_rule in HOUSE_RULE_IDS.items():
        if its_rule == rule:
            yield _house_line(
                HOUSE_RULE_LABELS.get(name) or _MORE_HOUSE_WORDS[name], _house_rule_value(state, name), _most(name)
            )
    for each in expansions_of(state):
        for one in each.house_rules:
            if one.rule == rule:
                yield _house_line(one.words, expansion_rule(state, one.name), one.most)


def _house_rule_value(state: State, name: str) -> int:
    """Return the value of a house rule in this game; die and World's End are chosen in the setup."""
    return int(getattr(state if name in _MORE_HOUSE_WORDS else state.house, name))


def _most(name: str) -> int:
    return 1 if isinstance(getattr(HouseRules(), name), bool) else 2


def _house_line(words: Message, value: int, most: int) -> Message:
    if most > 1:
        return tr("House rule at your table: {words}: {n}.", words=words, n=value)
    if value:
        return tr("House rule at your table: {words}.", words=words)
    return tr("Not so at your table: {words}.", words=words)


def article_keys(state: State) -> tuple[str, ...]:
    """Return the keys of named pieces, crests, topics and rules, then those of expansions not in this game."""
    rules_of(state).library.all_expansions()  # Those that are not in play are loaded for their articles.
    named = (id for id, piece in state.facts.pieces.items() if piece.name or piece.category)
    base, on = base_help(), [expansion_help(each.slug) for each in expansions_of(state)]
    return tuple(
        dict.fromkeys(
            (
                *(key for key in base.articles if not key.startswith(NO_TOPICS)),
                *(key for each in on for key in each.articles),
                *named,
                *state.facts.crests,
                *base.rules,
                *(rule for each in on for rule in each.rules),
                *absent_expansion_articles(state),
            )
        )
    )


def event_article_keys(state: State, events: Iterable[Any]) -> tuple[str, ...]:
    """Return the keys of the rules and pieces behind events, each once."""
    return tuple(dict.fromkeys(key for event in events for key in _of_event(state, event) if key))


def _of_event(state: State, event: Any) -> Iterator[str]:
    own = next((x.explained[type(event)] for x in expansions_of(state) if type(event) in x.explained), None)
    if own:
        yield own(event)
    elif type(event) in _EVENT_ARTICLES:
        yield from _EVENT_ARTICLES[type(event)](event)
    elif rule := getattr(event, "rule", ""):
        yield rule


def cause_article_key(why: str) -> str:
    """Return the article key for the cause of a count: a tile, a card, a crest, or a chronicle's reason."""
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


def _of_tiles(event: ev.TileCountChanged) -> tuple[str, ...]:
    # The placement of a tile is explained with the tile itself.
    return () if event.kind == "laid" else (event.rule,)


def _of_round(event: ev.RoundScored) -> tuple[str, ...]:
    return ("GM-SCR-03", "GM-SCR-05", "GM-END-08") if event.round == FINAL else ("GM-SCR-03", "GM-SCR-05")


_EVENT_ARTICLES: dict[type[Any], Callable[[Any], Iterable[str]]] = {
    ev.TileTaken: lambda e: ("take", e.piece),
    ev.PersonGained: lambda e: ("person", e.piece),
    ev.LandmarkGained: lambda e: ("GM-ONE-04", f"card_{e.card}"),
    ev.CrestTaken: lambda e: ("GM-CLN-01", e.crest),
    ev.GoodBought: lambda _e: ("GM-MKT-03",),
    ev.BoughtGoodSpent: lambda _e: ("GM-MKT-03",),
    ev.GoodSold: lambda _e: ("GM-MKT-07",),
    ev.CoinsGained: lambda e: (cause_article_key(e.why),),
    ev.CoinsPaid: lambda e: (cause_article_key(e.why),),
    ev.BarrelsGained: lambda e: (cause_article_key(e.why), "barrel"),
    ev.BarrelsPaid: lambda e: (cause_article_key(e.why),),
    ev.HomeScotsChanged: lambda e: (cause_article_key(e.why), "home_castle"),
    ev.PointsScored: lambda e: (cause_article_key(e.source),),
    ev.ManualStepRequired: lambda e: (cause_article_key(e.cause),),
    ev.CountsMarkedUncertain: lambda _e: ("doubt",),
    ev.TileCountChanged: _of_tiles,
    ev.DieRolled: lambda _e: ("GM-DIE-03",),
    ev.RefillBegan: lambda _e: ("GM-RND-06",),
    ev.RoundScored: _of_round,
    ev.GameEnded: lambda _e: ("GM-TIE-01",),
    ev.PawnStopped: lambda e: ("GM-END-03" if e.piece == WORLDS_END else e.piece,),
}
"""Article keys for events that have no rule of their own, or that need more than one article."""


_OFFER_ARTICLES = {
    "take": "take",
    "worlds_end": "GM-END-03",
    "nothing": "GM-TAK-07",
    "points": "points",
    "barrel": "barrel",
    "sell": "GM-MKT-07",
    "buy": "GM-MKT-03",
    "market": "GM-MKT-03",
    "scots_in": "home_castle",
    "scots_out": "home_castle",
    "coins_in": "coin",
    "coins_out": "coin",
    "barrels_out": "barrel",
    "crest": "GM-CLN-06",
    "landmark": "GM-ONE-04",
    "person": "person",
    "removed": "GM-EDG-04",
    "free": "GM-TIL-02",
    "sinclair": "sinclair",
    "die": "GM-SET-09",
    "chronicle": "GM-SET-18",
    "rebuild": "GM-RBD-01",
    "start.worlds_end": "GM-SET-12",
    "start.house": HOUSE_RULE_KEY,
    "start.depth": "row.depth",
    "start.playing": "row.playing",
    "start.name": NAMES_KEY,
    "start.names": NAMES_KEY,
}
"""Article keys by name of an offer, or by "question.offer" where one name has several meanings."""


def entry_article_key(state: State, question: str, offer: str) -> str:
    """Return the key of the article about an offer; the articles of chronicles come first."""
    for key in _of_chronicles(state):
        # Offers of a chronicle that differ only in the player have a common prefix.
        if key.startswith(f"{question}.") and f"{question}.{offer}".startswith(key):
            return key
    if "." in offer:
        return offer if offer in _of_chronicles(state) else offer.partition(".")[0]
    if found := _OFFER_ARTICLES.get(f"{question}.{offer}") or _OFFER_ARTICLES.get(offer):
        return found
    kind = rules_of(state).kinds.get(question)
    return kind.rule if kind and isinstance(kind.rule, str) else ""


def sheet_article_keys(state: State, kind: str) -> tuple[str, ...]:
    """Return the article keys for a sheet: the rules behind the turn log, or how points are counted."""
    if kind == TABLE_TASKS:
        return event_article_keys(state, reversed(state.turn_events))
    if kind == COUNTS:
        return ("doubt", "home_castle", "barrel", "person", "coin")
    return ("GM-SCR-03", "GM-SCR-05", "GM-END-08", "coin", "GM-TIE-01")


def tutorial_article_keys(state: State, events: Iterable[Any]) -> tuple[str, ...]:
    """Return the article keys for events without single tiles, which are in front of the players anyway."""
    known = state.facts.pieces
    return tuple(
        k for k in event_article_keys(state, events) if k not in known or known[k].category in (CARD, FIXTURE)
    )


HELP_PAGES = GameHelp(
    find_article, article_keys, event_article_keys, entry_article_key, sheet_article_keys, tutorial_article_keys
)
