from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from regrade.given import explained

LETTER = re.compile(r"[^\W\d_]")
SEPARATORS = "-_./+ "


@explained
def short_names(names: Sequence[str]) -> list[str]:
    """Names without the beginning and the end that all of them share.

    For tables, where names stand below one another: "team-full-BM25" and "team-full-T5" become
    "BM25" and "T5". Names are cut at separators only, never within a number as ".9", and stay as
    they are where one would lose its last letter. Different names stay different.

    Returns:
        In the order given.
    """
    if len(set(names)) < 2:
        return list(names)
    start = _shared(names)
    cuts = [n for n in _ends(start) if LETTER.search(start[:n])]
    rests = _cut(names, cuts, lambda name, n: name[n:])
    end = _shared([name[::-1] for name in rests])
    cuts = [n for n in _ends(end) if LETTER.search(end[:n])]
    return _cut(rests, cuts, lambda name, n: name[:-n])


def _shared(names: Sequence[str]) -> str:
    """The beginning of all of these."""
    first, last = min(names), max(names)
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(one for one, _ in alike)


def _ends(shared: str) -> list[int]:
    """Lengths of what may be cut, the longest first: each ends with a separator."""
    return [n for n in range(len(shared), 0, -1) if shared[n - 1] in SEPARATORS]


def _cut(names: Sequence[str], cuts: Sequence[int], cut: Callable[[str, int], str]) -> list[str]:
    """The first cut that leaves each name a letter; the names if none does."""
    for n in cuts:
        rests = [cut(name, n) for name in names]
        if all(LETTER.search(rest) for rest in rests):
            return rests
    return list(names)
