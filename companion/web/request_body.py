"""What is posted, as typed values: each door says what its body holds. Decides nothing about what it means."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from starlette.requests import Request

from companion.engine.message import tr
from companion.web.refused import Refused
from companion.web.request_guard import MAX_BODY, body_of

Short = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
ChoiceValue = Annotated[str, msgspec.Meta(max_length=120)]
"""As an offer lists it: "" is one too ("not named")."""
Body = TypeVar("Body", bound=msgspec.Struct)


LONGEST_SEARCH = 60
"""Letters of what is looked up; more are not read."""


def searched(request: Request) -> str:
    """What somebody looks up: ?words=…"""
    return request.query_params.get("words", "")[:LONGEST_SEARCH]


async def read_body(request: Request, kind: type[Body], most: int = MAX_BODY) -> Body:
    """The body as `kind`, of `most` bytes; Refused (400) names what is wrong with it."""
    body = await body_of(request, most)
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Refused(400, tr("The body does not fit this route: {why}.", why=str(error).rstrip("."))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused(400, tr("The body is not JSON.")) from None
