from __future__ import annotations

import numpy as np
import pytest

from regrade.aggregation import report
from regrade.aggregation.report import Step, count_remaining, describe_step
from regrade.votes.packed import pack
from tests.annotation.made_campaigns import cast


@pytest.mark.parametrize("n_flagged", [0, 2**26], ids=["sorted", "flagged"])
def test_describe_step_counts_what_went_and_what_remains(
    monkeypatch: pytest.MonkeyPatch, n_flagged: int
) -> None:
    monkeypatch.setattr(report, "FLAGGED", n_flagged)
    before = [
        *cast("q9", 1, 1, None),
        *cast("q9", 2, 1, 3),
        *cast("q10", 1, 1),
        *cast("q11", 1, 1),
    ]
    votes = pack(before)
    is_left = np.array([True, False, True, False, False, False])
    everything = count_remaining(votes, np.ones(6, dtype=np.bool_))
    remaining = count_remaining(votes, is_left)
    assert describe_step("thinned", everything, remaining, votes.topics) == Step(
        name="thinned",
        n_assessor_topics_removed=3,  # bob in q9, alice in q10 and q11
        n_judgments_removed=4,
        n_pairs_removed=2,
        topics_removed=("q10", "q11"),
        n_judgments=2,
        n_pairs=2,
        n_topics=1,
    )
