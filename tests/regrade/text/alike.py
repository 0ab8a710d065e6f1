"""Words with the same hash."""

from __future__ import annotations

ALIKE_BY_FNV_1A = (
    ("8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"),
    ("gMPflVXtwGDXbIhP73TX", "LtHf1prlU1bCeYZEdqWf"),
)
"""Known pairs whose 64 bits are the same."""
