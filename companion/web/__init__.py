"""Web pages: the desk page, served on the loopback only, and in `phones` the pages of invited phones."""
