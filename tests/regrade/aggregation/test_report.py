from __future__ import annotations

from regrade.aggregation.report import Step, describe_step
from tests.annotation.made_campaigns import cast


def test_describe_step_counts_what_went_and_what_remains() -> None:
    before = [
        *cast("q9", 1, 1, None),
        *cast("q9", 2, 1, 3),
        *cast("q10", 1, 1),
        *cast("q11", 1, 1),
    ]
    after = [before[0], before[2]]
    assert describe_step("thinned", before, after) == Step(
        name="thinned",
        n_assessor_topics_removed=3,  # bob in q9, alice in q10 and q11
        n_judgments_removed=4,
        n_pairs_removed=2,
        topics_removed=("q10", "q11"),
        n_judgments=2,
        n_pairs=2,
        n_topics=1,
    )
