"""Invited phones: who is let in, what each may see and do, the listener that they come in by.

A phone is never needed. Decides no rule, and opens nothing to the house before somebody presses it on the case.
"""
