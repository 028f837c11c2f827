"""Results as tables, pages and files.

- `rendered`, `plots`: parts of reports for pages and terminals, their files; plots as SVG
- `summary`: all measurements of some games, the report of the arena
- `player`: the evaluation of one agent, and its report
- `models`: language models and programs in a run, with tokens and costs
- `judge_report`, `lines`: judged agents; analyses and reviews for terminals and pages
- `board`, `standing`: leaderboards and their comparison, with the number of deals that a gap needs
- `benchmark`: one row per agent, from a frozen leaderboard and set of decisions
"""
