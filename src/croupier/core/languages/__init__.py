"""Languages other than English: reading the files of their templates, and the files of the core itself."""
