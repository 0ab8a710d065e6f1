from __future__ import annotations

import numpy as np
import pytest

from regrade.measures import judge, parse_measure
from regrade.significance.paired.t import paired_t
from regrade.whatif.verdict_change import labels_to_change_verdict
from tests.regrade.whatif.cases import SERVED, Case, drawn, relabelled

VALUES = (0, 1, 2, 3)


def p_value(name: str, case: Case) -> float | None:
    measure = parse_measure(name)
    values = (measure.score(judge(rankings, case.judged)) for rankings in case[1:])
    return paired_t(*values).p_value


@pytest.mark.parametrize("name", SERVED)
def test_the_changes_turn_the_verdict(name: str) -> None:
    measure, n_turned = parse_measure(name), {False: 0, True: 0}
    for seed in range(8):
        case = drawn(seed, n_topics=12, n_passages=10, n_labels=8)
        found = labels_to_change_verdict(measure, *case, values=VALUES, unjudged=seed % 4 > 1)
        assert found.p_before == p_value(name, case)
        assert found.was_significant == (found.p_before < 0.05)
        if found.at_most is None:
            continue
        after = relabelled(case, found.candidates.labelled(*found.changes))
        assert found.p_after == p_value(name, after)
        assert found.p_after is not None
        assert (found.p_after < 0.05) != found.was_significant
        assert np.unique(found.changes.indices).size == found.at_most
        n_turned[found.was_significant] += 1
    assert min(n_turned.values())


def test_one_change_is_found_where_one_suffices() -> None:
    """The first step tries every label of every pair, so it misses no single change."""
    measure, n_single = parse_measure("nDCG@3"), 0
    for seed in range(30):
        case = drawn(seed, n_topics=4, n_passages=8, n_labels=5)
        found = labels_to_change_verdict(measure, *case, values=VALUES)
        pairs = found.candidates
        tried = [
            p_value("nDCG@3", relabelled(case, pairs.labelled(np.array([at]), np.array([value]))))
            for at in range(pairs.topics.size)
            for value in VALUES
        ]
        is_single = any((p is not None and p < 0.05) != found.was_significant for p in tried)
        assert (found.at_most == 1) == is_single
        n_single += is_single
    assert 0 < n_single < 30
