"""Languages other than English: their template files, and numbers in words."""
