"""The commands and addresses of datasheets and citations."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignState, LabelSet
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import voted_campaign, whole
from tests.factories import make_labels, make_member
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return voted_campaign({("q1", "d1"): {"alice": 4, "bob": 3}, ("q2", "d1"): {"alice": 2}})


@pytest.fixture(autouse=True)
def labels(campaign: Campaign) -> list[LabelSet]:
    policies = {name: AggregationPolicy(aggregate=name) for name in ("highest", "lowest")}
    return [
        derive_labels(name=name, campaign=campaign, policy=whole(policy)).label_set
        for name, policy in policies.items()
    ]


def call(command: str, *arguments: object, **options: object) -> str:
    found = io.StringIO()
    call_command(command, *map(str, arguments), stdout=found, **options)
    return found.getvalue()


def test_a_datasheet_has_all_label_sets_or_those_named(tmp_path: Path) -> None:
    file = tmp_path / "sheet.md"
    assert call("export_datasheet", "campaign", file) == (
        f"Datasheet of campaign, with 2 label sets, in {file}.\n"
    )
    assert ("### highest" in file.read_text(), "### lowest" in file.read_text()) == (True, True)
    call("export_datasheet", "campaign", file, "--labels", "lowest")
    assert ("### highest" in file.read_text(), "### lowest" in file.read_text()) == (False, True)


def test_a_refused_datasheet_writes_nothing(campaign: Campaign, tmp_path: Path) -> None:
    make_labels("other", campaign.pool.collection, campaign.pool.topic_set, {"q1": {"d1": 1}})
    with refused(CommandError, "other_campaign"):
        call("export_datasheet", "campaign", tmp_path / "sheet.md", "--labels", "other")
    assert not (tmp_path / "sheet.md").exists()


def test_a_citation_is_of_whichever_has_the_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call("export_citation", "highest", "--author", "Doe, Jane")
    assert "author = {Doe, Jane},\n  title = {highest: relevance labels}" in capsys.readouterr().out
    assert call("export_citation", "campaign", tmp_path / "a.bib").startswith(
        "Citation of campaign"
    )
    assert "campaign: relevance judgments" in (tmp_path / "a.bib").read_text()
    with pytest.raises(CommandError, match="'none'"):
        call("export_citation", "none")


def test_a_name_of_two_things_is_asked_for(
    campaign: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    make_labels("campaign", campaign.pool.collection, campaign.pool.topic_set, {"q1": {"d1": 1}})
    with pytest.raises(CommandError, match="--kind labels"):
        call("export_citation", "campaign")
    for kind, what in (("labels", "labels"), ("campaign", "judgments")):
        call("export_citation", "campaign", kind=kind)
        assert f"campaign: relevance {what}" in capsys.readouterr().out


def test_downloads_are_those_of_the_commands(
    organizer: Client, campaign: Campaign, tmp_path: Path
) -> None:
    call("export_datasheet", "campaign", tmp_path / "all.md")
    call("export_datasheet", "campaign", tmp_path / "one.md", "--labels", "lowest")
    call("export_citation", "lowest", tmp_path / "a.bib", "--author", "Doe, Jane")
    address = f"/api/campaigns/{campaign.pk}/datasheet"
    answer = organizer.get(address)
    assert answer.content == (tmp_path / "all.md").read_bytes()
    assert answer["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="campaign-datasheet.md"'
    assert (
        organizer.get(address, {"labels": "lowest"}).content == (tmp_path / "one.md").read_bytes()
    )
    cited = organizer.get("/api/labels/citation", {"name": "lowest", "author": "Doe, Jane"})
    assert cited.content == (tmp_path / "a.bib").read_bytes()
    assert cited["Content-Disposition"] == 'attachment; filename="lowest.bib"'


def test_what_an_organizer_judges_is_hidden_from_them_while_it_is_open(
    organizer: Client, carol: User, campaign: Campaign
) -> None:
    make_member(campaign, carol)
    address = f"/api/campaigns/{campaign.pk}/datasheet"
    assert organizer.get(address).status_code == 403
    assert organizer.get("/api/labels/citation", {"name": "lowest"}).status_code == 404
    Campaign.objects.update(state=CampaignState.CLOSED)
    assert organizer.get(address).status_code == 200


def test_a_researcher_cites_labels(client: Client, rita: User) -> None:
    client.force_login(rita)
    assert client.get("/api/labels/citation", {"name": "lowest"}).status_code == 200
    assert client.get("/api/labels/citation", {"name": "none"}).status_code == 404
    assert client.get("/api/labels/citation").status_code == 400
