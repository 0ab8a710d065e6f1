"""Drawing topics for a pool by the rank of their first relevant passage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from regrade.counted import counted


class Stratum(NamedTuple):
    """Topics whose first relevant passage lies at ranks `first` to `last`; `n` of them."""

    name: str
    first: int
    last: int
    n: int


class StratumFault(NamedTuple):
    """Why a stratum is refused: its place in the list, the field of `Stratum`, and a clause."""

    at: int
    field: str
    reason: str


def strata_faults(
    strata: Sequence[Stratum], first_relevant: Mapping[str, int] | None = None
) -> list[StratumFault]:
    """All faults of a list of strata, at most one for each field of a stratum.

    Args:
        first_relevant: as for `draw_by_strata`; None does not check that there are enough topics.
    """
    faults = [
        StratumFault(index, field, reason)
        for index, stratum in enumerate(strata)
        for field, reason in _faults_of(stratum, strata[:index])
    ]
    if first_relevant is None:
        return faults
    ranks = list(first_relevant.values())
    for index, (name, first, last, n) in enumerate(strata):
        available = sum(first <= rank <= last for rank in ranks)
        if n > available and last >= first:
            has = f"the stratum {name} has {counted(available, 'topic')}"
            faults.append(StratumFault(index, "n", f"{has}, {n} were asked for"))
    return faults


def _faults_of(stratum: Stratum, earlier: Sequence[Stratum]) -> Iterator[tuple[str, str]]:
    name, first, last, n = stratum
    if not name.strip():
        yield "name", "a stratum needs a name"
    elif any(one.name == name for one in earlier):
        yield "name", f"the name {name} appears twice"
    if first < 1:
        yield "first", f"the stratum {name} covers ranks from {first}; they count from 1"
    if last < first:
        yield "last", f"the stratum {name} covers no rank from {first} to {last}"
        return
    overlapping = (one for one in earlier if first <= one.last and one.first <= last)
    if other := next(overlapping, None):
        reason = f"the strata {other.name} ({other.first} to {other.last}) and {name} overlap"
        yield "first" if other.first <= first else "last", reason
    if n < 0:
        yield "n", f"{n} topics cannot be drawn"


def parse_strata(text: str) -> list[Stratum]:
    """Strata from "high=1-20:540,medium=21-80:60", as a command takes them.

    Raises:
        ValueError: an entry of another form, or what `strata_faults` finds.
    """
    strata = [_stratum(entry) for entry in text.split(",")]
    if faults := strata_faults(strata):
        raise ValueError(f"{faults[0].reason} in {text!r}")
    return strata


def _stratum(entry: str) -> Stratum:
    match = re.fullmatch(r"\s*(\w+)=(\d+)-(\d+):(\d+)\s*", entry)
    if match is None:
        raise ValueError(f"{entry!r} is no stratum; write name=first-last:number, as high=1-20:540")
    return Stratum(match[1], int(match[2]), int(match[3]), int(match[4]))


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
        ValueError: whatever `strata_faults` finds, as fewer topics than a stratum asks for.
    """
    if faults := strata_faults(strata, first_relevant):
        raise ValueError(faults[0].reason)
    rng = np.random.default_rng(seed)
    drawn: dict[str, str] = {}
    for name, first, last, n in strata:
        members = sorted(q for q, rank in first_relevant.items() if first <= rank <= last)
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
