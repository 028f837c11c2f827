"""Languages other than English: reading the files of their templates; numbers in their words, in free text."""
