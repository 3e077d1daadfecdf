"""Rules of one game: the base game with the expansions in play, and functions that ask all expansions at once.

A `Library` holds everything that can be chosen and creates rulesets; a state carries its ruleset. An expansion is
loaded when it is first in play. Importing registers nothing, so games with different expansions can exist side by
side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import suppress
from itertools import chain
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from companion.engine import question_kinds
from companion.engine.game import Interpretation, MissingPart
from companion.engine.message import Message, tr
from companion.engine.offers import Question, Reason
from companion.engine.table_game import Event
from companion.scoring.glen_more_2.model import ScoringPart
from companion.state.glen_more_2.actions import Action, ActionFamily, EventRow, QuestionKind
from companion.state.glen_more_2.expansions import (
    HOOK_POINTS,
    Expansion,
    ExpansionListing,
    FigureTurn,
    Query,
    Reaction,
    StopObjection,
    merge_source_labels,
)
from companion.state.glen_more_2.model import Rules, State
from companion.state.territory.model import OpenQuestion

P = ParamSpec("P")
T = TypeVar("T")


HookOrder = Mapping[str, tuple[str, ...]]
"""Slugs by hook point where the order of numbers does not fit."""


def left_out_text(name: str) -> Message:
    """Return the sentence for an expansion that cannot be loaded."""
    return tr("The chronicle {name} could not be loaded and is left out; the log says why.", name=name)


def loaded_already(listing: ExpansionListing) -> Expansion:
    """Return an expansion that needs no loading. Raises MissingPart for any other."""
    if not isinstance(listing, Expansion):
        raise MissingPart(tr("the chronicle {name} is not installed here.", name=listing.slug))
    return listing


class Library:
    """The base game and all installed expansions; creates a ruleset for any selection of them."""

    def __init__(
        self,
        kinds: Iterable[QuestionKind],
        events: Iterable[EventRow],
        expansions: Iterable[ExpansionListing] = (),
        order: Callable[[], HookOrder] = dict,
        load: Callable[[ExpansionListing], Expansion] = loaded_already,
    ) -> None:
        """Create the library. `order` and `load` are called when expansions come into play; `load` may raise
        MissingPart.

        Raises ValueError if an expansion that is loaded already reuses a name or has a hook for an unknown hook
        point.
        """
        self.kinds, self.events = tuple(kinds), tuple(events)
        self.expansions = {each.slug: each for each in sorted(expansions, key=lambda each: each.number)}
        """Installed expansions by slug, loaded or not."""
        self.rows: dict[type[Any], EventRow] = {row.event: row for row in self.events}
        """Row of every event of the base game and of the expansions loaded so far, by event type."""
        self.order = order
        self._load = load
        self._loaded: dict[str, Expansion] = {}
        self.loaded: tuple[Expansion, ...] = ()
        """The expansions loaded so far, in the order of their numbers."""
        self._made: dict[tuple[str, ...], Ruleset] = {}
        self._names = _events(self.events) | {f"question {kind.name}" for kind in self.kinds}
        self._names |= _actions({kind.name: kind.actions for kind in self.kinds})
        for each in self.expansions.values():
            if isinstance(each, Expansion):
                self._add(each)

    def _add(self, expansion: Expansion) -> None:
        self._names |= _own_names(expansion, self._names)
        self._loaded[expansion.slug] = expansion
        self.loaded = tuple(self._loaded[slug] for slug in self.expansions if slug in self._loaded)
        self.rows |= {row.event: row for row in expansion.events}

    def expansion(self, slug: str) -> Expansion:
        """Return an installed expansion, loaded if it is not yet. Raises MissingPart."""
        if slug not in self.expansions:
            raise MissingPart(tr("the chronicle {name} is not installed here.", name=slug))
        if slug not in self._loaded:
            try:
                self._add(self._load(self.expansions[slug]))
            except ValueError as error:
                raise MissingPart(left_out_text(slug)) from error
        return self._loaded[slug]

    def all_expansions(self) -> list[Expansion]:
        """Return all installed expansions, loaded; one that cannot be loaded is left out."""
        found = []
        for slug in self.expansions:
            with suppress(MissingPart):
                found.append(self.expansion(slug))
        return found

    def question_kinds(self) -> tuple[QuestionKind, ...]:
        """Return every kind of question, with all expansions."""
        return tuple(self.ruleset(each.slug for each in self.all_expansions()).kinds.values())

    def ruleset(self, slugs: Iterable[str] = ()) -> Ruleset:
        """Return the rules with these expansions, in this order. Raises MissingPart if one is not installed."""
        on = tuple(slugs)
        if on not in self._made:
            self._made[on] = Ruleset(self, tuple(self.expansion(slug) for slug in on))
        return self._made[on]


def _own_names(expansion: Expansion, others: Set[str]) -> set[str]:
    """Return the names of an expansion.

    Raises ValueError if others have one of them (journals contain names), or if a hook point does not exist.
    """
    own = _expansion_names(expansion)
    if clash := sorted(own & others):
        raise ValueError(f"of the same name elsewhere: {', '.join(clash)}")
    if wrong := sorted(set(expansion.hooks) - set(HOOK_POINTS)):
        raise ValueError(f"no such hook point: {', '.join(wrong)}")
    return own


def _expansion_names(expansion: Expansion) -> set[str]:
    own = _events(expansion.events) | _actions(expansion.actions)
    own |= {f"question {kind.name}" for kind in expansion.questions}
    own |= {f"answer to {query.name}" for query, _ in expansion.answers}
    tables: Iterable[Iterable[str]] = (
        expansion.figures, expansion.market_rows, expansion.causes, expansion.point_sources
    )  # fmt: skip
    return own | {name for table in tables for name in table} | {expansion.slug, f"number {expansion.number}"}


def _events(rows: Iterable[EventRow]) -> set[str]:
    return {f"event {row.event.__name__}" for row in rows}


def _actions(tables: Mapping[str, Iterable[Action | ActionFamily]]) -> set[str]:
    """Return the names of the actions by kind of question; the same name may occur in different kinds."""
    return {
        f"action {row.prefix if isinstance(row, question_kinds.ActionFamily) else row.name} of {kind}"
        for kind, rows in tables.items()
        for row in rows
    }


class Ruleset(Rules):
    """The tables of one game, with those of its expansions."""

    def __init__(self, library: Library, expansions: tuple[Expansion, ...]) -> None:
        self.library = library
        self.expansions = expansions
        """Expansions in play."""
        self.kinds: dict[str, QuestionKind] = {kind.name: self._with_actions(kind) for kind in library.kinds}
        """Every kind of question by name, with the actions that expansions add."""
        self.kinds.update({kind.name: kind for each in expansions for kind in each.questions})
        rows = (*library.events, *(row for each in expansions for row in each.events))
        self.events: dict[type[Any], EventRow] = {row.event: row for row in rows}
        """Row of every event that can happen, by event type."""
        self.figures = {name: figure for each in expansions for name, figure in each.figures.items()}
        self.market_rows = {name: label for each in expansions for name, label in each.market_rows.items()}
        self.causes = merge_source_labels(each.causes for each in expansions)
        self.point_sources = merge_source_labels(each.point_sources for each in expansions)
        self.stop_prohibition = tuple(each.stop_prohibition for each in expansions if each.stop_prohibition)
        self.stop_warning = tuple(each.stop_warning for each in expansions if each.stop_warning)
        self.gains = {
            name: gain for each in expansions if each.referee for name, gain in each.referee.gains.items()
        }
        """Activation gains that only an expansion knows."""
        self._answers = {query.name: answer for each in expansions for query, answer in each.answers}
        self._apply = {row.event: row.apply for row in rows}
        self._told = {row.event for row in rows if row.log_change or row.missing_entry}
        self._reactions: dict[type[Event], list[Reaction]] = {}
        for each in expansions:
            for kind, reaction in each.reactions.items():
                self._reactions.setdefault(kind, []).append(reaction)
        self._hooks = {name: self._in_order(name) for name in HOOK_POINTS}

    def _with_actions(self, kind: QuestionKind) -> QuestionKind:
        more = tuple(
            _with_expansion_icon(row, each) for each in self.expansions for row in each.actions.get(kind.name, ())
        )
        if not more:
            return kind
        # Actions of chronicles come before the core's own first actions in the list that DOWN opens.
        at = next((i for i, row in enumerate(kind.actions) if _is_first(row)), len(kind.actions))
        acts = tuple(row for row in more if _is_first(row))
        others = tuple(row for row in more if not _is_first(row))
        return replace(kind, actions=(*kind.actions[:at], *acts, *kind.actions[at:], *others))

    def _in_order(self, hook: str) -> tuple[str, ...]:
        """Return the slugs to call at a hook point: those in the order table first, then the others by number."""
        called = sorted((each for each in self.expansions if hook in each.hooks), key=lambda each: each.number)
        order = self.library.order().get(hook, ()) if called else ()
        slugs = [each.slug for each in called]
        return tuple(sorted(slugs, key=lambda slug: order.index(slug) if slug in order else len(order)))

    def apply(self, state: State, event: Event) -> State:
        state = self._apply[type(event)](state, event)
        return replace(state, turn_events=(*state.turn_events, event)) if type(event) in self._told else state

    def reactions(self, before: State, event: Event, after: State) -> Iterable[Event]:
        found = self._reactions.get(type(event))
        return chain.from_iterable(reaction(before, event, after) for reaction in found) if found else ()

    def expansion(self, slug: str) -> Expansion:
        """Return an expansion in play by slug."""
        return next(each for each in self.expansions if each.slug == slug)

    def expansions_at_hook(self, hook: str) -> tuple[str, ...]:
        """Return the slugs of the expansions with this hook, in calling order."""
        return self._hooks[hook]

    def answer(self, query: Query[Any, Any]) -> Callable[..., Any] | None:
        """Return the function that answers a query in this game, or None."""
        return self._answers.get(query.name)


def _with_expansion_icon(row: Action | ActionFamily, expansion: Expansion) -> Action | ActionFamily:
    """Return the action with the icon of its expansion, unless it has its own."""
    return row if row.sign else replace(row, sign=expansion.icon)


def _is_first(row: Action | ActionFamily) -> bool:
    return isinstance(row, question_kinds.Action) and row.key == "DOWN"


def rules_of(state: State) -> Ruleset:
    """Return the rules that a state carries."""
    return state.rules  # type: ignore[return-value]  # the state knows only what it needs of them


def run_query(query: Query[Concatenate[State, P], T], state: State, *args: P.args, **named: P.kwargs) -> T:
    """Return the answer to a query, or its default if no expansion in play answers it."""
    answer = rules_of(state).answer(query)
    if answer is None:
        return query.default
    said: T = answer(state, *args, **named)
    return said


def expansions_of(state: State) -> tuple[Expansion, ...]:
    """Return the expansions in play."""
    return rules_of(state).expansions


def figure_turn(state: State, figure: str) -> FigureTurn | None:
    """Return the turn of a neutral figure; None for pawns and the die."""
    return rules_of(state).figures.get(figure)


def stop_objections(state: State, figure: str, piece: str) -> tuple[Reason | None, Reason | None]:
    """Return why a figure cannot, and why it should not, stop on this piece; None for no objection."""
    rules = rules_of(state)
    return _first_objection(rules.stop_prohibition, state, figure, piece), _first_objection(
        rules.stop_warning, state, figure, piece
    )


def _first_objection(stops: tuple[StopObjection, ...], state: State, figure: str, piece: str) -> Reason | None:
    for stop in stops:
        if reason := stop(state, figure, piece):
            return reason
    return None


def discard_pile_owner(state: State) -> str:
    """Return the player whose personal pile takes a discarded tile, "" for the common pile."""
    return next(filter(None, (x.pile(state) for x in expansions_of(state) if x.pile)), "")


def expansion_rule(state: State, name: str) -> int:
    """Return the value of an expansion's house rule in this game."""
    if name in state.switches:
        return state.switches[name]
    expansion = rules_of(state).library.expansions[name.partition(".")[0]]
    return next(rule.default for rule in expansion.house_rules if rule.name == name)


def scoring_parts(state: State) -> tuple[ScoringPart, ...]:
    """Return the scoring parts of all expansions for the current state."""
    return tuple(part for x in expansions_of(state) if x.scoring for part in x.scoring(state))


def expansion_interpretations(state: State, piece: str) -> tuple[Interpretation, ...]:
    """Return what a tap of this piece means to the expansions in play."""
    return tuple(way for x in expansions_of(state) if x.taps for way in x.taps(state, piece))


def state_for_viewer(state: State, viewer: str) -> State:
    """Return the state without secrets of expansions that this viewer may not see."""
    kept = [x.state for x in expansions_of(state) if x.state and x.state.visible and x.state.is_in_play(state)]
    for each in kept:
        if each.visible:
            state = each.put(state, each.visible(each.of(state), viewer))
    return state


def unidentified_expansion_pieces(state: State, stickers: Set[str]) -> tuple[str, ...]:
    """Return pieces of the expansions that an unknown sticker may be on now."""
    return next(
        filter(None, (x.unidentified(state, stickers) for x in expansions_of(state) if x.unidentified)), ()
    )


def with_expansion(state: State, slug: str, used: bool) -> State:
    """Return the state with an expansion added or removed."""
    library = rules_of(state).library
    on = {each for each in state.chronicles if each != slug} | ({slug} if used else set())
    # Sorted by number: slugs are hashed, and the same selection must give the same hash in any order of choice.
    slugs = (*(each for each in library.expansions if each in on), *sorted(on - set(library.expansions)))
    return msgspec.structs.replace(state, rules=library.ruleset(slugs), chronicles=slugs)


def build_question(state: State, question: OpenQuestion) -> Question:
    """Return an open question with all its offers, including those that only a tap can choose."""
    return rules_of(state).kinds[question.kind].question(state, question, is_hidden=True)


def ordered_questions(state: State) -> list[OpenQuestion]:
    """Return the open questions: blocking ones first, then those on the home screen, the own ledger first."""
    return sorted(state.open_questions, key=lambda question: _rank(state, question))


def _rank(state: State, question: OpenQuestion) -> tuple[int, int]:
    if question.kind == "ledger":
        if question.player == state.last_turn_player:
            return (2, 0)
        return (2 if question.player == state.turn.player else 3, question.number)
    # Setup steps come before laying out the rondel, although each of them is asked later.
    waits = rules_of(state).kinds[question.kind].non_blocking
    return (int(waits), 0 if question.kind == "prepare" else question.number)
