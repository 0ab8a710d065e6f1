from __future__ import annotations

import numpy as np
import pytest

from regrade.measures import judge, parse_measure
from regrade.significance.paired.t import paired_t
from regrade.whatif.candidates import find_candidates
from regrade.whatif.verdict_change import labels_to_change_verdict
from tests.regrade.whatif.cases import SERVED, Case, drawn, relabelled

VALUES = (0, 1, 2, 3)


def p_value(name: str, case: Case) -> float:
    measure = parse_measure(name)
    values = (measure.score(judge(rankings, case.judged)) for rankings in case[1:])
    p_value = paired_t(*values).p_value
    assert p_value is not None
    return p_value


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


@pytest.mark.parametrize("seed", range(4))
def test_one_change_is_found_where_one_suffices(seed: int) -> None:
    """At a level that only the best single change reaches, either way."""
    measure = parse_measure("nDCG@3")
    case = drawn(seed, n_topics=5, n_passages=8, n_labels=5)
    pairs = find_candidates(measure, *case)
    now = p_value(measure.name, case)
    tried = [
        p_value(measure.name, relabelled(case, pairs.labelled(at, value)))
        for at in np.flatnonzero(pairs.is_labelled).tolist()
        for value in VALUES
    ]
    assert min(tried) < now < max(tried)
    for alpha in (min(tried) * 1.0001, max(tried) * 0.9999):
        found = labels_to_change_verdict(measure, *case, values=VALUES, alpha=alpha)
        assert found.was_significant == (now < alpha)
        assert found.at_most == 1
