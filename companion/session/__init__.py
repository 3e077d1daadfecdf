"""An evening at the table: inputs in, answers to the running game, pages and sounds out; what is remembered of it.

`companion.app` wires it to the devices; no rule of a game stands here.
"""
