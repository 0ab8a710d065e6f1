"""Label sets combined, compared and counted, held against plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.labels import (
    LabelColumns,
    Rule,
    combine,
    common_min_relevance,
    compare,
    label_columns,
    label_statistics,
    mapped,
)
from regrade.labels.comparing import Side

SCALE = [0, 1, 2]
Plain = dict[tuple[int, int], int]
plain = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 5)), st.sampled_from(SCALE), max_size=14
)


def columns(labels: Plain) -> LabelColumns:
    by_topic: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for (topic, passage), value in labels.items():
        by_topic[topic][passage] = value
    return label_columns(
        (topic, list(found), list(found.values())) for topic, found in by_topic.items()
    )


def read(labels: LabelColumns) -> Plain:
    topics, passages, values = (column.tolist() for column in labels)
    return dict(zip(zip(topics, passages, strict=True), values, strict=True))


def expected(parts: list[Plain], rule: Rule) -> Plain:
    pairs = {pair for part in parts for pair in part}
    found = {pair: [part[pair] for part in parts if pair in part] for pair in pairs}
    if rule == "union":
        return {pair: max(values) for pair, values in found.items()}
    if rule == "precedence":
        return {pair: values[0] for pair, values in found.items()}
    return {pair: min(values) for pair, values in found.items() if len(values) == len(parts)}


@given(st.lists(plain, min_size=1, max_size=4), st.sampled_from(get_args(Rule)))
def test_sets_are_combined_by_each_rule(parts: list[Plain], rule: Rule) -> None:
    done = combine([columns(part) for part in parts], rule)
    assert read(done.labels) == expected(parts, rule)
    assert (np.diff(done.labels.keys) > 0).all()
    n = Counter(pair for part in parts for pair in part)
    values = {pair: {part[pair] for part in parts if pair in part} for pair in n}
    assert done.n_shared == sum(times > 1 for times in n.values())
    assert done.n_disagreeing == sum(len(one) > 1 for one in values.values())


def test_values_are_mapped_and_others_stay() -> None:
    labels = columns({(0, 0): 0, (0, 1): 1, (1, 0): 2})
    assert read(mapped(labels, {1: 3, 2: 3})) == {(0, 0): 0, (0, 1): 3, (1, 0): 3}
    assert read(mapped(columns({}), {1: 3})) == {}


def test_a_pair_with_two_labels_is_refused() -> None:
    with pytest.raises(ValueError, match="two labels"):
        label_columns([(0, [1, 1], [0, 1])])


@pytest.mark.parametrize(
    ("parts", "least"),
    [
        ([([0, 1], 1, {}), ([0, 1], 1, {})], 1),
        ([([0, 1], 1, {}), ([1, 2, 3, 4, 5], 3, {})], None),
        ([([0, 1], 1, {1: 4, 0: 1}), ([1, 2, 3, 4, 5], 3, {})], 3),
        ([([0, 1], 1, {}), ([0, 1, 2], 2, {})], None),
        ([([0, 1], 1, {1: 0, 0: 1})], None),
    ],
)
def test_sets_share_what_they_call_relevant_or_do_not(
    parts: list[tuple[list[int], int, dict[int, int]]], least: int | None
) -> None:
    assert common_min_relevance(parts) == least


@given(plain, plain)
def test_two_sets_are_compared_pair_by_pair(first: Plain, second: Plain) -> None:
    shown = compare(Side(columns(first), SCALE, 1), Side(columns(second), SCALE, 2))
    pairs = sorted({*first, *second})
    cells = Counter((first.get(pair, 3), second.get(pair, 3)) for pair in pairs)
    assert {(r, c): n for (r, c), n in np.ndenumerate(shown.confusion) if n} == dict(cells)
    gained = [p for p in pairs if second.get(p, 0) >= 2 and first.get(p, 0) < 1]
    lost = [p for p in pairs if first.get(p, 0) >= 1 and second.get(p, 0) < 2]
    for flags, wanted in ((shown.changes.is_gained, gained), (shown.changes.is_lost, lost)):
        assert [pair for pair, is_so in zip(pairs, flags, strict=True) if is_so] == wanted
    assert sum(one.n_gained for one in shown.topics) == len(gained)
    for topic in shown.topics:
        assert topic.n_first - topic.n_lost == topic.n_second - topic.n_gained
    shared = [pair for pair in pairs if pair in first and pair in second]
    same = sum(first[pair] == second[pair] for pair in shared)
    assert shown.percent_agreement == (pytest.approx(same / len(shared)) if shared else None)


def test_values_of_two_scales_are_compared_as_relevant_or_not() -> None:
    first = columns({(0, n): value for n, value in enumerate([0, 0, 1, 1])})
    second = columns({(0, n): value for n, value in enumerate([1, 2, 4, 2])})
    shown = compare(Side(first, [0, 1], 1), Side(second, [1, 2, 3, 4, 5], 3))
    assert (shown.percent_agreement, shown.kappa_quadratic) == (None, None)
    assert (shown.percent_relevance, shown.kappa_relevance) == (0.75, 0.5)


def test_a_set_is_counted_by_topic_and_value() -> None:
    shown = label_statistics(columns({(1, 0): 2, (1, 1): 1, (4, 0): 0, (5, 2): 2}), 1)
    assert (shown.topics, shown.n_judged, shown.n_relevant) == ((1, 4, 5), (2, 1, 1), (2, 0, 1))
    assert shown.n_topics_by_relevant == (1, 1, 1)
    assert shown.n_by_value == {0: 1, 1: 1, 2: 2}
