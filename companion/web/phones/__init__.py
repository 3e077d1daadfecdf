"""Invited phones: their admission, what each may see and do, and the server that they connect to.

Phones are optional, and no port is open to the network before a player opens it in the menu of the case.
"""
