"""The roads of the clan board: the few that are published, and those an owner entered. Works out no way."""

from __future__ import annotations

from companion.catalogue.glen_more_2.box import Box
from companion.catalogue.glen_more_2.shipped import Shipped
from companion.engine.message import tr
from companion.state.glen_more_2.clan_board import START
from companion.state.glen_more_2.facts import Road
from companion.storage.toml_file import BadFile, not_one_of


def roads_of(box: Box, known: Shipped) -> tuple[Road, ...]:
    """The roads; the owner's stand for the published ones, whole sums go when every road is there."""
    places = (START, *known.crests)
    for number, road in enumerate(box.roads, 1):
        _check_road(box, road, number, places)
    own = {frozenset((road.a, road.b)) for road in box.roads}
    if len(own) < len(box.roads):
        raise BadFile(tr("{file}: a road stands there twice; remove one of them.", file=box.file))
    # A published sum over several roads would be a second way between its ends, once the single ones are known.
    rest = [road for road in known.roads if not (box.roads_complete and road.whole)]
    roads = (*(road for road in rest if frozenset((road.a, road.b)) not in own), *box.roads)
    if box.roads_complete:
        _check_connected(box, roads, places)
    return roads


def _check_road(box: Box, road: Road, number: int, places: tuple[str, ...]) -> None:
    for key, place in (("a", road.a), ("b", road.b)):
        if place not in places:
            raise BadFile(not_one_of(box.file, f"road {number}.{key}", place, places))
    if road.a == road.b:
        raise BadFile(tr("{file}: road {n} leads nowhere; correct one of its ends.", file=box.file, n=number))


def _check_connected(box: Box, roads: tuple[Road, ...], places: tuple[str, ...]) -> None:
    reached, news = {START}, {START}
    while news:
        ends = {end for road in roads for end in (road.a, road.b) if {road.a, road.b} & news}
        news = ends - reached
        reached |= news
    lonely = [place for place in places if place not in reached]
    if lonely:
        raise BadFile(
            tr(
                "{file}: roads_complete is true, but no road leads to {crest}; add it or say false.",
                file=box.file,
                crest=lonely[0],
            )
        )
