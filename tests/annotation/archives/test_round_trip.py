from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.archives.exporting import export_archive
from annotation.archives.importing import import_archive
from annotation.exceptions import ArchiveRefused
from annotation.models import Campaign, PairSummary
from tests.annotation.archives.changing import tables_of
from tests.annotation.archives.full_campaign import full_campaign
from tests.annotation.archives.small_campaign import judged_campaign
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
