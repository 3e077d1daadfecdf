"""Benchmarks of the companion: one JSON object on the last line of standard output, a table on standard error."""
