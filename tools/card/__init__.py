"""`make card BOOT=DIR`: prepares the boot partition of a new memory card, on any computer with Python.

`tools.pi.first_start` then installs the companion on the Pi.
"""
