"""Generators of docs pages: ``python -m docs.generate.NAME`` writes one; a test holds each."""
