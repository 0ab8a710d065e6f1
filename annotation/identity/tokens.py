"""Secrets of links: shown once, and stored as hashes only."""

from __future__ import annotations

import secrets
from hashlib import sha256

N_TOKEN_BYTES = 32


def new_token() -> str:
    return secrets.token_urlsafe(N_TOKEN_BYTES)


def token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
