"""Installs the companion on a Raspberry Pi as an appliance, and takes it away again.

Runs on the system's own Python before anything is installed: needs the standard library alone.
"""
