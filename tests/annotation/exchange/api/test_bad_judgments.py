"""What of an upload of judgments is wrong, line by line; and a look that stores nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import Campaign, EventKind, Judgment, Membership
from tests.annotation.importing import campaign_for_imports
from tests.factories import make_member

pytestmark = pytest.mark.django_db

VOTES = b"query_id\tdoc_id\tassessor\tgrade\nq1\td1\ta01\t3\nq1\td1\ta02\t5\n"


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_for_imports()


def send(client: Client, campaign: Campaign, content: bytes, **fields: Any) -> Any:
    file = SimpleUploadedFile("votes.tsv", content)
    return client.post(f"/api/campaigns/{campaign.pk}/judgments", {"file": file, **fields})


def test_every_bad_line_of_a_table_is_reported_at_once(
    organizer: Client, campaign: Campaign
) -> None:
    lines = [
        b"query_id\tdoc_id\tassessor\tgrade",
        b"q1\td1\ta01\t3",
        b"q1\td1\ta01\t4",
        b"q1\td2\ta01",
        b"q1\td2\ta01\tmany",
        b"q9\td1\ta01\t3",
        b"q1\td9\ta01\t3",
        b"q1\td2\ta02\t17",
    ]
    answer = send(organizer, campaign, b"\n".join(lines) + b"\n")
    data = answer.json()
    assert (answer.status_code, data["n_bad_lines"]) == (400, 6)
    assert [bad["line"] for bad in data["bad_lines"]] == [3, 4, 5, 6, 7, 8]
    codes = [bad["code"] for bad in data["bad_lines"]]
    assert codes[3:] == ["unknown_topic", "unknown_passage", "grade_off_scale"]
    assert not Judgment.objects.exists()


def test_a_look_stores_nothing_and_reports_as_the_import_does(
    organizer: Client, campaign: Campaign
) -> None:
    seen = send(organizer, campaign, VOTES, only_look="true")
    assert seen.status_code == 200
    assert (seen.json()["n_votes"], seen.json()["n_new_accounts"]) == (2, 2)
    assert not Judgment.objects.exists()
    assert not Membership.objects.exists()
    assert not User.objects.filter(username__contains="a01").exists()
    assert not campaign.events.filter(kind=EventKind.IMPORTED).exists()
    assert send(organizer, campaign, VOTES).json() == seen.json()
    assert Judgment.objects.count() == 2


def test_who_judges_there_may_not_look_only(
    organizer: Client, carol: User, campaign: Campaign
) -> None:
    """Uploading invented grades without storing them would reveal the existing ones."""
    make_member(campaign, carol)
    assert send(organizer, campaign, VOTES, only_look="true").status_code == 403
    assert send(organizer, campaign, VOTES).status_code == 200
