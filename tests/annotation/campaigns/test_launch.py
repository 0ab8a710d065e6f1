from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.active.building import start
from annotation.campaigns.launch import Check, Severity, launch_list
from annotation.campaigns.policy import PolicyOptions, set_policy
from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignState,
    Cause,
    ExpertGrade,
    LabelSet,
    LabelSource,
    PairKind,
    Reason,
    Slot,
)
from annotation.people.memberships import Work, withdraw_member
from ranking.models import Passage
from ranking.parameters.index_options import PLAIN_INDEX
from ranking.rankers import passage_search
from ranking.rankers.indexes import build_lexical_index
from tests.annotation.active.learning import active_campaign, active_pool, take_due
from tests.annotation.assessing import crew, work_off
from tests.annotation.campaigns.launching import check, codes, invite, set_apart
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import TEXTS, make_campaign, make_collection, make_pool

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    """A draft of 6 pairs that want 3 judgments each; nobody is there yet."""
    return make_campaign(state=CampaignState.DRAFT)


def grade_by_expert(campaign: Campaign) -> None:
    grade = campaign.grades.get(value=3)
    for pair in campaign.pairs.filter(kind__in=("gold", "qualification")):
        ExpertGrade.objects.create(campaign_pair=pair, grade=grade)


def test_one_grade_makes_no_scale() -> None:
    found = check(make_campaign(grades=(1,)), "scale")
    assert (found.severity, found.is_met) == (Severity.MUST, False)


def test_a_slider_has_no_key_for_each_grade() -> None:
    found = check(make_campaign(grades=range(101)), "scale")
    assert (found.is_met, found.severity) == (False, Severity.MUST)


def test_grades_that_ask_for_highlights_are_named(campaign: Campaign) -> None:
    campaign.grades.filter(value__gte=4).update(requires_span=True)
    found = check(campaign, "marked_words")
    assert found.sentence.startswith("4, 5 ask for highlights")
    assert not found.is_met


def test_where_no_grade_asks_for_highlights_nothing_is_said(campaign: Campaign) -> None:
    assert "marked_words" not in codes(campaign)


def test_pairs_are_counted(campaign: Campaign) -> None:
    assert check(campaign, "pairs") == Check(
        "pairs", Severity.MUST, True, "There are 6 pairs to judge."
    )


def test_pairs_without_a_text_are_nothing_to_judge(campaign: Campaign) -> None:
    campaign.slots.all().delete()
    assert not check(campaign, "pairs").is_met


def test_overlap_pairs_alone_are_something_to_judge(campaign: Campaign) -> None:
    set_apart(campaign, PairKind.OVERLAP, n=6)
    assert check(campaign, "pairs").is_met


def test_pairs_without_a_text_are_counted() -> None:
    collection = make_collection(texts={**TEXTS, "d4": ""})
    found = check(make_campaign(pool=make_pool(collection=collection)), "texts")
    assert "2 pairs" in found.sentence


def test_a_guideline_should_be_published(campaign: Campaign) -> None:
    before = check(campaign, "guideline")
    publish_guideline(campaign=campaign, body="Be fair")
    after = check(campaign, "guideline")
    assert (before.severity, before.is_met, after.is_met) == (Severity.SHOULD, False, True)


@pytest.mark.parametrize(
    ("kinds", "severity"),
    [
        ([], Severity.MUST),
        ([AssessorKind.HUMAN, AssessorKind.MODEL], Severity.MUST),
        ([AssessorKind.SIMULATED, AssessorKind.MODEL], Severity.SHOULD),
    ],
)
def test_people_must_have_a_notice(
    kinds: list[AssessorKind], severity: Severity, campaign: Campaign
) -> None:
    for kind in kinds:
        assessors(campaign, 1, kind=kind)
    before = check(campaign, "notice")
    publish_notice(campaign=campaign, body="What is recorded")
    after = check(campaign, "notice")
    assert (before.severity, before.is_met, after.is_met) == (severity, False, True)


def test_people_who_may_still_come_must_have_a_notice(campaign: Campaign) -> None:
    assessors(campaign, 1, kind=AssessorKind.MODEL)
    invite(campaign, 1)
    assert check(campaign, "notice").severity == Severity.MUST


@pytest.mark.parametrize("kind", [PairKind.GOLD, PairKind.QUALIFICATION])
def test_an_expert_must_have_graded_them(kind: PairKind, campaign: Campaign) -> None:
    set_apart(campaign, kind, n=2)
    before = check(campaign, "expert_grades")
    grade_by_expert(campaign)
    assert (before.severity, before.is_met) == (Severity.MUST, False)
    assert before.sentence.startswith("There are 2 gold or qualification pairs")
    assert check(campaign, "expert_grades").is_met


def test_a_pass_mark_needs_qualification_pairs(campaign: Campaign) -> None:
    campaign.pass_share = 0.8
    before = check(campaign, "qualification")
    set_apart(campaign, PairKind.QUALIFICATION, n=2)
    after = check(campaign, "qualification")
    assert (before.severity, before.is_met, after.is_met) == (Severity.MUST, False, True)
    assert "80% with the known grade pass" in after.sentence


def test_qualification_pairs_without_a_text_make_no_round(campaign: Campaign) -> None:
    campaign.pass_share = 0.8
    set_apart(campaign, PairKind.QUALIFICATION)
    pair = campaign.pairs.get(kind=PairKind.QUALIFICATION)
    Passage.objects.filter(pk=pair.pair.passage_id).update(text=None)
    found = check(campaign, "qualification")
    assert (found.severity, found.is_met) == (Severity.MUST, False)


def test_qualification_pairs_without_a_pass_mark_are_pointed_out(campaign: Campaign) -> None:
    set_apart(campaign, PairKind.QUALIFICATION)
    found = check(campaign, "qualification")
    assert (found.severity, found.is_met) == (Severity.SHOULD, False)


@pytest.mark.parametrize(
    ("every", "n_gold", "is_met"), [(10, 0, False), (10, 1, True), (None, 1, False)]
)
def test_gold_pairs_and_how_often_they_come_belong_together(
    every: int | None, n_gold: int, is_met: bool
) -> None:
    campaign = make_campaign(policy={"gold_every": every})
    set_apart(campaign, PairKind.GOLD, n=n_gold)
    assert check(campaign, "gold").is_met is is_met


@pytest.mark.parametrize(
    ("every", "n_gold", "is_met"), [(3, 1, False), (3, 2, True), (2, 2, False)]
)
def test_gold_comes_only_with_its_topic(every: int, n_gold: int, is_met: bool) -> None:
    """Two topics of three passages each."""
    campaign = make_campaign(policy={"gold_every": every})
    gold = [pair.pk for pair in campaign.pairs.filter(pair__passage__doc_id="d1")[:n_gold]]
    Slot.objects.filter(campaign_pair__in=gold).delete()
    campaign.pairs.filter(pk__in=gold).update(kind=PairKind.GOLD, wanted=None)
    found = check(campaign, "gold_of_topics")
    assert found.is_met is is_met
    assert f"one in {every}, each topic needs {2 if every == 2 else 1} gold" in found.sentence


def test_passages_that_read_the_same_are_counted() -> None:
    texts = {"d1": "Spruces live long.", "d2": "spruces  live\nlong.", "d3": "Cats sleep."}
    campaign = make_campaign(pool=make_pool(collection=make_collection(texts=texts)))
    found = check(campaign, "repeated_passages")
    assert (found.severity, found.is_met) == (Severity.SHOULD, False)
    assert found.sentence.startswith("There are 2 passages in 2 topics")


def test_passages_that_are_not_chosen_yet_are_not_compared() -> None:
    campaign = make_campaign(pool=active_pool())
    before = check(campaign, "repeated_passages")
    start(campaign)
    take_due()
    after = check(campaign, "repeated_passages")
    assert (before.is_met, after.is_met) == (False, True)
    assert "by then" in after.sentence


def test_a_pilot_must_have_been_drawn(campaign: Campaign) -> None:
    before = check(campaign, "pilot_pairs", CampaignState.PILOT)
    set_apart(campaign, PairKind.OVERLAP, in_pilot=True)
    after = check(campaign, "pilot_pairs", CampaignState.PILOT)
    assert (before.severity, before.is_met, after.is_met) == (Severity.MUST, False, True)
    assert "pilot_pairs" not in codes(campaign, CampaignState.OPEN)


def test_after_a_pilot_everyone_should_have_judged_it(campaign: Campaign) -> None:
    set_apart(campaign, PairKind.OVERLAP, in_pilot=True)
    alice, bob = assessors(campaign, 2)
    pair = campaign.pairs.get(in_pilot=True)
    store_answer(alice, pair)
    before = check(campaign, "pilot")
    store_answer(bob, pair, grade=None)
    assert (before.is_met, check(campaign, "pilot").is_met) == (False, True)
    assert before.sentence.startswith("1 assessor has finished all")


@pytest.mark.parametrize("work", list(Work))
def test_who_withdrew_is_not_through_with_the_pilot(work: Work, campaign: Campaign) -> None:
    set_apart(campaign, PairKind.OVERLAP, in_pilot=True)
    alice, _ = assessors(campaign, 2)
    store_answer(alice, campaign.pairs.get(in_pilot=True))
    withdraw_member(membership=alice, work=work)
    found = check(campaign, "pilot")
    assert not found.is_met
    assert found.sentence.startswith("0 assessors have finished all")


@pytest.mark.parametrize(
    ("reason", "cause"), [(Reason.RETRACTED, Cause.UNDONE), (Reason.OTHER, Cause.REJECTED)]
)
def test_what_was_taken_back_or_rejected_is_nothing_of_the_pilot(
    reason: Reason, cause: Cause, campaign: Campaign
) -> None:
    set_apart(campaign, PairKind.OVERLAP, in_pilot=True)
    [alice] = assessors(campaign, 1)
    pair = campaign.pairs.get(in_pilot=True)
    store_answer(alice, pair, grade=None, reason_not_judged=reason, cause=cause)
    assert not check(campaign, "pilot").is_met


def test_what_extra_judgments_may_come_to_is_shown(campaign: Campaign) -> None:
    """Independent of the grades, which assessors must not learn."""
    assert "extra_judgments" not in codes(campaign)
    set_policy(campaign=campaign, options=PolicyOptions(extra_judgments=2))
    set_apart(campaign, PairKind.OVERLAP)
    for member, grade in zip(assessors(campaign, 3), (1, 3, 5), strict=True):
        store_answer(member, campaign.pairs.filter(kind=PairKind.REGULAR)[0], grade)
    found = check(campaign, "extra_judgments")
    assert (found.severity, found.is_met) == (Severity.SHOULD, True)
    assert "up to 2 further judgments: up to 10 in all" in found.sentence


def test_before_it_is_closed_it_is_said_to_be_for_good(campaign: Campaign) -> None:
    found = check(campaign, "for_good", CampaignState.CLOSED)
    assert (found.severity, found.is_met) == (Severity.SHOULD, False)


def test_before_it_is_closed_what_is_still_wanted_is_said(campaign: Campaign) -> None:
    alice, bob = assessors(campaign, 2)
    for member, n, grade in ((alice, 0, 3), (alice, 1, None), (bob, 1, None)):
        store_answer(member, campaign.pairs.all()[n], grade)
    found = check(campaign, "finished", CampaignState.CLOSED)
    assert "14 judgments of 18" in found.sentence
    assert "1 pair is set aside" in found.sentence


def test_before_it_is_closed_topics_that_go_on_are_said() -> None:
    campaign = active_campaign()
    work_off(crew(campaign, 1)[0])
    found = check(campaign, "finished", CampaignState.CLOSED)
    assert not found.is_met
    assert "in 2 topics" in found.sentence


def test_before_it_is_closed_what_is_in_hand_is_said(campaign: Campaign) -> None:
    alice = assessors(campaign, 1)[0]
    slots = campaign.slots.filter(campaign_pair=campaign.pairs.all()[0], number=1)
    slots.update(holder=alice, leased_until=timezone.now() + timedelta(minutes=1))
    assert "There is 1 pair leased to assessors" in (
        check(campaign, "in_hand", CampaignState.CLOSED).sentence
    )
    slots.update(leased_until=timezone.now() - timedelta(minutes=1))
    assert "in_hand" not in codes(campaign, CampaignState.CLOSED)


def test_before_it_is_archived_labels_should_have_been_derived(campaign: Campaign) -> None:
    before = check(campaign, "labels", CampaignState.ARCHIVED)
    LabelSet.objects.create(
        name="derived",
        topic_set=campaign.pool.topic_set,
        collection=campaign.pool.collection,
        source=LabelSource.DERIVED,
        campaign=campaign,
        scale=[1],
        min_relevance=1,
        content_hash="hash",
        frozen_at=timezone.now(),
    )
    after = check(campaign, "labels", CampaignState.ARCHIVED)
    assert (before.severity, before.is_met, after.is_met) == (Severity.SHOULD, False, True)


def test_a_pause_asks_for_nothing(campaign: Campaign) -> None:
    assert launch_list(campaign, CampaignState.PAUSED) == []


def test_a_large_collection_that_may_be_searched_needs_an_index(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "search" not in codes(campaign)
    campaign.allows_search = True
    of_few_passages = check(campaign, "search")
    monkeypatch.setattr(passage_search, "MOST_READ", 2)
    without_index = check(campaign, "search")
    build_lexical_index(collection=campaign.pool.collection, options=PLAIN_INDEX)
    met = [one.is_met for one in (of_few_passages, without_index, check(campaign, "search"))]
    assert (without_index.severity, met) == (Severity.SHOULD, [True, False, True])
