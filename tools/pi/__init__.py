"""Installs the companion on a Raspberry Pi as an appliance, and uninstalls it.

It runs on the system's own Python before anything is installed, so it needs only the standard library.
"""
