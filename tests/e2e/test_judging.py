"""The desk from consent to the qrels, by keyboard alone."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Page, expect

from annotation.campaigns.publishing import publish_notice
from annotation.models import Campaign, Consent, Judgment, Membership, Visit
from ranking.models import Topic
from tests.e2e.conftest import signed_in, until
from tests.e2e.desk import TEXTS, expect_saved, open_desk, press, spruce_desk
from tests.factories import make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

HIDE = """() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
LIGHTNESS_OF_GRADES = """() => [...document.querySelectorAll("[aria-label=Grades] button")]
    .map((one) => getComputedStyle(one).borderBottomColor)
    .map((colour) => Number(colour.replace("oklch(", "").split(" ")[0]))"""
RAMP = ("#e3e8f2", "#b0c3d8", "#7c9fbd", "#4a79a0", "#044f7f")  # light to dark, as on paper
QUERY = "how long do spruces live"


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_user("alice")


@pytest.fixture
def campaign(alice: User) -> Campaign:
    return spruce_desk(alice, n=3)


def shown(page: Page) -> str:
    """The doc_id of the passage on the page; its text has to be really visible."""
    words = page.locator("#passage-text:visible").inner_text()
    return next(doc_id for doc_id, text in TEXTS.items() if text in words)


def exported(campaign: Campaign, folder: Path) -> dict[str, int]:
    """Relevance by doc_id in the qrels of the campaign as it stands."""
    silent, path = StringIO(), folder / "qrels.txt"
    call_command(
        "derive_labels", "now", f"--campaign={campaign.name}", "--aggregate=median", stdout=silent
    )
    call_command("export_labels", "now", str(path), stdout=silent)
    fields = (line.split() for line in path.read_text().splitlines())
    return {doc_id: int(relevance) for _, _, doc_id, relevance in fields}


def test_a_topic_is_judged_by_keyboard_from_consent_to_the_qrels(
    page: Page, campaign: Campaign, tmp_path: Path
) -> None:
    publish_notice(campaign=campaign, body="Your grades are *recorded*.\n\n" * 60)
    signed_in(page, "alice").goto(f"/judge/{campaign.pk}")
    agree = page.get_by_role("button", name="I agree")
    expect(agree).to_be_in_viewport(ratio=1)
    page.get_by_label("Your English").select_option(label="Native")
    until(page, lambda: Membership.objects.get().english_level == "native")
    assert not Consent.objects.exists()
    agree.focus()
    page.keyboard.press("Enter")

    expect(page.get_by_test_id("query")).to_have_text(QUERY)
    expect(page.get_by_role("article", name=f"New topic. Passage for: {QUERY}")).to_be_focused()
    first = shown(page)
    with page.expect_response("**/activity") as told:
        page.evaluate(HIDE)
    assert told.value.status == 204
    press(page, "5")
    second = shown(page)
    press(page, "1")
    page.keyboard.press("u")
    expect(page.get_by_test_id("passage")).to_contain_text(TEXTS[second])
    expect(page.get_by_role("note")).to_contain_text("stays until you save another")
    press(page, "4")
    page.keyboard.press("2")
    expect(page.get_by_role("heading", level=1)).to_have_text("All done")
    expect_saved(page)
    third = ({"d1", "d2", "d3"} - {first, second}).pop()
    assert exported(campaign, tmp_path) == {first: 5, second: 4, third: 2}
    judged = Judgment.objects.select_related("campaign_pair").order_by("pk")
    assert {one.assessor_id for one in judged} == {Consent.objects.get().membership_id}
    assert Visit.objects.filter(campaign_pair=judged[0].campaign_pair).count() == 1


@thorough
def test_what_is_wanted_is_open_on_a_phone_until_it_is_folded(
    phone: Page, campaign: Campaign
) -> None:
    Topic.objects.update(description="How old a spruce gets.")
    open_desk(phone, campaign)
    wanted = phone.get_by_text("How old a spruce gets.")
    expect(wanted).to_be_visible()
    phone.get_by_text("What is wanted").tap()
    expect(wanted).to_be_hidden()
    until(phone, lambda: bool(phone.evaluate("sessionStorage.getItem('regrade.need-folded')")))
    phone.reload()
    expect(phone.get_by_text("What is wanted")).to_be_visible()
    expect(wanted).to_be_hidden()


@thorough
def test_on_dark_paper_the_lowest_grade_is_the_darkest(page: Page, campaign: Campaign) -> None:
    for grade, colour in zip(campaign.grades.order_by("value"), RAMP, strict=True):
        grade.colour = colour
        grade.save()
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    open_desk(page, campaign)
    lightness = page.evaluate(LIGHTNESS_OF_GRADES)
    assert lightness == sorted(lightness)
    assert lightness[0] > 0.3  # the paper has 0.2
