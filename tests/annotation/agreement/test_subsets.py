"""Agreement by part and of every two assessors, at their addresses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from annotation.agreement.votes import votes_by_part
from annotation.models import AssessorKind, Campaign
from tests.annotation.answering import judge
from tests.annotation.stored_answers import store_answer
from tests.annotation.voting import member_named
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db

# Of six pairs: q1 is agreed on, q2 is not.
ANN, BEN = (1, 4, 2, 1, 5, 3), (1, 4, 2, 4, 1, 3)


@pytest.fixture
def campaign() -> Campaign:
    campaign = make_campaign(judgments_per_pair=3)
    people = [member_named(campaign, name) for name in ("ann", "ben")]
    model = member_named(campaign, "llm", AssessorKind.MODEL)
    for pair, *grades in zip(campaign.pairs.order_by("pk"), ANN, BEN, strict=False):
        for member, grade in zip(people, grades, strict=True):
            judge(member, pair, grade)
        judge(model, pair, 3)
    return campaign


def parts(client: Client, campaign: Campaign, **asked: Any) -> dict[str, Any]:
    answer = client.get(f"/api/campaigns/{campaign.pk}/agreement/parts", asked).json()
    assert isinstance(answer, dict)
    return answer


def test_topics_on_which_people_agree_least_come_first(
    organizer: Client, campaign: Campaign
) -> None:
    found = parts(organizer, campaign)
    groups = found["rows"]
    alphas = [one["coefficients"][-1]["value"] for one in groups]
    known = [one for one in alphas if one is not None]
    assert known == sorted(known)
    assert alphas[: len(known)] == known
    assert (found["n"], found["n_pages"], found["scale"]) == (len(groups), 1, [1, 2, 3, 4, 5])
    assert sum(one["n_votes"] for one in groups) == 2 * campaign.pairs.count()
    assert parts(organizer, campaign, page=2) == found


def test_strata_and_versions_stand_apart(organizer: Client, campaign: Campaign) -> None:
    first, *others = campaign.pairs.order_by("pk")
    type(first.pair).objects.filter(pk=first.pair_id).update(stratum="judged before")
    by_stratum = parts(organizer, campaign, by="stratum")["rows"]
    assert [(one["name"], one["n_pairs"]) for one in by_stratum] == [
        ("", len(others)),
        ("judged before", 1),
    ]
    [by_guideline] = parts(organizer, campaign, by="guideline")["rows"]
    assert by_guideline["n_pairs"] == 1 + len(others)


MONDAY = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("n_days", "zone", "names"),
    [
        (9, "UTC", ["2026-03-02", "2026-03-11"]),
        (9, "Europe/Berlin", ["2026-03-03", "2026-03-12"]),
        (40, "UTC", ["2026-03-02", "2026-04-06"]),
        (400, "UTC", ["2026-03", "2027-04"]),
    ],
)
def test_by_time_a_pair_stands_where_its_last_vote_came(
    n_days: int, zone: str, names: list[str]
) -> None:
    campaign = make_campaign(judgments_per_pair=3)
    later = MONDAY + timedelta(days=n_days)
    first, second, *_ = campaign.pairs.order_by("pk")
    ann, ben = (member_named(campaign, name) for name in ("ann", "ben"))
    for member, pair, at in ((ann, first, MONDAY), (ben, first, later), (ann, second, MONDAY)):
        store_answer(member, pair, created_at=at)
    parts = votes_by_part(campaign, "time", ZoneInfo(zone))
    assert list(parts) == names
    assert [part.grades.size for part in parts.values()] == [1, 2]


def test_every_two_people_are_compared_and_models_are_not(
    organizer: Client, campaign: Campaign
) -> None:
    answer = organizer.get(f"/api/campaigns/{campaign.pk}/agreement/matrix").json()
    assert (answer["assessors"], answer["n_assessors"]) == (["P-ann", "P-ben"], 2)
    [cell] = answer["cells"]
    n_pairs = campaign.pairs.count()
    assert (cell["first"], cell["second"], cell["n_pairs"]) == (0, 1, n_pairs)
    assert cell["percent"] == pytest.approx((n_pairs - 2) / n_pairs)
    assert answer["lowest"] == []  # they share too few


def test_highlights_are_compared_where_two_people_graded(organizer: Client) -> None:
    campaign = make_campaign(judgments_per_pair=3)
    campaign.grades.filter(value=4).update(requires_span=True)
    people = [member_named(campaign, name) for name in ("ann", "ben", "cat")]
    first, second, *_ = campaign.pairs.order_by("pk")
    for member, grade, spans in zip(people, (4, 4, 1), ([[0, 7]], [[0, 7]], []), strict=True):
        judge(member, first, grade, spans=spans)
    judge(people[0], second, 4, spans=[[0, 3]])
    answer = organizer.get(f"/api/campaigns/{campaign.pk}/agreement").json()["highlights"]
    agreement = answer["agreement"]
    assert (answer["n_pairs"], answer["n_in_all"], agreement["n_answers"]) == (1, 1, 3)
    assert agreement["empty"]["value"] == pytest.approx(1 / 3)
    assert agreement["jaccard"]["value"] == pytest.approx(1 / 3)
    # Of the firsts' three spans one is matched, of the seconds' one too.
    assert agreement["strict"]["value"] == pytest.approx(2 * (1 / 3) * 1 / (1 / 3 + 1))


def test_a_campaign_without_highlights_has_none(organizer: Client, campaign: Campaign) -> None:
    assert organizer.get(f"/api/campaigns/{campaign.pk}/agreement").json()["highlights"] is None
