"""What a tile is, told again: facts of the box that this game, or one before it, took down wrongly."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Part, Pick, Text
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import GOODS, LAND, LANDMARK, PERSON, Learned, Piece
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.piece_locations import owner_of
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form

MAX_COST = 9
FREE, REBUILD = "free", "rebuild"
KINDS: dict[str, Message] = {
    LAND: tr("A tile for the territory"),
    REBUILD: tr("A rebuild tile"),
    PERSON: tr("A person"),
}
COSTS: dict[str, Message] = {
    "coin": tr("coins"),
    "whisky": tr("barrels"),
    "scot": tr("Scots"),
    "any_good": tr("goods of any kind"),
    **{good: labels.GOODS_WORDS[good] for good in GOODS},
}


def about_tile(state: State, _question: OpenQuestion) -> Form | None:
    """Every tile that can be taken; what it is can be told anew, and the box remembers what was told last."""
    tiles = (piece for piece in state.facts.pieces.values() if piece.category in (LAND, PERSON, LANDMARK, None))
    choices = tuple(
        Choice(
            tile.id,
            labels.piece_words(tile),
            then=(Pick("what", tr("What is wrong?"), _facts_of(tile)),),
            piece=tile.id,
            group=tr("deck {deck}", deck=tile.deck) if tile.deck else tr("other tiles"),
        )
        for tile in tiles
    )
    return Form(tr("About a tile"), (Pick("piece", tr("Which tile?"), choices),)) if choices else None


def _facts_of(tile: Piece) -> tuple[Choice, ...]:
    name = Choice("name", tr("Its name"), then=(Text("name", tr("What is printed on it?")),))
    costs = tuple(Choice(what, words, then=(_how_many(tile, what),)) for what, words in COSTS.items())
    cost = Pick("cost", tr("What does it cost?"), (Choice(FREE, tr("nothing")), *costs))
    kinds: tuple[Part, ...] = (
        Pick("kind", tr("What is it?"), tuple(Choice(kind, words) for kind, words in KINDS.items())),
    )
    # What a landmark tile is, and what it is called, the box itself says.
    own = () if tile.category == LANDMARK else (Choice("kind", tr("What kind of tile it is"), then=kinds), name)
    return (*own, Choice("cost", tr("What it costs"), then=(cost,)))


def _how_many(tile: Piece, what: str) -> Amount:
    told = next((each.n for each in tile.cost or () if each.what == what), 1)
    return Amount("n", tr("How many?"), 1, MAX_COST, told)


def tell_again(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """The newest counts, here and in the owner's box; what was booked by the old one stays, in doubt."""
    piece, what, *rest = map(str, answer.values)
    if what == "kind":
        _tell(resolution, piece, "sort", PERSON if rest[0] == PERSON else LAND)
        _tell(resolution, piece, "rebuild", rest[0] == REBUILD)
    elif what == "cost":
        _tell(resolution, piece, "cost", "" if rest[0] == FREE else f"{rest[0]} {rest[1]}")
    else:
        _tell(resolution, piece, "name", rest[0])
    owner = owner_of(resolution.state, piece)
    doubtful = {"kind": ("persons", "tiles"), "cost": ("barrels", "coins")}.get(what)
    if owner and doubtful:
        resolution.do(ev.CountsDoubted(owner, doubtful))


def _tell(resolution: Resolution, piece: str, field: str, value: str | bool) -> None:
    resolution.do(ev.FactLearned(Learned(piece, field, value)))
