from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.aggregation import Aggregation, aggregate
from regrade.aggregation.policy import Aggregate, AggregationPolicy
from regrade.votes.vote import Vote
from tests.annotation.made_campaigns import ASSESSORS, any_votes, cast, column

SCALE = range(1, 6)
LIBERAL = AggregationPolicy(aggregate="majority", threshold=2)
MEDIAN = AggregationPolicy(aggregate="median")


def derive(votes: list[Vote], policy: AggregationPolicy = MEDIAN, **options: Any) -> Aggregation:
    return aggregate(votes, policy, scale=SCALE, **options)


def aggregate_on(scale: range, votes: list[Vote], policy: AggregationPolicy) -> Aggregation:
    return aggregate(votes, policy, scale=scale)


def parts_of(result: Aggregation) -> tuple[Any, ...]:
    return result.labels, result.n_ties, result.scale, result.min_relevance, result.steps


def removed(result: Aggregation) -> dict[str, tuple[str, ...]]:
    return {step.name: step.topics_removed for step in result.steps if step.topics_removed}


def test_aggregate_gives_one_relevance_a_pair() -> None:
    result = derive([*cast("q1", 1, 1, 4), *cast("q1", 2, 5, 5, 1), *cast("q2", 1, 2)])
    assert result.labels == {"q1": {1: 3, 2: 5}, "q2": {1: 2}}
    assert result.exact.tolist() == [2.5, 5, 2]
    assert result.is_rounded.tolist() == [True, False, False]


def test_aggregate_by_majority_has_nothing_to_round() -> None:
    result = derive(cast("q1", 1, 1, 2, 2), LIBERAL)
    assert (result.labels, result.is_rounded.tolist()) == ({"q1": {1: 1}}, [False])


@pytest.mark.parametrize(
    ("policy", "scale", "min_relevance"),
    [
        (LIBERAL, (0, 1), 1),
        (MEDIAN, (1, 2, 3, 4, 5), 3),
        (replace(MEDIAN, threshold=4), (1, 2, 3, 4, 5), 4),
        (AggregationPolicy(aggregate="majority"), (1, 2, 3, 4, 5), 3),
    ],
)
def test_aggregate_says_what_counts_as_relevant(
    policy: AggregationPolicy, scale: tuple[int, ...], min_relevance: int
) -> None:
    result = derive(cast("q1", 1, 4), policy)
    assert (result.scale, result.min_relevance) == (scale, min_relevance)


def test_aggregate_of_no_votes_is_empty() -> None:
    result = derive([])
    assert (result.labels, result.n_ties) == ({}, 0)


def test_aggregate_leaves_a_pair_without_a_vote_unjudged() -> None:
    assert derive([*cast("q1", 1, None, None), *cast("q1", 2, 3)]).labels == {"q1": {2: 3}}


def test_aggregate_names_every_step_in_order() -> None:
    assert [step.name for step in derive([]).steps] == [
        "assessors",
        "blank share",
        "not judged",
        "min agreement",
        "min assessors",
        "min votes",
        "unjudged ties",
        "fallback relevant",
        "only topics",
    ]


def test_aggregate_counts_assessors_after_blank_ones_are_dropped() -> None:
    """Carol judged one of three passages of q1: too blank to be its third assessor."""
    votes = [
        *column("alice", "q1", [1, 2, 3]),
        *column("bob", "q1", [1, 2, 3]),
        *column("carol", "q1", [None, None, 3]),
    ]
    policy = replace(MEDIAN, min_assessors=3)
    assert derive(votes, policy).labels == {"q1": {0: 1, 1: 2, 2: 3}}
    strict = derive(votes, replace(policy, max_blank_share=0.5))
    assert strict.labels == {}
    assert removed(strict) == {"min assessors": ("q1",)}


def test_aggregate_counts_assessors_with_a_grade_only() -> None:
    votes = [*cast("q1", 1, 1, 2, None), *cast("q2", 1, 1, 2, 3)]
    result = derive(votes, replace(MEDIAN, min_assessors=3))
    assert removed(result) == {"min assessors": ("q1",)}


def test_aggregate_weighs_blanks_before_they_are_dropped() -> None:
    votes = column("alice", "q1", [None, None, 5])
    assert derive(votes, replace(MEDIAN, max_blank_share=0.5)).labels == {}


def test_aggregate_counts_assessors_before_thin_pairs_go() -> None:
    """Three assessors judged q1; that carol's only pair is thin does not make them two."""
    votes = [*cast("q1", 1, 5, 5), Vote("q1", 2, "carol", 5)]
    result = derive(votes, replace(MEDIAN, min_assessors=3, min_votes=2))
    assert result.labels == {"q1": {1: 5}}


def test_aggregate_breaks_ties_by_the_fallback() -> None:
    votes = [*cast("q1", 1, 1, 2), *cast("q1", 2, 1, 2), *cast("q1", 3, 1, 2), *cast("q1", 4, 1)]
    policy = replace(LIBERAL, tie="fallback")
    result = derive(votes, policy, fallback={"q1": [1]})
    assert result.labels == {"q1": {1: 1, 2: 0, 3: 0, 4: 0}}
    assert result.n_ties == 3


def test_aggregate_leaves_ties_unjudged_when_nobody_decides() -> None:
    votes = [*cast("q1", 1, 1, 2), *cast("q1", 2, 2), *cast("q2", 1, 1, 2)]
    result = derive(votes, LIBERAL)
    assert result.labels == {"q1": {2: 1}}
    assert removed(result) == {"unjudged ties": ("q2",)}
    assert result.n_ties == 1  # q2 is gone


CONFIRM = replace(LIBERAL, require_fallback_relevant=True)


def test_aggregate_keeps_a_topic_when_any_passage_of_the_fallback_is_relevant() -> None:
    votes = [*cast("q1", 1, 1), *cast("q1", 2, 2), *cast("q2", 1, 1), *cast("q2", 2, 5)]
    fallback = {"q1": [1, 2], "q2": [1]}
    result = derive(votes, CONFIRM, fallback=fallback)
    assert result.labels == {"q1": {1: 0, 2: 1}}
    assert removed(result) == {"fallback relevant": ("q2",)}


def test_aggregate_drops_a_topic_whose_fallback_passage_was_never_judged() -> None:
    result = derive(cast("q1", 1, 5), CONFIRM, fallback={"q1": [2]})
    assert removed(result) == {"fallback relevant": ("q1",)}


@pytest.mark.parametrize(("threshold", "kept"), [(None, {"q2"}), (2, {"q1", "q2"})])
def test_aggregate_confirms_grades_by_the_min_relevance_of_the_result(
    threshold: int | None, kept: set[str]
) -> None:
    votes = [*cast("q1", 1, 2), *cast("q2", 1, 3)]
    policy = replace(MEDIAN, threshold=threshold, require_fallback_relevant=True)
    result = derive(votes, policy, fallback={"q1": [1], "q2": [1]})
    assert set(result.labels) == kept


def test_aggregate_keeps_only_the_topics_asked_for_at_last() -> None:
    votes = [*cast("q1", 1, 2), *cast("q2", 1, 2), *cast("q3", 1, None)]
    result = derive(votes, only_topics={"q2", "q3", "q4"})
    assert result.labels == {"q2": {1: 2}}
    assert removed(result) == {"not judged": ("q3",), "only topics": ("q1",)}


def test_aggregate_reads_only_the_assessors_asked_for() -> None:
    votes = cast("q1", 1, 1, 5, 5)
    assert derive(votes, only_assessors={"alice"}).labels == {"q1": {1: 1}}


def test_aggregate_without_the_fallback_that_its_policy_needs_is_refused() -> None:
    with pytest.raises(ValueError, match="fallback"):
        derive([], CONFIRM)


@pytest.mark.parametrize("threshold", [0, 6])
def test_aggregate_with_a_threshold_off_the_scale_is_refused(threshold: int) -> None:
    with pytest.raises(ValueError, match=f"threshold {threshold}"):
        derive([], replace(LIBERAL, threshold=threshold))


def test_aggregate_without_a_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="scale"):
        aggregate([], MEDIAN, scale=[])


any_policy = st.builds(
    AggregationPolicy,
    aggregate=st.sampled_from(get_args(Aggregate)),
    threshold=st.integers(1, 5),
    rounding=st.sampled_from(["up", "down", "half-even"]),
    tie=st.sampled_from(["fallback", "highest", "lowest", "median", "unjudged"]),
    min_assessors=st.integers(1, 3),
    min_votes=st.integers(1, 2),
    max_blank_share=st.none() | st.sampled_from([0.0, 0.25, 0.5]),
    require_fallback_relevant=st.booleans(),
)
FALLBACK = {"q1": [0, 3], "q2": [0, 3], "q9": [1]}


@given(any_votes, any_policy, st.randoms(use_true_random=False), st.permutations(range(5)))
def test_aggregate_does_not_depend_on_order_names_or_numbers(
    votes: list[Vote], policy: AggregationPolicy, random: Any, numbers: list[int]
) -> None:
    called = dict(zip(ASSESSORS, random.sample(ASSESSORS, len(ASSESSORS)), strict=True))
    other = [
        Vote(vote.topic, numbers[vote.passage], called[vote.assessor], vote.grade)
        for vote in random.sample(votes, len(votes))
    ]
    moved = {topic: [numbers[passage] for passage in of] for topic, of in FALLBACK.items()}
    first, second = derive(votes, policy, fallback=FALLBACK), derive(other, policy, fallback=moved)
    renumbered = {
        topic: {numbers[passage]: value for passage, value in of.items()}
        for topic, of in first.labels.items()
    }
    assert parts_of(second) == (renumbered, *parts_of(first)[1:])


@given(any_votes, any_policy)
def test_aggregate_steps_account_for_every_judgment(
    votes: list[Vote], policy: AggregationPolicy
) -> None:
    result = derive(votes, policy, fallback=FALLBACK, only_topics={"q1", "q3"})
    last = result.steps[-1]
    assert sum(step.n_judgments_removed for step in result.steps) == len(votes) - last.n_judgments
    assert last.n_topics == len(result.labels)
    assert last.n_pairs == sum(len(labels) for labels in result.labels.values())


# Decisions

MAJORITY = AggregationPolicy(aggregate="majority")
DISPUTED = [*cast("q1", 1, 1, 4), *cast("q1", 2, 5, 5, 1), *cast("q1", 3, None, None)]
DECIDED = {("q1", 1): 4, ("q1", 2): 1, ("q1", 3): 4, ("q9", 1): 5}


@pytest.mark.parametrize(
    ("decisions", "labels"),
    [
        ("ignore", {2: 5}),
        ("tie", {1: 4, 2: 5}),
        ("vote", {1: 4, 3: 4}),  # of 5, 5, 1 and 1 none has more than half
        ("override", {1: 4, 2: 1, 3: 4}),
    ],
)
def test_a_decision_counts_as_the_policy_says(decisions: Any, labels: dict[int, int]) -> None:
    result = derive(DISPUTED, replace(MAJORITY, decisions=decisions), decisions=DECIDED)
    assert result.labels == {"q1": labels}
    assert list(result.labels["q1"]) == sorted(labels)


def test_a_decision_under_a_threshold_is_relevant_or_not() -> None:
    policy = AggregationPolicy(aggregate="majority", threshold=3, decisions="override")
    assert derive(DISPUTED, policy, decisions=DECIDED).labels == {"q1": {1: 1, 2: 0, 3: 1}}
    by_tie = replace(policy, decisions="tie")
    assert derive(cast("q1", 1, 1, 4), by_tie, decisions={("q1", 1): 5}).labels == {"q1": {1: 1}}


def test_a_decision_moves_a_median_as_one_vote_or_alone() -> None:
    votes, decided = cast("q1", 1, 1, 3), {("q1", 1): 5}
    for decisions, relevance in (("vote", 3), ("override", 5), ("tie", 2), ("ignore", 2)):
        result = derive(votes, replace(MEDIAN, decisions=decisions), decisions=decided)  # type: ignore[arg-type]
        assert result.labels == {"q1": {1: relevance}}


def test_a_topic_that_went_takes_its_decisions_along() -> None:
    policy = replace(MAJORITY, decisions="override", min_assessors=3)
    votes = [*cast("q1", 1, 1, 4), *cast("q2", 1, 2, 2, 3)]
    result = derive(votes, policy, decisions={("q1", 1): 5, ("q2", 1): 5, ("q2", 2): 1})
    assert result.labels == {"q2": {1: 5, 2: 1}}


def test_a_thin_pair_that_was_decided_has_a_label() -> None:
    policy = replace(MAJORITY, decisions="override", min_votes=2)
    votes = [*cast("q1", 1, 4), *cast("q1", 2, 3)]
    assert derive(votes, policy, decisions={("q1", 1): 5}).labels == {"q1": {1: 5}}


def test_the_step_of_decisions_says_how_many_votes_they_replaced() -> None:
    policy = replace(MAJORITY, decisions="override")
    [step] = [s for s in derive(DISPUTED, policy, decisions=DECIDED).steps if s.name == "decisions"]
    assert (step.n_judgments_removed, step.n_judgments, step.n_pairs) == (5, 3, 3)
    plain = derive(DISPUTED, MAJORITY, decisions=DECIDED)
    assert "decisions" not in {step.name for step in plain.steps}


@pytest.mark.parametrize("aggregated", ["dawid-skene", "weighted", "unanimous", "mean"])
def test_a_decision_in_the_place_of_votes_is_the_label_whatever_others_say(
    aggregated: Aggregate,
) -> None:
    """By a model's reckoning a rare grade of a rare assessor would be a slip."""
    votes = [vote for passage in range(40) for vote in cast("q1", passage, 1, 1, 1)]
    policy = AggregationPolicy(aggregate=aggregated, decisions="override")
    labels = derive(votes, policy, decisions={("q1", 3): 5, ("q1", 99): 4}).labels["q1"]
    assert (labels[3], labels[99], labels[4]) == (5, 4, 1)


def test_weights_are_the_best_of_several_seeded_starts() -> None:
    """A single start, where all assessors are alike, ends lower and decides two pairs of five."""
    grades = ["1221", "2121", "1212", "1221", "2211"]
    votes = [vote for p, row in enumerate(grades) for vote in cast("q1", p, *map(int, row))]
    once, *seeded = (
        derive(votes, AggregationPolicy(aggregate="weighted", seed=seed)).labels["q1"]
        for seed in (None, 0, 1)
    )
    assert once == {1: 2, 2: 1}
    assert seeded == 2 * [{0: 2, 1: 2, 2: 1, 3: 2, 4: 1}]


@pytest.mark.parametrize("rule", ["override", "vote", "tie"])
def test_a_decision_off_the_scale_is_refused(rule: Any) -> None:
    with pytest.raises(ValueError, match="grade 6"):
        derive(DISPUTED, replace(MAJORITY, decisions=rule), decisions={("q1", 1): 6})


@given(any_votes, st.data())
def test_ignored_decisions_change_nothing_and_all_of_them_are_the_labels(
    votes: list[Vote], data: st.DataObject
) -> None:
    pairs = sorted({vote.pair for vote in votes})
    made = {pair: data.draw(st.sampled_from(SCALE)) for pair in pairs}
    assert parts_of(derive(votes, MAJORITY, decisions=made)) == parts_of(derive(votes, MAJORITY))
    labels = derive(votes, replace(MAJORITY, decisions="override"), decisions=made).labels
    assert {(topic, p): v for topic, of in labels.items() for p, v in of.items()} == made


def test_a_pool_depth_needs_the_ranks_of_pairs() -> None:
    votes, shallow = cast("q1", 1, 4), replace(MEDIAN, pool_depth=1)
    with pytest.raises(ValueError, match="pool_depth needs the ranks"):
        derive(votes, shallow)
    assert derive(votes, shallow, ranks=np.array([2])).labels == {}
    assert derive(votes, shallow, ranks=np.array([1])).labels == {"q1": {1: 4}}


@pytest.mark.parametrize("rule", ["median", "mean", "plurality"])
def test_long_scales_are_aggregated_as_short_ones(rule: Aggregate) -> None:
    policy = replace(MEDIAN, aggregate=rule, tie="median")
    for n_grades in (151, 1001):
        votes = cast("q1", 1, *(n_grades - 11, n_grades - 6, n_grades - 1))
        result = aggregate_on(range(n_grades), votes, policy)
        assert result.labels == {"q1": {1: n_grades - 6}}
