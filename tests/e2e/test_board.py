"""The board while people judge, and labels made of what they said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from annotation.models import Campaign, CampaignState, LabelSet
from tests.annotation.answering import judge
from tests.e2e.axe import check_axe, check_axe_in_both_themes
from tests.e2e.conftest import opened, signed_in
from tests.e2e.still import scrolls_sideways, until_still
from tests.factories import make_campaign, make_labels, make_member, make_pool, make_user

pytestmark = pytest.mark.django_db(transaction=True)

DESKTOP = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
JUDGES = ("alice", "bob", "ada")
# Where things stand on the page, from its top; what is folded away stands nowhere.
TOPS = """() => [...document.querySelectorAll("h2, tbody th")]
    .filter((one) => one.closest("details") === null)
    .map((one) => [one.textContent.trim(), Math.round(one.getBoundingClientRect().top)])"""

BOXES = """() => [...document.querySelectorAll("main *")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const name = `${one.tagName} ${one.getAttribute("class") ?? ""}`;
    return [name, ...[x, y + scrollY, width, height].map(Math.round)].join(" ");
})"""
IS_OPEN = (
    """(label) => document.querySelector("[aria-label=Campaign] [aria-current]")?.text === label"""
)
N_JUDGED = """(name) => [...document.querySelectorAll("tr")]
    .find((row) => row.textContent.includes(name))
    .querySelector("[data-label='judged']").textContent"""
TABS = (
    *("People", "Board", "Pairs", "Agreement", "Guideline", "Labels", "Settings", "Launch"),
    *("Board", "Labels"),
)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Two topics of three passages, three judgments each; carol organizes and judges not."""
    make_user("carol", "annotation.may_organize")
    campaign = make_campaign(pool=make_pool())
    for name in JUDGES:
        make_member(campaign, make_user(name))
    return campaign


@pytest.fixture
def judged(campaign: Campaign) -> Campaign:
    """Every pair has three votes, and one somebody who could not judge it."""
    grades = {"alice": (1, 2, 3, 4, 5, 5), "bob": (1, 3, 3, 2, 5, None), "ada": (2, 2, 1, 4, 4, 1)}
    for name, given in grades.items():
        member = campaign.memberships.get(user__username=name)
        for pair, grade in zip(campaign.pairs.order_by("pk"), given, strict=True):
            judge(member, pair, grade, active_ms=30_000)
    return campaign


@pytest.fixture
def judges(
    campaign: Campaign, chromium: Browser, live_server: LiveServer
) -> Iterator[dict[str, Page]]:
    """Three browsers, each at the desk of somebody."""
    with ExitStack() as stack:
        pages = {}
        for name in JUDGES:
            page = stack.enter_context(opened(chromium, live_server, **DESKTOP))
            signed_in(page, name).goto(f"/judge/{campaign.pk}")
            expect(page.get_by_test_id("passage")).to_be_visible()
            pages[name] = page
        yield pages


def grade(page: Page, key: str) -> None:
    before = page.get_by_test_id("passage").inner_text()
    page.keyboard.press(key)
    expect(page.get_by_test_id("passage")).not_to_have_text(before)
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")


def board(page: Page, campaign: Campaign) -> Page:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}")
    expect(page.get_by_role("heading", name="Progress")).to_be_visible()
    return page


def labels_page(page: Page, campaign: Campaign) -> Page:
    signed_in(page, "carol").goto(f"/campaigns/{campaign.pk}/labels")
    expect(preview(page)).to_contain_text("get a label")
    return page


def preview(page: Page) -> Locator:
    return page.get_by_role("region", name="What would come out")


def preset(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Usual ways").get_by_role("button", name=name)


def downloaded(page: Page, link: str) -> tuple[str, bytes]:
    with page.expect_download() as told:
        page.get_by_role("link", name=link).click()
    return told.value.suggested_filename, Path(told.value.path()).read_bytes()


def test_the_board_moves_while_three_people_judge_and_nothing_jumps(
    page: Page, campaign: Campaign, judges: dict[str, Page]
) -> None:
    board(page, campaign)
    expect(page.get_by_text("3 people at work now")).to_be_visible()
    expect(page.get_by_text("0 of 18 judgments (0%)")).to_be_visible()
    expect(page.get_by_role("heading", name="Agreement")).to_be_visible()
    grade(judges["alice"], "3")  # from now on there are grades and a course to tell
    expect(page.get_by_text("1 of 18 judgments (6%)")).to_be_visible()
    course = page.get_by_role("img", name=re.compile("Judgments by hour"))
    expect(course).to_be_visible()
    until_still(page)
    before = page.evaluate(TOPS)
    for name, key in (("ada", "3"), ("bob", "4"), ("ada", "2")):
        grade(judges[name], key)
    expect(page.get_by_text("4 of 18 judgments (22%)")).to_be_visible()
    assert page.evaluate(TOPS) == before
    row = page.get_by_role("row", name=re.compile("P-ada"))
    expect(row).to_contain_text("at work now")
    expect(row.get_by_role("img", name="2 judged")).to_be_visible()
    expect(page.get_by_text("Not enough yet")).to_be_visible()


def test_all_parts_of_the_page_are_of_one_moment(page: Page, campaign: Campaign) -> None:
    """Whenever the progress moves, title, people, grades and agreement have moved as well."""
    board(page, campaign)
    member = campaign.memberships.get(user__username="alice")
    for n, pair in enumerate(campaign.pairs.order_by("pk")[:2], start=1):
        judge(member, pair, 3)
        expect(page.get_by_role("region", name="Progress")).to_contain_text(f"{n} of 18 judgments")
        told = page.locator("main").inner_text()
        assert f"Waiting for {18 - n} of 18 judgments." in told
        assert re.search(rf"\b{n} votes? on {n} pairs?\b", told)
        assert f"{18 - n} judgments left" in told
        assert page.evaluate(N_JUDGED, "P-alice") == str(n)


def test_the_board_tells_what_could_not_be_judged_and_why(page: Page, judged: Campaign) -> None:
    board(page, judged)
    row = page.get_by_role("row", name=re.compile("P-bob"))
    expect(row).to_contain_text("1 (17%)")
    expect(row).to_contain_text("1 something else")
    expect(page.get_by_role("row", name=re.compile("do firs have cones"))).to_contain_text(
        "1 (33%)"
    )


def test_axe_finds_nothing_on_the_board(page: Page, judged: Campaign) -> None:
    board(page, judged)
    expect(page.get_by_role("img", name=re.compile("Judgments by hour"))).to_be_visible()
    check_axe(page)
    for summary in page.locator("main details > summary").all():
        summary.click()
    check_axe_in_both_themes(page)


def test_an_empty_board_says_what_to_do(page: Page, transactional_db: None) -> None:
    make_user("carol", "annotation.may_organize")
    campaign = make_campaign(state=CampaignState.DRAFT)
    board(page, campaign)
    expect(page.get_by_role("link", name="Invite people")).to_have_attribute(
        "href", f"/campaigns/{campaign.pk}/people"
    )
    check_axe(page)


def test_on_a_phone_each_assessor_is_a_card_and_nothing_scrolls_sideways(
    phone: Page, judged: Campaign
) -> None:
    board(phone, judged)
    row = phone.get_by_role("row", name=re.compile("P-bob"))
    expect(row).to_be_visible()
    assert not scrolls_sideways(phone)
    box = row.bounding_box()
    assert box is not None
    assert box["width"] <= 390
    assert box["height"] > 150
    check_axe(phone)


def test_labels_are_made_and_their_qrels_are_those_of_the_command(
    page: Page, judged: Campaign, tmp_path: Path
) -> None:
    labels_page(page, judged)
    expect(preview(page)).to_contain_text("5 of 6 judged pairs get a label")
    preset(page, "Relevant from 3 up").click()
    expect(preview(page)).to_contain_text("3 relevant, at 1 and above")
    expect(page.get_by_label("Name of the label set")).to_have_value("campaign-majority-from-3")
    page.get_by_role("button", name="Make the label set").click()
    made = page.get_by_role("article", name="campaign-majority-from-3")
    expect(made).to_contain_text("majority of the votes, relevant from 3 up")
    expect(made).to_contain_text("trec_eval -l 1 -c campaign-majority-from-3.qrels RUN")
    name, body = downloaded(page, "Download qrels of campaign-majority-from-3")
    call_command(
        *("derive_labels", "by-hand", "--campaign=campaign"),
        *("--aggregate=majority", "--threshold=3"),
    )
    path = tmp_path / "by-hand.qrels"
    call_command("export_labels", "by-hand", str(path))
    assert (name, body) == ("campaign-majority-from-3.qrels", path.read_bytes())
    assert LabelSet.objects.values("content_hash").distinct().count() == 1
    told = page.get_by_role("status").filter(has_text="Made campaign-majority-from-3")
    told.get_by_role("link", name="See it below").click()
    expect(made.get_by_role("heading")).to_be_in_viewport()


def test_a_preview_follows_what_is_chosen_by_keyboard(page: Page, judged: Campaign) -> None:
    pool = judged.pool
    make_labels("old", pool.collection, pool.topic_set, {"q1": {"d1": 1}})
    labels_page(page, judged)
    preset(page, "Relevant from 2 up").focus()
    page.keyboard.press("Enter")
    page.get_by_label("A pair where that gives nothing").select_option("fallback")
    expect(preview(page)).to_contain_text("Choose the labels that decide")
    expect(page.get_by_role("button", name="Make the label set")).to_be_disabled()
    page.get_by_label("Labels that decide").select_option("old")
    expect(preview(page)).to_contain_text("decided by the other labels")
    page.get_by_label("Keep only the topics of").select_option("old")
    expect(preview(page)).to_contain_text("In 1 topic")
    page.get_by_label("Votes a pair needs").fill("9")
    expect(preview(page)).to_contain_text("No labels remain")
    page.get_by_label("Votes a pair needs").fill("none")
    expect(page.get_by_text("A whole number from 1 to 10,000.")).to_be_visible()
    assert not LabelSet.objects.exclude(name="old").exists()


def test_a_name_that_is_taken_is_said_in_place(page: Page, judged: Campaign) -> None:
    pool = judged.pool
    make_labels("old", pool.collection, pool.topic_set, {"q1": {"d1": 1}})
    labels_page(page, judged)
    page.get_by_label("Name of the label set").fill("old")
    page.get_by_role("button", name="Make the label set").click()
    expect(page.get_by_text("There is a label set named 'old' already")).to_be_visible()
    check_axe(page)


def test_other_values_reach_the_file(page: Page, judged: Campaign, tmp_path: Path) -> None:
    call_command("derive_labels", "new", "--campaign=campaign", "--aggregate=median")
    labels_page(page, judged)
    page.get_by_text("Write other values").click()
    for value, written in (("1", "0"), ("2", "0")):
        page.get_by_label(f"{value} is written as").fill(written)
    expect(page.get_by_text("trec_eval -l 3 -c new.qrels RUN")).to_be_visible()
    _, body = downloaded(page, "Download qrels of new")
    path = tmp_path / "new.qrels"
    call_command("export_labels", "new", str(path), map="1:0,2:0")
    assert body == path.read_bytes()


def test_judgments_are_downloaded_as_the_command_writes_them(
    page: Page, judged: Campaign, tmp_path: Path
) -> None:
    labels_page(page, judged)
    page.get_by_label("Written as").select_option("csv")
    page.get_by_role("switch", name="Exact times").check()
    page.get_by_role("switch", name="Packed as a zip file").check()
    name, body = downloaded(page, "Download judgments")
    (packed := tmp_path / name).write_bytes(body)
    call_command("export_judgments", "campaign", str(tmp_path / "all.csv"), exact_times=True)
    with ZipFile(packed) as archive:
        assert archive.read("campaign-judgments.csv") == (tmp_path / "all.csv").read_bytes()


def test_labels_on_a_phone(phone: Page, judged: Campaign) -> None:
    call_command("derive_labels", "new", "--campaign=campaign", "--aggregate=median")
    labels_page(phone, judged)
    assert not scrolls_sideways(phone)
    check_axe(phone)
    preset(phone, "Median").tap()
    expect(phone.get_by_label("Name of the label set")).to_have_value("campaign-median")
    phone.get_by_role("button", name="Make the label set").tap()
    expect(phone.get_by_role("article", name="campaign-median")).to_be_visible()
    assert not scrolls_sideways(phone)


def test_axe_finds_nothing_among_labels(page: Page, judged: Campaign) -> None:
    call_command("derive_labels", "new", "--campaign=campaign", "--aggregate=median")
    labels_page(page, judged)
    for summary in page.locator("main details > summary").all():
        summary.click()
    check_axe_in_both_themes(page)


def test_who_judges_here_is_told_why_there_are_no_labels_yet(page: Page, judged: Campaign) -> None:
    make_member(judged, make_user("olga", "annotation.may_organize"))
    signed_in(page, "olga").goto(f"/campaigns/{judged.pk}/labels")
    expect(page.get_by_role("alert")).to_contain_text("You judge here yourself")
    check_axe(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_page_looks_the_same_whichever_pages_came_before_it(
    page: Page, judged: Campaign, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    board(page, judged)
    for tab in TABS:
        page.get_by_role("navigation", name="Campaign").get_by_role("link", name=tab).click()
        page.wait_for_function(IS_OPEN, arg=tab)
        opened_anew = page.context.new_page()
        opened_anew.set_viewport_size({"width": width, "height": 800})
        opened_anew.goto(page.url)
        opened_anew.wait_for_load_state("networkidle")
        for _ in range(200):  # what a page asks for comes in its own time
            came_to, opened = boxes_in_front(page), boxes_in_front(opened_anew)
            if came_to == opened:
                break
            page.wait_for_timeout(100)
        assert came_to == opened, tab
        opened_anew.close()


def boxes_in_front(page: Page) -> list[str]:
    """A page behind another one stands still, its transitions half done: let them end."""
    page.bring_to_front()
    until_still(page)
    boxes: list[str] = page.evaluate(BOXES)
    return boxes
