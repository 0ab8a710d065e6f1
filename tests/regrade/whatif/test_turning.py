from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from regrade.measures import JudgedTopics, Measure, Rankings, judge, parse_measure
from regrade.whatif.candidates import Candidates, find_candidates
from regrade.whatif.profile_bounds import MOST_BY_AP, bound_levels
from regrade.whatif.profiles import achieved_profile
from regrade.whatif.relabelling import relabelling
from regrade.whatif.turning import Turning, labels_to_turn
from tests.regrade.whatif.cases import SERVED, Case, difference_of_means, drawn, relabelled

VALUES = (0, 1, 2)
BOUNDED, MANY = ("AP", "nDCG"), 99


def least_leads(measure: Measure, case: Case, pairs: Candidates, sign: float) -> list[float]:
    """The least lead of one topic that up to 0, 1, 2, … changes reach, by trying them all."""
    now = [int(r) if is_labelled else None for r, is_labelled in zip(*pairs[-2:], strict=True)]
    tried = list(product(*[(old, *(v for v in VALUES if v != old)) for old in now]))
    costs = np.array([sum(a != b for a, b in zip(one, now, strict=True)) for one in tried])
    labels = [(p, v) for one in tried for p, v in zip(pairs.passages, one, strict=True)]
    kept = [(p, v) for p, v in labels if v is not None]
    sizes = [sum(v is not None for v in one) for one in tried]
    judged = JudgedTopics(
        np.cumsum([0, *sizes]),
        np.array([p for p, _ in kept], np.int64),
        np.array([v for _, v in kept], np.int64),
        case.judged.min_relevance,
        case.judged.max_relevance,
    )
    first, second = (
        measure.score(judge(repeated(rankings, pairs.topics[0], len(tried)), judged))
        for rankings in case[1:]
    )
    leads = sign * (second - first)
    return [float(leads[costs <= n].min()) for n in range(len(now) + 1)]


def repeated(rankings: Rankings, topic: int, n: int) -> Rankings:
    ranked = rankings.passages[rankings.starts[topic] : rankings.starts[topic + 1]]
    return Rankings(np.arange(n + 1) * ranked.size, np.tile(ranked, n))


def truth(measure: Measure, case: Case, unjudged: bool) -> int | None:
    """The least number of changes that turns the order, by trying all."""
    pairs = find_candidates(measure, *case)
    pairs = pairs if unjudged else pairs.where(pairs.is_labelled)
    sign = 1.0 if difference_of_means(measure, case) > 0 else -1.0
    by_topic = [
        least_leads(measure, case, pairs.where(pairs.topics == topic), sign)
        for topic in np.unique(pairs.topics)
    ]
    totals = [
        sum(split)
        for split in product(*(range(len(leads)) for leads in by_topic))
        if sum(leads[n] for leads, n in zip(by_topic, split, strict=True)) < -1e-10
    ]
    return min(totals, default=None)


def turned(measure: Measure, case: Case, unjudged: bool) -> Turning:
    found = labels_to_turn(measure, *case, values=VALUES, unjudged=unjudged)
    if found.leader and found.at_most is not None:
        after = relabelled(case, found.candidates.labelled(*found.changes))
        difference = difference_of_means(measure, after)
        assert difference == found.difference_after
        assert difference * found.difference < 0
        assert np.unique(found.changes.indices).size == found.at_most
    return found


@pytest.mark.parametrize("unjudged", [False, True])
@pytest.mark.parametrize("name", SERVED)
def test_the_least_number_of_changes_is_that_of_trying_all(name: str, unjudged: bool) -> None:
    measure, exact = parse_measure(name), []
    for seed in range(16):
        size = {"n_passages": 5, "n_labels": 3} if unjudged else {"n_passages": 8, "n_labels": 5}
        case = drawn(seed, n_topics=2 + seed % 2, **size)
        found = turned(measure, case, unjudged)
        if found.leader is None:
            assert difference_of_means(measure, case) == pytest.approx(0, abs=1e-12)
            continue
        least = truth(measure, case, unjudged)
        exact.append(found.is_exact)
        if not name.startswith(BOUNDED):
            assert (found.at_least, found.at_most) == (least, least)
        elif least is None:
            assert found.at_most is None
        else:
            assert found.at_least is not None
            assert found.at_least <= least <= (found.at_most or MANY)
    assert np.mean(exact) > 0.8


@pytest.mark.parametrize("name", [name for name in SERVED if name.startswith(BOUNDED)])
def test_no_changes_of_a_topic_reduce_its_lead_further_than_the_bound(name: str) -> None:
    measure, n_levels = parse_measure(name), 0
    for seed in range(24):
        size = (
            {"n_passages": 6, "n_labels": 3} if seed % 4 > 1 else {"n_passages": 8, "n_labels": 6}
        )
        case = drawn(seed, n_topics=1, **size)
        asked = relabelling(measure, case.judged, case[1:], VALUES, seed % 4 > 1)
        bound = bound_levels(asked, achieved_profile(asked).levels)
        leads = least_leads(measure, case, asked.candidates, 1.0)
        for cost, lead in enumerate(leads):
            within = bound.reductions[bound.costs <= cost].max(initial=0.0)
            assert within >= leads[0] - lead - 1e-12
        n_levels += bound.costs.size
    assert n_levels > 20


def test_more_changes_than_are_bounded_could_take_a_topic_to_its_lowest_lead() -> None:
    n = MOST_BY_AP + 1
    judged = JudgedTopics(np.array([0, n]), np.arange(n), np.arange(n) % 2)
    empty, whole = Rankings(np.zeros(2, int), np.arange(0)), Rankings(judged.starts, np.arange(n))
    asked = relabelling(parse_measure("AP"), judged, (empty, whole), (0, 1), False)
    bound = bound_levels(asked, achieved_profile(asked).levels)
    lead = parse_measure("AP").score(judge(whole, judged))[0]
    assert bound.costs[-1] == n
    assert bound.reductions[-1] == pytest.approx(lead + 1)


def test_without_a_leader_nothing_has_to_change() -> None:
    case = drawn(1, n_topics=3, n_passages=8, n_labels=5)
    found = labels_to_turn(parse_measure("AP"), case.judged, case[1], case[1], values=VALUES)
    assert (found.leader, found.at_least, found.at_most) == (None, 0, 0)
    assert found.changes.indices.size == 0


@pytest.mark.parametrize("name", ["P@3", "RR", "nDCG@3"])
def test_where_no_label_can_turn_them_there_is_no_number(name: str) -> None:
    """The first run retrieved nothing, and no label may become relevant."""
    case = drawn(1, n_topics=3, n_passages=8, n_labels=5, min_relevance=1)
    empty = Rankings(np.zeros(4, np.int64), np.empty(0, np.int64))
    found = labels_to_turn(parse_measure(name), case.judged, empty, case.second, values=VALUES)
    assert (found.leader, found.at_least, found.at_most) == ("second", None, None)
    assert found.difference_after is None
    assert found.is_exact


def test_gains_of_hundreds_are_exact_as_well() -> None:
    measure = parse_measure("DCG(gains={0:0,1:0.1,2:350.7,3:999.9})@20")
    for seed in range(60, 80):
        case = drawn(seed, n_topics=20, n_passages=40, n_labels=30)
        found = labels_to_turn(measure, *case, values=(0, 3))
        assert found.is_exact, seed


def test_gains_too_different_for_exact_effects_are_refused() -> None:
    case = drawn(0, n_topics=2, n_passages=9, n_labels=7)
    with pytest.raises(ValueError, match="rounding hides"):
        labels_to_turn(parse_measure("nDCG(dcg='exp-log2')"), *case, values=(0, 1, 40))
