"""Label sets in the browser: looked at, compared, combined, and a campaign that grows by them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect

from annotation.labels.deriving import OtherSets, derive_labels
from annotation.models import Campaign, LabelSet
from annotation.pools.building import build_pool_from_runs
from ranking.models import Passage
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import cast_votes, whole
from tests.e2e.conftest import signed_in
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_run,
    make_topics,
    make_user,
)
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Judged in part; a second run finds more, of which labels know some."""
    ground = make_collection(), make_topics()
    runs = [
        make_run("first", *ground, {"q1": ["d1", "d2"], "q2": ["d1"]}),
        make_run("second", *ground, {"q1": ["d3"], "q2": ["d3", "d2"]}),
    ]
    make_labels("old", *ground, {"q1": {"d1": 1, "d2": 0}, "q2": {"d3": 1}})
    make_labels("new", *ground, {"q1": {"d1": 1, "d2": 1}, "q2": {"d1": 0}})
    pool = build_pool_from_runs(name="pool", runs=runs[:1], depth=2).pool
    return cast_votes(make_campaign("live", pool), {("q1", "d1"): {"ann": 4, "bob": 5}})


@pytest.fixture
def organizer(page: Page, campaign: Campaign) -> Page:
    make_user("olga", "annotation.may_organize")
    return signed_in(page, "olga")


def test_label_sets_are_looked_at_compared_and_combined(organizer: Page) -> None:
    page = organizer
    page.goto("/library/labels")
    page.get_by_role("link", name="new", exact=True).click()
    expect(page.get_by_role("heading", name="new", level=1)).to_be_visible()
    page.get_by_text("The same as a table").first.click()
    expect(page.get_by_role("row", name="1, relevant")).to_contain_text("2")
    page.get_by_role("link", name="Compare with others").click()
    page.get_by_role("combobox", name="against").select_option("old")
    expect(page.get_by_role("heading", name="Pairs that changed")).to_be_visible()
    page.get_by_role("combobox", name="Pairs").select_option("lost")
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("article")).to_contain_text("1 in new, 0 in old")
    page.reload()
    expect(page.get_by_role("article")).to_have_count(1)
    page.goto("/library/labels/combine?of=new")
    page.get_by_role("combobox", name="Label set 2").select_option("old")
    page.get_by_label("Name of the new label set").fill("both")
    page.get_by_role("button", name="Combine").click()
    expect(page.get_by_text("both has 4 labels of 2 topics")).to_be_visible()
    page.get_by_role("link", name="both", exact=True).click()
    expect(page.get_by_text("the label of the first that has one")).to_be_visible()
    assert LabelSet.objects.get(name="both").source == "combined"


@thorough
def test_where_in_documents_relevant_passages_stand_is_drawn(organizer: Page) -> None:
    page = organizer
    Passage.objects.update(document_id="doc", position_in_document=F("ordinal"))
    page.goto("/library/labels/of/old")
    figure = page.get_by_role("figure", name="Up: share of the labelled passages")
    figure.get_by_text("The same as a table").click()
    rows = [row.locator("th, td").all_inner_texts() for row in figure.get_by_role("row").all()]
    first, second, third = ["1", "100%", "1", "1"], ["2", "0%", "1", "0"], ["3", "100%", "1", "1"]
    assert [row[:4] for row in rows[1:]] == [first, second, third]


@thorough
def test_figures_stand_under_no_labels_when_all_are_taken_away(
    organizer: Page, campaign: Campaign
) -> None:
    page = organizer
    policy = whole(AggregationPolicy(aggregate="median"))
    derive_labels(name="derived", campaign=campaign, policy=policy, others=OtherSets(), actor=None)
    page.goto(f"/campaigns/{campaign.pk}/figures")
    figure = page.get_by_role("region", name="Topics by length of the query")
    figure.get_by_text("The same as a table").click()
    heads = figure.get_by_role("columnheader")
    expect(heads).to_have_text(["words of the query", "all", "derived"])
    page.get_by_label("Under these label sets").first.click()
    page.keyboard.press("Backspace")
    expect(heads).to_have_text(["words of the query", "all"])


def test_a_campaign_gets_only_what_is_new(organizer: Page, campaign: Campaign) -> None:
    page = organizer
    page.goto(f"/campaigns/{campaign.pk}/pairs")
    page.get_by_text("Add pairs of runs").click()
    page.get_by_label("Runs whose top passages are added").first.click()
    page.get_by_role("option", name="second").click()
    page.get_by_label("Without what these labels have").first.click()
    page.get_by_role("option", name="old").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Count them").click()
    told = page.get_by_role("status").filter(has_text="new pair")
    expect(told).to_contain_text("There are 2 new pairs of 2 topics, 6 judgments more")
    expect(told).to_contain_text("1 labelled already")
    page.get_by_role("button", name="Add them").click()
    expect(told).to_contain_text("Added: 2 new pairs")
    assert campaign.pairs.count() == 5


@thorough
def test_files_become_runs_and_labels_in_the_library(
    page: Page, campaign: Campaign, tmp_path: Path
) -> None:
    make_user("rita", "ranking.may_research")
    signed_in(page, "rita")
    contents = {
        "third.run": "q1 Q0 d2 1 2.0 third\nq1 Q0 d1 2 1.0 third\nq2 Q0 d3 1 1.0 third\n",
        "dense.qrels": "q1 0 d1 2\nq1 0 d2 0\nq2 0 d3 1\n",
        "broken.qrels": "q1 0 d1 high\nq9 0 d1 1\n",
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    page.goto("/library/labels")
    page.get_by_role("link", name="Import", exact=True).first.click()
    expect(page.get_by_role("heading", name="Import", level=1)).to_be_visible()
    upload(page, "Run files", tmp_path / "third.run")
    expect(page.get_by_text("Stored. 2 topics, 3 lines")).to_be_visible()
    upload(page, "Label files", tmp_path / "broken.qrels")
    expect(page.get_by_role("alert")).to_contain_text("Nothing of this file was stored")
    page.get_by_label("Label files", exact=True).set_input_files(tmp_path / "dense.qrels")
    expect(page.get_by_text("Labels: 0, 1, 2. Proposed is 1, as in trec_eval.")).to_be_visible()
    page.get_by_label("Relevant from, in dense.qrels").fill("2")
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_text("1 relevant (from 2 up)")).to_be_visible()
    labels = LabelSet.objects.get(name="dense")
    assert (labels.source, labels.min_relevance, labels.scale) == ("imported", 2, [0, 1, 2])
    page.get_by_role("link", name=re.compile("^Compare .+ under dense$")).click()
    expect(page.get_by_label("Under dense", exact=True)).to_contain_text("third")


@thorough
def test_topics_are_drawn_by_strata_of_labels_that_came_with_the_runs(
    organizer: Page, tmp_path: Path
) -> None:
    """The first relevant passage stands at rank 2 for q1, and at rank 1 for q2."""
    page = organizer
    qrels = tmp_path / "known.qrels"
    qrels.write_text("q1 0 d2 1\nq2 0 d3 1\n")
    page.goto("/campaigns/new")
    page.get_by_label("The passages to judge").select_option("trees")
    page.get_by_label("What was searched for").select_option("needs")
    for run in ("first", "second"):
        page.get_by_role("checkbox", name=run).check()
    upload(page, "Label files", qrels)
    expect(page.get_by_text("Stored. 2 topics, 2 labels")).to_be_visible()
    page.get_by_role("link", name="Next: pool").press("Enter")
    page.get_by_label("Only some of the topics").check()
    page.get_by_role("combobox", name="Drawn").select_option(
        label="by the rank of the first relevant passage"
    )
    page.get_by_role("combobox", name="Relevant by").select_option("known")
    page.get_by_label("Strata").fill("top=1-1:1")
    expect(page.get_by_test_id("n-pairs")).to_have_text("3")
    page.get_by_role("link", name="Next: scale").press("Enter")
    page.get_by_role("radio", name="FiRA").check()
    for step in ("guideline", "review"):
        page.get_by_role("link", name=f"Next: {step}").press("Enter")
    page.get_by_label("Name of the campaign").fill("stratified")
    page.get_by_role("button", name="Create the campaign").click()
    page.wait_for_url(re.compile(r"/campaigns/\d+/people$"))
    pooled = Campaign.objects.get(name="stratified").pool.pairs
    drawn = set(pooled.order_by("topic").values_list("stratum", "topic__query_id"))
    assert drawn == {("top", "q2")}


def upload(page: Page, label: str, path: Path) -> None:
    page.get_by_label(label, exact=True).set_input_files(path)
    page.get_by_role("button", name="Upload", exact=True).click()
