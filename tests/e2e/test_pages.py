from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Route, expect

from annotation.models import AssessorKind, Campaign, Judgment
from tests.annotation.answering import claim_one, judge
from tests.e2e.conftest import SignIn
from tests.e2e.desk import end_all_logins
from tests.e2e.still import until_still
from tests.factories import make_campaign, make_labels, make_member, make_pool, make_run, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Judged in part by a simulated assessor; two runs and two label sets beside it."""
    make_user("carol", "annotation.may_organize", "ranking.may_research")
    pool = make_pool()
    rankings = {"q1": ["d1", "d2"], "q2": ["d3", "d1"]}
    make_run("bm25", pool.collection, pool.topic_set, rankings)
    better = {query_id: doc_ids[::-1] for query_id, doc_ids in rankings.items()}
    make_run("bert", pool.collection, pool.topic_set, better)
    for name, relevant in (("old", "d1"), ("new", "d2")):
        make_labels(name, pool.collection, pool.topic_set, {q: {relevant: 1} for q in rankings})
    campaign = make_campaign(pool=pool)
    robot = make_member(campaign, make_user("robot"), AssessorKind.SIMULATED)
    judge(robot, claim_one(robot), 4)
    return campaign


@pytest.fixture
def organizer(campaign: Campaign, sign_in: SignIn) -> Page:
    return sign_in("carol")


def test_anyone_gets_the_front_page(page: Page, transactional_db: None) -> None:
    response = page.goto("/")
    assert response is not None
    assert response.status == 200
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_a_wrong_password_is_said(page: Page, transactional_db: None) -> None:
    User.objects.create_user("alice", password="alice-password")
    page.goto("/login")
    page.get_by_label("Username").fill("alice")
    page.get_by_label("Password").fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("wrong")


FRAMED = [
    "/",
    "/campaigns",
    "/campaigns/new?step=runs",
    *("/campaigns/{}" + tab for tab in ("", "/pairs", "/agreement", "/people", "/assessors")),
    *("/campaigns/{}" + tab for tab in ("/guideline", "/labels", "/settings")),
    "/library",
    "/library/compute",
    "/library/jobs",
    "/compare?baseline=bm25&runs=bert&labels=old&measures=AP",
    "/help",
    "/about",
]

LAYERS = """() => [...new Set([...document.styleSheets[0].cssRules].flatMap(
    ({ name, nameList }) => nameList ? [...nameList] : name ?? []))]"""
LEFT = "(part) => part.getBoundingClientRect().left"


@pytest.mark.parametrize(("width", "text_size"), [(1600, "m"), (320, "xl")])
def test_all_pages_lie_between_the_edges_of_the_header(
    organizer: Page, campaign: Campaign, width: int, text_size: str
) -> None:
    organizer.set_viewport_size({"width": width, "height": 800})
    organizer.add_init_script(f"localStorage.setItem('regrade.text-size', '{text_size}')")
    brand = organizer.get_by_role("banner").get_by_role("link", name="Regrade")
    heading = organizer.get_by_role("main").get_by_role("heading", level=1)
    for address in FRAMED:
        organizer.goto(address.format(campaign.pk))
        header, page = (one.evaluate(LEFT) for one in (brand, heading))
        assert page == header, address
        assert organizer.evaluate("document.documentElement.scrollWidth") == width, address


def test_the_board_shows_how_far_it_is_and_who_is_simulated(
    organizer: Page, campaign: Campaign
) -> None:
    organizer.goto(f"/campaigns/{campaign.pk}")
    expect(organizer.get_by_role("heading", level=1)).to_contain_text("campaign")
    expect(organizer.get_by_text("simulated").first).to_be_visible()
    expect(organizer.get_by_text("how long do spruces live").first).to_be_visible()


def test_the_comparison_shows_a_block_for_each_label_set(organizer: Page) -> None:
    organizer.goto("/compare?baseline=bm25&runs=bert&labels=old,new&measures=RR@10,MFR@10")
    for labels in ("old", "new"):
        block = organizer.get_by_role("region", name=f"Under {labels}")
        expect(block.get_by_role("rowheader", name="MFR@10")).to_be_visible()


COMPARED = "/compare?baseline=bm25&runs=bert&labels=old,new&measures=RR@10,AP"


def change_question(page: Page) -> None:
    """Open the controls, which are folded to a line."""
    page.locator("summary").filter(has_text="Change").click()


def test_the_comparison_shows_the_test_that_its_address_asks_for(organizer: Page) -> None:
    organizer.goto(f"{COMPARED}&test=randomization&correction=holm&seed=7&permutations=99")
    block = organizer.get_by_role("region", name="Under old")
    told = "randomization test (99 draws, seed 7), corrected by Holm for 4 tests"
    expect(block).to_contain_text(told)
    change_question(organizer)
    expect(organizer.get_by_role("combobox", name="Test")).to_have_value("randomization")
    organizer.get_by_role("combobox", name="Correction").select_option("Benjamini-Hochberg")
    expect(block).to_contain_text("corrected by Benjamini-Hochberg for 4 tests")
    organizer.get_by_role("combobox", name="Test").select_option("equivalence test")
    expect(block).to_contain_text("equivalence test (within ±0.05)")
    expect(organizer).to_have_url(re.compile("&test=equivalence&correction=bh&bound=0.05$"))


def test_searched_lists_follow_the_theme(organizer: Page) -> None:
    organizer.emulate_media(color_scheme="dark")
    organizer.goto(COMPARED)
    change_question(organizer)
    named = organizer.get_by_label("Runs", exact=True)
    expect(organizer.locator("input").and_(named)).to_be_visible()
    scheme = organizer.locator("html")
    expect(scheme).to_have_attribute("data-mantine-color-scheme", "dark")
    organizer.get_by_label("Light, dark and text size").click()
    organizer.get_by_label("Light", exact=True).check()
    expect(scheme).to_have_attribute("data-mantine-color-scheme", "light")


def test_nothing_is_read_of_a_comparison_before_it_is_there(
    organizer: Page, tmp_path: Path
) -> None:
    """Topics and downloads are of what was frozen; the table before it shows meanwhile."""
    organizer.goto(f"{COMPARED}&tab=topics")
    topics = organizer.get_by_role("region", name="Topic by topic")
    expect(topics).to_contain_text("under old: ")
    change_question(organizer)
    held, asked = list[Route](), list[str]()
    organizer.route("**/api/comparison", lambda route: held.append(route))
    organizer.on("request", lambda request: asked.append(request.url))
    organizer.get_by_role("combobox", name="Test").select_option("sign test")
    while not held:
        organizer.wait_for_timeout(20)
    expect(organizer.locator("[aria-busy=true]")).to_have_attribute("inert", "")
    assert [url.split("/")[-1] for url in asked if "/api/comparison" in url] == ["comparison"]
    held[0].continue_()
    expect(organizer.get_by_text("sign test, uncorrected over topics")).to_be_visible()
    expect(topics).to_contain_text("under old: ")
    expect(topics.get_by_role("alert")).to_have_count(0)
    organizer.get_by_role("link", name="Scores").click()
    with organizer.expect_download() as started:
        organizer.get_by_role("link", name="Download CSV").click()
    started.value.save_as(tmp_path / "comparison.csv")
    assert ",sign," in (tmp_path / "comparison.csv").read_text()
    for route in held[1:]:
        route.abort()


def test_a_verdict_comes_into_the_place_that_was_kept_for_it(organizer: Page) -> None:
    organizer.set_viewport_size({"width": 390, "height": 844})
    held = list[Route]()
    organizer.route("**/api/comparison/verdict?*", lambda route: held.append(route))
    organizer.goto(COMPARED)
    below = organizer.get_by_role("heading", name="Every run under every label set")
    expect(below).to_be_visible()
    while not held:
        organizer.wait_for_timeout(20)
    until_still(organizer)
    before = below.bounding_box()
    held[0].continue_()
    expect(organizer.get_by_text("Weakest point")).to_be_visible()
    until_still(organizer)
    after = below.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 40  # it may be a line longer than was thought


def test_two_label_sets_stand_side_by_side_on_a_phone(organizer: Page) -> None:
    organizer.set_viewport_size({"width": 320, "height": 640})
    organizer.goto(COMPARED)
    table = organizer.get_by_role("table").first
    expect(table.get_by_role("columnheader", name="new")).to_be_visible()
    until_still(organizer)
    assert table.evaluate("(table) => table.scrollWidth <= table.parentElement.clientWidth")


def test_the_comparison_names_a_test_that_there_is_not_and_mends_its_address(
    organizer: Page,
) -> None:
    organizer.goto(f"{COMPARED}&test=anova")
    status = organizer.get_by_text("There is no test called “anova”: this is the paired t-test.")
    expect(status).to_be_visible()
    expect(organizer.get_by_role("region", name="Under old")).to_contain_text("paired t-test")
    expect(organizer).to_have_url(re.compile("&test=t$"))


def test_a_run_is_downloaded_from_the_library(organizer: Page, tmp_path: Path) -> None:
    organizer.goto("/library")
    with organizer.expect_download() as started:
        organizer.get_by_role("link", name="Download bm25").click()
    assert started.value.suggested_filename == "bm25.run"
    started.value.save_as(tmp_path / "bm25.run")
    first, *_ = (tmp_path / "bm25.run").read_text().splitlines()
    assert first == "q1 Q0 d1 1 2.0 bm25"


def test_the_first_stylesheet_says_which_layers_are_stronger(organizer: Page) -> None:
    organizer.goto("/")
    assert organizer.evaluate(LAYERS) == ["base", "mantine", "shared"]


def test_a_page_has_one_title_from_its_first_paint_on(organizer: Page, campaign: Campaign) -> None:
    for address, title in (
        ("/", "Regrade"),
        ("/compare", "Compare · Regrade"),
        ("/library", "Library · Regrade"),
        (f"/campaigns/{campaign.pk}/pairs", f"Pairs · {campaign.name} · Regrade"),
    ):
        organizer.goto(address)
        expect(organizer).to_have_title(title)
        expect(organizer.locator("head > title")).to_have_count(1)
    organizer.get_by_role("link", name="People", exact=True).click()
    expect(organizer).to_have_title(f"People · {campaign.name} · Regrade")
    organizer.get_by_role("link", name="Campaigns").click()
    expect(organizer).to_have_title("Campaigns · Regrade")
    expect(organizer.locator("head > title")).to_have_count(1)


def test_the_sign_in_page_after_an_expired_login_names_nobody(
    page: Page, campaign: Campaign, sign_in: SignIn
) -> None:
    make_member(campaign, make_user("alice"))
    sign_in("alice").goto(f"/judge/{campaign.pk}")
    expect(page.get_by_test_id("passage")).to_be_visible()
    end_all_logins()
    page.keyboard.press("2")
    page.get_by_role("link", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    expect(page.get_by_role("navigation", name="Main")).not_to_contain_text("alice")


def test_an_unknown_address_says_so(page: Page, transactional_db: None) -> None:
    page.goto("/no/such/page")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link").first).to_be_visible()


def test_who_has_nothing_left_to_judge_finds_their_data(
    page: Page, campaign: Campaign, sign_in: SignIn
) -> None:
    alice = make_member(campaign, make_user("alice"))
    judge(alice, claim_one(alice), 4)
    Campaign.objects.update(state="closed")
    sign_in("alice").goto(f"/judge/{campaign.pk}")
    page.get_by_role("link", name="Your data").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your data")
    expect(page.get_by_text("P-alice, assessor")).to_be_visible()
    expect(page.get_by_text("none were shown to you")).to_be_visible()


def test_an_assessor_withdraws_and_takes_the_work_along(
    page: Page, campaign: Campaign, sign_in: SignIn
) -> None:
    alice = make_member(campaign, make_user("alice"))
    judge(alice, claim_one(alice), 4)
    sign_in("alice").goto("/")
    page.get_by_role("link", name="Your data").click()
    page.get_by_text("Withdraw from this campaign").click()
    page.get_by_label("is taken back").check()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("withdrawn on")).to_be_visible()
    assert not Judgment.objects.votes().filter(assessor=alice).exists()


def test_what_cannot_be_compared_is_left_out_and_told(organizer: Page) -> None:
    organizer.goto("/compare?baseline=bm25&runs=bert,bart&labels=old&measures=RR@10,nope@5,AP")
    expect(organizer.get_by_role("region", name="Under old")).to_contain_text("AP")
    told = organizer.get_by_role("status").filter(has_text="It is left out.")
    expect(told).to_contain_text("There is no complete run called “bart” here. Measure 'nope@5'")
    expect(organizer).to_have_url(re.compile(r"runs=bert&labels=old&measures=RR@10,AP&test=t$"))
