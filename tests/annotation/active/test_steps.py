from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest
from django.utils import timezone

from annotation.active import choosing
from annotation.active.choosing import MAX_ATTEMPTS, take_step, take_steps
from annotation.active.due import mark_due
from annotation.active.ending import end_topics, resume_topics_at
from annotation.active.knowledge import known_of
from annotation.active.planning import planned_step
from annotation.active.watching import active_pool
from annotation.models import (
    ActiveStep,
    ActiveTopic,
    Campaign,
    CampaignState,
    EndReason,
    Judgment,
    Membership,
)
from annotation.pools.pairs import add_slots
from annotation.serving.claim import OTHERS_JUDGE_WITHIN, Nothing, claim_pairs
from ranking.exceptions import UnfitWorker
from regrade.limits import INT32_MAX
from tests.annotation.active.learning import (
    TEXTS,
    active_campaign,
    chosen,
    find,
    take_due,
    two_runs,
)
from tests.annotation.assessing import answer, crew, fresh, nothing_for, serve, work_off

pytestmark = pytest.mark.django_db


def judge_all(campaign: Campaign, grade: int = 1) -> list[str]:
    """One assessor answers what is there, and waits for what comes; the pairs in order."""
    [alice] = crew(campaign, 1)
    done: list[str] = []
    while more := [one.name for one in work_off(alice, most=1, grade=grade)]:
        done += more
        take_due()
    return done


def test_each_topic_begins_with_its_first_batch() -> None:
    campaign = active_campaign(first_batch=2)

    assert (chosen(campaign, "q1"), chosen(campaign, "q2")) == (["a", "c"], ["e", "b"])


def test_a_batch_follows_when_the_last_is_judged() -> None:
    campaign = active_campaign(first_batch=2, growth=50)
    [alice] = crew(campaign, 1)

    work_off(alice, most=1)
    assert take_due() == 0
    work_off(alice, most=1)

    assert take_due() == 1
    assert chosen(campaign, "q1") == ["a", "c", "b", "e", "d"]


def test_a_batch_follows_ahead_of_the_last_answer() -> None:
    campaign = active_campaign(first_batch=2, ahead=1)
    [alice] = crew(campaign, 1)

    work_off(alice, most=1)

    assert take_due() == 1


def test_all_that_can_be_chosen_is_judged_in_the_order_chosen() -> None:
    done = judge_all(active_campaign())

    assert done[:6] == ["q1 a", "q1 c", "q1 b", "q1 e", "q1 d", "q1 f"]
    reasons = ActiveTopic.objects.values_list("ended_because", flat=True)
    assert [*reasons] == [EndReason.NOTHING_LEFT] * 2


def test_a_limit_ends_a_topic() -> None:
    done = judge_all(active_campaign(limit=3, growth=300))

    assert len(done) == 6
    assert set(ActiveTopic.objects.values_list("ended_because", flat=True)) == {EndReason.LIMIT}


def test_passages_without_a_text_are_not_chosen() -> None:
    runs = two_runs({**TEXTS, "a": None, "e": ""})

    done = judge_all(active_campaign(runs=runs))

    assert sorted(done) == ["q1 b", "q1 c", "q1 d", "q1 f", "q2 b", "q2 d", "q2 f", "q2 g", "q2 h"]


def test_passages_are_fused_by_their_ranks_in_the_runs() -> None:
    """Ranks 2 of b and 3 of e would be equal if they were counted without c."""
    campaign = active_campaign("rrf", runs=two_runs({**TEXTS, "c": None}), first_batch=5)

    assert chosen(campaign, "q1") == ["a", "b", "e", "f", "d"]


def test_no_other_topic_is_begun_while_a_batch_is_in_hand() -> None:
    campaign = active_campaign(first_batch=2, growth=100, depth=4)
    [alice] = crew(campaign, 1)

    serve(alice, 2)
    in_hand = serve(alice, 4)
    for one in in_hand:
        answer(alice, one)
    take_due()

    assert [one.name for one in [*in_hand, *serve(alice, 2)]] == ["q1 a", "q1 c", "q1 b", "q1 e"]


def test_the_seat_of_someone_whose_quota_is_done_goes_to_others() -> None:
    campaign = active_campaign()
    alice, bob = crew(campaign, 2)
    Membership.objects.filter(pk=alice.pk).update(quota=2)
    work_off(alice)
    assert nothing_for(alice) == Nothing.QUOTA

    take_due()

    assert sorted(one.name for one in work_off(bob)) == ["q1 b", "q1 c", "q2 b", "q2 f"]


def test_passages_found_by_search_do_not_fill_the_limit() -> None:
    campaign = active_campaign(limit=2)
    find(campaign, "f")

    work_off(campaign.memberships.get())
    take_due()

    assert chosen(campaign, "q1") == ["a", "f", "c"]


def test_a_topic_whose_limit_was_filled_by_search_in_an_earlier_release_goes_on() -> None:
    campaign = active_campaign(limit=2)
    find(campaign, "f")
    ended = {"ended_at": timezone.now(), "ended_because": EndReason.LIMIT}
    ActiveTopic.objects.filter(topic__query_id="q1").update(**ended)
    work_off(campaign.memberships.get())

    resume_topics_at(campaign=campaign, query_ids=["q1"])
    take_due()

    assert chosen(campaign, "q1") == ["a", "f", "c"]


def test_all_votes_of_a_batch_come_before_the_next() -> None:
    campaign = active_campaign(k=2)
    alice, bob = crew(campaign, 2)

    work_off(alice, most=2)
    assert take_due() == 0
    work_off(bob, most=2)

    assert take_due() == 2


def test_an_assessor_waits_for_the_next_batch_of_their_topic() -> None:
    campaign = active_campaign()
    [alice] = crew(campaign, 1)
    work_off(alice, most=1)
    mark_due()

    assert nothing_for(alice) == Nothing.CHOOSING
    take_due()
    assert [one.name for one in serve(alice)] == ["q1 c"]


def test_someone_waits_in_line_for_what_others_hold_while_pairs_are_chosen() -> None:
    campaign = active_campaign()
    alice, carol, bob = crew(campaign, 3)
    assert [len(serve(one)) for one in (alice, carol)] == [1, 1]

    claim = claim_pairs(membership=fresh(bob), n=1)

    assert claim.nothing == Nothing.HELD_BY_OTHERS
    assert fresh(bob).waits_since is not None
    assert claim.free_at == claim.context.now + OTHERS_JUDGE_WITHIN
    for one in (alice, carol):
        work_off(one)
    assert nothing_for(bob) == Nothing.CHOOSING
    assert fresh(bob).waits_since is not None


def test_no_seat_is_kept_for_someone_whose_own_topic_is_being_chosen() -> None:
    campaign = active_campaign()
    alice, bob = crew(campaign, 2)
    work_off(alice, most=1)
    mark_due()
    now, hour = timezone.now(), timedelta(hours=1)
    Membership.objects.filter(pk=alice.pk).update(waits_since=now - hour, asks_until=now + hour)
    assert nothing_for(alice) == Nothing.CHOOSING
    assert fresh(alice).waits_since == now - hour

    assert [one.topic for one in serve(bob)] == ["q2"]


def test_an_assessor_goes_on_elsewhere_if_no_worker_chooses() -> None:
    campaign = active_campaign()
    [alice] = crew(campaign, 1)

    work_off(alice, most=1)

    assert [one.topic for one in serve(alice)] == ["q2"]


def test_the_campaign_is_finished_when_its_topics_have_ended() -> None:
    campaign = active_campaign(limit=1)
    [alice] = crew(campaign, 1)
    work_off(alice)
    assert nothing_for(alice) == Nothing.CHOOSING

    take_due()

    assert nothing_for(alice) == Nothing.FINISHED


def test_a_pair_that_nobody_can_judge_holds_up_no_step() -> None:
    campaign = active_campaign()
    Campaign.objects.filter(pk=campaign.pk).update(max_not_judged=1)
    [alice] = crew(campaign, 1)

    answer(alice, serve(alice)[0], None)

    assert take_due() == 1
    assert ActiveStep.objects.latest("pk").waiting.size == 1


def test_a_step_keeps_what_was_known_when_it_was_planned() -> None:
    campaign = active_campaign(strategy="mtf", first_batch=2)
    [alice] = crew(campaign, 1)
    [first, *_] = work_off(alice, most=2)
    mark_due()
    topic = ActiveTopic.objects.get(due_since__isnull=False)
    planned = planned_step(topic)
    answer(alice, first, 1)

    again = planned_step(topic)

    assert planned is not None
    assert again is not None
    assert (again.pk, again.is_relevant.tolist()) == (planned.pk, [True, True])


def test_a_step_taken_twice_enters_its_pairs_once() -> None:
    campaign = active_campaign()
    [alice] = crew(campaign, 1)
    work_off(alice, most=1)
    mark_due()
    step = planned_step(ActiveTopic.objects.get(due_since__isnull=False))
    assert step is not None

    take_step(ActiveStep.objects.get(pk=step.pk))
    take_step(ActiveStep.objects.get(pk=step.pk))

    assert chosen(campaign, "q1") == ["a", "c", "b"]


def test_a_step_at_which_workers_end_again_and_again_fails() -> None:
    active_campaign()
    topic = ActiveTopic.objects.first()
    assert topic is not None
    ActiveTopic.objects.filter(pk=topic.pk).update(due_since="2026-01-01T00:00Z")
    step = planned_step(topic)
    assert step is not None
    ActiveStep.objects.filter(pk=step.pk).update(n_attempts=MAX_ATTEMPTS)

    take_steps(active_topic_id=topic.pk)

    topic.refresh_from_db()
    assert (topic.ended_because, topic.due_since) == (EndReason.FAILED, None)


def test_a_step_in_flight_enters_nothing_once_its_topic_has_ended() -> None:
    campaign = active_campaign()
    [alice] = crew(campaign, 1)
    work_off(alice, most=1)
    mark_due()
    topic = ActiveTopic.objects.get(due_since__isnull=False)
    step = planned_step(topic)
    assert step is not None
    end_topics(campaign=campaign, query_ids=["q1"])

    take_step(step)

    assert chosen(campaign, "q1") == ["a"]
    assert planned_step(topic) is None


def test_a_step_that_another_worker_can_take_counts_no_attempt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    active_campaign()
    ActiveTopic.objects.update(due_since="2026-01-01T00:00Z")
    step = planned_step(ActiveTopic.objects.all()[0])
    assert step is not None
    monkeypatch.setattr(choosing, "choice_of", unfit)

    with pytest.raises(UnfitWorker):
        take_step(step)

    step.refresh_from_db()
    assert (step.n_attempts, ActiveTopic.objects.going_on().count()) == (0, 2)


def unfit(*_: object) -> None:
    raise UnfitWorker("no model here")


def test_a_changed_answer_keeps_its_place_in_the_order() -> None:
    campaign = active_campaign()
    [alice] = crew(campaign, 1)
    [first] = work_off(alice, most=1)
    take_due()
    work_off(alice, most=1)
    answer(alice, first, 5)

    known = known_of(ActiveTopic.objects.order_by("pk")[0], 3)

    assert known.judged.passages.tolist()[0] == 0
    assert known.judged.is_relevant.tolist()[0]


def test_surplus_grades_are_no_votes() -> None:
    campaign = active_campaign()
    alice, bob = crew(campaign, 2)
    [pair] = serve(alice)
    ticket = pair.ticket
    answer(alice, pair, 1)
    Judgment.objects.create(
        campaign_pair_id=ticket.campaign_pair_id,
        assessor=bob,
        grade=campaign.grades.get(value=5),
        created_at=timezone.now(),
    )

    [judged] = [one for one in active_pool(campaign).topics if one.n_judged]

    assert judged.n_relevant == 0


def test_extra_judgments_hold_up_no_step() -> None:
    campaign = active_campaign()
    [alice] = crew(campaign, 1)
    work_off(alice, most=1)
    add_slots(
        campaign=campaign, numbers=[(campaign.pairs.get(pair__passage__doc_id="a"), range(2, 3))]
    )

    assert take_due() == 1


def test_no_more_is_chosen_once_the_campaign_is_over() -> None:
    campaign = active_campaign()
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.CLOSED)
    ActiveTopic.objects.update(due_since="2026-01-01T00:00Z")

    assert take_due() == 0


def test_the_pairs_say_which_runs_brought_them() -> None:
    campaign = active_campaign(first_batch=3)

    pairs = campaign.pairs.filter(pair__topic__query_id="q1").order_by("pair_id")

    rows = pairs.values_list("pair__n_runs", "pair__best_rank")
    assert [*rows] == [(2, 1), (2, 2), (1, 2)]
    assert np.array_equal(ActiveStep.objects.order_by("pk")[0].chosen, [0, 2, 1])


def test_batches_grow_no_larger_than_can_be_stored() -> None:
    """By draws that are seldom new, a topic comes to hundreds of steps."""
    active_campaign("uniform", first_batch=1000, growth=1000)
    first = ActiveStep.objects.filter(topic__topic__query_id="q1").get()
    for number in range(2, 9):
        ActiveStep.objects.create(
            topic=first.topic, number=number, wanted=1, seed=1, chosen=[], left_out=[],
            judged=[], is_relevant=[], waiting=[], chosen_at=timezone.now(),
        )  # fmt: skip
    ActiveTopic.objects.filter(pk=first.topic_id).update(due_since=timezone.now())

    step = planned_step(first.topic)

    assert step is not None
    assert step.wanted == INT32_MAX
