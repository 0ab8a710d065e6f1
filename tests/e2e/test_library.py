"""The library in the browser: found, opened, renamed, archived, kept to oneself, deleted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from annotation.models import LabelSet
from annotation.pools.building import build_pool_from_runs
from ranking.models import Run
from tests.annotation.voting import cast_votes
from tests.e2e.browsing import opened
from tests.e2e.conftest import signed_in
from tests.e2e.server import Server
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
TEXTS = {"d1": "Firs have cones.", "d2": "Larches drop their needles.", "d3": "Oaks are old."}
QUERIES = {"q1": "which firs have cones", "q2": "do larches drop needles"}


@pytest.fixture
def researcher(page: Page, transactional_db: None) -> Page:
    ground = make_collection(texts=TEXTS), make_topics(queries=QUERIES)
    first = make_run("first", *ground, {"q1": ["d1", "d2"], "q2": ["d2", "d1"]})
    make_run("second", *ground, {"q1": ["d3", "d1"], "q2": ["d2"]})
    make_labels("old", *ground, {"q1": {"d1": 1, "d2": 0}, "q2": {"d2": 1}})
    pool = build_pool_from_runs(name="pool", runs=[first], depth=2).pool
    cast_votes(make_campaign("live", pool), {("q1", "d1"): {"ann": 4, "bob": 5}})
    make_user("rita", "ranking.may_research", "annotation.may_organize")
    return signed_in(page, "rita")


@thorough
def test_runs_are_searched_ordered_and_stand_by_topic_set(researcher: Page) -> None:
    page = researcher
    make_run("far", make_collection("rocks"), make_topics("stones"), {"q1": ["d1"]})
    page.goto("/library")
    expect(page.get_by_text("3 found.")).to_be_visible()
    page.get_by_label("Search").fill("sec")
    expect(page.get_by_text("1 found.")).to_be_visible()
    expect(page).to_have_url(re.compile("search=sec"))
    page.get_by_label("Search").fill("nowhere")
    expect(page.get_by_text("Nothing is found.")).to_be_visible()
    page.get_by_label("Search").fill("")
    page.get_by_label("Topic set", exact=True).select_option("stones")
    expect(page.get_by_text("1 found.")).to_be_visible()
    page.get_by_label("Topic set", exact=True).select_option("")
    page.get_by_label("Order").select_option("by topic set")
    expect(page.get_by_role("heading", level=2)).to_have_text(["needs", "stones"])


def test_a_run_is_renamed_archived_and_deleted(researcher: Page) -> None:
    page = researcher
    page.goto("/library/runs/of/second")
    keeping = page.get_by_role("region", name="Whose it is, and what rests on it")
    keeping.get_by_role("button", name="Rename").click()
    page.get_by_label("New name").fill("first")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.get_by_role("dialog")).to_contain_text("first")
    page.get_by_label("New name").fill("third")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("third")
    expect(keeping).to_contain_text("second until")
    keeping.get_by_role("button", name="Archive").click()
    expect(keeping.get_by_role("button", name="Take out of the archive")).to_be_visible()
    page.goto("/library")
    expect(page.get_by_text("1 found.")).to_be_visible()
    page.get_by_label("Show archived").check()
    page.get_by_role("link", name="third", exact=True).click()
    keeping.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("heading", name="Library", level=1)).to_be_visible()
    assert list(Run.objects.values_list("name", flat=True)) == ["first"]


def test_what_is_private_others_do_not_see(
    researcher: Page, chromium: Browser, live_server: Server
) -> None:
    page = researcher
    page.goto("/library/labels/of/old")
    page.get_by_label("Seen by").select_option("its owner alone")
    keeping = page.get_by_role("region", name="Whose it is, and what rests on it")
    expect(keeping.get_by_text("rita", exact=True)).to_be_visible()
    assert LabelSet.objects.get().owner is not None
    make_user("theo", "ranking.may_research")
    with opened(chromium, live_server) as other:
        signed_in(other, "theo").goto("/library/labels")
        expect(other.get_by_text("No label sets yet")).to_be_visible()
        other.goto("/library/labels/of/old")
        expect(other.get_by_text("There is no label set named old")).to_be_visible()


def test_a_collection_is_searched_down_to_a_passage(researcher: Page) -> None:
    page = researcher
    page.goto("/library/collections")
    page.get_by_role("link", name="trees", exact=True).click()
    expect(page.get_by_text("3 drawn by chance.")).to_be_visible()
    page.get_by_label("Words", exact=True).fill("needles")
    expect(page.get_by_text("1 passage, with all of the words")).to_be_visible()
    page.get_by_role("link", name="d2", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("d2")
    ranked = page.get_by_role("region", name="Who ranks it where")
    expect(ranked).to_contain_text("Among the first 100 of 2 runs, for 2 topics")
    expect(page.get_by_role("region", name="How it was judged")).to_contain_text("1, relevant")
    page.get_by_role("link", name="Passage before, d1").click()
    judged = page.get_by_role("region", name="How it was judged")
    expect(judged.get_by_role("link", name="live")).to_be_visible()
    expect(judged).to_contain_text("5")
    page.goto("/passages/trees/d9")
    expect(page.get_by_role("alert")).to_contain_text("d9")


@thorough
def test_a_topic_set_leads_to_its_topics_and_stays_while_runs_rest_on_it(researcher: Page) -> None:
    page = researcher
    page.goto("/library/topics/of/needs")
    keeping = page.get_by_role("region", name="Whose it is, and what rests on it")
    expect(keeping).to_contain_text("2 runs: first, second")
    expect(keeping.get_by_role("button", name="Delete")).to_have_count(0)
    topics = page.get_by_role("group", name="Topics")
    expect(topics.get_by_role("row")).to_have_count(3)
    expect(topics.get_by_role("columnheader", name="relevant")).to_be_visible()
    page.get_by_label("Words of the query").fill("larches")
    expect(topics.get_by_role("row")).to_have_count(2)
    page.get_by_role("link", name="q2", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("do larches drop needles")
    page.get_by_role("link", name="needs", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("needs")
