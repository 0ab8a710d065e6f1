"""Regrade's library: measures, tests, agreement, labels, rankers and files, without Django."""

from __future__ import annotations

__version__ = "0.1.0"
