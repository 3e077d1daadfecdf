"""Makes the boot partition of a new memory card start a case: `make card BOOT=DIR`, on any computer with Python.

What then happens on the Pi is `tools.pi.first_start`.
"""
