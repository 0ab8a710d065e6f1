"""Assessors' answers as rows or as columns; agreement and aggregation both rest on them."""

from __future__ import annotations

from regrade.votes.packed import PackedVotes, pack
from regrade.votes.vote import PairKey, Vote

__all__ = ["PackedVotes", "PairKey", "Vote", "pack"]
