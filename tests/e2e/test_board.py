"""The board, judgments and agreement of a campaign, and labels made of what people said."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign, LabelSet, Pool
from tests.annotation.answering import judge
from tests.e2e.conftest import signed_in
from tests.e2e.driving.still import until_still
from tests.factories import make_campaign, make_labels, make_member, make_pool, make_run, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

SPRUCES = "Spruces live long."
GRADES = {"alice": (1, 2, 3, 4, 5, None), "bob": (1, 3, 3, 4, 5, 4), "ada": (1, 5, 3, 4, 5, 1)}
HIGHLIGHTS = {"alice": [(0, 7)], "bob": [(0, 12)], "ada": [(0, 12)]}
# Where things stand on the page, from its top; what is folded away stands nowhere.
TOPS = """() => [...document.querySelectorAll("h2, tbody th")]
    .filter((one) => one.closest("details") === null)
    .map((one) => [one.textContent.trim(), Math.round(one.getBoundingClientRect().top)])"""
N_JUDGED = """(name) => [...document.querySelectorAll("tr")]
    .find((row) => row.textContent.includes(name))
    .querySelector("[data-label='judged']").textContent"""
SHADES = """() => [...document.querySelectorAll("mark")].map((mark) =>
    [mark.textContent, mark.title, getComputedStyle(mark).backgroundColor])"""


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    """Two topics of three passages, three judgments each; carol organizes and judges not."""
    make_user("carol", "annotation.may_organize")
    pool = make_pool()
    for name in ("first", "second"):
        pool.runs.add(make_run(name, pool.collection, pool.topic_set, {"q1": ["d1"]}))
    make_labels("old", pool.collection, pool.topic_set, {"q1": {"d1": 1}})
    campaign = make_campaign(pool=pool)
    for name in GRADES:
        make_member(campaign, make_user(name))
    return campaign


@pytest.fixture
def judged(campaign: Campaign) -> Campaign:
    """Two pairs are tied; of one passage people highlighted more and less of the same."""
    pairs = list(campaign.pairs.order_by("pk"))
    for name, given in GRADES.items():
        member = campaign.memberships.get(user__username=name)
        for pair, grade in zip(pairs, given, strict=True):
            answer: dict[str, Any] = {}
            if pair == pairs[0]:
                answer = {"spans": HIGHLIGHTS[name], "note": f"By {name}."}
            judge(member, pair, grade, active_ms=30_000, **answer)
    return campaign


def go(page: Page, campaign: Campaign, tab: str = "", name: str = "carol") -> Page:
    signed_in(page, name).goto(f"/campaigns/{campaign.pk}{tab}")
    return page


@thorough
def test_the_board_follows_what_is_judged_and_nothing_jumps(page: Page, campaign: Campaign) -> None:
    """All of it is of one moment: with the progress, people, grades and agreement have moved."""
    go(page, campaign)
    expect(page.get_by_text("18 of 18 judgments to go.")).to_be_visible()
    member = campaign.memberships.get(user__username="alice")
    before = None
    for n, pair in enumerate(campaign.pairs.order_by("pk")[:3], start=1):
        judge(member, pair, 3)
        expect(page.get_by_text(re.compile(rf"^{n} judgments?$"))).to_be_visible()
        words = page.locator("main").inner_text()
        assert f"{18 - n} of 18 judgments to go." in words
        assert re.search(rf"\b{n} votes? on {n} pairs?\b", words)
        assert page.evaluate(N_JUDGED, "P-alice") == str(n)
        # The first judgment brings grades and a course, which is drawn once its code is there.
        expect(page.get_by_role("img", name=re.compile("Judgments by hour"))).to_be_visible()
        until_still(page)
        tops = page.evaluate(TOPS)
        assert before in (None, tops)
        before = tops


# Judgments


def test_pairs_are_narrowed_searched_and_read_and_back_undoes_it(
    page: Page, judged: Campaign
) -> None:
    go(page, judged, "/pairs")
    page.get_by_role("button", name="Tied 2").click()
    expect(page).to_have_url(re.compile(r"/pairs\?only=tied$"))
    expect(page.get_by_text("2 pairs", exact=True)).to_be_visible()
    page.get_by_label("Order").select_option("Furthest apart")
    expect(page).to_have_url(re.compile(r"/pairs\?order=spread&only=tied$"))
    page.go_back()
    page.go_back()
    expect(page.get_by_role("status").filter(has_text="6 pairs")).to_be_visible()
    expect(page.get_by_role("button", name="Tied 2")).to_have_attribute("aria-pressed", "false")
    words = page.get_by_label("Words of the query")
    words.press_sequentially("spruces long", delay=20)
    expect(page).to_have_url(re.compile(r"\?words=spruces\+long$"))
    expect(page.get_by_text("3 pairs", exact=True)).to_be_visible()
    expect(words).to_be_focused()
    page.get_by_role("link", name=SPRUCES).click()
    expect(page.get_by_test_id("heat")).to_have_text(SPRUCES)
    (whole, by_all, strong), (part, by_two, weak) = page.evaluate(SHADES)
    assert (whole, part) == ("Spruces", " live")
    assert by_all == "3 of 3: P-ada, P-alice, and P-bob"
    assert by_two == "2 of 3: P-ada and P-bob"
    assert strong != weak
    answers = page.get_by_role("region", name="Answers")
    expect(answers.get_by_role("row", name=re.compile("P-bob"))).to_contain_text("By bob.")
    expect(page.get_by_role("region", name="Label sets")).to_contain_text("relevant")
    page.get_by_role("link", name="Back to the list").click()
    expect(page).to_have_url(re.compile(r"\?words=spruces\+long$"))
    expect(page.get_by_text("3 pairs", exact=True)).to_be_visible()


def table_of(page: Page, name: str) -> Locator:
    """The table of a figure."""
    drawn = page.get_by_role("img", name=name, exact=True)
    figure = page.get_by_role("figure").filter(has=drawn)
    figure.get_by_text("The same as a table").click()
    return figure.get_by_role("table")


def test_figures_of_agreement_follow_the_threshold_and_lead_to_their_pairs(
    page: Page, judged: Campaign
) -> None:
    go(page, judged, "/agreement")
    same = table_of(page, "Coefficients of agreement").get_by_role("row", name="Same grade")
    expect(same).to_contain_text(".667")
    page.get_by_label("Compare").select_option("2")
    expect(page).to_have_url(re.compile(r"/agreement\?threshold=2$"))
    expect(same).to_contain_text(".833")
    expect(table_of(page, "Confusion of grades").get_by_role("row")).to_have_count(3)
    page.get_by_label("Answers without a grade").select_option("category")
    expect(page).to_have_url(re.compile(r"/agreement\?threshold=2&missing=category$"))
    page.go_back()
    page.go_back()
    expect(page).to_have_url(re.compile(r"/agreement$"))
    expect(same).to_contain_text(".667")
    ada = table_of(page, "Agreement by pair of assessors").get_by_role("link", name="P-ada")
    expect(ada.first).to_have_attribute("href", re.compile(r"/pairs\?assessor=P-ada$"))
    page.get_by_role("link", name="The pairs without a majority").click()
    expect(page).to_have_url(re.compile(r"/pairs\?only=tied$"))
    expect(page.get_by_text("2 pairs", exact=True)).to_be_visible()


def test_somebody_is_left_out_of_labels_and_gets_a_message(page: Page, judged: Campaign) -> None:
    go(page, judged, "/people")
    page.get_by_role("link", name="How they judge").click()
    page.get_by_label("Order").select_option("Name")
    expect(page.get_by_role("row").nth(1)).to_contain_text("P-ada")
    page.get_by_role("link", name="P-ada").click()
    expect(page.get_by_role("img", name="Log-likelihood by iteration")).to_be_visible()
    page.get_by_label("Message", exact=True).fill("Grade 5 is the best one.")
    page.get_by_role("button", name="Send the message").click()
    expect(page.get_by_role("list", name="Sent messages")).to_contain_text("to P-ada")
    page.get_by_role("link", name="Make labels without them").click()
    expect(page.get_by_text("Leave out: P-ada")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Make")).click()
    page.get_by_text("How it was made").first.click()
    expect(page.get_by_text(re.compile("without the votes of P-ada"))).to_be_visible()
    assert LabelSet.objects.exclude(name="old").get().policy["without"] == ["P-ada"]
    page.get_by_role("checkbox", name="P-ada").uncheck()
    expect(page.get_by_text("Leave out: nobody")).to_be_visible()

    signed_in(page, "ada").goto(f"/judge/{judged.pk}")
    message = page.get_by_role("note", name="Message from the organizers")
    expect(message).to_contain_text("Grade 5 is the best one.")
    with page.expect_response(re.compile("/seen$")):
        message.get_by_role("button", name="Dismiss").click()
    expect(message).to_be_hidden()
    page.reload()
    expect(page.get_by_role("main")).to_be_visible()
    expect(message).to_be_hidden()


# Labels


def test_labels_are_made_and_their_qrels_are_those_of_the_command(
    page: Page, judged: Campaign, tmp_path: Path
) -> None:
    """And lead to the runs under old labels beside new, as deep as the pool."""
    Pool.objects.update(strategy="depth", depth=3)
    go(page, judged, "/labels")
    preview = page.get_by_role("region", name="Preview")
    ways = page.get_by_role("group", name="Presets")
    ways.get_by_role("button", name="Relevant from 2 up").click()
    page.get_by_label("If that gives no label, the pair").select_option("fallback")
    expect(page.get_by_role("button", name="Make the label set")).to_be_disabled()
    page.get_by_label("Labels that decide").select_option("old")
    expect(preview).to_contain_text("decided by the other labels")
    page.reload()
    ways.get_by_role("button", name="Relevant from 3 up").focus()
    page.keyboard.press("Enter")
    name = "campaign-majority-from-3"
    expect(page.get_by_label("Name of the label set")).to_have_value(name)
    expect(preview).to_contain_text("4 relevant")
    page.get_by_role("button", name="Make the label set").click()
    made = page.get_by_role("article", name=name)
    expect(made).to_contain_text(f"trec_eval -l 1 -c {name}.qrels RUN")
    with page.expect_download() as download:
        page.get_by_role("link", name=f"Download qrels of {name}").click()
    by_hand = ("by-hand", "--campaign=campaign", "--aggregate=majority", "--threshold=3")
    call_command("derive_labels", *by_hand)
    path = tmp_path / "by-hand.qrels"
    call_command("export_labels", "by-hand", str(path))
    assert download.value.suggested_filename == f"{name}.qrels"
    assert Path(download.value.path()).read_bytes() == path.read_bytes()
    made.get_by_role("link", name=re.compile(f"runs: {name}")).click()
    asked = f"baseline=first&runs=second&labels=old,{name}&measures=nDCG@3,RR@3,P@3"
    expect(page).to_have_url(re.compile(re.escape(asked)))


# Who judges sees nothing of it


@thorough
def test_who_judges_here_is_shown_no_judgments_and_no_labels(page: Page, judged: Campaign) -> None:
    call_command("derive_labels", "derived", "--campaign=campaign", "--aggregate=median")
    make_member(judged, make_user("olga", "annotation.may_organize"))
    main = page.get_by_role("main")
    for tab in ("labels", "pairs", "agreement", "assessors"):
        go(page, judged, f"/{tab}", "olga")
        expect(main).to_contain_text("You judge in this campaign")
        expect(main).not_to_contain_text("P-alice")
    page.goto("/library/labels")
    expect(main).to_contain_text("old")
    expect(main).not_to_contain_text("derived")
    page.goto("/library/labels/of/derived")
    expect(page.get_by_role("heading", name="No such label set")).to_be_visible()
