"""Foundations of every part of croupier.

- `types`, `errors`: array types by shape; exceptions, and checks of integers from callers
- `kernel`, `tiers`: functions that run as Python or compiled, and the choice between the two
- `code_cache`, `machine_code`: the cache of compiled code and its keys; Numba
- `progress`, `coroutines`: progress of a part as progress of the whole; coroutines run from plain functions
- `threads`: thread pools that survive a fork
- `rng`, `copies`: the random generator of every game; copies of records
- `streams`: standard streams, with results apart from other output
- `files`, `locks`: atomic file writes; files and folders that one process uses at a time
- `sentence`, `english`: sentences for people, by key; the English of the core
- `rows`: tables of results, and their renderers for terminal, Markdown and HTML
- `lazy`: public names that are loaded on first use
"""
