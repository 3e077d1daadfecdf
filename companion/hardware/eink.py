"""E-ink panel: a PersistentScreen on one of Waveshare's drivers, used by the display thread only.

Every error of the panel becomes ScreenLost here, after one new attempt. `refresh_policy` decides the kind of
refresh; `eink_driver` calls the vendor's driver.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from companion.hardware.devices import ScreenLost
from companion.hardware.eink_driver import DRIVER_CALLS, TOTAL_TIMEOUT
from companion.hardware.refresh_policy import DEFAULT_POLICY, FAST, FULL, PARTIAL, RefreshPlanner, RefreshPolicy
from companion.hardware.wiring import DisplayWiring
from companion.screens.paper import Panel

if TYPE_CHECKING:
    from PIL.Image import Image

log = logging.getLogger(__name__)

RETRY_INTERVAL = 30.0
"""Seconds until a panel whose failure took long is tried again."""
SLOW_FAILURE_SECONDS = 2.0
"""Seconds after which a failed attempt counts as long."""


class Driver(Protocol):
    """Driver interface that the screen uses; implemented by `companion.hardware.eink_driver.EinkDriver`."""

    @property
    def kinds(self) -> tuple[str, ...]: ...

    def refresh(self, kind: str, picture: bytes, before: bytes | None, until: float) -> None: ...

    def rest(self, until: float) -> None: ...

    def power_off(self) -> None: ...

    def close(self) -> None: ...


class EinkScreen:
    """E-ink panel on an opened driver. It can show pictures again after `leave`."""

    def __init__(
        self,
        panel: Panel,
        driver: Driver,
        clock: Callable[[], float] = time.monotonic,
        policy: RefreshPolicy = DEFAULT_POLICY,
    ) -> None:
        self._panel, self._driver, self._clock, self._policy = panel, driver, clock, policy
        self._rotated = DRIVER_CALLS[panel.name].rotated
        self._refreshing = RefreshPlanner(policy, driver.kinds)
        self._glass: bytes | None = None
        """Picture on the panel in the controller's format; None if it is not known."""
        self._moment = ""
        self._awake = self._lost = False
        self._not_before = self._changed_at = clock()

    def expect(self, moment: str) -> None:
        self._moment = moment

    def show(self, image: Image) -> None:
        if image.size != (self._panel.width, self._panel.height):
            raise ValueError(f"a picture of {image.size} for a panel of {self._panel.width}x{self._panel.height}")
        moment, self._moment = self._moment, ""
        if self._clock() < self._not_before:
            raise ScreenLost("the panel is left alone for a while")
        picture = self._buffer(image)
        self._try(lambda until: self._update(picture, moment, until))

    def rest(self) -> float | None:
        if not self._awake:
            return None
        left = self._changed_at + self._policy.sleep_after - self._clock()
        if left > 0:
            return left
        self._try(self._sleep, again=False)
        return None

    def leave(self, image: Image | None) -> None:
        try:
            self._end(self._buffer(image) if image else None)
        except Exception as error:
            log.warning("the panel could not be left clean: %s", error)
            self._driver.power_off()
        self._awake = False
        self._refreshing.forget()

    def free(self) -> None:
        """Release the pins."""
        self._driver.close()

    def _end(self, picture: bytes | None) -> None:
        if self._lost:
            return
        until = self._clock() + TOTAL_TIMEOUT
        if picture is not None:
            self._refresh(FULL, picture, until)
        elif self._awake and self._glass is not None and self._refreshing.partials:
            self._refresh(FULL, self._glass, until)
        if self._awake:
            self._driver.rest(until)

    def _try(self, act: Callable[[float], None], again: bool = True) -> None:
        """Call `act` with its deadline; after a failure switch off and, if `again`, call it once more.

        Raises ScreenLost.
        """
        began = self._clock()
        until = began + TOTAL_TIMEOUT
        try:
            try:
                act(until)
            except Exception as error:
                self._note_failure(error)
                if self._lost or not again or self._clock() >= until:
                    raise
                act(until)
        except Exception as error:
            self._note_failure(error)
            self._lost = True
            now = self._clock()
            self._not_before = now + RETRY_INTERVAL if now - began > SLOW_FAILURE_SECONDS else now
            raise ScreenLost(f"{type(error).__name__}: {error}") from error
        self._lost = False

    def _note_failure(self, error: Exception) -> None:
        log.debug("panel: %s: %s", type(error).__name__, error)
        self._driver.power_off()
        self._refreshing.forget()
        self._awake = False

    def _update(self, picture: bytes, moment: str, until: float) -> None:
        now = self._clock()
        kind = self._refreshing.kind(self._changed(picture), moment, now)
        self._refresh(kind, picture, until)
        self._changed_at = self._clock()

    def _refresh(self, kind: str, picture: bytes, until: float) -> None:
        before, self._glass = self._glass, None
        self._awake = True
        self._driver.refresh(kind, picture, before, until)
        self._glass = picture
        self._refreshing.shown(kind, self._clock())

    def _sleep(self, until: float) -> None:
        """Clean the panel and switch its voltage off, because nothing has changed for long."""
        if self._awake and self._glass is not None:
            kind = self._refreshing.cleaning_refresh(self._clock())
            if kind:
                self._refresh(kind, self._glass, until)
            self._driver.rest(until)
        self._awake = False
        self._refreshing.forget()

    def _buffer(self, image: Image) -> bytes:
        """Return the picture in the format of the controller's memory."""
        from PIL.Image import Dither

        picture = image.convert("1", dither=Dither.NONE)
        return (picture.rotate(90, expand=True) if self._rotated else picture).tobytes()

    def _changed(self, picture: bytes) -> float:
        """Return the share (0 to 1) of pixels that differ from the picture on the panel."""
        if self._glass is None:
            return 1.0
        differences = int.from_bytes(self._glass) ^ int.from_bytes(picture)
        return differences.bit_count() / (self._panel.width * self._panel.height)


def open_eink(panel: Panel, wiring: DisplayWiring, factory: Any = None, spi: Any = None) -> EinkScreen:
    """Return the panel on the pins of the settings. Raises whatever pins, bus and packages raise."""
    panel = panel_as_wired(panel, wiring)
    from companion.hardware.eink_driver import load_driver, open_wires

    wires = open_wires(wiring, factory, spi)
    try:
        driver = load_driver(panel, DRIVER_CALLS[panel.name], wires, time.monotonic, time.sleep)
    except BaseException:
        wires.close()
        raise
    return EinkScreen(panel, driver, policy=refresh_policy_of(panel, wiring))


def refresh_policy_of(panel: Panel, wiring: DisplayWiring) -> RefreshPolicy:
    """Return the refresh policy with this panel's maximum of partial refreshes, or that of the settings."""
    partials = wiring.partials or DRIVER_CALLS[panel.name].max_partials
    return msgspec.structs.replace(
        DEFAULT_POLICY, max_partials=partials, partials_at_pause=min(partials, DEFAULT_POLICY.partials_at_pause)
    )


def panel_as_wired(panel: Panel, wiring: DisplayWiring) -> Panel:
    """Return the panel without the kinds of refresh that the settings switch off."""
    off = {kind for kind, on in ((FAST, wiring.fast), (PARTIAL, wiring.partial)) if not on}
    return msgspec.structs.replace(panel, refreshes=tuple(kind for kind in panel.refreshes if kind not in off))
