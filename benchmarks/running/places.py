"""Folders of the benchmarks: checkout, state kept between runs, and real data."""

from __future__ import annotations

from pathlib import Path

from config import environment

CHECKOUT = Path(__file__).resolve().parents[2]


def home() -> Path:
    return environment.folder("REGRADE_HOME", CHECKOUT / ".regrade")


def data() -> Path:
    """The real data, which are not in the checkout."""
    return environment.folder("REGRADE_DATA", CHECKOUT.parent / "shared" / "data")
