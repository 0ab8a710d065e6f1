"""Two tabs of the comparison page: the order of the runs, and what is unjudged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import check_axe_in_both_themes
from tests.e2e.conftest import signed_in
from tests.evaluation.four_runs import make_ground
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 320, "height": 640}
COMPARED = "/compare?baseline=a&runs=b,c,d&labels=old,new&measures=P@3,MFR@5,Bpref"


@pytest.fixture
def organizer(page: Page, transactional_db: None) -> Page:
    """Without the right of a researcher: all of the page is open to organizers as well."""
    make_user("olga", "annotation.may_organize")
    make_ground()
    return signed_in(page, "olga")


def fits_a_phone(page: Page) -> bool:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    return bool(page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"])


def test_a_figure_is_drawn_for_the_paper_it_is_printed_on(organizer: Page) -> None:
    """Scaled down to it, its letters could not be read."""
    organizer.set_viewport_size({"width": 1280, "height": 800})
    organizer.goto(f"{COMPARED}&tab=order")
    drawn = organizer.locator("figure svg").first
    expect(drawn).to_be_visible()
    widths = []
    for event in ("beforeprint", "afterprint"):
        organizer.evaluate("(name) => void dispatchEvent(new Event(name))", event)
        widths.append(drawn.evaluate("(svg) => svg.width.baseVal.value"))
    on_paper, on_screen = widths
    assert on_paper <= 680 < on_screen


def test_the_order_tab_correlates_orders_and_draws_any_two(organizer: Page, tmp_path: Path) -> None:
    page = organizer
    page.goto(f"{COMPARED}&tab=order")
    slopes = page.get_by_role("region", name="What the labels do to the order")
    expect(slopes).to_contain_text(re.compile("pairs? of runs stands?"))
    expect(slopes.get_by_role("img", name=re.compile("^Mean P@3 of each run"))).to_be_visible()
    table = slopes.get_by_role("group", name="Rank correlations")
    expect(table.get_by_role("columnheader", name="tau-b")).to_be_visible()
    expect(table.get_by_role("row", name=re.compile("^old and new"))).to_contain_text("[")
    scatter = page.get_by_role("region", name="One order against another")
    expect(scatter.get_by_role("img", name="P@3 under new against P@3 under old")).to_be_visible()
    scatter.get_by_label("Measure up").select_option("MFR@5")
    expect(scatter.get_by_role("img", name="MFR@5 under new against P@3 under old")).to_be_visible()
    expect(scatter).to_contain_text("tau-b of these two orders")
    with page.expect_download() as started:
        page.get_by_role("link", name="Download correlations as CSV").click()
    started.value.save_as(tmp_path / "correlations.csv")
    assert "old,P@3,new,P@3,tau-b" in (tmp_path / "correlations.csv").read_text()
    check_axe_in_both_themes(page)
    assert fits_a_phone(page)


def test_the_unjudged_tab_draws_bounds_and_pool_bias(organizer: Page) -> None:
    page = organizer
    page.goto(f"{COMPARED}&tab=unjudged&of=c&under=new")
    judged = page.get_by_role("region", name="How much is labelled")
    expect(judged.get_by_role("img", name="Judged@k of each run under new")).to_be_visible()
    bounds = page.get_by_role("region", name="What unjudged passages could make of the scores")
    expect(bounds).to_contain_text("cannot be turned by any judgment")  # all is judged here
    bounds.get_by_text("The same as a table").click()
    expect(bounds.get_by_role("row", name=re.compile("^c"))).to_contain_text("cannot turn")
    pool = page.get_by_role("region", name="What the pool owes to each run")
    expect(pool).to_contain_text("Which runs were pooled for new is not known here")
    pool.get_by_label("Depth of the pool").fill("3")
    expect(pool).to_contain_text("from the first 3 passages")
    pool.get_by_role("radio", name="one team").check(force=True)
    expect(pool.get_by_role("img", name=re.compile("had its team not been pooled"))).to_be_visible()
    page.get_by_role("combobox", name="Measure", exact=True).last.select_option("Bpref")
    expect(bounds).to_contain_text("Bpref has no bounds: it skips unjudged passages.")
    check_axe_in_both_themes(page)
    assert fits_a_phone(page)
