from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from annotation.figures.rows import FIGURES
from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, LabelSet
from ranking.models import Topic
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import voted_campaign, whole
from tests.factories import make_collection, make_labels, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    ballots = {("q1", "d1"): {"alice": 4, "bob": 3}, ("q2", "d3"): {"alice": 1}}
    return voted_campaign(ballots)


@pytest.fixture
def derived(campaign: Campaign) -> LabelSet:
    policy = AggregationPolicy(aggregate="median")
    return derive_labels(name="derived", campaign=campaign, policy=whole(policy)).label_set


@pytest.fixture
def imported(campaign: Campaign) -> LabelSet:
    pool = campaign.pool
    return make_labels("imported", pool.collection, pool.topic_set, {"q1": {"d1": 1}})


def get(client: Client, campaign: Campaign, **query: Any) -> Any:
    return client.get(f"/api/campaigns/{campaign.pk}/figures", query)


def file_of(client: Client, campaign: Campaign, figure: str, **query: Any) -> Any:
    return get(client, campaign, figure=figure, format="csv", **query)


def test_without_labels_figures_stand_under_those_of_the_campaign(
    organizer: Client, campaign: Campaign, derived: LabelSet, imported: LabelSet
) -> None:
    data = get(organizer, campaign).json()
    assert (data["name"], data["labels"]) == (campaign.name, ["derived"])
    assert data["choices"] == ["derived", "imported"]
    assert [figure["name"] for figure in data["figures"]] == list(FIGURES)
    first = data["figures"][0]
    assert [(one["name"], one["use"], one["labels"]) for one in first["columns"]] == [
        ("from", "names", None),
        ("to", "names", None),
        ("all", "counts", None),
        ("derived", "counts", "derived"),
    ]
    assert first["rows"] == [[1, 1, 1, 1], [2, 2, 1, 1]]


def test_labels_are_shown_in_the_order_they_are_named_in(
    organizer: Client, campaign: Campaign, derived: LabelSet, imported: LabelSet
) -> None:
    data = get(organizer, campaign, labels=["imported", "derived", "imported"]).json()
    assert data["labels"] == ["imported", "derived"]
    answer = file_of(organizer, campaign, "relevant-by-topic", labels=["imported", "derived"])
    [header, first, _] = csv.reader(StringIO(answer.content.decode()))
    assert header == ["query_id", "query", "imported", "derived"]
    assert first[2:] == ["1", "1"]


def test_an_empty_name_alone_is_no_label_set(
    organizer: Client, campaign: Campaign, derived: LabelSet, tmp_path: Path
) -> None:
    data = get(organizer, campaign, labels="").json()
    assert (data["labels"], data["choices"]) == ([], ["derived"])
    assert [column["labels"] for column in data["figures"][0]["columns"]] == [None, None, None]
    answer = file_of(organizer, campaign, "relevant-by-topic", labels="")
    assert answer.content == b"query_id,query\n"
    out = tmp_path / "figures"
    call_command("campaign_figures", campaign.name, "--out", str(out), "--no-labels")
    assert (out / "relevant-by-topic.csv").read_bytes() == answer.content


def test_a_download_is_what_the_command_writes(
    organizer: Client, campaign: Campaign, derived: LabelSet, tmp_path: Path
) -> None:
    """A query that a spreadsheet would take for a formula is none in a file."""
    Topic.objects.filter(query_id="q1").update(query="=1+1 larches")
    out = tmp_path / "figures"
    call_command("campaign_figures", campaign.name, "--out", str(out), "--labels", "derived")
    for name in FIGURES:
        answer = file_of(organizer, campaign, name)
        assert answer.content == (out / f"{name}.csv").read_bytes()
        disposition = f'attachment; filename="{campaign.name}.{name}.csv"'
        assert answer["Content-Disposition"] == disposition
    assert "q1,'=1+1 larches," in (out / "grades-by-topic.csv").read_text()


def test_a_folder_that_holds_something_is_left_as_it_is(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("mine")
    with refused(CommandError, "folder_in_use"):
        call_command("campaign_figures", campaign.name, "--out", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.csv"]


def test_unknown_figures_and_labels_are_refused(organizer: Client, campaign: Campaign) -> None:
    assert file_of(organizer, campaign, "pie").status_code == 404
    for asked in ({"format": "csv"}, {"format": "tex", "figure": "pie"}):
        assert get(organizer, campaign, **asked).status_code == 400
    assert get(organizer, campaign, labels="a\0b").status_code == 400
    assert get(organizer, campaign, labels=["derived", ""]).status_code == 400
    assert get(organizer, campaign, labels="nowhere").status_code == 404


def test_labels_of_other_topics_are_refused(organizer: Client, campaign: Campaign) -> None:
    make_labels("strange", make_collection("other"), make_topics("others"), {"q1": {"d1": 1}})
    answer = get(organizer, campaign, labels="strange")
    assert (answer.status_code, answer.json()["code"]) == (400, "other_ground")
    many = get(organizer, campaign, labels=[f"labels{i}" for i in range(11)])
    assert (many.status_code, many.json()["code"]) == (400, "invalid")
