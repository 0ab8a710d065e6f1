from __future__ import annotations

from typing import Any

import pytest

from benchmarks.killed_jobs.crew import Kill
from benchmarks.killed_jobs.figures import Figures
from benchmarks.killed_jobs.report import faults, to_text

KILLS = (Kill(frozenset({7}), 100.0, False), Kill(frozenset({8, 9}), 105.0, True))
CALM = Figures(
    status="done",
    digest="a1",
    n_topics=8,
    n_rankings=8,
    n_chunks=4,
    outcomes={"landed": 4},
    n_landed_twice=0,
    n_topics_landed=8,
    n_kept=0,
    most_starts=1,
    stuck_s=[],
    kills=(),
    lasted_s=9.0,
    n_workers_seen=2,
)
KILLED = CALM._replace(
    outcomes={"landed": 4, "lost": 2}, most_starts=2, stuck_s=[31.0, 38.5], kills=KILLS
)


def test_faults_of_a_job_that_kept_its_promises_are_none() -> None:
    assert faults(CALM, KILLED) == []
    assert "Every promise was kept." in to_text(CALM, KILLED)


@pytest.mark.parametrize(
    ("changed", "promise"),
    [
        ({"status": "failed"}, "both runs are done"),
        ({"digest": "b2"}, "the rankings are the same to the last bit"),
        ({"n_rankings": 7}, "each result is stored once"),
        ({"n_landed_twice": 1}, "each result is stored once"),
        ({"n_topics_landed": 9}, "each result is stored once"),
        ({"outcomes": {"landed": 4, "lost": 3}}, "chunk starts are at most chunks and kills"),
        ({"stuck_s": [31.0, 60.5]}, "no chunk was stuck for over a minute"),
        ({"outcomes": {"landed": 4, "error": 1}}, "no error was counted"),
    ],
)
def test_faults_name_the_promise_that_was_not_kept(changed: dict[str, Any], promise: str) -> None:
    assert faults(CALM, KILLED._replace(**changed)) == [promise]


def test_faults_of_a_loss_without_a_kill() -> None:
    calm = CALM._replace(outcomes={"landed": 4, "lost": 1})
    assert faults(calm, KILLED) == ["undisturbed, nothing was lost"]
