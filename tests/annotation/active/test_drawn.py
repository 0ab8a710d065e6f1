from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from annotation.active.drawn import drawn_first, drawn_review
from annotation.active.knowledge import Known, known_of
from annotation.active.replaying import replay
from annotation.active.watching import RuleSays, topic_review
from annotation.exceptions import PoolRefused
from annotation.models import (
    ActiveStep,
    ActiveTopic,
    Campaign,
    EndReason,
    PairOrigin,
    PooledPair,
)
from annotation.pools.pairs import enter_pairs
from ranking.models import Collection, Passage, Topic
from ranking.rankers.word_features import open_or_build_word_features
from regrade.active.continual import Continual
from regrade.active.stopping.autostop import MARGINS, Draws, autostop
from regrade.active.stopping.review import Review
from regrade.active.strategy import NOTHING, Judged
from tests.annotation.active.learning import active_campaign, active_pool, chosen, take_due
from tests.annotation.active.test_learning import ABOUT_BEES, TEXTS, grade, one_run
from tests.annotation.assessing import answer, crew, serve, work_off
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def drawn(n: int, **design: Any) -> Campaign:
    """A campaign with so many judgments."""
    campaign = active_campaign("autostop", **{"runs": one_run(), "depth": 12, **design})
    crew(campaign, 1)
    judge(campaign, n)
    return campaign


def judge(campaign: Campaign, n: int) -> None:
    [alice] = campaign.memberships.all()
    for _ in range(n):
        work_off(alice, most=1, grade=grade)
        take_due()


def says(campaign: Campaign, condition: str) -> RuleSays:
    rules = topic_review(campaign, query_id="q1").rules
    return next(rule for rule in rules if rule.key == f"autostop_{condition}")


def ranks_by_hand(step: ActiveStep) -> dict[str, int]:
    """The rank of each passage in the ranking of a step's model, trained here."""
    found = open_or_build_word_features(collection=Collection.objects.get())
    by_model = Continual(found.features, found.features.topic("honey of bees\n"))
    rows = found.rows
    known = Judged(rows[step.judged], step.is_relevant.astype(np.bool_), rows[step.waiting])
    scores = by_model.step(known, 1, step.seed).scores
    order = sorted(range(scores.size), key=lambda row: (-scores[row], row))
    names = dict(Passage.objects.values_list("ordinal", "doc_id"))
    return {names[int(found.ordinals[row])]: rank for rank, row in enumerate(order, 1)}


def found_by_search(campaign: Campaign) -> None:
    """Enter a passage that cannot be drawn at a depth of 8."""
    found = PooledPair.objects.create(
        pool=campaign.pool,
        topic=Topic.objects.get(),
        passage=Passage.objects.get(doc_id="d09"),
        origin=PairOrigin.SEARCH,
    )
    enter_pairs(campaign=campaign, pairs=[found])


def test_the_estimate_is_that_of_the_draws() -> None:
    """Passages of the control sample and those found by search count once they were drawn."""
    campaign = drawn(0, control=3)
    found_by_search(campaign)
    judge(campaign, 10)
    judged = judged_names(campaign)
    names = dict(Passage.objects.values_list("ordinal", "doc_id"))
    steps = list(ActiveStep.objects.filter(is_control=False).order_by("number"))
    batches = [[names[one] for one in drawn_first(step)] for step in steps]
    n = sum(judged.issuperset(batch) for batch in batches)
    steps, batches, every = steps[:n], batches[:n], [one for batch in batches[:n] for one in batch]
    by_batch = zip(batches, map(ranks_by_hand, steps), strict=True)
    ranks = [ranking[name] for batch, ranking in by_batch for name in batch if name in ABOUT_BEES]
    sizes = np.array([step.wanted for step in steps])
    draws = Draws(sizes, np.full(n, len(TEXTS)), np.array(ranks))
    flags = np.array([name in ABOUT_BEES for name in every])
    review = Review(flags, np.array([*map(len, batches)]), len(TEXTS))

    for condition in MARGINS:
        expected = autostop(review, draws, target=0.8, condition=condition)
        rule = says(campaign, condition)
        assert (rule.value, rule.bound) == (expected.value, 0.8)
        assert (rule.estimate, rule.error) == (expected.estimate, expected.error)
        assert (rule.lacks, rule.at is None) == ("", expected.at is None)
    assert len(ranks) > 1


def judged_names(campaign: Campaign) -> set[str]:
    pairs = campaign.pairs.filter(judgments__isnull=False)
    return set(pairs.values_list("pair__passage__doc_id", flat=True))


def test_all_that_can_be_drawn_is_drawn_in_the_end() -> None:
    campaign = drawn(12, ahead=2)

    topic = ActiveTopic.objects.get()
    each = np.concatenate([*ActiveStep.objects.values_list("chosen", flat=True)])

    assert topic.ended_because == EndReason.NOTHING_LEFT
    assert sorted(chosen(campaign, "q1")) == sorted(TEXTS)
    assert sorted(each) == [*range(len(TEXTS))]  # those that wait are not drawn as new


def test_a_topic_ends_by_the_estimate() -> None:
    campaign = drawn(12, rule="autostop_loose")

    rule = says(campaign, "loose")

    assert ActiveTopic.objects.get().ended_because == EndReason.RULE
    assert (rule.ends, rule.at) == (True, campaign.pairs.count())
    assert 4 / (rule.estimate or 0) >= 0.8


def test_a_passage_that_nobody_can_judge_does_not_hold_the_estimate_up() -> None:
    campaign = drawn(2)
    Campaign.objects.filter(pk=campaign.pk).update(max_not_judged=1)
    [alice] = campaign.memberships.all()
    answer(alice, serve(alice)[0], None)
    take_due()

    judge(campaign, 4)

    topic = ActiveTopic.objects.get()
    known = known_of(topic, 3)
    found = drawn_review(known, list(topic.steps.all()))
    assert (known.closed.size, known.judged.passages.size) == (1, 6)
    assert found is not None
    assert found.review.is_relevant.size == 6


def test_all_draws_count_where_runs_have_lost_passages_since() -> None:
    first = ActiveStep(wanted=4, draws=np.array([7, 5, 9, 7, 1]))
    second = ActiveStep(wanted=5, draws=np.array([3, 3, 2]))
    judged = Judged(np.array([5, 9, 3]), np.array([True, False, True]), np.zeros(0, np.int64))

    found = drawn_review(Known(judged, NOTHING, NOTHING.waiting), [first, second])

    assert found is not None
    assert (found.review.n_passages, found.draws.sizes.tolist()) == (7, [4, 3])
    assert found.draws.ranks.tolist() == [7, 2]


def test_the_estimate_waits_for_a_passage_that_is_still_to_be_judged() -> None:
    campaign = drawn(0, first_batch=3, ahead=3)
    [alice] = campaign.memberships.all()
    first, *others = serve(alice, 3)
    for one in others:
        answer(alice, one)
    assert says(campaign, "loose").lacks != ""

    answer(alice, first)

    assert (len(others), says(campaign, "loose").lacks) == (2, "")


def test_what_was_found_by_search_is_not_estimated() -> None:
    campaign = drawn(3, depth=8)
    [alice] = campaign.memberships.all()
    work_off(alice, grade=grade)
    before, curve = says(campaign, "loose"), topic_review(campaign, query_id="q1").found
    found_by_search(campaign)

    work_off(alice, grade=5)

    assert topic_review(campaign, query_id="q1").found == [*curve, curve[-1] + 1]
    assert says(campaign, "loose") == before


def test_a_stop_counts_what_was_found_by_search_too() -> None:
    campaign = drawn(0, depth=8, rule="autostop_loose")
    found_by_search(campaign)

    judge(campaign, 9)

    assert ActiveTopic.objects.get().ended_because == EndReason.RULE
    n_drawn = sum(drawn_first(step).size for step in ActiveStep.objects.all())
    assert says(campaign, "loose").at == n_drawn + 1


def test_a_replay_draws_the_same_and_compares_draws() -> None:
    campaign = drawn(6)
    assert replay(campaign).differences == []
    step = ActiveStep.objects.latest("number")
    step.draws = step.draws + 1
    step.save()

    [difference] = replay(campaign).differences

    assert (difference.number, difference.fields) == (step.number, ["draws"])


def test_only_draws_with_known_chances_end_by_the_estimate() -> None:
    with refused(PoolRefused, "no_draws", field="rule"):
        active_pool("cal", rule="autostop_strict1")
