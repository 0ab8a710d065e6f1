"""Drawing topics for a pool by the rank of their first relevant passage."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np


class Stratum(NamedTuple):
    """Topics whose first relevant passage lies at ranks `first` to `last`; `n` of them."""

    name: str
    first: int
    last: int
    n: int


def parse_strata(text: str) -> list[Stratum]:
    """Strata from "high=1-20:540,medium=21-80:60".

    Raises:
        ValueError: an entry of another form, an empty range, or ranges that overlap.
    """
    strata = [_stratum(entry) for entry in text.split(",")]
    if len({stratum.name for stratum in strata}) < len(strata):
        raise ValueError(f"a stratum's name appears twice in {text!r}")
    by_rank = sorted(strata, key=lambda stratum: stratum.first)
    for low, high in pairwise(by_rank):
        if high.first <= low.last:
            raise ValueError(f"the strata {low.name} and {high.name} overlap")
    return strata


def _stratum(entry: str) -> Stratum:
    match = re.fullmatch(r"\s*(\w+)=(\d+)-(\d+):(\d+)\s*", entry)
    if match is None:
        raise ValueError(f"{entry!r} is no stratum; write name=first-last:number, as high=1-20:540")
    stratum = Stratum(match[1], int(match[2]), int(match[3]), int(match[4]))
    if not 1 <= stratum.first <= stratum.last:
        raise ValueError(f"the stratum {stratum.name} covers no rank")
    return stratum


def draw_by_strata(
    first_relevant: Mapping[str, int], strata: Sequence[Stratum], *, seed: int
) -> dict[str, str]:
    """Draw topics without replacement, each with its stratum's name.

    Args:
        first_relevant: rank (from 1) of the first relevant passage by query_id; topics without
            one are absent and belong to no stratum.
        strata: how many topics to draw from which ranks.
        seed: the same seed on the same topics draws the same ones, in whatever order they come.

    Raises:
        ValueError: a stratum has fewer topics than it is to give.
    """
    rng = np.random.default_rng(seed)
    drawn: dict[str, str] = {}
    for name, first, last, n in strata:
        members = sorted(q for q, rank in first_relevant.items() if first <= rank <= last)
        if len(members) < n:
            raise ValueError(f"the stratum {name} has {len(members)} topics, {n} were asked for")
        drawn.update(
            dict.fromkeys(rng.choice(members, n, replace=False).tolist() if n else [], name)
        )
    return drawn


def draw(query_ids: Sequence[str], n: int, *, seed: int) -> list[str]:
    """`n` topics without replacement.

    Raises:
        ValueError: there are fewer.
    """
    if len(query_ids) < n:
        raise ValueError(f"there are {len(query_ids)} topics, {n} were asked for")
    return [str(q) for q in np.random.default_rng(seed).choice(sorted(query_ids), n, replace=False)]
