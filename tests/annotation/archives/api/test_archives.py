from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from annotation.models import Campaign, CampaignState
from ranking.models import Collection
from tests.annotation.archives.changing import tables_of
from tests.annotation.archives.minimal import minimal_archive
from tests.annotation.archives.small_campaign import judged_campaign
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def send(client: Client, content: bytes, **fields: str) -> HttpResponse:
    file = SimpleUploadedFile("mine.zip", content)
    return client.post("/api/campaigns/archive", {"file": file, **fields})


def test_downloaded_archive_is_imported_again(organizer: Client, tmp_path: Path) -> None:
    campaign = judged_campaign(tmp_path)
    answer = organizer.get(f"/api/campaigns/{campaign.pk}/archive", {"texts": "all"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert 'filename="campaign.zip"' in answer["Content-Disposition"]
    content = b"".join(answer)
    (tmp_path / "a.zip").write_bytes(content)
    assert len(tables_of(tmp_path / "a.zip")["tables/judgment.jsonl"]) == 3

    report = send(organizer, content, name="again", collection="trees")
    assert report.status_code == 201
    assert (report.json()["name"], report.json()["made"]) == ("again", [])
    events = organizer.get(f"/api/campaigns/{report.json()['campaign_id']}/events").json()
    assert "Came from an archive of campaign, written on" in str(events)


def test_new_names_are_taken(organizer: Client) -> None:
    answer = send(organizer, minimal_archive(), name="mine", new_collection="my-texts")
    assert answer.status_code == 201
    assert Campaign.objects.get().state == CampaignState.CLOSED
    assert str(Collection.objects.get().owner) == "carol"


def test_changed_archive_is_refused_by_its_name(organizer: Client) -> None:
    answer = send(organizer, minimal_archive()[:-30])
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_file")
    assert (answer.json()["reason_code"], answer.json()["file"]) == ("not_a_zip", "mine.zip")


def test_running_campaign_has_no_archive(organizer: Client) -> None:
    answer = organizer.get(f"/api/campaigns/{make_campaign().pk}/archive")
    assert (answer.status_code, answer.json()["code"]) == (400, "campaign_not_over")
