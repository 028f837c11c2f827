"""Results as rows, pages and files.

- `summary`, `page`: all that is measured of some games; the report of the arena
- `evaluation`, `evaluation_page`: a report on one player
- `models`, `asked_rows`: language models and programs in a run; what asking them took
- `judge_report`, `lines`, `review_page`: judged agents; analyses and reviews for terminals and as pages
- `board`, `entry`, `adding`, `standing`, `power`, `board_page`: leaderboards that grow
- `benchmark`, `benchmark_rows`: one row for an agent, by a frozen board and set of decisions
- `html`, `plots`: pages that need no other file; plots as SVG
"""
