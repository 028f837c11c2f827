"""Secrets: tokens of links and cookies, and their hashes; ids of tables."""

from __future__ import annotations

import hashlib
import secrets

TOKEN_BYTES = 16
TOKEN_LENGTH = 22
"""Characters of a token: 128 random bits in base64 for URLs."""


def new_token() -> str:
    """A token of 128 random bits. Only its hash is stored."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """SHA-256 of a token, in hexadecimal. Tokens are random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_table_id() -> str:
    """A table's name in addresses: 48 random bits, no secret."""
    return secrets.token_hex(6)
