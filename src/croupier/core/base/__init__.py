"""What every part of croupier stands on.

- `types`, `errors`: arrays by their shapes; exceptions, and integers as callers give them
- `kernel`, `tiers`: functions that run as Python or compiled; who runs which
- `code_cache`, `machine_code`: what a kernel is made of, and where its code is kept; Numba
- `progress`, `coroutines`: progress of a part, told as progress of the whole; coroutines run by plain functions
- `threads`: threads that go on in a forked child
- `rng`, `copies`: the random generator of every game; copies of records
- `streams`: the standard streams, and results apart from whatever else is printed
- `files`, `locks`: files written whole; files and folders that one process uses at a time
- `sentence`, `english`: sentences for people, by key; the English of the core
- `rows`: the rows of a result, and their renderers for terminal, Markdown and HTML
- `lazy`: public names that are loaded when they are asked for
"""
