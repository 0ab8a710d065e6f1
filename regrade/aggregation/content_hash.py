"""Hashes by which the same labels, votes and decisions are known, wherever they are kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256


def labels_hash(
    lines: Iterable[tuple[str, str, int]],
    min_relevance: int,
    *,
    is_whole: bool = False,
    probabilities: Iterable[float] | None = None,
) -> str:
    """Of query ids, doc_ids, relevances, `min_relevance`, and whether topics were judged whole:
    equal labels, equal hashes. Of a sample also of `probabilities`, one a line: equal labels with
    others have another hash."""
    digest = sha256(b"min_relevance %d\n" % min_relevance)
    if is_whole:
        digest.update(b"whole\n")
    found = (b"%s %s %d" % (q.encode(), d.encode(), n) for q, d, n in lines)
    if probabilities is not None:
        digest.update(b"sample\n")
        pairs = zip(found, probabilities, strict=True)
        found = (b"%s %s" % (line, float(p).hex().encode()) for line, p in pairs)
    # Sorted with their line ends, since a doc_id may begin like another.
    for line in sorted(b"%s\n" % line for line in found):
        digest.update(line)
    return digest.hexdigest()


def votes_hash(rows: Iterable[tuple[str, str, str, int | None]]) -> str:
    """Of query ids, doc_ids, assessors and grades alone; no grade is a recorded *not judged*."""
    return _hash_of(rows)


def decisions_hash(rows: Iterable[tuple[str, str, int]]) -> str | None:
    """Of query ids, doc_ids and the grades that were decided on; None where there are none."""
    decided = list(rows)
    return _hash_of(decided) if decided else None


def _hash_of(rows: Iterable[tuple[object, ...]]) -> str:
    digest = sha256()
    for line in sorted(json.dumps(row) for row in rows):
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()
