"""The tab Significance: each difference, all systems at once, and how many topics it would take."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.axe import check_axe, check_axe_in_both_themes
from tests.e2e.conftest import signed_in
from tests.e2e.still import scrolls_sideways
from tests.evaluation.four_runs import make_ground
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = (
    "/compare?baseline=a&runs=b,c,d&labels=old,new&measures=AP,MFR@5&correction=holm"
    "&tab=significance"
)


@pytest.fixture
def tab(page: Page, transactional_db: None) -> Page:
    make_user("dave", "ranking.may_research")
    make_ground()
    signed_in(page, "dave").goto(ADDRESS)
    expect(page.get_by_role("heading", name="All systems at once")).to_be_visible()
    return page


def part(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def test_every_difference_has_its_change_interval_and_p(tab: Page) -> None:
    differences = part(tab, "Every difference")
    expect(differences.get_by_role("row")).to_have_count(1 + 3 * 2)
    expect(differences.get_by_role("columnheader", name="p, corrected")).to_be_visible()
    expect(differences.get_by_role("row").nth(1)).to_contain_text("%")
    differences.get_by_role("switch", name="Effect sizes").click()
    expect(differences.get_by_role("columnheader", name="Cliff")).to_be_visible()
    expect(tab).to_have_url(re.compile("effects=1"))
    link = differences.get_by_role("link", name="LaTeX with letters")
    with tab.expect_download() as download:
        link.click()
    text = Path(download.value.path()).read_text("utf-8")
    assert "% Raised letters" in text
    assert "change & p (Holm)" in text


def test_all_systems_are_compared_by_the_chosen_method(tab: Page, tmp_path: Path) -> None:
    systems = part(tab, "All systems at once")
    letters = systems.get_by_role("group", name="Means of AP with letters")
    expect(letters.get_by_role("columnheader", name="old: letters")).to_be_visible()
    first = letters.get_by_role("row").nth(1).get_by_role("cell")
    expect(first.nth(1)).to_have_text(re.compile("^a"))
    expect(systems).to_contain_text("p holds for all pairs at once")
    pairs = systems.get_by_role("group", name="Pairs of runs under old")
    expect(pairs.get_by_role("columnheader")).to_have_count(5)

    with tab.expect_download() as download:
        systems.get_by_role("button", name="Download CSV").click()
    download.value.save_as(tmp_path / "pairs.csv")
    with (tmp_path / "pairs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 6
    assert all(row["run_letters"] for row in rows)

    method = systems.get_by_role("combobox", name="Method")
    method.select_option("mixed")
    expect(systems).to_contain_text("p is corrected by Holm")
    expect(pairs.get_by_role("columnheader")).to_have_count(2)
    systems.get_by_role("combobox", name="With").select_option("c")
    expect(pairs.get_by_role("columnheader", name="c", exact=True)).to_be_visible()
    method.select_option("anova")
    table = systems.get_by_role("group", name="Analysis of variance under old")
    expect(table.get_by_role("rowheader", name="residual")).to_be_visible()
    expect(tab).to_have_url(re.compile("method=anova"))


def test_a_plan_answers_for_another_difference(tab: Page) -> None:
    plan = part(tab, "How many topics")
    expect(plan.get_by_role("rowheader")).to_have_text(["this test alone", "one of 12 tests"])
    plan.get_by_label("Difference to find").fill("0.2")
    expect(plan.get_by_role("columnheader", name="topics for .200")).to_be_visible()
    expect(
        plan.get_by_role("img", name=re.compile("What a number of topics finds"))
    ).to_be_visible()
    tab.get_by_role("combobox", name="Measure", exact=True).select_option("MFR@5")
    expect(plan).to_contain_text("in MFR@5 under old")


def test_what_cannot_be_compared_is_told_in_a_sentence(tab: Page) -> None:
    tab.goto(ADDRESS.replace("MFR@5", "Judged@5") + "&by=Judged@5")
    for name in ("All systems at once", "How many topics"):
        expect(part(tab, name).get_by_role("alert")).to_contain_text("is not tested")


def test_the_choice_of_test_leads_to_the_reasons(tab: Page) -> None:
    tab.get_by_text("Change", exact=True).click()
    tab.get_by_role("link", name="Which test, and why").click()
    heading = tab.get_by_role("heading", name="Which test, and why")
    expect(heading).to_be_in_viewport()
    expect(tab.get_by_role("main")).to_contain_text("Otero, Parapar and Barreiro")


def test_the_tab_fits_a_phone_and_everybody(tab: Page) -> None:
    expect(part(tab, "How many topics").get_by_role("img")).to_be_visible()
    check_axe_in_both_themes(tab)
    tab.set_viewport_size({"width": 320, "height": 800})
    tab.get_by_role("switch", name="Effect sizes").click()
    expect(part(tab, "Every difference")).to_contain_text("Cliff")
    assert not scrolls_sideways(tab)
    check_axe(tab)
