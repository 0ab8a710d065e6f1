"""Recorded judgments in the browser: looked at, mended by their bad lines, and stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Judgment
from tests.annotation.importing import campaign_for_imports
from tests.e2e.axe import check_axe
from tests.e2e.conftest import signed_in
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)

HEADER = "query_id\tdoc_id\tassessor\tgrade\n"
SMALL = 320


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    make_user("olga", "annotation.may_organize")
    return campaign_for_imports()


def test_judgments_are_looked_at_mended_and_stored(
    page: Page, campaign: Campaign, tmp_path: Path
) -> None:
    bad, good = tmp_path / "bad.tsv", tmp_path / "good.tsv"
    bad.write_text(HEADER + "q1\td1\ta01\t3\nq9\td1\ta01\t3\nq1\td1\ta02\t99\n")
    good.write_text(HEADER + "q1\td1\ta01\t3\nq1\td1\ta02\t5\n")
    signed_in(page, "olga").goto(f"/campaigns/{campaign.pk}/settings")
    form = page.get_by_role("form", name="Import judgments")
    form.get_by_label("Files of judgments").set_input_files(bad)
    form.get_by_role("button", name="Look at them first").click()
    expect(form).to_contain_text("2 bad lines")
    expect(form.get_by_role("listitem")).to_have_count(2)
    expect(form.get_by_role("listitem").first).to_contain_text("Line 3: no topic 'q9'")
    check_axe(page)
    page.set_viewport_size({"width": SMALL, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL
    form.get_by_label("Files of judgments").set_input_files(good)
    form.get_by_role("button", name="Look at them first").click()
    expect(form).to_contain_text(
        "Nothing is stored yet. It would be 2 rows of 2 assessors: 2 votes"
    )
    assert not Judgment.objects.exists()
    form.get_by_role("button", name="Store them").click()
    expect(form).to_contain_text("Stored. 2 rows of 2 assessors: 2 votes.")
    assert Judgment.objects.count() == 2


def test_another_choice_has_to_be_looked_at_again(
    page: Page, campaign: Campaign, tmp_path: Path
) -> None:
    good = tmp_path / "good.tsv"
    good.write_text(HEADER + "q1\td1\ta01\t3\n")
    signed_in(page, "olga").goto(f"/campaigns/{campaign.pk}/settings")
    form = page.get_by_role("form", name="Import judgments")
    form.get_by_label("Files of judgments").set_input_files(good)
    form.get_by_role("button", name="Look at them first").click()
    expect(form.get_by_role("button", name="Store them")).to_be_visible()
    form.get_by_label("Who judged").select_option(label="Models")
    expect(form.get_by_role("button", name="Look at them first")).to_be_enabled()


def test_the_import_page_leads_there(page: Page, campaign: Campaign) -> None:
    signed_in(page, "olga").goto("/library/import")
    page.get_by_role("link", name="choose it").click()
    expect(page.get_by_role("heading", name="Campaigns", level=1)).to_be_visible()
