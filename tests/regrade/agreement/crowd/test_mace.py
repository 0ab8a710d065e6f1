from __future__ import annotations

import sys
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.agreement.crowd import mace
from regrade.votes import Vote, pack
from tests.real.real_data import needs_real_data
from tests.regrade.agreement.crowd.made_crowd import CROWD, SCALE
from tests.regrade.agreement.crowd.test_dawid_skene import (
    PATIENTS,
    table_of_those_who_gave_every_grade,
)
from tests.tiers import thorough

# Computed with crowd-kit 1.4.2: MACE(n_restarts=1, n_iter=300), labels numbered as they occur.
COMPETENCE = [0.9176207, 0.97374417, 0.51485314, 0.09751229]
LABELS = [8.95497467, 12.00630262, 9.03872271]


@pytest.mark.parametrize("seed", [0, 1])
def test_mace_agrees_with_crowd_kit(seed: int) -> None:
    fit = mace(CROWD, SCALE, rng=np.random.default_rng(seed), max_iterations=300, tolerance=1e-12)
    assert fit is not None
    assert fit.has_converged
    assert fit.competence.tolist() == pytest.approx(COMPETENCE, abs=1e-7)
    assert fit.labels.sum(axis=0).tolist() == pytest.approx(LABELS, abs=1e-6)


def test_mace_of_the_patients_of_dawid_and_skene_agrees_with_crowd_kit() -> None:
    """crowd-kit 1.4.2: MACE(n_restarts=1, n_iter=300), labels numbered as they occur."""
    votes = np.array([[float(grade) for grade in row] for row in PATIENTS.split()])
    rng = np.random.default_rng(0)
    fit = mace(votes, range(1, 5), rng=rng, max_iterations=300, tolerance=1e-12)
    assert fit is not None
    expected = [0.90582705770, 0.65829090822, 0.74011017024, 0.82796226016, 0.74478221433]
    assert fit.competence.tolist() == pytest.approx(expected, abs=1e-7)
    labels = [18.33287997099515, 18.86328821014072, 5.781772010197562, 2.0220598086665738]
    assert fit.labels.sum(axis=0).tolist() == pytest.approx(labels, abs=1e-6)


class StartOfCrowdKit:
    """Draws for where it begins, which are the same of each kind: its seed is read anew."""

    def random(self, shape: tuple[int, ...]) -> NDArray[np.float64]:
        return np.random.RandomState(0).random_sample(shape)


@needs_real_data
@thorough
def test_mace_of_a_crowd_log_agrees_with_crowd_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    """2,175 pairs, 84 workers, 6,660 votes; crowd-kit 1.4.2, n_restarts=1, n_iter=300.

    It numbers grades as they occur, worker by worker, which moves where it begins.
    """
    monkeypatch.setattr(sys.modules[mace.__module__], "NOISE", 1.5)  # as wide as crowd-kit draws
    votes = table_of_those_who_gave_every_grade()
    as_they_occur = list(dict.fromkeys(votes.T[~np.isnan(votes.T)].tolist()))
    numbered = np.full(votes.shape, np.nan)
    for number, grade in enumerate(as_they_occur):
        numbered[votes == grade] = number
    rng = cast("np.random.Generator", StartOfCrowdKit())
    fit = mace(numbered, SCALE, rng=rng, n_restarts=1, max_iterations=300, tolerance=0)
    assert fit is not None
    expected = [895.352035073254, 572.1103063287035, 707.5376585980425]
    found = fit.labels.sum(axis=0)[np.argsort(as_they_occur)]
    assert found.tolist() == pytest.approx(expected, abs=1e-4)
    assert fit.competence.sum() == pytest.approx(34.88646970253433, abs=1e-6)


def test_mace_is_repeated_by_its_seed() -> None:
    first, again, other = (
        mace(CROWD, SCALE, rng=np.random.default_rng(seed), max_iterations=3) for seed in (1, 1, 2)
    )
    assert first is not None
    assert again is not None
    assert other is not None
    assert first.log_likelihood == again.log_likelihood != other.log_likelihood


def test_mace_takes_the_restart_that_ends_highest() -> None:
    def ends(n_restarts: int) -> float:
        rng = np.random.default_rng(3)
        fit = mace(CROWD, SCALE, rng=rng, n_restarts=n_restarts, max_iterations=1)
        assert fit is not None
        return fit.log_likelihood[-1]

    assert ends(20) > ends(1)


def test_order_of_pairs_changes_no_competence() -> None:
    order = np.random.default_rng(1).permutation(len(CROWD))
    before = mace(CROWD, SCALE, rng=np.random.default_rng(5))
    after = mace(CROWD[order], SCALE, rng=np.random.default_rng(5))
    assert before is not None
    assert after is not None
    np.testing.assert_allclose(after.competence, before.competence, atol=1e-9)
    np.testing.assert_allclose(after.labels, before.labels[order], atol=1e-9)


def test_what_has_no_vote_has_no_estimate() -> None:
    votes = np.array([[0, 0, np.nan], [1, 1, np.nan], [np.nan] * 3])
    fit = mace(votes, SCALE, rng=np.random.default_rng(0))
    assert fit is not None
    assert np.isnan(fit.labels).any(axis=1).tolist() == [False, False, True]
    assert np.isnan(fit.competence).tolist() == [False, False, True]


def test_mace_without_votes_is_none() -> None:
    assert mace(np.full((2, 3), np.nan), SCALE, rng=np.random.default_rng(0)) is None


def test_mace_without_a_restart_is_refused() -> None:
    with pytest.raises(ValueError, match="got 0"):
        mace(CROWD, SCALE, rng=np.random.default_rng(0), n_restarts=0)


def test_one_start_for_all_treats_assessors_alike_and_finds_the_same() -> None:
    fit = mace(CROWD, SCALE, rng=None, max_iterations=300, tolerance=1e-12)
    assert fit is not None
    assert fit.competence.tolist() == pytest.approx(COMPETENCE, abs=1e-6)
    rng = np.random.default_rng(3)
    first = rng.integers(0, 3, 40).astype(float)
    second = rng.permutation(first)
    both = np.stack([np.concatenate([first, second]), np.concatenate([second, first])], axis=1)
    alike = mace(both, SCALE, rng=None)
    assert alike is not None
    assert alike.competence[0] == pytest.approx(alike.competence[1], rel=1e-9)


def test_columns_are_read_as_a_table_is() -> None:
    rows, assessors = np.nonzero(~np.isnan(CROWD))
    votes = [
        Vote("q", int(p), f"a{a}", int(CROWD[p, a])) for p, a in zip(rows, assessors, strict=True)
    ]
    of_columns, of_table = (mace(some, SCALE, rng=None) for some in (pack(votes), CROWD))
    assert of_columns is not None
    assert of_table is not None
    assert of_columns.competence.tolist() == of_table.competence.tolist()
