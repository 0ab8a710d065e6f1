"""Comparisons by where two runs rank the one relevant passage of each topic, and their verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from regrade.measures.parsing import parse_measure
from regrade.significance import DEFAULTS, TESTS, PairOptions
from regrade.verdict import Finding, Verdict, count_at_best, reach_verdict

DEPTH = 10
Places = Sequence[tuple[int, int]]  # by topic the relevant passage's rank in bert-dot and bm25


class Case(NamedTuple):
    """A comparison, given by the ranks of relevant passages under each label set.

    Attributes:
        labelled: label sets that judge every passage; others have the relevant ones alone.
        first_topic: by label set the number of its first topic, 0 by default.
        n_tests: in the family, one for each label set by default.
        is_corrected: by Bonferroni, over these.
    """

    places: Mapping[str, Places]
    labelled: Sequence[str] = ()
    first_topic: Mapping[str, int] = {}
    measure: str = "RR@10"
    test: str = "t"
    options: PairOptions = DEFAULTS
    n_tests: int | None = None
    is_corrected: bool = False
    simulated: Sequence[str] = ()


def verdict_of(case: Case) -> Verdict:
    topics = {
        labels: dict(enumerate(places, case.first_topic.get(labels, 0)))
        for labels, places in case.places.items()
    }
    shared = set.intersection(*({*of} for of in topics.values()))
    return reach_verdict(
        [_finding(case, labels, [of[n] for n in shared]) for labels, of in topics.items()]
    )


def _finding(case: Case, labels: str, places: Places) -> Finding:
    measure = parse_measure(case.measure)
    value = _first_rank if measure.lower_is_better else _reciprocal_rank
    run, baseline = (np.array([value(ranks[i]) for ranks in places]) for i in (0, 1))
    test = TESTS[case.test](baseline, run, options=case.options)
    n_tests = case.n_tests or len(case.places)
    corrected = min(1, (test.p_value or 0) * n_tests) if case.is_corrected else None
    unjudged, baseline_unjudged = (
        _unjudged(case, labels, [at[i] for at in places]) for i in (0, 1)
    )
    return Finding(
        *(labels, "bm25", "bert-dot", measure.name, measure.symbol, test, measure.lower_is_better),
        p_corrected=corrected,
        correction="bonferroni" if case.is_corrected else "none",
        n_tests=n_tests,
        unjudged=unjudged,
        baseline_unjudged=baseline_unjudged,
        depth=DEPTH,
        n_at_best=count_at_best(measure, baseline, run),
        is_simulated=labels in case.simulated,
    )


def _reciprocal_rank(rank: int) -> float:
    return 1 / rank if rank <= DEPTH else 0.0


def _first_rank(rank: int) -> float:
    return float(min(rank, DEPTH + 1))


def _unjudged(case: Case, labels: str, ranks: Sequence[int]) -> float | None:
    """Unjudged share of the first ten passages, where the relevant one is always labelled."""
    if not ranks:
        return None
    found = float(np.mean([rank <= DEPTH for rank in ranks])) / DEPTH
    return 0.0 if labels in case.labelled else round(1 - found, 12)
