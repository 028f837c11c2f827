"""Secrets: tokens of links and cookies, and their hashes; ids of tables."""

from __future__ import annotations

import base64
import hashlib

from croupier.server.base.runtime import RandomBytes

TOKEN_BYTES = 16
TOKEN_LENGTH = 22
"""Characters of a token: 128 random bits in base64 for URLs."""


def new_token(source: RandomBytes) -> str:
    """A token of 128 random bits. Only its hash is stored."""
    return base64.urlsafe_b64encode(source.random_bytes(TOKEN_BYTES)).rstrip(b"=").decode()


def hashed(token: str) -> str:
    """SHA-256 of a token, in hexadecimal. Tokens are random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id(source: RandomBytes) -> str:
    """A name that no other table or process has: 48 random bits, no secret."""
    return source.random_bytes(6).hex()
