"""`companion score`: a scoring round without a game, from a JSON text to a JSON text (or a table for people).

Everything that is wrong with the input becomes one sentence that names player and key. Reads no file itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.engine.message import Message, Translate, UserError, listed, tr, trn
from companion.scoring.glen_more_2.listing import listing
from companion.scoring.glen_more_2.parts import ScoringPart
from companion.scoring.glen_more_2.result import score
from companion.scoring.glen_more_2.standing import Result, Round, ScoringRules, Standing
from companion.state.glen_more_2.house_rules import HouseRules

SCHEMA = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 4
MOST = 1_000_000

Number = Annotated[int, Meta(ge=0, le=MOST)]
Points = Annotated[int, Meta(ge=-MOST, le=MOST)]
# A name is one line that can be seen: no control characters, no half letters.
Label = Annotated[str, Meta(max_length=40, pattern=r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+\Z")]


class BadDocument(UserError):
    """The input can't be scored; `message` is the sentence for people."""


class Extra(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points from elsewhere, added as they are."""

    source: Label
    """What they are for; a line of its own in the table."""
    points: Points
    """Victory points, below zero when they are lost."""


class Key(msgspec.Struct, frozen=True):
    """One key of the input."""

    type: Any
    """What `msgspec.convert` makes of its value."""
    wanted: Message
    """The same in words, for a sentence that refuses."""
    needed: Literal["always", "final", "never"] = "always"
    """When it must be there: in every round, in the final scoring, or never."""


class ExpansionKeys(msgspec.Struct, frozen=True):
    """What a chronicle adds to the input."""

    slug: str = ""
    """Its id, put in with number and name where it is found; a player's keys come to the `Standing` under it."""
    number: int = 0
    """As printed in the book: input may name it by that too, and chronicles are asked in that order."""
    keys: dict[str, Key] = {}
    """Optional keys of a player."""
    parts: tuple[ScoringPart, ...] = ()
    """Its parts of the scoring."""
    name: str | Message = ""
    """For sentences; "" = by its slug."""
    min_players: int = MIN_PLAYERS
    """How many players it needs."""
    cards: tuple[str, ...] = ()
    """Ids of its own landmark cards."""
    fault: Callable[[Mapping[str, Any]], Message | None] | None = None
    """What is wrong with a player's checked values, without the name; None = nothing."""


NUMBER = tr("a whole number from 0 to {most}", most=MOST)
POINTS = tr("a whole number from {least} to {most}", least=-MOST, most=MOST)
YES_OR_NO = tr("true or false")

SHEET_KEYS = {
    "schema": Key(int, tr("a whole number")),
    "round": Key(Round, tr('"A", "B", "C" or "final"')),
    "chronicles": Key(list[str | int], tr("a list of ids or numbers of chronicles")),
    "house_rules": Key(dict[str, Any], tr("an object of house rules")),
    "players": Key(list[Any], tr("a list of players")),
}

PLAYER_KEYS = {
    "name": Key(Label, tr("a name of 1 to 40 letters")),
    "points": Key(Points, POINTS),
    "coins": Key(Number, NUMBER, "final"),
    "goods": Key(Number, NUMBER, "final"),
    "tiles": Key(Number, NUMBER, "final"),
    "scots_in_home_castle": Key(Number, NUMBER),
    "whisky": Key(Number, NUMBER),
    "persons": Key(Number, NUMBER),
    "david_hume": Key(bool, YES_OR_NO),
    "landmarks": Key(list[str], tr("a list of ids of landmark cards")),
    "extra": Key(list[Extra], tr('a list of entries with "source" and "points"'), "never"),
}

# Only difference_above_five has a say in scoring; the table's other switches are taken without effect.
HOUSE_RULES = {
    field.name: Key(bool, YES_OR_NO, "never") if field.type is bool else Key(Number, NUMBER, "never")
    for field in msgspec.structs.fields(HouseRules)
    if field.type in (bool, int)
}


class ScoreDocument(msgspec.Struct, frozen=True):
    """The input, checked."""

    round: Round
    """Which scoring it is."""
    rules: ScoringRules
    """The house rules that a scoring reads."""
    standings: tuple[Standing, ...]
    """In the order of the input."""
    parts: tuple[ScoringPart, ...]
    """Of all its chronicles."""


def run(
    text: str,
    landmark_ids: Collection[str],
    as_text: bool = False,
    translate: Translate = str,
    chronicles: Sequence[ExpansionKeys] = (),
) -> str:
    """The whole command: `text` scored. BadDocument says in one sentence what can't be read."""
    sheet = read_document(text, landmark_ids, chronicles)
    result = score(sheet.round, sheet.standings, sheet.rules, sheet.parts)
    return listing(result, translate) if as_text else written(result, translate)


def written(result: Result, translate: Translate = str) -> str:
    """A result as the JSON of the command."""
    shown: dict[str, Any] = {"schema": SCHEMA, "round": result.round}
    shown["players"] = [
        {
            **msgspec.structs.asdict(player),
            "gains": [
                {"source": gain.source, "points": gain.points, "because": translate(gain.because)}
                for gain in player.gains
            ],
        }
        for player in result.players
    ]
    if result.round == "final":
        shown["winners"] = list(result.winners)
    return msgspec.json.format(msgspec.json.encode(shown), indent=2).decode()


def read_document(
    text: str, landmark_ids: Collection[str], chronicles: Sequence[ExpansionKeys] = ()
) -> ScoreDocument:
    """The input as values, or BadDocument."""
    sheet = _object(_parsed(text), tr("The score sheet"))
    # Not isinstance: to Python true is an int.
    if type(sheet.get("schema")) is int and sheet["schema"] != SCHEMA:
        raise BadDocument(tr("The score sheet has schema {n}; only schema 1 is known here.", n=sheet["schema"]))
    top = _checked(sheet, SHEET_KEYS, tr("The score sheet"))
    chosen = _chosen(top["chronicles"], chronicles)
    house = _checked(top["house_rules"], HOUSE_RULES, tr("The house rules"))
    rules = ScoringRules(msgspec.convert(house, HouseRules).difference_above_five)
    standings = _standings(top["players"], top["round"], landmark_ids, chosen)
    return ScoreDocument(top["round"], rules, standings, tuple(part for one in chosen for part in one.parts))


def _parsed(text: str) -> Any:
    try:
        # Some editors begin a file with a byte order mark.
        return msgspec.json.decode(text.removeprefix("\ufeff"))
    except UnicodeError:
        raise BadDocument(tr("The score sheet is not UTF-8 text.")) from None
    except msgspec.DecodeError as problem:
        raise BadDocument(tr("The score sheet is not readable JSON: {why}.", why=str(problem))) from None
    except RecursionError:
        raise BadDocument(tr("The score sheet is not readable JSON: too many brackets in brackets.")) from None


def _object(value: Any, where: str | Message) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadDocument(tr("{where} must be an object with keys and values.", where=where))
    return value


def _checked(
    found: dict[str, Any], keys: Mapping[str, Key], where: str | Message, round: str = ""
) -> dict[str, Any]:
    """The values, each of its type; no key too many, none missing."""
    for key in found:
        if key not in keys:
            raise BadDocument(
                tr(
                    '{where}: "{key}" is not known; it is misspelt or of a chronicle that is not in "chronicles".',
                    where=where,
                    key=key,
                )
            )
    none_missing(found, [key for key, entry in keys.items() if entry.needed in ("always", round)], where)
    return {key: _converted(value, keys[key], key, where) for key, value in found.items()}


def none_missing(found: Collection[str], needed: Iterable[str], where: str | Message) -> None:
    """BadDocument names every key that is needed and not there."""
    missing = [f'"{key}"' for key in needed if key not in found]
    if missing:
        raise BadDocument(
            trn(
                "{where}: {keys} is missing.",
                "{where}: {keys} are missing.",
                len(missing),
                where=where,
                keys=listed(missing),
            )
        )


def _converted(value: Any, entry: Key, key: str, where: str | Message) -> Any:
    try:
        return msgspec.convert(value, entry.type)
    except msgspec.ValidationError:
        raise BadDocument(
            tr('{where}: "{key}" must be {wanted}.', where=where, key=key, wanted=entry.wanted)
        ) from None


def _chosen(wanted: Sequence[str | int], installed: Sequence[ExpansionKeys]) -> list[ExpansionKeys]:
    """The chronicles named by id or number, in the order of their numbers, each once."""
    chosen = {}
    for name in wanted:
        one = next((one for one in installed if name in (one.slug, one.number, str(one.number))), None)
        if one is None:
            raise BadDocument(
                tr('The chronicle "{name}" is not installed here; take it out of "chronicles".', name=name)
            )
        chosen[one.number] = one
    return [chosen[number] for number in sorted(chosen)]


def _standings(
    players: Sequence[Any], round: Round, landmark_ids: Collection[str], chosen: Sequence[ExpansionKeys]
) -> tuple[Standing, ...]:
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise BadDocument(tr('"players" must list 2 to 4 players, not {n}.', n=len(players)))
    _enough(len(players), chosen)
    keys = {**PLAYER_KEYS, **{key: entry for one in chosen for key, entry in one.keys.items()}}
    landmark_ids = {*landmark_ids, *(card for one in chosen for card in one.cards)}
    standings = []
    for number, player in enumerate(players, 1):
        found = _checked_player(player, number, keys, round)
        _only_real_cards(found["name"], found["landmarks"], landmark_ids)
        _check_faults(found, chosen)
        standings.append(_standing(found, chosen))
    _all_different([standing.name for standing in standings])
    return tuple(standings)


def _enough(players: int, chosen: Sequence[ExpansionKeys]) -> None:
    for one in chosen:
        if players < one.min_players:
            raise BadDocument(
                tr(
                    '"chronicles" has {chronicle}, which needs {fewest} players, not {n}; take it out.',
                    chronicle=one.name or one.slug,
                    fewest=one.min_players,
                    n=players,
                )
            )


def _check_faults(found: Mapping[str, Any], chosen: Sequence[ExpansionKeys]) -> None:
    for one in chosen:
        if one.fault and (why := one.fault(found)):
            raise BadDocument(tr("{name}: {why}", name=found["name"], why=why))


def _checked_player(player: Any, number: int, keys: Mapping[str, Key], round: Round) -> dict[str, Any]:
    found = _object(player, tr("Player {n}", n=number))
    return _checked(found, keys, called(found, number), round)


def called(player: Mapping[str, Any], number: int) -> str | Message:
    """A player of a document by name, by number where that can't be used."""
    try:
        return msgspec.convert(player.get("name"), Label)
    except msgspec.ValidationError:
        return tr("Player {n}", n=number)


def _only_real_cards(name: str, cards: Sequence[str], landmark_ids: Collection[str]) -> None:
    for card in cards:
        if card not in landmark_ids:
            raise BadDocument(
                tr(
                    '{name}: "landmarks" has "{card}", which is no landmark card; there are {cards}.',
                    name=name,
                    card=card,
                    cards=listed(sorted(landmark_ids)),
                )
            )
        if cards.count(card) > 1:
            raise BadDocument(tr('{name}: "landmarks" has "{card}" more than once.', name=name, card=card))


def _all_different(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BadDocument(tr('"{name}" is the "name" of two players; give them different names.', name=name))


def _standing(found: dict[str, Any], chosen: Sequence[ExpansionKeys]) -> Standing:
    plain = {key: value for key, value in found.items() if key in PLAYER_KEYS}
    plain["landmarks"] = tuple(found["landmarks"])
    plain["extra"] = tuple((entry.source, entry.points) for entry in found.get("extra", ()))
    expansion_standings = {one.slug: {key: found[key] for key in one.keys if key in found} for one in chosen}
    return Standing(**plain, expansion_standings=expansion_standings)
