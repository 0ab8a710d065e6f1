"""Agreement in the real campaign: 37 assessors, grades 1-5, 54 rows not judged."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats import inter_rater

from regrade.agreement import agreement_report
from regrade.votes.vote import Vote, group_by_pair
from tests.real_data import needs_real_data, real_votes

pytestmark = needs_real_data


def graded(votes: list[Vote]) -> list[Vote]:
    return [vote for vote in votes if vote.grade is not None]


def test_real_fleiss_kappa_agrees_with_statsmodels() -> None:
    (overall,) = agreement_report(real_votes(), judgments_per_pair=3)
    pairs = group_by_pair(graded(real_votes())).values()
    triples = [[vote.grade for vote in cast] for cast in pairs if len(cast) == 3]
    table, _ = inter_rater.aggregate_raters(np.array(triples))
    assert overall.fleiss_n_pairs == len(triples)
    assert overall.fleiss_kappa == pytest.approx(inter_rater.fleiss_kappa(table), abs=1e-12)


def test_real_cohen_kappas_agree_with_statsmodels() -> None:
    votes = graded(real_votes())
    grades = {(*vote.pair, vote.assessor): vote.grade for vote in votes}
    defined = 0
    for couple in agreement_report(real_votes(), judgments_per_pair=3, by="assessor"):
        if couple.cohen_kappa is None:
            continue
        assert isinstance(couple.scope, tuple)
        first, second = couple.scope
        table = np.zeros((5, 5))
        for topic, passage in {vote.pair for vote in votes}:
            cell = grades.get((topic, passage, first)), grades.get((topic, passage, second))
            if cell[0] is not None and cell[1] is not None:
                table[cell[0] - 1, cell[1] - 1] += 1
        expected = inter_rater.cohens_kappa(table, return_results=False)
        assert couple.cohen_kappa == pytest.approx(expected, abs=1e-12)
        defined += 1
    assert defined > 50


def test_real_filling_replaces_recorded_rows_alone() -> None:
    votes = real_votes()
    (dropped,) = agreement_report(votes, judgments_per_pair=3)
    (filled,) = agreement_report(votes, judgments_per_pair=3, missing="median-up")
    with_grade = {vote.pair for vote in graded(votes)}
    blanks = [vote for vote in votes if vote.grade is None and vote.pair in with_grade]
    assert filled.n_filled == len(blanks)
    assert filled.n_votes == dropped.n_votes + len(blanks)
    assert filled.n_pairs == dropped.n_pairs == len(with_grade)
