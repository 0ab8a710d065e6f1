"""An adjudicator decides on a pair, changes their mind, and labels follow."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.campaigns.listing import progress_of
from annotation.exceptions import DecisionRefused
from annotation.labels.deriving import derive_labels
from annotation.models import (
    Adjudication,
    Campaign,
    CampaignPair,
    CampaignState,
    EventKind,
    LabelSet,
    PairKind,
)
from annotation.pairs.deciding import decide, decisions_of, take_back, version_of
from annotation.pairs.listing import Only, Sought, choices_of, count_found
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.content_hash import decisions_hash
from tests.annotation.answering import judge, waiting_for_adjudication
from tests.annotation.voting import whole
from tests.factories import make_campaign, make_member, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db
PLAIN = AggregationPolicy(aggregate="majority")
OVERRIDE = AggregationPolicy(aggregate="majority", decisions="override")


@pytest.fixture
def campaign(carol: User) -> Campaign:
    """Closed: the first pair is tied, the second could not be judged, the third is agreed on."""
    campaign = make_campaign(judgments_per_pair=2, max_not_judged=2)
    ann, ben = (make_member(campaign, make_user(name)) for name in ("ann", "ben"))
    first, second, third = campaign.pairs.order_by("pk")[:3]
    for pair, given in ((first, (1, 5)), (second, (None, None)), (third, (4, 4))):
        for member, grade in zip((ann, ben), given, strict=True):
            judge(member, pair, grade)
    Campaign.objects.update(state=CampaignState.CLOSED)
    return Campaign.objects.get()


@pytest.fixture
def tied(campaign: Campaign) -> CampaignPair:
    return campaign.pairs.order_by("pk")[0]


def n(campaign: Campaign, *only: Only) -> int:
    return count_found(campaign, Sought(only=only))


def labels(label_set: LabelSet) -> dict[str, dict[int, int]]:
    return {
        row.topic.query_id: dict(zip(row.ordinals.tolist(), row.relevances.tolist(), strict=True))
        for row in label_set.topic_labels.select_related("topic")
    }


def test_a_decision_stands_until_another_or_until_it_is_taken_back(
    campaign: Campaign, tied: CampaignPair, carol: User
) -> None:
    decide(pair=tied, adjudicator=carol, grade=4, note="Second line.")
    decide(pair=tied, adjudicator=carol, grade=2)
    [earlier, later] = Adjudication.objects.order_by("pk")
    assert (earlier.superseded_at is None, later.superseded_at is None) == (False, True)
    assert (earlier.reason, earlier.note) == ("tied", "Second line.")
    assert decisions_of(campaign) == {("q1", 0): 2}
    take_back(pair=tied, actor=carol)
    assert decisions_of(campaign) == {}
    assert Adjudication.objects.count() == 2
    [event] = campaign.events.filter(kind=EventKind.DECISION_TAKEN_BACK)
    assert (event.actor, event.details) == (carol, {"query_id": "q1", "doc_id": "d1"})


def test_what_another_decided_since_is_not_overwritten_unseen(
    campaign: Campaign, tied: CampaignPair, carol: User
) -> None:
    seen, dora = version_of(tied), make_user("dora")
    decide(pair=tied, adjudicator=carol, grade=4, seen=seen)
    decide(pair=tied, adjudicator=carol, grade=3, seen=seen)  # her own, changed at once
    with refused(DecisionRefused, "pair_changed"):
        decide(pair=tied, adjudicator=dora, grade=2, seen=seen)
    with refused(DecisionRefused, "pair_changed"):
        take_back(pair=tied, actor=dora, seen=seen)
    assert decisions_of(campaign) == {("q1", 0): 3}
    take_back(pair=tied, actor=dora, seen=version_of(tied))
    assert decisions_of(campaign) == {}


def test_decisions_on_pairs_that_make_no_labels_make_none(
    campaign: Campaign, tied: CampaignPair, carol: User
) -> None:
    decide(pair=tied, adjudicator=carol, grade=4)
    tied.slots.all().delete()
    campaign.pairs.filter(pk=tied.pk).update(kind=PairKind.GOLD, wanted=None)
    assert decisions_of(campaign) == {}


def test_what_was_open_of_a_decided_pair_is_wanted_no_more(campaign: Campaign, carol: User) -> None:
    before = progress_of(campaign)
    assert before.n_set_aside > 0
    decide(pair=waiting_for_adjudication().get(), adjudicator=carol, grade=1)
    after = progress_of(campaign)
    assert (after.n_left, after.n_set_aside) == (before.n_left, 0)
    assert after.n_wanted == before.n_wanted - before.n_set_aside


def test_a_decided_pair_waits_no_more(campaign: Campaign, carol: User) -> None:
    waiting = waiting_for_adjudication()
    assert waiting.count() == n(campaign, Only.WAITING) == 1
    decide(pair=waiting.get(), adjudicator=carol, grade=1)
    assert waiting.count() == n(campaign, Only.WAITING) == 0
    assert n(campaign, Only.DECIDED) == 1
    assert n(campaign, Only.UNDECIDED) == campaign.pairs.count() - 1
    assert n(campaign, Only.TIED, Only.UNDECIDED) == 1


def test_a_decided_tie_is_counted_among_ties_and_not_among_undecided_ones(
    campaign: Campaign, tied: CampaignPair, carol: User
) -> None:
    decide(pair=tied, adjudicator=carol, grade=3)
    counts = {one.only: (one.n, one.n_undecided) for one in choices_of(campaign).only}
    assert counts[Only.TIED] == (1, 0)
    assert counts[Only.WAITING] == (1, 1)
    assert counts[Only.DECIDED] == (1, 0)


def test_labels_follow_the_decisions(campaign: Campaign, tied: CampaignPair, carol: User) -> None:
    decide(pair=tied, adjudicator=carol, grade=5)
    blank = campaign.pairs.order_by("pk")[1]
    decide(pair=blank, adjudicator=carol, grade=2)
    before = derive_labels(name="before", campaign=campaign, policy=whole(PLAIN)).label_set
    after = derive_labels(name="after", campaign=campaign, policy=whole(OVERRIDE)).label_set
    assert labels(before) == {"q1": {2: 4}}
    assert labels(after) == {"q1": {0: 5, 1: 2, 2: 4}}
    assert after.policy["decisions"] == "override"
    assert before.policy["decisions"] == "ignore"


def test_labels_keep_the_hash_of_the_decisions_that_counted(
    campaign: Campaign, tied: CampaignPair, carol: User
) -> None:
    def hashed(name: str, policy: AggregationPolicy = OVERRIDE) -> str | None:
        made = derive_labels(name=name, campaign=campaign, policy=whole(policy)).label_set
        found: str | None = made.report["decisions_hash"]
        return found

    assert hashed("undecided") is None
    decide(pair=tied, adjudicator=carol, grade=5)
    first = hashed("first")
    assert first == decisions_hash([("q1", "d1", 5)])
    decide(pair=campaign.pairs.order_by("pk")[1], adjudicator=carol, grade=2)
    second = hashed("second")
    take_back(pair=tied, actor=carol)
    assert len({first, second, hashed("third")}) == 3
    decide(pair=tied, adjudicator=carol, grade=5)  # made last, though of the first pair
    assert hashed("again") == second
    assert hashed("ignored", PLAIN) is None


@pytest.mark.parametrize(
    ("state", "changed", "code", "field"),
    [
        ("draft", {}, "campaign_not_open", None),
        ("archived", {}, "campaign_archived", None),
        ("closed", {"grade": 9}, "grade_off_scale", "grade"),
        ("closed", {"seen": "1.1"}, "pair_changed", None),
    ],
)
def test_what_cannot_be_decided_is_said(
    campaign: Campaign,
    tied: CampaignPair,
    carol: User,
    state: str,
    changed: dict[str, Any],
    code: str,
    field: str | None,
) -> None:
    Campaign.objects.update(state=state)
    with refused(DecisionRefused, code, field=field):
        decide(pair=tied, adjudicator=carol, **{"grade": 3, **changed})
    assert not Adjudication.objects.exists()


def test_a_decision_keeps_that_somebody_was_not_sure(campaign: Campaign, carol: User) -> None:
    Campaign.objects.update(state=CampaignState.OPEN)
    pair = campaign.pairs.order_by("pk")[3]
    judge(make_member(campaign, make_user("chris")), pair, 3, confidence=2)
    assert decide(pair=pair, adjudicator=carol, grade=3).reason == "unsure"


def test_nobody_decides_on_a_pair_that_they_judged(campaign: Campaign, tied: CampaignPair) -> None:
    ann = User.objects.get(username="ann")
    with refused(DecisionRefused, "own_judgment"):
        decide(pair=tied, adjudicator=ann, grade=3)
    untouched = campaign.pairs.order_by("pk")[4]
    decide(pair=untouched, adjudicator=ann, grade=3)
    assert Adjudication.objects.get().reason == "chosen"


def test_who_looked_before_another_answered_looks_again(
    campaign: Campaign, tied: CampaignPair, carol: User
) -> None:
    seen = version_of(tied)
    Campaign.objects.update(state=CampaignState.OPEN)
    judge(make_member(campaign, make_user("chris")), tied, 5)
    with refused(DecisionRefused, "pair_changed"):
        decide(pair=tied, adjudicator=carol, grade=5, seen=seen)
    decide(pair=tied, adjudicator=carol, grade=5, seen=version_of(tied))


def test_without_a_decision_there_is_none_to_take_back(tied: CampaignPair, carol: User) -> None:
    with refused(DecisionRefused, "no_decision"):
        take_back(pair=tied, actor=carol)


# At the API


def test_a_pair_is_decided_on_and_taken_back(
    organizer: Client, campaign: Campaign, tied: CampaignPair
) -> None:
    address = f"/api/campaigns/{campaign.pk}/pairs/{tied.pk}"
    seen = organizer.get(address).json()
    assert (seen["may_decide"], seen["row"]["decision"], seen["decisions"]) == (True, None, [])
    body = {"grade": 4, "note": "So it is.", "seen": seen["version"]}
    made = organizer.post(f"{address}/decision", body, content_type="application/json")
    assert made.status_code == 201
    decision = made.json()["row"]["decision"]
    assert (decision["grade"], decision["reason"], decision["note"]) == (4, "tied", "So it is.")
    data = organizer.delete(f"{address}/decision").json()
    assert data["row"]["decision"] is None
    assert [one["grade"] for one in data["decisions"]] == [4]
    assert organizer.delete(f"{address}/decision").json()["code"] == "no_decision"


def test_who_looked_before_another_decided_neither_overwrites_nor_takes_back(
    organizer: Client, campaign: Campaign, tied: CampaignPair
) -> None:
    address = f"/api/campaigns/{campaign.pk}/pairs/{tied.pk}/decision"
    body = {"grade": 4, "seen": version_of(tied)}
    decide(pair=tied, adjudicator=make_user("dora"), grade=2)
    for answer in (
        organizer.post(address, body, content_type="application/json"),
        organizer.delete(f"{address}?seen={body['seen']}"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (400, "pair_changed")
    assert decisions_of(campaign) == {("q1", 0): 2}
    assert not campaign.events.filter(kind=EventKind.DECISION_TAKEN_BACK).exists()


def test_the_page_of_labels_knows_how_many_were_decided(
    organizer: Client, campaign: Campaign, tied: CampaignPair, carol: User
) -> None:
    decide(pair=tied, adjudicator=carol, grade=5)
    address = f"/api/campaigns/{campaign.pk}/labels"
    assert organizer.get(address).json()["n_decisions"] == 1
    query = {"aggregate": "majority", "decisions": "override"}
    assert organizer.get(f"{address}/preview", query).json()["counts"]["n_pairs"] == 2
