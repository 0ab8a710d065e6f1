"""Draws that depend on their arguments alone: no state, the same in every process and release."""

from __future__ import annotations

import hashlib
import json

_BITS = 63  # what a signed bigint column holds, without its negative half
_SHARE_BITS = 53  # what a float holds exactly


def draw(*parts: int | str) -> int:
    """A uniform whole number in [0, 2^63), fixed by the parts and their order.

    The first 63 bits of BLAKE2b over the parts as a JSON list in ASCII, so that 1 and "1", or "a",
    "b" and "ab", are different draws. Stored orders rest on it: another formula would deal another
    order under the same seed.

    Args:
        parts: what the draw is for, then the seed and the ids it depends on.
    """
    digest = hashlib.blake2b(json.dumps(parts).encode("ascii"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - _BITS)


def share(*parts: int | str) -> float:
    """A uniform number in [0, 1), never 1: the first 53 bits of `draw` of the same parts."""
    return float((draw(*parts) >> (_BITS - _SHARE_BITS)) / 2**_SHARE_BITS)
