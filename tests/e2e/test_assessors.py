"""How assessors judge: who is far from the others is found, left out of labels, and taken in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Campaign, LabelSet
from tests.annotation.answering import judge
from tests.e2e.conftest import signed_in
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db(transaction=True)

GRADES = {
    "alice": (1, 2, 3, 4, 5, 4),
    "bob": (1, 2, 3, 4, 5, 5),
    "ada": (1, 2, 3, 4, 4, 4),
    "odd": (5, 5, 5, 1, 1, 1),
}


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Three people agree on nearly all of six pairs, and one on none."""
    make_user("carol", "annotation.may_organize")
    campaign = make_campaign(judgments_per_pair=4)
    for name, grades in GRADES.items():
        member = make_member(campaign, make_user(name))
        for pair, grade in zip(campaign.pairs.order_by("pk"), grades, strict=True):
            judge(member, pair, grade, active_ms=30_000)
    return campaign


def test_somebody_is_found_far_off_left_out_and_taken_in(page: Page, campaign: Campaign) -> None:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/people")
    page.get_by_role("link", name="How they judge").click()
    first = page.get_by_role("row").nth(1)  # the lowest agreement comes first
    expect(first).to_contain_text("P-odd")
    expect(first).to_contain_text("0% of 6")
    page.get_by_label("Order").select_option("Name")
    expect(page.get_by_role("row").nth(1)).to_contain_text("P-ada")
    page.get_by_role("link", name="P-odd").click()
    expect(page.get_by_text("Longest run of one grade: 3 judgments of 5 in a row.")).to_be_visible()
    expect(page.get_by_role("img", name="Log-likelihood by iteration")).to_be_visible()
    expect(page.get_by_text(re.compile("^From -.* to -"))).to_be_visible()
    page.get_by_text("MACE", exact=True).click()
    expect(page.get_by_text(re.compile("drawn with seed 20"))).to_be_visible()
    page.get_by_role("link", name="Make labels without them").click()
    expect(page.get_by_text("Leave out: P-odd")).to_be_visible()
    excluded = page.get_by_text(re.compile("assessors whose votes do not count")).first
    expect(excluded).to_be_visible()
    page.get_by_role("button", name=re.compile("^Make")).click()
    expect(page.get_by_text(re.compile("without the votes of P-odd"))).to_be_visible()
    assert LabelSet.objects.get().policy["without"] == ["P-odd"]
    page.get_by_role("checkbox", name="P-odd").uncheck()
    expect(page.get_by_text("Leave out: nobody")).to_be_visible()
    expect(excluded).to_be_hidden()


def test_a_message_is_read_on_the_judging_page_and_put_away(page: Page, campaign: Campaign) -> None:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/assessors/P-odd")
    page.get_by_label("Message", exact=True).fill("Grade 5 is the best one.")
    page.get_by_role("button", name="Send the message").click()
    expect(page.get_by_role("list", name="Sent messages")).to_contain_text("to P-odd")
    signed_in(page, "odd").goto(f"/judge/{campaign.pk}")
    told = page.get_by_role("note", name="Message of the organizers")
    expect(told).to_contain_text("Grade 5 is the best one.")
    with page.expect_response(re.compile("/seen$")):
        told.get_by_role("button", name="Put it away").click()
    expect(told).to_be_hidden()
    page.reload()
    expect(page.get_by_role("main")).to_be_visible()
    expect(told).to_be_hidden()
