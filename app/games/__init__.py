"""Pure rules: no I/O, no clock, no framework. Imports nothing else of ``app``."""
