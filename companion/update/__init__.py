"""Updates of a case: a signed bundle becomes a second environment, with a way back.

`bundle` checks signatures and versions, `update_prompt` asks the user at the start, `installation` performs the
steps. `guard`, which depends on neither version, rolls back if the new version does not become ready.
"""
