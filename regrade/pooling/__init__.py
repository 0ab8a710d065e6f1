"""Runs' contributions to a pool, and their scores had they not been in it."""

from __future__ import annotations

from regrade.pooling.leave_out import LeftOut, leave_out
from regrade.pooling.pool import PooledRuns

__all__ = ["LeftOut", "PooledRuns", "leave_out"]
