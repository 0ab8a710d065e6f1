"""An entry of BibTeX that any program can read, in which nothing is invented."""

from __future__ import annotations

import re

import pytest

from annotation.datasheets.citation import campaign_citation, labels_citation
from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, LabelSet
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import voted_campaign, whole
from tests.factories import make_campaign, make_labels

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return voted_campaign({("q1", "d1"): {"alice": 4, "bob": 3}, ("q2", "d1"): {"alice": 2}})


@pytest.fixture
def labels(campaign: Campaign) -> LabelSet:
    policy = AggregationPolicy(aggregate="median")
    return derive_labels(name="made", campaign=campaign, policy=whole(policy)).label_set


def fields(entry: str) -> dict[str, str]:
    assert entry.count("{") == entry.count("}")
    assert re.match(r"@misc\{[A-Za-z0-9-]+,\n", entry)
    return dict(re.findall(r"^  (\w+) = \{(.*)\},$", entry, re.MULTILINE))


def test_a_derived_set_is_cited_by_its_content(labels: LabelSet) -> None:
    entry = labels_citation(labels)
    assert entry.startswith(f"@misc{{regrade-made-{labels.content_hash[:8]},\n")
    found = fields(entry)
    assert list(found) == ["title", "year", "version", "howpublished", "note"]
    assert found["title"] == "made: relevance labels"
    assert found["year"] == str(labels.created_at.year)
    assert found["version"] == labels.content_hash[:12]
    assert "2 labels in 2 topics of `needs', passages of `trees'" in found["note"]
    assert labels.content_hash in found["note"]


def test_an_imported_set_has_no_year(campaign: Campaign) -> None:
    pool = campaign.pool
    old = make_labels("old", pool.collection, pool.topic_set, {"q1": {"d1": 1}})
    found = fields(labels_citation(old))
    assert "year" not in found
    assert "imported on" in found["note"]


def test_a_campaign_is_cited_by_its_votes(campaign: Campaign, labels: LabelSet) -> None:
    found = fields(campaign_citation(campaign))
    assert found["title"] == "campaign: relevance judgments"
    assert "3 judgments of 2 assessors on 6 pairs" in found["note"]
    assert labels.report["votes_hash"] in found["note"]


def test_a_campaign_without_judgments_has_no_year(db: None) -> None:
    assert "year" not in fields(campaign_citation(make_campaign()))


def test_authors_are_those_that_are_named(labels: LabelSet) -> None:
    assert "author" not in labels_citation(labels)
    entry = labels_citation(labels, ["Doe, Jane", "Search and Find Ltd"])
    assert fields(entry)["author"] == "Doe, Jane and {Search and Find Ltd}"


@pytest.mark.parametrize("name", ["{", "}},@misc{x", "\\input{x}", "a%b", "$_^~&#", "\u202e", "é"])
def test_a_name_breaks_no_entry(name: str, labels: LabelSet) -> None:
    labels.name = name
    found = fields(labels_citation(labels, [name]))
    assert list(found)[:2] == ["author", "title"]
    assert "\\input" not in found["title"]
    assert not re.search(r"(?<!\\)[%$&#_]", found["title"])
