"""gpiozero's own pins and a bus with an e-ink chip on them, for our wires in place of Waveshare's `epdconfig`."""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory, MockPin

from tests.hardware_fakes.eink_board import Bus
from tests.hardware_fakes.eink_chip import EinkChip


class WiredPins(MockFactory):
    """gpiozero's pins with the chip on them; the bus beside them is `bus`."""

    def __init__(self, chip: EinkChip, rst: int = 17, dc: int = 25, busy: int = 24, pwr: int = 18) -> None:
        super().__init__()
        self.chip = chip
        self.bus = Bus(chip, lambda: bool(self.pin(dc).state))

        class Wired(MockPin):
            def _change_state(self, value: bool) -> bool:
                changed = bool(super()._change_state(value))
                if changed and self.info.name == f"GPIO{rst}" and not value and chip.powered:
                    chip.reset()
                if changed and self.info.name == f"GPIO{pwr}":
                    chip.power(bool(value))
                return changed

            def _get_state(self) -> bool:
                return bool(chip.busy_level()) if self.info.name == f"GPIO{busy}" else bool(super()._get_state())

        self.pin_class = Wired
