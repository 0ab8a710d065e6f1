from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignState, LabelSet, LabelSource
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import voted_campaign, whole
from tests.factories import make_member

pytestmark = pytest.mark.django_db

OPTIONS = ("exact_times", "notes", "extra", "all_versions")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return voted_campaign(
        {
            ("q1", "d1"): {"alice": 4, "bob": 3},
            ("q1", "d2"): {"alice": 5, "bob": None},
            ("q2", "d3"): {"alice": 1},
        }
    )


@pytest.fixture
def labels(campaign: Campaign) -> LabelSet:
    policy = AggregationPolicy(aggregate="median")
    return derive_labels(name="new", campaign=campaign, policy=whole(policy)).label_set


def qrels(client: Client, labels: LabelSet, **query: str) -> Any:
    return client.get("/api/labels/qrels", {"name": labels.name, **query})


def exported(client: Client, campaign: Campaign, **query: Any) -> tuple[str, bytes]:
    """Name and content of the file."""
    answer = client.get(f"/api/campaigns/{campaign.pk}/judgments", query)
    assert answer.status_code == 200
    disposition = answer["Content-Disposition"]
    assert disposition.startswith("attachment; ")
    return disposition.partition("filename=")[2].strip('"'), answer.getvalue()


def test_qrels_are_those_of_the_command(
    organizer: Client, labels: LabelSet, tmp_path: Path
) -> None:
    path, mapping = tmp_path / "new.qrels", "1:0,3:-2,4:9"
    call_command("export_labels", "new", str(path), map=mapping)
    answer = qrels(organizer, labels, map=mapping)
    assert answer.content == path.read_bytes()
    assert len(answer.content.splitlines()) == 3
    assert answer["Content-Disposition"] == 'attachment; filename="new.qrels"'


def test_qrels_for_ms_marco_are_those_of_the_command(
    organizer: Client, labels: LabelSet, tmp_path: Path
) -> None:
    path = tmp_path / "new.tsv"
    call_command("export_labels", "new", str(path))
    answer = qrels(organizer, labels, format="msmarco")
    assert answer.content == path.read_bytes() != b""
    assert answer["Content-Disposition"] == 'attachment; filename="new.qrels.tsv"'
    refused = qrels(organizer, labels, format="msmarco", map="1:2")
    assert (refused.status_code, refused.json()["code"]) == (400, "labels_unwritable")


def test_a_researcher_downloads_qrels(client: Client, rita: User, labels: LabelSet) -> None:
    client.force_login(rita)
    assert qrels(client, labels).status_code == 200


def test_a_map_that_is_none_is_refused(organizer: Client, labels: LabelSet) -> None:
    answer = qrels(organizer, labels, map="1=0")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


def test_qrels_of_hidden_labels_are_not_there(
    organizer: Client, carol: User, campaign: Campaign, labels: LabelSet
) -> None:
    make_member(campaign, carol)
    assert qrels(organizer, labels).status_code == 404
    Campaign.objects.update(state=CampaignState.CLOSED)
    assert qrels(organizer, labels).status_code == 200


def test_qrels_of_labels_that_are_not_complete_are_not_there(
    organizer: Client, campaign: Campaign
) -> None:
    half = LabelSet.objects.create(
        name="half",
        collection=campaign.pool.collection,
        topic_set=campaign.pool.topic_set,
        source=LabelSource.IMPORTED,
        scale=[0, 1],
        min_relevance=1,
    )
    assert qrels(organizer, half).status_code == 404


@pytest.mark.parametrize(
    ("layout", "chosen"),
    [
        ("csv", ()),
        ("jsonl", ()),
        ("parquet", OPTIONS),
        *(("tsv", (option,)) for option in OPTIONS),
    ],
)
def test_judgments_are_those_of_the_command(
    layout: str, chosen: tuple[str, ...], organizer: Client, campaign: Campaign, tmp_path: Path
) -> None:
    path = tmp_path / f"judgments.{layout}"
    options = dict.fromkeys(chosen, True)
    call_command("export_judgments", "campaign", str(path), **options)
    name, body = exported(organizer, campaign, format=layout, **options)
    assert body == path.read_bytes()
    assert layout == "parquet" or body.count(b"\n") >= 5
    assert name == f"campaign-judgments.{layout}"


def test_judgments_are_packed_where_that_is_asked_for(
    organizer: Client, campaign: Campaign
) -> None:
    _, plain = exported(organizer, campaign)
    name, packed = exported(organizer, campaign, zipped=True)
    assert name == "campaign-judgments.tsv.zip"
    with ZipFile(BytesIO(packed)) as archive:
        assert archive.namelist() == ["campaign-judgments.tsv"]
        assert archive.read("campaign-judgments.tsv") == plain


def test_a_packed_file_lies_where_it_is_unpacked(organizer: Client, campaign: Campaign) -> None:
    Campaign.objects.update(name="../../trees\\x")
    name, packed = exported(organizer, campaign, zipped=True)
    assert name == "..-..-trees-x-judgments.tsv.zip"
    with ZipFile(BytesIO(packed)) as archive:
        assert archive.namelist() == ["..-..-trees-x-judgments.tsv"]


def test_an_unknown_layout_is_refused(organizer: Client, campaign: Campaign) -> None:
    answer = organizer.get(f"/api/campaigns/{campaign.pk}/judgments", {"format": "xls"})
    assert answer.status_code == 400
