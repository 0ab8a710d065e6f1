"""Votes for tests, written or generated."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from regrade.votes.vote import Vote

ASSESSORS = ("alice", "bob", "carol", "dave")


def cast(topic: str, passage: int, *grades: int | None) -> list[Vote]:
    """Votes on one pair, by alice first, then bob, carol and dave."""
    return [
        Vote(topic, passage, assessor, grade)
        for assessor, grade in zip(ASSESSORS, grades, strict=False)
    ]


def column(assessor: str, topic: str, grades: Sequence[int | None]) -> list[Vote]:
    """One assessor's votes on passages 0, 1, 2, ... of a topic."""
    return [Vote(topic, passage, assessor, grade) for passage, grade in enumerate(grades)]


any_votes = st.dictionaries(
    st.tuples(st.sampled_from(["q1", "q2", "q3"]), st.integers(0, 4), st.sampled_from(ASSESSORS)),
    st.none() | st.integers(1, 5),
    max_size=40,
).map(lambda rows: [Vote(*seat, grade) for seat, grade in rows.items()])
