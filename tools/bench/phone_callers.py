"""Phones in their own process, so that their cost is not measured: `python -m tools.bench.phone_callers PORT`.

Standard input has one cookie per line and ends with an empty line. "ready" is printed when each phone has received
its first number; at the end of the input, the times of all numbers follow as JSON.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import sys
import threading
import time

from companion.web.phones.routes import COOKIE_NAME


class Phone:
    """Phone that receives numbers and fetches its view for each, as a browser does."""

    def __init__(self, port: int, cookie: str, place: int) -> None:
        self.heard: list[float] = []
        self.bytes = 0
        self._head = {"host": f"127.0.0.1:{port}", "cookie": f"{COOKIE_NAME}={cookie}"}
        self._from = (f"127.0.{1 + place // 200}.{2 + place % 200}", 0)
        self._port = port
        self.ready = threading.Event()
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        stream = http.client.HTTPConnection("127.0.0.1", self._port, source_address=self._from)
        stream.request("GET", "/events", headers=self._head)
        fetch = http.client.HTTPConnection("127.0.0.1", self._port, source_address=self._from)
        reply = stream.getresponse()
        with contextlib.suppress(OSError, http.client.HTTPException, AttributeError):
            while line := reply.readline():
                if not line.startswith(b"data:"):
                    continue
                self.heard.append(time.perf_counter())
                fetch.request("GET", "/view.json", headers=self._head)
                self.bytes = len(fetch.getresponse().read())
                self.ready.set()


def main() -> None:
    """Run the phones until standard input ends."""
    port, phones = int(sys.argv[1]), []
    for place, line in enumerate(iter(sys.stdin.readline, "\n")):
        phones.append(Phone(port, line.strip(), place))
        if not phones[-1].ready.wait(10):
            sys.exit("a phone hears nothing")
    print("ready", flush=True)
    sys.stdin.read()
    print(json.dumps([{"heard": phone.heard, "bytes": phone.bytes} for phone in phones]), flush=True)


if __name__ == "__main__":
    main()
