"""A finished campaign as one file: downloaded, and imported again under another name."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, Judgment
from tests.annotation.archives.small_campaign import judged_campaign
from tests.e2e.conftest import signed_in
from tests.e2e.driving.looking import check_page
from tests.factories import make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)


def download(page: Page, campaign: Campaign, target: Path) -> None:
    page.goto(f"/campaigns/{campaign.pk}/labels")
    page.get_by_text("Archive: the whole campaign as a file").click()
    check_page(page)
    with page.expect_download() as begun:
        page.get_by_role("link", name="Download the archive").click()
    begun.value.save_as(target)


@thorough
def test_an_archive_is_downloaded_and_imported_again(page: Page, tmp_path: Path) -> None:
    campaign = judged_campaign(tmp_path)
    make_user("carol", "annotation.may_organize", "ranking.may_research")
    n_judgments = Judgment.objects.count()
    signed_in(page, "carol")
    download(page, campaign, tmp_path / "campaign.zip")
    page.goto("/campaigns")
    page.get_by_text("From an archive").click()
    form = page.get_by_role("form", name="From an archive")
    form.get_by_label("Archive", exact=True).set_input_files(tmp_path / "campaign.zip")
    form.get_by_role("button", name="Import it").click()
    expect(form.get_by_text("There is a campaign named")).to_be_visible()
    check_page(page)
    form.get_by_label("Name of the campaign").fill("again")
    form.get_by_label("Use a collection that is here").fill(str(campaign.pool.collection))
    form.get_by_role("button", name="Import it").click()
    form.get_by_role("status").get_by_role("link", name="again").click()
    expect(page.get_by_role("heading", name="again", level=1)).to_be_visible()
    assert Judgment.objects.count() == 2 * n_judgments
