"""Calls of the tests without TLS: to load the certificates for it takes longer than all the rest of a call."""

from __future__ import annotations

from functools import partial

import httpx2

get = partial(httpx2.get, verify=False)
post = partial(httpx2.post, verify=False)
stream = partial(httpx2.stream, verify=False)
Client = partial(httpx2.Client, verify=False)
Transport = partial(httpx2.HTTPTransport, verify=False)
