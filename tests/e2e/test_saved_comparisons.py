"""A comparison in the browser: its methods, and how it is saved, found again and deleted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from evaluation.models import Comparison
from tests.e2e.axe import check_axe, check_axe_in_both_themes
from tests.e2e.conftest import signed_in
from tests.evaluation.four_runs import make_ground
from tests.factories import make_user
from tests.oracles import pytrec_eval

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "/compare?baseline=a&runs=b,c&labels=old,new&measures=RR,P@5"


@pytest.fixture
def researcher(page: Page, transactional_db: None) -> Page:
    make_user("dave", "ranking.may_research")
    make_ground()
    return signed_in(page, "dave")


def check_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    check_axe(page)
    page.set_viewport_size({"width": 1280, "height": 800})


def save(page: Page, name: str) -> None:
    page.goto(ADDRESS)
    page.get_by_role("button", name="Save", exact=True).click()
    dialog = page.get_by_role("dialog", name="Save this comparison")
    dialog.get_by_label("Name", exact=True).fill("two words")
    dialog.get_by_role("button", name="Save it").click()
    expect(dialog).to_contain_text("cannot name a saved comparison")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("Note").fill("Table 2 of the paper.")
    check_axe(page)
    dialog.get_by_role("button", name="Save it").click()
    expect(page.get_by_role("list", name="Saved as")).to_contain_text(name)


def test_a_comparison_is_saved_found_and_opened_at_its_address(researcher: Page) -> None:
    page = researcher
    save(page, "table-2")
    kept = page.get_by_role("list", name="Saved as")
    expect(kept).to_contain_text("Table 2 of the paper.")
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    kept.get_by_role("button", name="Edit table-2").click()
    dialog = page.get_by_role("dialog", name="Edit table-2")
    dialog.get_by_label("Name", exact=True).fill("table-3")
    dialog.get_by_role("button", name="Keep").click()
    check_phone(page)
    page.goto("/")
    card = page.get_by_role("article").filter(has_text="Saved comparisons")
    card.get_by_role("link", name="table-3").click()
    expect(page).to_have_url(re.compile(r"/compare\?baseline=a&runs=b,c&labels=old,new"))
    expect(page.get_by_role("list", name="Saved as")).to_contain_text("table-3")
    page.goto("/library/comparisons?search=paper")
    expect(page.get_by_text("1 found.")).to_be_visible()
    check_axe_in_both_themes(page)
    check_phone(page)
    page.get_by_role("button", name="Delete table-3").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("No saved comparisons yet")).to_be_visible()


def test_a_saved_comparison_that_moved_on_is_read_as_it_was_frozen(researcher: Page) -> None:
    page = researcher
    save(page, "table-2")
    frozen = Comparison.objects.get()
    frozen.spec["engine"], frozen.content_hash = "regrade of old", "5a" * 32
    frozen.save()
    page.goto(f"/comparisons/{'5a' * 32}")
    expect(page.get_by_role("heading", name="table-2")).to_be_visible()
    since = page.get_by_role("region", name="What has changed since")
    expect(since).to_contain_text("newer code of measures")
    table = page.get_by_role("table").first
    expect(table.get_by_role("row")).to_have_count(5)
    check_axe_in_both_themes(page)
    check_phone(page)
    page.get_by_role("link", name="Ask again").click()
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()


def keep(page: Page, tab: str, *answers: str) -> None:
    page.get_by_role("link", name=tab, exact=True).click()
    for answer in answers:
        section = page.get_by_role("region", name=answer)
        button = section.get_by_role("button", name=f"Keep with the saved comparison: {answer}")
        button.click()
        expect(section.get_by_text("Kept with table-2.")).to_be_visible()


def test_answers_are_kept_with_a_comparison_and_read_at_its_address(researcher: Page) -> None:
    page = researcher
    page.goto(f"{ADDRESS}&tab=significance&by=P@5&method=tukey")
    systems = page.get_by_role("region", name="All systems at once")
    systems.get_by_role("button", name="Keep with the saved comparison").click()
    dialog = page.get_by_role("dialog", name="Save this comparison first")
    dialog.get_by_label("Name", exact=True).fill("table-2")
    dialog.get_by_role("button", name="Save and keep").click()
    expect(systems.get_by_text("Kept with table-2.")).to_be_visible()
    check_phone(page)
    keep(page, "Significance", "How many topics")
    keep(page, "Order", "One order against another")
    keep(page, "Unjudged", "What the pool owes to each run")
    page.get_by_role("link", name="table-2").last.click()
    expect(page).to_have_url(re.compile("/comparisons/[0-9a-f]{64}$"))
    kept = page.get_by_role("region", name="All systems at once")
    for answer in ("All systems at once", "How many topics", "One order against another"):
        page.get_by_label(f"The answer: {answer}").click()
    expect(kept.get_by_role("group", name="Means of P@5 with letters")).to_have_count(2)
    expect(kept).to_contain_text("P@5, all pairs: Tukey")
    expect(page.get_by_role("region", name="How many topics")).to_contain_text("power 0.8")
    expect(page.get_by_role("region", name="One order against another")).to_contain_text("seed 0")
    check_axe_in_both_themes(page)
    check_phone(page)
    with page.expect_download() as download:
        kept.get_by_role("link", name="Download CSV").click()
    assert download.value.suggested_filename.startswith("systems-")
    page.get_by_role("button", name="Delete: All systems at once").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete it").click()
    expect(kept).to_have_count(0)
    expect(page.get_by_role("region", name="How many topics")).to_be_visible()


def test_an_address_names_the_axes_and_the_pool(researcher: Page) -> None:
    page = researcher
    page.goto(f"{ADDRESS}&tab=order&across=P@5&up_under=gold")
    scatter = page.get_by_role("region", name="One order against another")
    expect(scatter.get_by_role("combobox", name="Measure across")).to_have_value("P@5")
    expect(scatter).to_contain_text("No label set called “gold” is compared: new is shown.")
    scatter.get_by_role("combobox", name="Labels up").select_option("old")
    expect(page).to_have_url(re.compile("across=P@5&up_under=old"))
    page.goto(f"{ADDRESS}&tab=unjudged&pool_depth=3&left_out=team")
    pool = page.get_by_role("region", name="What the pool owes to each run")
    expect(pool.get_by_label("Depth of the pool")).to_have_value("3")
    expect(pool).to_contain_text("had its team not been pooled")


def test_methods_are_read_and_scores_verified(researcher: Page) -> None:
    assert pytrec_eval  # else it is skipped
    page = researcher
    page.goto(ADDRESS)
    page.get_by_role("link", name="Methods", exact=True).click()
    methods = page.get_by_role("region", name="Methods")
    expect(methods).to_contain_text("We compared the runs b and c with the baseline a on 6 topics")
    expect(methods.get_by_role("link", name="8 tests")).to_have_attribute(
        "href", re.compile("tab=significance")
    )
    expect(methods.get_by_role("region", name="Cautions")).to_contain_text("RR is disputed")
    expect(methods).to_contain_text("runs that fed the pool: not known here")
    methods.get_by_role("button", name="Verify by trec_eval").click()
    expect(methods.get_by_role("status")).to_have_text("All agree.")
    expect(methods.get_by_role("table").get_by_role("row")).to_have_count(7)
    check_axe_in_both_themes(page)
    check_phone(page)
