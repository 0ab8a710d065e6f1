from __future__ import annotations

from typing import Any

import pytest

from annotation.active.ending import end_topics, resume_topics_at
from annotation.active.knowledge import known_of
from annotation.active.planning import planned_step
from annotation.active.rules import BY_DRAWS
from annotation.active.watching import active_pool, topic_review
from annotation.board.board import campaign_board
from annotation.board.forecast import Outlook
from annotation.exceptions import PoolRefused
from annotation.models import ActiveTopic, Campaign, EndReason, PairOrigin
from ranking.exceptions import NotFound
from tests.annotation.active.learning import active_campaign, chosen, find, take_due
from tests.annotation.active.test_learning import grade, one_run
from tests.annotation.assessing import answer, crew, serve, small_campaign, work_off
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def bees(**design: Any) -> Campaign:
    return active_campaign("cal", runs=one_run(), depth=12, **design)


def judge(campaign: Campaign, n: int) -> None:
    [alice] = crew(campaign, 1)
    for _ in range(n):
        work_off(alice, most=1, grade=grade)
        take_due()


def test_a_review_has_the_curve_in_the_order_judged() -> None:
    campaign = bees()
    judge(campaign, 6)

    review = topic_review(campaign, query_id="q1")

    assert review.found == [0, 1, 2, 3, 4, 4, 4]
    assert (review.looks, review.n_candidates) == ([1, 3, 6], 12)


def test_rules_say_what_they_lack() -> None:
    campaign = bees(learner="pairwise")
    judge(campaign, 1)

    lacking = {one.key for one in topic_review(campaign, query_id="q1").rules if one.lacks}

    assert lacking == {"quant", "quant_ci", "qbcb", *BY_DRAWS}


def test_a_model_with_probabilities_lets_quant_say_something() -> None:
    campaign = bees(learner="logistic")
    judge(campaign, 6)

    rules = {one.key: one for one in topic_review(campaign, query_id="q1").rules}

    assert rules["quant"].lacks == ""
    assert 0 < (rules["quant"].value or 0) < 1


def test_a_control_sample_is_judged_first_and_learned_from_when_reached() -> None:
    campaign = bees(control=3, rule="qbcb", target=0.3)
    topic = ActiveTopic.objects.get()
    drawn = chosen(campaign, "q1")
    judge(campaign, 20)

    review = topic_review(campaign, query_id="q1")
    step = topic.steps.get(number=2)

    origins = campaign.pairs.filter(pair__origin=PairOrigin.CONTROL)
    assert (len(drawn), origins.count()) == (3, 3)
    assert (review.n_control, review.n_control_judged) == (3, 3)
    assert step.judged.size + step.waiting.size == 0
    assert (review.found[-1], len(review.found)) == (4, 13)
    [qbcb] = [one for one in review.rules if one.key == "qbcb"]
    assert str(review.n_control_relevant) in qbcb.lacks


def test_a_control_pair_that_nobody_can_judge_leaves_the_sample() -> None:
    campaign = bees(control=3)
    Campaign.objects.filter(pk=campaign.pk).update(max_not_judged=1)
    [alice] = crew(campaign, 1)
    answer(alice, serve(alice)[0], None)
    work_off(alice, most=2)

    review = topic_review(campaign, query_id="q1")

    assert (review.n_control, review.n_control_judged) == (2, 2)
    [qbcb] = [one for one in review.rules if one.key == "qbcb"]
    assert "relevant passage" in qbcb.lacks


def test_an_estimate_has_the_relevant_passages_that_search_found() -> None:
    campaign = active_campaign("scal", runs=one_run(), depth=12)
    find(campaign, "d05")
    work_off(campaign.memberships.get(), grade=grade)

    assert len(chosen(campaign, "q1")) == 2
    assert topic_review(campaign, query_id="q1").estimated_relevant == 2


def test_a_rule_ends_a_topic() -> None:
    campaign = bees(rule="half")
    judge(campaign, 12)

    topic = ActiveTopic.objects.get()

    assert topic.ended_because == EndReason.RULE
    assert topic_review(campaign, query_id="q1").rules[2].at == 6


def test_an_organizer_ends_a_topic_and_lets_it_go_on() -> None:
    campaign = bees()
    assert end_topics(campaign=campaign, query_ids=["q1"]) == 1
    judge(campaign, 1)
    assert active_pool(campaign).topics[0].ended_because == EndReason.STOPPED
    assert len(chosen(campaign, "q1")) == 1

    assert resume_topics_at(campaign=campaign, query_ids=["q1"]) == 1

    assert take_due() == 1
    assert len(chosen(campaign, "q1")) == 3


def test_a_topic_goes_on_after_its_rule_but_not_beyond_its_limit() -> None:
    campaign = bees(rule="half", limit=11)
    judge(campaign, 12)
    assert ActiveTopic.objects.get().ended_because == EndReason.RULE

    resume_topics_at(campaign=campaign, query_ids=["q1"])
    take_due()
    while work_off(campaign.memberships.get(), grade=grade):
        take_due()

    assert ActiveTopic.objects.get().ended_because == EndReason.LIMIT
    with refused(PoolRefused, "at_limit", field="query_ids"):
        resume_topics_at(campaign=campaign, query_ids=["q1"])


def test_a_control_passage_comes_where_the_strategy_came_to_it() -> None:
    campaign = bees(control=3)
    judge(campaign, 20)
    topic = ActiveTopic.objects.get()
    steps = topic.steps.filter(is_control=False, chosen__isnull=False).order_by("number")

    judged = known_of(topic, 3).judged.passages.tolist()

    for step in steps:  # within a batch it comes first
        batch, judged = judged[: step.chosen.size], judged[step.chosen.size :]
        assert sorted(batch) == sorted(step.chosen.tolist())


def test_an_ended_topic_plans_no_step() -> None:
    campaign = bees()
    end_topics(campaign=campaign, query_ids=["q1"])

    assert planned_step(ActiveTopic.objects.get()) is None


def test_unknown_topics_and_other_pools_are_refused() -> None:
    campaign = bees()

    with refused(PoolRefused, "unknown_topic", field="query_ids"):
        end_topics(campaign=campaign, query_ids=["q9"])
    with refused(NotFound, "unknown_topic"):
        topic_review(campaign, query_id="q9")
    with refused(PoolRefused, "out_of_range", field="target"):
        topic_review(campaign, query_id="q1", target=1.0)


def test_a_pool_that_does_not_learn_has_no_topics_to_watch() -> None:
    with refused(PoolRefused, "not_active"):
        active_pool(small_campaign())


def test_the_pool_says_how_far_each_topic_is() -> None:
    campaign = bees()
    judge(campaign, 2)

    [topic] = active_pool(campaign).topics

    assert (topic.n_judged, topic.n_relevant, topic.n_waiting) == (2, 2, 1)


def test_a_board_forecasts_no_end_before_all_topics_have_ended() -> None:
    campaign = bees()
    end_topics(campaign=campaign, query_ids=["q1"])
    judge(campaign, 1)
    ended = campaign_board(campaign)
    resume_topics_at(campaign=campaign, query_ids=["q1"])

    board = campaign_board(campaign)

    assert (ended.n_topics_choosing, ended.forecast.outlook) == (0, Outlook.DONE)
    assert (board.n_topics_choosing, board.forecast.outlook) == (1, Outlook.CHOOSING)
