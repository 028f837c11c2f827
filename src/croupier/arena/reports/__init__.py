"""Reports of matches as files.

- `page`, `evaluation_page`: the report of the arena; the report on one player
- `html`, `plots`: pages that need no other file; plots as SVG
"""
