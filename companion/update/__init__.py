"""Updates of a case: a signed bundle becomes a second environment beside the first, with a way back.

`bundle` knows signatures and what may be installed here, `asking` asks people at the start, `installing`
does it step by step; `guard`, which needs neither version, goes back when the new one isn't ready.
"""
