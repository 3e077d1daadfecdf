"""Updates of a case: a signed bundle is installed as a second environment beside the first, and can be rolled
back.

`bundle` checks signatures and versions, `update_prompt` asks the user at the start, `installation` performs the
steps. `guard`, which depends on neither version, rolls back if the new version does not become ready.
"""
