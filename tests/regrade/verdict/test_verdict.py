from __future__ import annotations

import numpy as np
import pytest

from regrade.measures.parsing import parse_measure
from regrade.significance import TESTS
from regrade.verdict import Finding, count_at_best, reach_verdict
from regrade.verdict.segment import percent, signed, unsigned


def finding(labels: str, run: str = "run") -> Finding:
    values = np.array([0.1, 0.2, 0.3])
    return Finding(labels, "baseline", run, "P@5", "P", TESTS["t"](values, values))


@pytest.mark.parametrize(
    ("findings", "reason"),
    [
        ([], "at least one finding"),
        ([finding("a"), finding("b", "other")], "one run, baseline and measure"),
        ([finding("a"), finding("a")], "label set a is given twice"),
    ],
)
def test_reach_verdict_on_findings_that_do_not_go_together_refuses(
    findings: list[Finding], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        reach_verdict(findings)


def test_count_at_best_asks_both_runs_and_the_measure() -> None:
    first, second = np.array([1.0, 1.0, 0.5]), np.array([1.0, 0.5, 0.5])
    assert count_at_best(parse_measure("RR@10"), first, second) == 1
    assert count_at_best(parse_measure("DCG@10"), first, second) == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (signed(0.0), ".000"),
        (signed(-0.1724), "-.172"),
        (signed(0.0001), "+.000"),
        (signed(2.5), "+2.500"),
        (unsigned(-0.0001), ".000"),
        (unsigned(-10.5), "-10.500"),
        (percent(0.999), "99%"),
        (percent(0.001), "1%"),
        (percent(1.0), "100%"),
    ],
)
def test_numbers_read_as_in_a_paper(text: str, shown: str) -> None:
    assert text == shown
