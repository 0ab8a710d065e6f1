from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.archives.exporting import export_archive
from annotation.archives.importing import import_archive
from annotation.exceptions import ArchiveRefused
from annotation.labels.arrays import probabilities_by_topic
from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignState, PairSummary
from regrade.aggregation import AggregationPolicy
from tests.annotation.archives.changing import tables_of
from tests.annotation.archives.full_campaign import full_campaign
from tests.annotation.archives.small_campaign import judged_campaign
from tests.annotation.drawn import drawn_campaign
from tests.annotation.voting import whole
from tests.factories import make_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db
OTHERS: dict[str, Any] = {"name": "again", "new_collection": "other"}


@pytest.mark.thorough
def test_full_campaign_comes_back_with_the_same_tables(tmp_path: Path) -> None:
    campaign = full_campaign(tmp_path)
    export_archive(campaign=campaign, path=tmp_path / "first.zip")
    report = import_archive(path=tmp_path / "first.zip", **OTHERS)
    again = Campaign.objects.get(pk=report.campaign_id)
    export_archive(campaign=again, path=tmp_path / "second.zip")

    first, second = tables_of(tmp_path / "first.zip"), tables_of(tmp_path / "second.zip")
    last = second["tables/campaignevent.jsonl"].pop()
    assert (last["kind"], last["details"]["archive"]) == ("imported", report.sha256)
    for name in first:
        assert first[name] == json.loads(json.dumps(second[name]).replace('-2"', '"')), name
    assert summaries_of(again) == summaries_of(campaign)
    assert not User.objects.filter(memberships__campaign=again).exclude(
        username__startswith="recorded:"
    )


def summaries_of(campaign: Campaign) -> list[object]:
    """Of pairs with answers; one whose answers were all withdrawn has an empty summary, or none."""
    left_out = {"campaign_pair", "campaign"}
    fields = [f.name for f in PairSummary._meta.concrete_fields if f.name not in left_out]
    rows = PairSummary.objects.filter(campaign=campaign, answered_at__isnull=False)
    return list(rows.order_by("campaign_pair_id").values_list(*fields))


def test_anonymous_people_stay_anonymous(tmp_path: Path) -> None:
    campaign = judged_campaign(tmp_path)
    campaign.memberships.update(user=None)
    Campaign.objects.filter(pk=campaign.pk).update(anonymized_at=campaign.created_at)
    export_archive(campaign=campaign, path=tmp_path / "a.zip")
    import_archive(path=tmp_path / "a.zip", **OTHERS)
    again = Campaign.objects.get(name="again")
    assert again.anonymized_at == campaign.created_at
    assert set(again.memberships.values_list("user", flat=True)) == {None}


def test_only_finished_campaigns_are_archived(tmp_path: Path) -> None:
    campaign = make_campaign()
    with refused(ArchiveRefused, "campaign_not_over"):
        export_archive(campaign=campaign, path=tmp_path / "a.zip")
    assert not (tmp_path / "a.zip").exists()


def test_a_sample_comes_back_with_its_design_and_probabilities(tmp_path: Path) -> None:
    drawn = drawn_campaign()
    drawn.judge([4, 1, 2])
    policy = whole(AggregationPolicy(aggregate="median"))
    before = derive_labels(name="drawn", campaign=drawn.campaign, policy=policy).label_set
    Campaign.objects.update(state=CampaignState.CLOSED)
    export_archive(campaign=drawn.campaign, path=tmp_path / "a.zip")
    import_archive(path=tmp_path / "a.zip", **OTHERS)
    campaign = Campaign.objects.get(name="again")
    [after] = campaign.label_sets.all()
    assert after.content_hash == before.content_hash
    assert list(probabilities_by_topic(after)) == ["q1", "q2", "q3"]
    assert after.design["runs"] == [run.name for run in campaign.pool.runs.order_by("pk")]
    assert after.design["question"]["runs"] == after.design["runs"]
    assert drawn_in(campaign) == drawn_in(drawn.campaign)
    again = derive_labels(name="anew", campaign=campaign, policy=policy).label_set
    assert (again.content_hash, again.design) == (after.content_hash, after.design)


def drawn_in(campaign: Campaign) -> list[object]:
    drawn = campaign.pool.pairs.order_by("draw_place")
    return list(drawn.values_list("passage__doc_id", "draw_place", "probability"))
