from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Page, expect

from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.models import Campaign, Consent, Judgment, Visit
from ranking.models import Topic
from tests.e2e.conftest import SignIn, signed_in, until
from tests.e2e.still import scrolls_sideways
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db(transaction=True)

HIDE = """() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
LIGHTNESS_OF_GRADES = """() => [...document.querySelectorAll("[aria-label=Grades] button")]
    .map((one) => getComputedStyle(one).borderBottomColor)
    .map((colour) => Number(colour.replace("oklch(", "").split(" ")[0]))"""
RAMP = ("#e3e8f2", "#b0c3d8", "#7c9fbd", "#4a79a0", "#044f7f")  # light to dark, as on paper
TEXTS = {"d1": "Spruces live two hundred years.", "d2": "Firs have cones.", "d3": "Cats sleep."}


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_user("alice")


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """One topic of three passages, one judgment each, for alice."""
    topic_set = make_topics(queries={"q1": "how long do spruces live"})
    pool = make_pool("pool", make_collection(texts=TEXTS), topic_set)
    campaign = make_campaign(pool=pool, judgments_per_pair=1)
    publish_guideline(campaign=campaign, body="Read the *whole* passage.")
    make_member(campaign, alice)
    return campaign


def open_desk(sign_in: SignIn, campaign: Campaign) -> Page:
    page = sign_in("alice")
    page.goto(f"/judge/{campaign.pk}")
    expect(page.get_by_test_id("passage")).to_be_visible()
    return page


def test_what_is_recorded_is_agreed_to_by_keyboard_before_the_first_passage(
    sign_in: SignIn, campaign: Campaign
) -> None:
    publish_notice(campaign=campaign, body="Your grades are *recorded*.")
    page = sign_in("alice")
    page.goto(f"/judge/{campaign.pk}")
    expect(page.get_by_text("Your grades are recorded.")).to_be_visible()
    expect(page.get_by_text("Read the whole passage.")).to_be_attached()
    assert not Consent.objects.exists()
    page.get_by_role("button", name="I agree").focus()
    page.keyboard.press("Enter")
    judge(page, "3")
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    assert Consent.objects.get().membership == Judgment.objects.get().assessor


def test_time_on_a_passage_is_reported_when_the_page_hides(
    sign_in: SignIn, campaign: Campaign
) -> None:
    page = open_desk(sign_in, campaign)
    with page.expect_response("**/activity") as told:
        page.evaluate(HIDE)
    assert told.value.status == 204
    judge(page, "3")
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    judged = Judgment.objects.get().campaign_pair
    assert Visit.objects.filter(campaign_pair=judged).count() == 1


def shown(page: Page) -> str:
    """The doc_id of the passage on the page; its text has to be really visible."""
    passage = page.get_by_test_id("passage")
    box = passage.bounding_box()
    assert box is not None
    assert box["width"] > 0
    assert box["height"] > 0
    words = passage.inner_text()
    return next(doc_id for doc_id, text in TEXTS.items() if text in words)


def judge(page: Page, key: str) -> None:
    before = shown(page)
    page.keyboard.press(key)
    expect(page.get_by_test_id("passage")).not_to_contain_text(TEXTS[before])


def exported(campaign: Campaign, folder: Path) -> dict[str, int]:
    """Relevance by doc_id in the qrels of the campaign as it stands."""
    silent, path = StringIO(), folder / "qrels.txt"
    call_command(
        "derive_labels", "now", f"--campaign={campaign.name}", "--aggregate=median", stdout=silent
    )
    call_command("export_labels", "now", str(path), stdout=silent)
    fields = (line.split() for line in path.read_text().splitlines())
    return {doc_id: int(relevance) for _, _, doc_id, relevance in fields}


def test_a_topic_is_judged_by_keyboard_and_a_changed_grade_reaches_the_qrels(
    sign_in: SignIn, campaign: Campaign, tmp_path: Path
) -> None:
    page = open_desk(sign_in, campaign)
    expect(page.get_by_test_id("query")).to_have_text("how long do spruces live")
    first = shown(page)
    judge(page, "5")
    second = shown(page)
    judge(page, "1")
    page.keyboard.press("u")
    expect(page.get_by_test_id("passage")).to_contain_text(TEXTS[second])
    expect(page.get_by_role("note")).to_contain_text("stays until you save another")
    page.keyboard.press("4")
    expect(page.get_by_test_id("passage")).not_to_contain_text(TEXTS[second])
    page.keyboard.press("2")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("how long do spruces live")
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    third = ({"d1", "d2", "d3"} - {first, second}).pop()
    assert exported(campaign, tmp_path) == {first: 5, second: 4, third: 2}


def test_the_old_grade_stands_until_a_new_one_is_saved(sign_in: SignIn, campaign: Campaign) -> None:
    page = open_desk(sign_in, campaign)
    judge(page, "3")
    page.keyboard.press("u")
    expect(page.get_by_role("note")).to_be_visible()
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    assert list(Judgment.objects.live().values_list("grade__value", flat=True)) == [3]


def test_a_judgment_is_made_with_the_mouse(sign_in: SignIn, campaign: Campaign) -> None:
    page = open_desk(sign_in, campaign)
    before = shown(page)
    page.get_by_role("group", name="Grades").get_by_role("button", name="4").click()
    expect(page.get_by_test_id("passage")).not_to_contain_text(TEXTS[before])
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    assert Judgment.objects.filter(grade__value=4).count() == 1


def test_a_passage_that_cannot_be_judged_is_said_so_by_keyboard(
    sign_in: SignIn, campaign: Campaign
) -> None:
    page = open_desk(sign_in, campaign)
    before = shown(page)
    page.keyboard.press("x")
    page.keyboard.press("1")
    expect(page.get_by_test_id("passage")).not_to_contain_text(TEXTS[before])
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    assert Judgment.objects.get().reason_not_judged == "unreadable"


def test_the_guideline_is_one_key_away_and_covers_no_passage(
    sign_in: SignIn, campaign: Campaign
) -> None:
    page = open_desk(sign_in, campaign)
    page.keyboard.press("g")
    panel = page.get_by_role("complementary")
    expect(panel).to_contain_text("Read the whole passage.")
    passage, beside = page.get_by_test_id("passage").bounding_box(), panel.bounding_box()
    assert passage is not None
    assert beside is not None
    assert passage["x"] + passage["width"] <= beside["x"]


def test_a_phone_shows_grades_within_reach_and_no_horizontal_scroll(
    sign_in: SignIn, campaign: Campaign
) -> None:
    page = open_desk(sign_in, campaign)
    page.set_viewport_size({"width": 390, "height": 844})
    assert not scrolls_sideways(page)
    grades = page.get_by_role("group", name="Grades").bounding_box()
    assert grades is not None
    assert grades["y"] > 844 / 2
    assert grades["y"] + grades["height"] <= 844


def test_a_new_topic_is_announced_and_moves_nothing(sign_in: SignIn, campaign: Campaign) -> None:
    page = open_desk(sign_in, campaign)
    expect(page.get_by_text("new topic", exact=True)).to_be_visible()
    expect(page.get_by_role("article", name="New topic. Passage for: how long")).to_be_visible()
    text = page.locator("#passage-text")
    before = text.bounding_box()
    judge(page, "5")
    expect(page.get_by_text("new topic", exact=True)).to_have_count(0)
    after = text.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] == before["y"]


def test_what_is_wanted_is_open_on_a_phone_until_it_is_folded(
    phone: Page, campaign: Campaign
) -> None:
    Topic.objects.update(description="How old a spruce gets.")
    signed_in(phone, "alice").goto(f"/judge/{campaign.pk}")
    wanted = phone.get_by_text("How old a spruce gets.")
    expect(wanted).to_be_visible()
    phone.get_by_text("What is wanted").tap()
    expect(wanted).to_be_hidden()
    until(phone, lambda: bool(phone.evaluate("sessionStorage.getItem('regrade.need-folded')")))
    phone.reload()
    expect(phone.get_by_text("What is wanted")).to_be_visible()
    expect(wanted).to_be_hidden()


def test_on_dark_paper_the_lowest_grade_is_the_darkest(sign_in: SignIn, campaign: Campaign) -> None:
    for grade, colour in zip(campaign.grades.order_by("value"), RAMP, strict=True):
        grade.colour = colour
        grade.save()
    page = open_desk(sign_in, campaign)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.reload()
    expect(page.get_by_test_id("passage")).to_be_visible()
    lightness = page.evaluate(LIGHTNESS_OF_GRADES)
    assert lightness == sorted(lightness)
    assert lightness[0] > 0.3  # the paper has 0.2


def test_a_server_that_is_away_keeps_the_judgment_waiting(
    sign_in: SignIn, campaign: Campaign
) -> None:
    page = open_desk(sign_in, campaign)
    page.context.set_offline(True)
    judge(page, "3")
    expect(page.get_by_test_id("save-state")).not_to_have_attribute("data-state", "saved")
    page.context.set_offline(False)
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    assert Judgment.objects.filter(grade__value=3).count() == 1
