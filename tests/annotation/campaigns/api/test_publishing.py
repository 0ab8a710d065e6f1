from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.models import Campaign, CampaignState, PairKind
from annotation.people.consents import accept_notice
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db

EXAMPLE = {"query": "cats", "passage": "Cats sleep.", "grade": 3, "explanation": "It says so."}


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign(state=CampaignState.DRAFT)


def send(client: Client, method: str, campaign: Campaign, page: str, **body: Any) -> Any:
    address = f"/api/campaigns/{campaign.pk}/{page}"
    return getattr(client, method)(address, body, content_type="application/json")


def draft(client: Client, campaign: Campaign) -> Any:
    return client.get(f"/api/campaigns/{campaign.pk}/guidelines/draft").json()


def test_a_draft_is_kept_and_read_again(organizer: Client, campaign: Campaign) -> None:
    assert draft(organizer, campaign) == {"body": "", "examples": [], "fingerprint": ""}
    kept = send(
        organizer,
        "put",
        campaign,
        "guidelines/draft",
        body="Be fair.\n",
        examples=[EXAMPLE],
        before="",
    ).json()
    assert kept["fingerprint"] != ""
    assert draft(organizer, campaign) == kept
    assert (kept["body"], kept["examples"]) == ("Be fair.\n", [EXAMPLE])


def test_a_draft_that_changed_meanwhile_is_not_written_over(
    organizer: Client, campaign: Campaign
) -> None:
    for answer in (200, 400):
        shown = send(
            organizer, "put", campaign, "guidelines/draft", body="x", examples=[], before=""
        )
        assert shown.status_code == answer
    assert shown.json()["code"] == "draft_changed"


def test_without_a_draft_what_is_in_force_is_gone_on_from(
    organizer: Client, campaign: Campaign
) -> None:
    send(organizer, "post", campaign, "guidelines", body="Be fair.", examples=[EXAMPLE])
    assert draft(organizer, campaign) == {
        "body": "Be fair.",
        "examples": [EXAMPLE],
        "fingerprint": "",
    }


def test_assessors_see_nothing_of_a_draft(
    organizer: Client, campaign: Campaign, alice: User
) -> None:
    send(organizer, "put", campaign, "guidelines/draft", body="Secret", examples=[], before="")
    Campaign.objects.update(state=CampaignState.OPEN)
    make_member(campaign, alice)
    browser = Client()
    browser.force_login(alice)
    desk = browser.get(f"/api/judging/{campaign.pk}")
    assert (desk.json()["guideline"], b"Secret" in desk.content) == (None, False)
    assert organizer.get(f"/api/campaigns/{campaign.pk}/guidelines").json() == []


def test_a_draft_is_thrown_away(organizer: Client, campaign: Campaign) -> None:
    send(organizer, "put", campaign, "guidelines/draft", body="x", examples=[], before="")
    read = draft(organizer, campaign)["fingerprint"]
    for before, shown in (("another", 400), (read, 204)):
        path = f"guidelines/draft?before={before}"
        assert send(organizer, "delete", campaign, path).status_code == shown
    assert draft(organizer, campaign)["fingerprint"] == ""


def test_a_draft_is_published_as_it_was_read_or_not_at_all(
    organizer: Client, campaign: Campaign
) -> None:
    send(organizer, "put", campaign, "guidelines/draft", body="x", examples=[], before="")
    read = draft(organizer, campaign)["fingerprint"]
    send(organizer, "put", campaign, "guidelines/draft", body="y", examples=[], before=read)
    shown = send(organizer, "post", campaign, "guidelines", body="x", before=read)
    assert (shown.status_code, shown.json()["code"]) == (400, "draft_changed")
    read = draft(organizer, campaign)["fingerprint"]
    assert send(organizer, "post", campaign, "guidelines", body="y", before=read).status_code == 201
    assert draft(organizer, campaign)["fingerprint"] == ""


def test_examples_are_published_with_the_guideline(organizer: Client, campaign: Campaign) -> None:
    shown = send(organizer, "post", campaign, "guidelines", body="Be fair.", examples=[EXAMPLE])
    assert (shown.status_code, shown.json()["examples"]) == (201, [EXAMPLE])
    bad = {**EXAMPLE, "grade": 77}
    shown = send(organizer, "post", campaign, "guidelines", body="Be fair.", examples=[bad])
    assert (shown.status_code, shown.json()["code"]) == (400, "grade_off_scale")


def test_a_preview_is_what_assessors_would_see(organizer: Client) -> None:
    body = "Be **fair**. <script>alert(1)</script>"
    data = organizer.post("/api/guidelines/preview", {"body": body}, "application/json").json()
    assert "<strong>fair</strong>" in data["html"]
    assert "<script>" not in data["html"]


def test_a_text_is_limited_when_written_and_never_when_read(
    organizer: Client, campaign: Campaign
) -> None:
    too_long = "x" * 50_001
    for method, page, more in [
        ("post", "guidelines", {}),
        ("put", "guidelines/draft", {"examples": [], "before": ""}),
        ("post", "notices", {}),
    ]:
        shown = send(organizer, method, campaign, page, body=too_long, **more)
        assert shown.status_code == 400
        assert "50000 characters" in shown.json()["fields"]["body"]
    publish_guideline(campaign=campaign, body=too_long)  # as it was stored before the limit
    assert draft(organizer, campaign)["body"] == too_long


def test_a_notice_shows_how_many_accepted_it(organizer: Client, campaign: Campaign) -> None:
    ann, ben = (make_member(campaign, make_user(name)) for name in ("ann", "ben"))
    publish_notice(campaign=campaign, body="One.")
    for member in (ann, ben):
        accept_notice(membership=member, notice_version=1)
    publish_notice(campaign=campaign, body="Two.")
    accept_notice(membership=ben, notice_version=2)
    data = organizer.get(f"/api/campaigns/{campaign.pk}/notices").json()
    assert [(row["version"], row["n_accepted"]) for row in data] == [(2, 1), (1, 2)]


# Passages to make examples of


def passages(client: Client, campaign: Campaign, **query: str) -> list[str]:
    found = client.get(f"/api/campaigns/{campaign.pk}/passages", query).json()
    return [f"{row['query_id']} {row['doc_id']}" for row in found]


def test_passages_are_found_by_their_query_and_words(organizer: Client, campaign: Campaign) -> None:
    assert passages(organizer, campaign, query="SPRUCES") == ["q1 d1", "q1 d2", "q1 d3"]
    assert passages(organizer, campaign, query="do", words="sleep") == ["q1 d3", "q2 d3"]
    assert passages(organizer, campaign, query="mice") == []
    assert organizer.get(f"/api/campaigns/{campaign.pk}/passages").status_code == 400


def test_what_an_expert_graded_is_no_example(organizer: Client, campaign: Campaign) -> None:
    gold = campaign.pairs.filter(pair__passage__doc_id="d2")
    campaign.slots.filter(campaign_pair__in=gold).delete()
    gold.update(kind=PairKind.GOLD, wanted=None)
    assert passages(organizer, campaign, query="spruces") == ["q1 d1", "q1 d3"]


def test_a_version_is_downloaded_as_a_file(organizer: Client, campaign: Campaign) -> None:
    campaign.grades.filter(value=3).update(name="Partly")
    fields = {"body": "# Rules\n\nBe fair.", "examples": [EXAMPLE]}
    assert send(organizer, "post", campaign, "guidelines", **fields).status_code == 201
    address = f"/api/campaigns/{campaign.pk}/guidelines"
    file = organizer.get(f"{address}/1")
    assert file.headers["Content-Disposition"] == 'attachment; filename="campaign-guideline-1.md"'
    assert file.content.decode() == (
        "# Rules\n\nBe fair.\n\n## Example 1: 3 Partly\n\nQuery: cats\n\n> Cats sleep.\n\n"
        "It says so.\n"
    )
    assert organizer.get(f"{address}/2").status_code == 404
