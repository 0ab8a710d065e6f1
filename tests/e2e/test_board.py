"""The board while people judge, and labels made of what they said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign, LabelSet
from tests.annotation.answering import judge
from tests.e2e.conftest import signed_in
from tests.e2e.still import until_still
from tests.factories import make_campaign, make_labels, make_member, make_pool, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

GRADES = {"alice": (1, 2, 3, 4, 5, 5), "bob": (1, 3, 3, 2, 5, None), "ada": (2, 2, 1, 4, 4, 1)}
# Where things stand on the page, from its top; what is folded away stands nowhere.
TOPS = """() => [...document.querySelectorAll("h2, tbody th")]
    .filter((one) => one.closest("details") === null)
    .map((one) => [one.textContent.trim(), Math.round(one.getBoundingClientRect().top)])"""
N_JUDGED = """(name) => [...document.querySelectorAll("tr")]
    .find((row) => row.textContent.includes(name))
    .querySelector("[data-label='judged']").textContent"""


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Two topics of three passages, three judgments each; carol organizes and judges not."""
    make_user("carol", "annotation.may_organize")
    campaign = make_campaign(pool=make_pool())
    for name in GRADES:
        make_member(campaign, make_user(name))
    return campaign


@pytest.fixture
def judged(campaign: Campaign) -> Campaign:
    """Every pair has three votes, and one somebody who could not judge it."""
    for name, given in GRADES.items():
        member = campaign.memberships.get(user__username=name)
        for pair, grade in zip(campaign.pairs.order_by("pk"), given, strict=True):
            judge(member, pair, grade, active_ms=30_000)
    return campaign


def labels_page(page: Page, campaign: Campaign) -> Page:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/labels")
    expect(preview(page)).to_contain_text("get a label")
    return page


def preview(page: Page) -> Locator:
    return page.get_by_role("region", name="What would come out")


def preset(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Usual ways").get_by_role("button", name=name)


def test_the_board_follows_what_is_judged_and_nothing_jumps(page: Page, campaign: Campaign) -> None:
    """All of it is of one moment: with the progress, people, grades and agreement have moved."""
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}")
    expect(page.get_by_text("0 of 18 judgments (0%)")).to_be_visible()
    member = campaign.memberships.get(user__username="alice")
    before = None
    for n, pair in enumerate(campaign.pairs.order_by("pk")[:3], start=1):
        judge(member, pair, 3)
        expect(page.get_by_role("region", name="Progress")).to_contain_text(f"{n} of 18 judgments")
        words = page.locator("main").inner_text()
        assert f"Waiting for {18 - n} of 18 judgments." in words
        assert re.search(rf"\b{n} votes? on {n} pairs?\b", words)
        assert page.evaluate(N_JUDGED, "P-alice") == str(n)
        until_still(page)
        tops = page.evaluate(TOPS)
        assert before in (None, tops)  # the first judgment brings grades and a course
        before = tops
    row = page.get_by_role("row", name=re.compile("P-alice"))
    expect(row.get_by_role("img", name="3 judged")).to_be_visible()


def test_labels_are_made_and_their_qrels_are_those_of_the_command(
    page: Page, judged: Campaign, tmp_path: Path
) -> None:
    pool = judged.pool
    make_labels("old", pool.collection, pool.topic_set, {"q1": {"d1": 1}})
    labels_page(page, judged)
    page.get_by_label("A pair where that gives nothing").select_option("fallback")
    expect(page.get_by_role("button", name="Make the label set")).to_be_disabled()
    page.get_by_label("Labels that decide").select_option("old")
    expect(preview(page)).to_contain_text("decided by the other labels")
    page.get_by_label("Keep only the topics of").select_option("old")
    expect(preview(page)).to_contain_text("In 1 topic")
    page.reload()
    preset(page, "Relevant from 3 up").focus()
    page.keyboard.press("Enter")
    expect(preview(page)).to_contain_text("3 relevant, at 1 and above")
    expect(page.get_by_label("Name of the label set")).to_have_value("campaign-majority-from-3")
    page.get_by_role("button", name="Make the label set").click()
    made = page.get_by_role("article", name="campaign-majority-from-3")
    expect(made).to_contain_text("trec_eval -l 1 -c campaign-majority-from-3.qrels RUN")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download qrels of campaign-majority-from-3").click()
    call_command(
        *("derive_labels", "by-hand", "--campaign=campaign"),
        *("--aggregate=majority", "--threshold=3"),
    )
    path = tmp_path / "by-hand.qrels"
    call_command("export_labels", "by-hand", str(path))
    assert download.value.suggested_filename == "campaign-majority-from-3.qrels"
    assert Path(download.value.path()).read_bytes() == path.read_bytes()
    derived = LabelSet.objects.exclude(name="old")
    assert derived.values("content_hash").distinct().count() == 1
    made_now = page.get_by_role("status").filter(has_text="Made campaign-majority-from-3")
    made_now.get_by_role("link", name="See it below").click()
    expect(made.get_by_role("heading")).to_be_in_viewport()


@thorough
def test_labels_are_made_on_a_phone(phone: Page, judged: Campaign) -> None:
    labels_page(phone, judged)
    preset(phone, "Median").tap()
    expect(phone.get_by_label("Name of the label set")).to_have_value("campaign-median")
    phone.get_by_role("button", name="Make the label set").tap()
    expect(phone.get_by_role("article", name="campaign-median")).to_be_visible()


@pytest.mark.parametrize("tab", ["labels", "pairs", "agreement", "assessors"])
def test_who_judges_here_is_shown_no_judgments(page: Page, judged: Campaign, tab: str) -> None:
    make_member(judged, make_user("olga", "annotation.may_organize"))
    signed_in(page, "olga").goto(f"/campaigns/{judged.pk}/{tab}")
    main = page.get_by_role("main")
    expect(main).to_contain_text("You judge here yourself")
    expect(main).not_to_contain_text("P-alice")
