"""Results as rows, pages and files.

- `rendered`, `plots`: parts of reports on pages and terminals, their files; plots as SVG
- `summary`: all that is measured of some games: the report of the arena
- `player`: what is measured of one player, and the report on it
- `models`: language models and programs in a run, and what asking them took
- `judge_report`, `lines`: judged agents; analyses and reviews for terminals and as pages
- `board`, `standing`: boards that grow, compared, with the number of deals that a gap takes
- `benchmark`: one row for an agent, by a frozen board and set of decisions
"""
