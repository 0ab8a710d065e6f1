"""The stored sort keys of each pair follow every change to its judgments."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User

from annotation.judging.undoing import retract_judgment
from annotation.models import (
    AssessorKind,
    Campaign,
    Cause,
    ExpertGrade,
    Judgment,
    Membership,
    PairKind,
    PairSummary,
)
from annotation.pairs.summaries import summarizing_at_the_end
from annotation.people.memberships import Work, withdraw_member
from tests.annotation.answering import judge
from tests.annotation.importing import Import, campaign_for_imports, importer
from tests.annotation.pairs.recounted import recounted, stored
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign() -> Campaign:
    return make_campaign(judgments_per_pair=2)


@pytest.fixture
def people(campaign: Campaign) -> list[Membership]:
    return [make_member(campaign, make_user(name)) for name in ("alice", "bob", "chris")]


def test_a_pair_that_nobody_judged_has_none(campaign: Campaign) -> None:
    assert stored(campaign) == {} == recounted(campaign)


def test_it_says_what_the_votes_say(campaign: Campaign, people: list[Membership]) -> None:
    alice, bob, chris = people
    first, second, third = campaign.pairs.order_by("pk")[:3]
    judge(alice, first, 1, note="Hm.", confidence=4)
    judge(bob, first, 5, spans=[(0, 4)], confidence=2)
    judge(chris, first, 5)  # surplus: the pair had all it wanted
    judge(alice, second, None)
    judge(bob, third, 2)
    judge(alice, third, 2)
    assert stored(campaign) == recounted(campaign)
    row = stored(campaign)[first.pk]
    assert (row["n_grades"], row["spread"], row["is_tied"]) == (2, 4, True)
    assert (row["n_notes"], row["n_highlighted"], row["least_confidence"]) == (1, 1, 2)
    assert stored(campaign)[second.pk]["n_not_judged"] == 1
    assert stored(campaign)[third.pk]["is_tied"] is False


def test_a_surplus_grade_counts_from_when_it_has_a_slot(
    campaign: Campaign, people: list[Membership]
) -> None:
    pair = campaign.pairs.all()[0]
    [first, *_] = [
        judge(member, pair, grade) for member, grade in zip(people, (1, 1, 3), strict=True)
    ]
    assert stored(campaign)[pair.pk]["spread"] == 0
    retract_judgment(judgment=first, cause=Cause.WITHDRAWN)
    assert stored(campaign)[pair.pk]["spread"] == 2
    assert stored(campaign) == recounted(campaign)


def test_it_follows_changes_and_withdrawals(campaign: Campaign, people: list[Membership]) -> None:
    alice, bob, _ = people
    pair = campaign.pairs.all()[0]
    judge(alice, pair, 1)
    judge(alice, pair, 4, note="Looked again.")
    judge(bob, pair, 3)
    assert stored(campaign) == recounted(campaign)
    withdraw_member(membership=bob, work=Work.DROP, actor=bob.user)
    assert stored(campaign) == recounted(campaign)
    assert stored(campaign)[pair.pk]["n_grades"] == 1


def test_a_gold_pair_says_who_missed_the_expert(
    campaign: Campaign, people: list[Membership]
) -> None:
    pair = campaign.pairs.all()[0]
    pair.slots.all().delete()
    campaign.pairs.filter(pk=pair.pk).update(kind=PairKind.GOLD, wanted=None)
    grades = {grade.value: grade for grade in campaign.grades.all()}
    ExpertGrade.objects.create(campaign_pair=pair, grade=grades[4])
    for member, given in zip(people, (4, 3, 5), strict=True):
        judge(member, pair, given)
    assert stored(campaign)[pair.pk]["n_off_gold"] == 2
    assert stored(campaign) == recounted(campaign)


def test_a_models_grade_is_none_of_those_that_vote(
    campaign: Campaign, people: list[Membership]
) -> None:
    model = make_member(campaign, make_user("llm"), AssessorKind.MODEL)
    pair = campaign.pairs.all()[0]
    judge(people[0], pair, 1)
    judge(model, pair, 5, note="As a model.")
    row = stored(campaign)[pair.pk]
    assert (row["n_grades"], row["spread"], row["is_tied"], row["n_notes"]) == (1, 0, False, 1)
    assert stored(campaign) == recounted(campaign)


def test_grades_may_lie_as_far_apart_as_a_scale_can_be() -> None:
    campaign = make_campaign(grades=(-32_000, 32_000), judgments_per_pair=2)
    pair = campaign.pairs.all()[0]
    for name, grade in (("ann", -32_000), ("ben", 32_000)):
        judge(make_member(campaign, make_user(name)), pair, grade)
    assert stored(campaign)[pair.pk]["spread"] == 64_000


def test_summaries_can_wait_for_the_end_of_much_work(
    campaign: Campaign, people: list[Membership]
) -> None:
    first, second = campaign.pairs.all()[:2]
    with summarizing_at_the_end() as changed:
        judge(people[0], first, 1)
        changed.add(first.pk)
        assert not PairSummary.objects.exists()
    judge(people[1], second, 4)
    assert stored(campaign) == recounted(campaign)
    assert set(stored(campaign)) == {first.pk, second.pk}


def test_it_knows_what_was_recorded_elsewhere(tmp_path: Path, carol: User) -> None:
    campaign = campaign_for_imports()
    load: Import = importer(campaign, tmp_path)
    load("q1 d1 ann 1", "q1 d1 ben 4", "q2 d1 ann 2", "q2 d2 ann 3")
    assert stored(campaign) == recounted(campaign)
    assert len(stored(campaign)) == 3
    assert Judgment.objects.count() == 4
