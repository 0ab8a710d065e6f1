from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.counting.vote_table import Votes
from regrade.agreement.crowd import dawid_skene
from tests.real.real_data import CROWD_LOG, needs_real_data
from tests.regrade.agreement.crowd.made_crowd import CROWD, SCALE
from tests.tiers import thorough

UNTIL_THE_LAST = -np.inf


# Computed with crowd-kit 1.4.2: DawidSkene(n_iter=..., tol=-1), probabilities summed over pairs.
@pytest.mark.parametrize(
    ("n_iterations", "expected"),
    [
        (5, [8.5099544, 11.51964819, 9.97039742]),
        (20, [8.90800115, 11.05553777, 10.03646109]),
    ],
)
def test_dawid_skene_agrees_with_crowd_kit(n_iterations: int, expected: list[float]) -> None:
    fit = dawid_skene(
        CROWD, SCALE, smoothing=1e-10, max_iterations=n_iterations, tolerance=UNTIL_THE_LAST
    )
    assert fit is not None
    assert fit.labels.sum(axis=0).tolist() == pytest.approx(expected, abs=1e-7)
    assert fit.labels[1].argmax() == 0
    assert len(fit.log_likelihood) == n_iterations


def crowd_log() -> Iterator[tuple[tuple[str, str], int, int]]:
    """Pair, worker and grade of 0 to 2; what slid from 0 to 100 in thirds."""
    assignments, hits = (
        list(
            csv.DictReader(
                gzip.decompress(path.read_bytes()).decode("latin-1").splitlines(), delimiter="\t"
            )
        )
        for path in CROWD_LOG
    )
    documents = {row["set"]: row for row in hits}
    for row in assignments:
        if row["status"] not in ("Accepted", "Rejected"):
            continue
        hit = documents[row["set"]]
        for place in range(1, 6):
            said = row[f"doc{place}rel"]
            if said != "NA":
                grade = int(float(said)) if row["run"] == "1" else min(2, int(float(said)) // 34)
                yield (hit["topic"], hit[f"doc{place}"]), int(row["worker"]), grade


def table_of_those_who_gave_every_grade() -> Votes:
    cells = {(pair, worker): grade for pair, worker, grade in crowd_log()}
    pairs = sorted({pair for pair, _ in cells})
    workers = sorted({worker for _, worker in cells})
    votes = np.full((len(pairs), len(workers)), np.nan)
    for (pair, worker), grade in cells.items():
        votes[pairs.index(pair), workers.index(worker)] = grade
    return votes[:, [set(SCALE) <= set(column) for column in votes.T]]


# Grades that five anaesthetists gave to 45 patients, of the first one's three readings the first:
# table 1 of Dawid and Skene, Applied Statistics 28(1), 1979.
PATIENTS = """
11111 34334 12122 23121 23222 23322 12111 33433 22223 22223 44444 23343 11111 23212 11111
12111 11111 11111 22221 21322 22222 22221 23222 22222 11111 11111 22222 11111 11111 11121
11111 33233 11111 22222 23232 44343 22232 23233 33432 11111 11111 12111 22222 11111 22222
"""


def test_dawid_skene_of_the_patients_in_their_paper_agrees_with_crowd_kit() -> None:
    """crowd-kit 1.4.2, n_iter=50, tol=-1; with all three readings it has the paper's own shares."""
    votes = np.array([[float(grade) for grade in row] for row in PATIENTS.split()])
    fit = dawid_skene(
        votes, range(1, 5), smoothing=1e-10, max_iterations=50, tolerance=UNTIL_THE_LAST
    )
    assert fit is not None
    expected = [17.99833280548065, 18.567533921980655, 5.434133279756934, 3.0000000042000003]
    assert fit.labels.sum(axis=0).tolist() == pytest.approx(expected, abs=1e-7)
    correct = np.diagonal(fit.confusions, axis1=1, axis2=2)
    assert correct[1].tolist() == pytest.approx(
        [0.8333536662530165, 0.6463240555166456, 0.9999999999447934, 0.9999999999], abs=1e-7
    )


@needs_real_data
@thorough
def test_dawid_skene_of_a_crowd_log_agrees_with_crowd_kit() -> None:
    """2,175 pairs, 84 workers, 6,660 votes; crowd-kit 1.4.2, n_iter=50, tol=-1."""
    votes = table_of_those_who_gave_every_grade()
    assert (*votes.shape, int(np.count_nonzero(~np.isnan(votes)))) == (2175, 84, 6660)
    fit = dawid_skene(votes, SCALE, smoothing=1e-10, max_iterations=50, tolerance=UNTIL_THE_LAST)
    assert fit is not None
    expected = [994.2452438043891, 639.955809180042, 540.7989471323892]
    assert fit.labels.sum(axis=0).tolist() == pytest.approx(expected, abs=1e-5)
    assert (np.diff(fit.log_likelihood) > 0).all()


def test_dawid_skene_learns_who_errs() -> None:
    fit = dawid_skene(CROWD, SCALE)
    assert fit is not None
    assert fit.has_converged
    correct = np.trace(fit.confusions, axis1=1, axis2=2).tolist()
    assert np.argsort(correct).tolist()[:2] == [3, 2]  # made to know 9, 8, 6 and 4 of ten


@given(st.integers(0, 999))
def test_log_likelihood_of_dawid_skene_never_falls(seed: int) -> None:
    rng = np.random.default_rng(seed)
    votes = np.where(rng.random((12, 4)) < 0.3, np.nan, rng.integers(0, 3, (12, 4)))
    fit = dawid_skene(votes, SCALE, max_iterations=30, tolerance=UNTIL_THE_LAST)
    assert fit is not None
    assert (np.diff(fit.log_likelihood) > -1e-9).all()


def test_order_of_assessors_and_of_pairs_changes_no_label() -> None:
    rng = np.random.default_rng(1)
    pairs, assessors = rng.permutation(len(CROWD)), rng.permutation(4)
    before = dawid_skene(CROWD, SCALE)
    after = dawid_skene(CROWD[pairs][:, assessors], SCALE)
    assert before is not None
    assert after is not None
    np.testing.assert_allclose(after.labels, before.labels[pairs], atol=1e-9)
    np.testing.assert_allclose(after.confusions, before.confusions[assessors], atol=1e-9)


def test_what_has_no_vote_has_no_estimate() -> None:
    votes = np.array([[0, 0, np.nan], [1, 1, np.nan], [np.nan] * 3])
    fit = dawid_skene(votes, SCALE)
    assert fit is not None
    assert np.isnan(fit.labels).any(axis=1).tolist() == [False, False, True]
    assert np.isnan(fit.confusions).any(axis=(1, 2)).tolist() == [False, False, True]
    np.testing.assert_allclose(fit.labels[:2].sum(axis=1), 1)


def test_two_identical_assessors_are_believed() -> None:
    fit = dawid_skene(np.array([[0, 0], [1, 1], [2, 2], [1, 1]], dtype=np.float64), SCALE)
    assert fit is not None
    assert fit.labels.argmax(axis=1).tolist() == [0, 1, 2, 1]
    np.testing.assert_array_equal(fit.confusions[0], fit.confusions[1])


@pytest.mark.parametrize("n_pairs", [0, 2])
def test_dawid_skene_without_votes_is_none(n_pairs: int) -> None:
    assert dawid_skene(np.full((n_pairs, 3), np.nan), SCALE) is None


def test_dawid_skene_that_stops_early_says_so() -> None:
    fit = dawid_skene(CROWD, SCALE, max_iterations=2)
    assert fit is not None
    assert (fit.has_converged, len(fit.log_likelihood)) == (False, 2)


@pytest.mark.parametrize(
    ("smoothing", "max_iterations", "said"),
    [
        (0, 9, "smoothing"),
        (1, 0, "max_iterations"),
    ],
)
def test_dawid_skene_of_what_makes_no_sense_is_refused(
    smoothing: float, max_iterations: int, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        dawid_skene(CROWD, SCALE, smoothing=smoothing, max_iterations=max_iterations)
