"""Tests of the pages in a real browser; skipped where none is found."""
