"""The panel's own pictures for pages, as SVG. Draws none itself."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from companion.screens.icons import ARROW, GRID, KEYS, TICK, svg

SVG = "http://www.w3.org/2000/svg"
ICONS = {**KEYS, **{each.name: each for each in (TICK, ARROW)}}


async def icon(request: Request) -> Response:
    """A picture of the panel's own set, the keys of the case among them."""
    found = ICONS.get(request.path_params["name"])
    if found is None:
        return Response(status_code=404)
    box = f'viewBox="0 0 {GRID} {GRID}"'
    return Response(f'<svg xmlns="{SVG}" {box}>{svg(found)}</svg>', media_type="image/svg+xml")
