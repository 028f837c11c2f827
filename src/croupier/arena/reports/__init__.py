"""Reports of matches as files: HTML pages, Markdown, plots."""
