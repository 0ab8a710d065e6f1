"""The topics of a comparison in the browser: six views of them, filtered, each leading on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import signed_in
from tests.factories import make_collection, make_labels, make_run, make_topics, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESS = "/compare?baseline=first&runs=second,third&labels=old,new&measures=RR@10&tab=topics"
QUERIES = {
    "q1": "which firs have cones",
    "q2": "do larches drop their needles in the autumn",
    "q3": "spruces",
    "q4": "how long do spruces live",
}


@pytest.fixture
def topics(page: Page, transactional_db: None) -> Locator:
    """Under old, all runs fail on q3, and first alone on q2."""
    texts = dict.fromkeys(["d1", "d2", "d3"], "Firs have cones.")
    ground = make_collection(texts=texts), make_topics(queries=QUERIES)
    alike = {"q1": ["d1", "d2"], "q2": ["d2", "d1"], "q3": ["d2", "d1"], "q4": ["d1"]}
    make_run("first", *ground, {**alike, "q2": ["d1", "d2"]})
    make_run("second", *ground, alike)
    make_run("third", *ground, {**alike, "q3": ["d3", "d1"]})
    relevant = {"q1": {"d1": 1}, "q2": {"d2": 1}, "q3": {"d1": 1, "d2": 0}, "q4": {"d1": 1}}
    make_labels("old", *ground, relevant)
    make_labels("new", *ground, {**relevant, "q1": {"d1": 1, "d2": 1}, "q4": {"d1": 0, "d2": 1}})
    make_user("rita", "ranking.may_research")
    signed_in(page, "rita").goto(ADDRESS)
    return page.get_by_role("region", name="Topic by topic")


def open_view(topics: Locator, name: str) -> None:
    topics.get_by_role("radio", name=name, exact=True).check()


def shown(topics: Locator) -> Locator:
    return topics.get_by_role("figure")


def test_a_dot_leads_to_its_topic_and_one_of_several_tells_which(topics: Locator) -> None:
    page = topics.page
    open_view(topics, "Run against run")
    topics.get_by_role("combobox", name="Run", exact=True).select_option("second")
    expect(shown(topics)).to_contain_text("1 topic above the diagonal, where second is better")
    dots = shown(topics).locator("svg path[style*=pointer]")
    expect(dots).to_have_count(3)
    dots.first.click()  # q1 and q4, which both have first
    expect(topics.get_by_text("2 topics lie there:")).to_be_visible()
    expect(topics.get_by_role("listitem")).to_have_count(2)
    shown(topics).locator("svg path[style*=pointer][fill='var(--better)']").click()
    expect(page).to_have_url(re.compile(r"/topics/needs/q2\?runs=first%2Csecond"))
    page.go_back()
    expect(shown(topics)).to_contain_text("above the diagonal")


@thorough
def test_marks_of_each_view_lead_to_topics(topics: Locator) -> None:
    for view in ("Spread", "Heat map"):
        open_view(topics, view)
        marks = shown(topics).locator("svg [style*=pointer]")
        expect(marks).to_have_count(4 * 3)
        marks.first.click()
        expect(topics.page).to_have_url(re.compile(r"/topics/needs/q1\?runs=first%2Csecond"))
        topics.page.go_back()


def test_filters_narrow_every_view_and_stay_in_the_address(topics: Locator) -> None:
    page = topics.page
    topics.get_by_text("Filter the topics").click()
    topics.get_by_label("Words, from").fill("4")
    expect(topics.get_by_text("3 of 4 topics, as filtered.").first).to_be_visible()
    topics.get_by_label("Words in the query").fill("larches")
    status = topics.get_by_text("of the shown topics, not of the comparison")
    expect(status).to_contain_text("second 1.000 under old, first .500")
    open_view(topics, "Spread")
    expect(shown(topics)).to_contain_text("1 of 4 topics, as filtered.")
    expect(page).to_have_url(re.compile("words_from=4.*search=larches.*view=spread"))
    page.reload()
    expect(shown(topics)).to_contain_text("1 of 4 topics, as filtered.")
    expect(topics.get_by_label("Words, from")).to_have_value("4")
    topics.get_by_label("Words in the query").fill("nothing of the kind")
    expect(topics.get_by_text("No topic passes all filters.")).to_be_visible()
    topics.get_by_role("button", name="Show all topics").click()
    expect(shown(topics)).to_contain_text("All 4 topics.")


@thorough
def test_errors_at_rank_1_are_counted_and_listed(topics: Locator) -> None:
    open_view(topics, "Errors")
    expect(topics).to_contain_text("no run fails on 2, all runs fail on 1, and one run")
    errors = topics.get_by_role("group", name="Errors by run")
    cells = errors.get_by_role("row", name=re.compile("^first")).get_by_role("cell")
    assert cells.all_inner_texts() == ["2", "1", "1", "0", "1"]
    with topics.page.expect_download() as download:
        topics.get_by_role("link", name="Download all values by topic (CSV)").click()
    lines = Path(download.value.path()).read_text("utf-8").splitlines()
    assert len(lines) == 1 + 4 * 3 * 2
    assert "q2,second,old,RR@10,1.0" in lines
    listed = topics.get_by_role("group", name="Topics with errors").get_by_role("link")
    expect(listed).to_have_text(["q3"])
    topics.get_by_role("combobox", name="Topics").select_option("on which one run fails alone (1)")
    expect(listed).to_have_text(["q2"])
    shown(topics).locator("svg [data-cell]").nth(1).click()  # first and second
    expect(topics.get_by_role("combobox", name="Topics")).to_have_value("in:first,second")
    expect(listed).to_have_text(["q3"])
    listed.click()
    expect(topics.page).to_have_url(re.compile("/topics/needs/q3"))
