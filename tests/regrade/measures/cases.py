"""Random runs and labels, whose scores survive the cast to the floats that pytrec_eval sorts."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

# In no order that could pass for a rank; "9" > "10" as text, and UTF-8 of one to four bytes.
DOC_IDS = ("d3", "10", "9", "é", "A", "𐍈", "d1", "a", "ﬀ", "d2", "100", "Z", "d20", "0")
SCORES = (None, None, -1e30, -1.0, 0.0, 0.5, 0.5 + 2**-24, 1.0, 3.0, 1e30)
RELEVANCES = (None, None, -2, -1, 0, 0, 1, 1, 2, 3)


class Case(NamedTuple):
    """Labels and a run; either may lack topics of the other, and a ranking may be empty."""

    qrels: dict[str, dict[str, int]]
    run: dict[str, dict[str, float]]
    level: int


def _case(
    topics: list[list[tuple[int | None, float | None]]], missing: set[int], level: int, extra: bool
) -> Case:
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {"only-in-the-run": {"d1": 1.0}} if extra else {}
    for number, lines in enumerate(topics):
        cells = list(zip(DOC_IDS, lines, strict=False))
        qrels[str(number)] = {doc: label for doc, (label, _) in cells if label is not None}
        if number not in missing:
            run[str(number)] = {doc: score for doc, (_, score) in cells if score is not None}
    return Case(qrels, run, level)


TOPIC = st.lists(
    st.tuples(st.sampled_from(RELEVANCES), st.sampled_from(SCORES)), max_size=len(DOC_IDS)
)
CASES = st.builds(
    _case,
    st.lists(TOPIC, min_size=1, max_size=4),
    st.sets(st.integers(0, 3), max_size=2),
    st.integers(1, 4),
    st.booleans(),
)
