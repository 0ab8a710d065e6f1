from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Campaign, CampaignState
from annotation.tokens.issuing import issue_token
from ranking.models import Collection
from tests.annotation.archives.changing import tables_of
from tests.annotation.archives.minimal import minimal_archive
from tests.annotation.archives.small_campaign import judged_campaign
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def send(client: Client, content: bytes, **fields: str) -> Any:
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


def test_token_that_may_only_read_gets_no_archive(
    carol: User, client: Client, tmp_path: Path
) -> None:
    address = f"/api/campaigns/{judged_campaign(tmp_path).pk}/archive"
    for scope, status in (("read", 403), ("organize", 200)):
        token = issue_token(account=carol, name=scope, scopes=[scope]).text
        answer = client.get(address, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == status
        b"".join(answer)


def test_running_campaign_has_no_archive(organizer: Client) -> None:
    answer = organizer.get(f"/api/campaigns/{make_campaign().pk}/archive")
    assert (answer.status_code, answer.json()["code"]) == (400, "campaign_not_over")
