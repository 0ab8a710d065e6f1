"""Votes of pairs written down as lists, and coefficients of such."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from regrade.agreement import (
    CohenKappa,
    FleissKappa,
    GwetAC,
    KrippendorffAlpha,
    PercentAgreement,
    compute,
)
from regrade.agreement.coefficients.krippendorff import Level
from regrade.agreement.counting.ballots import NOT_JUDGED, Missing, cast_ballots
from regrade.agreement.counting.scale import Counts, Grades, Weighting, count_in_rows
from regrade.votes.packed import pack
from regrade.votes.vote import PairKey, Vote


def count_grades(
    grades_by_pair: Sequence[Sequence[int]],
    scale: Sequence[int] | NDArray[np.int64] | None = None,
) -> Counts:
    """How often each pair has each grade of the scale, or of those that occur."""
    return count_answers(grades_by_pair, "drop", scale)


def count_answers(
    answers_by_pair: Sequence[Sequence[int | None]],
    missing: Missing,
    scale: Sequence[int] | NDArray[np.int64] | None = None,
) -> Counts:
    """The same with not-judged answers by a rule; a category of their own comes last."""
    votes = [
        Vote("q", passage, str(assessor), grade)
        for passage, answers in enumerate(answers_by_pair)
        for assessor, grade in enumerate(answers)
    ]
    packed = pack(votes)
    ballots = cast_ballots(packed, threshold=None, missing=missing)
    given = ballots.grades[ballots.grades != NOT_JUDGED]
    known = np.unique(given) if scale is None else np.array(scale, np.int64)
    columns = np.append(known, NOT_JUDGED) if missing == "category" else known
    rows = packed.passages[ballots.pairs]
    return count_in_rows(rows, ballots.grades, len(answers_by_pair), columns)


def votes_by_pair(votes: Iterable[Vote]) -> dict[PairKey, list[Vote]]:
    """Pairs in order of first appearance."""
    by_pair: dict[PairKey, list[Vote]] = {}
    for vote in votes:
        by_pair.setdefault(vote.pair, []).append(vote)
    return by_pair


def percent_agreement(counts: Counts) -> float | None:
    return compute(PercentAgreement(), counts)


def cohen_kappa(
    first: Grades,
    second: Grades,
    *,
    weighting: Weighting = "plain",
    scale: Sequence[int] | Grades | None = None,
) -> float | None:
    grades = np.union1d(first, second) if scale is None else np.array(scale, np.int64)
    return compute(CohenKappa(grades, weighting), np.stack([first, second], axis=1))


def cohen_kappa_quadratic(first: Grades, second: Grades) -> float | None:
    return cohen_kappa(first, second, weighting="quadratic")


def fleiss_kappa(counts: Counts, n_votes: int) -> float | None:
    return compute(FleissKappa(n_votes), counts)


def gwet_ac1(counts: Counts) -> float | None:
    return compute(GwetAC(np.arange(counts.shape[1])), counts)


def gwet_ac2(
    counts: Counts, scale: Sequence[int] | Grades, weighting: Weighting = "quadratic"
) -> float | None:
    return compute(GwetAC(np.array(scale, np.int64), weighting), counts)


def krippendorff_alpha(
    counts: Counts, level: Level, grades: Sequence[int] | Grades | None = None
) -> float | None:
    of_columns = np.arange(counts.shape[1]) if grades is None else np.array(grades, np.int64)
    return compute(KrippendorffAlpha(level, of_columns), counts)
