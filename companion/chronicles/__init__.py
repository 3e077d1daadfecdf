"""The eight expansions ("chronicles") of Glen More II, one package each.

A chronicle never imports another one. What it must know about another chronicle it asks with a query of
`interactions`.
"""
