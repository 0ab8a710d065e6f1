from __future__ import annotations

import math

import numpy as np
import pytest

from evaluation.comparisons import outcomes
from evaluation.comparisons.outcomes import Method, from_text, to_text, work_out, work_out_each
from evaluation.exceptions import SignificanceRefused
from regrade.significance import TESTS, PairOptions
from tests.refusals import refused

BASELINE = np.array([0.1, 0.2, 0.3, 0.4, 0.5])
RUN = np.array([0.2, 0.2, 0.1, 0.8, 0.9])
OPTIONS = PairOptions(bounds=(-0.1, 0.1), n_resamples=50)


@pytest.mark.parametrize("name", TESTS)
def test_an_outcome_reads_back_as_it_was_written(name: str) -> None:
    outcome = work_out(BASELINE, RUN, Method(name, OPTIONS, effect_sizes=True))
    assert from_text(to_text([outcome])) == [outcome]


def test_an_infinite_statistic_reads_back_as_it_was_written() -> None:
    outcome = work_out(BASELINE, BASELINE + 1, Method())
    [read] = from_text(to_text([outcome]))
    assert read == outcome
    assert math.isinf(read.test.statistic or 0)


def test_values_that_are_no_numbers_are_refused() -> None:
    with refused(SignificanceRefused, "test_impossible"):
        work_out(BASELINE, np.array([0.1, math.nan, 0.3, 0.4, 0.5]), Method())


@pytest.mark.parametrize("name", TESTS)
def test_pairs_worked_out_together_have_the_outcomes_that_each_has_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes, "VALUES_AT_ONCE", 10)  # three pairs a block
    pairs = [(BASELINE, np.roll(RUN, shift)) for shift in range(5)] + [(RUN, RUN), (RUN, RUN + 1)]
    method = Method(name, OPTIONS, effect_sizes=True)
    alone = [work_out(*pair, method) for pair in pairs]
    assert list(work_out_each(pairs, method)) == alone
