"""Runs and topics in the browser: from a bar or a run to rankings side by side, and on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from annotation.pools.building import build_pool_from_runs
from tests.annotation.voting import cast_votes
from tests.e2e.conftest import signed_in
from tests.factories import (
    make_campaign,
    make_collection,
    make_labels,
    make_run,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "A long text of firs that are green, of cones and of needles. " * 8


@pytest.fixture
def researcher(page: Page, transactional_db: None) -> Page:
    texts = {"d1": "Firs have cones.", "d2": "Larches drop their needles.", "d3": LONG}
    queries = {"q1": "which firs have cones", "q2": "do larches drop needles", "q3": "a third"}
    ground = make_collection(texts=texts), make_topics(queries=queries)
    first = {"q1": ["d1", "d2", "d3"], "q2": ["d1", "d2"], "q3": ["d1"]}
    runs = [
        make_run("first", *ground, first),
        make_run("second", *ground, {"q1": ["d3", "d1"], "q2": ["d2"], "q3": ["d2", "d1"]}),
    ]
    make_labels("old", *ground, {"q1": {"d1": 1, "d2": 0}, "q2": {"d2": 1}, "q3": {"d1": 1}})
    make_labels("new", *ground, {"q1": {"d1": 1, "d3": 1}, "q2": {"d2": 1}, "q3": {"d1": 1}})
    pool = build_pool_from_runs(name="pool", runs=runs[:1], depth=3).pool
    cast_votes(make_campaign("live", pool), {("q1", "d1"): {"ann": 4, "bob": 5}})
    make_user("rita", "ranking.may_research", "annotation.may_organize")
    return signed_in(page, "rita")


def test_a_bar_leads_to_its_topic_and_on_to_the_next(researcher: Page) -> None:
    page = researcher
    page.goto("/compare?baseline=first&runs=second&labels=old,new&measures=RR@10&tab=topics")
    bars = page.get_by_role("region", name="Topic by topic").locator("svg rect[style*=pointer]")
    expect(bars).to_have_count(3)
    bars.first.click()  # the greatest gain: q2, where second has d2 first
    expect(page).to_have_url(re.compile(r"/topics/needs/q2\?runs=first"))
    expect(page.get_by_role("heading", level=1)).to_have_text("do larches drop needles")
    second = page.get_by_role("region", name="second")
    expect(second.get_by_role("listitem").first).to_contain_text("Larches drop their needles.")
    expect(second).to_contain_text("rank 2 in first")
    expect(second).to_contain_text("RR@10 1.000 under old")
    by_difference = page.get_by_role("navigation", name=re.compile("^by RR@10"))
    expect(by_difference).to_contain_text("1 of 3")
    by_difference.get_by_role("link").click()
    expect(page.get_by_text("2 of 3 by")).to_be_visible()
    page.get_by_role("navigation", name=re.compile("^by RR@10")).get_by_role("link").last.click()
    expect(page.get_by_text("3 of 3 by")).to_be_visible()


def test_a_runs_page_leads_to_where_it_does_worst(researcher: Page) -> None:
    page = researcher
    page.goto("/library")
    page.get_by_role("link", name="second", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("second")
    scores = page.get_by_role("group", name="Scores under each label set")
    expect(scores.get_by_role("row", name=re.compile("^old"))).to_contain_text("3.667")
    expect(page.get_by_role("figure")).to_have_count(2)
    worst = page.get_by_role("group", name="Topics, the worst first")
    expect(worst.get_by_role("row")).to_have_count(4)
    worst.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/topics/needs/q\d\?runs=second&labels=new"))
    page.goto("/library/runs/of/gone")
    expect(page.get_by_text("There is no run named gone.")).to_be_visible()


def test_labels_votes_and_unjudged_passages_are_told(researcher: Page) -> None:
    page = researcher
    page.goto("/topics/needs/q1?runs=first,second&labels=old,new")
    passages = page.get_by_role("region", name="first").locator("ol > li")
    expect(passages).to_have_count(3)
    expect(passages.nth(0)).to_contain_text("old 1")
    expect(passages.nth(0)).to_contain_text("votes in live 4 5")
    expect(passages.nth(1)).to_contain_text("new ?")
    relevant = page.get_by_role("table")
    expect(relevant.get_by_role("row")).to_have_count(3)
    page.get_by_label("Words of the query in bold").check()
    expect(passages.nth(0).locator("b", has_text="cones")).to_be_visible()
    passages.nth(2).get_by_role("button", name="All of it").click()
    expect(passages.nth(2).get_by_role("button", name="Less of it")).to_be_visible()
