"""No judgment is lost and none is stored twice, whatever happens on its way to the server."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, Response, Route, expect

from annotation.models import Campaign, Judgment
from tests.e2e.conftest import SignIn, signed_in, signed_in_by_keyboard, until
from tests.e2e.driving.desk import end_all_logins
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)

pytestmark = pytest.mark.django_db(transaction=True)

N = 30
TEXTS = {f"d{i}": f"This is passage number {i:02}." for i in range(N)}
JUDGMENTS = re.compile(r"/judgments$")
SUPPLY = re.compile(r"/(claims|judgments)$")  # both bring what the assessor holds
IN_HAND = 15
N_KEPT = """() => new Promise((resolve) => {
    const opening = indexedDB.open("regrade");
    opening.onsuccess = () => {
        const counting = opening.result.transaction("letters").objectStore("letters").count();
        counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
        };
    };
})"""
WARNS = """() => {
    const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
}"""


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_user("alice")


@pytest.fixture
def campaign(alice: User) -> Campaign:
    topic_set = make_topics(queries={"q1": "how long do spruces live"})
    pool = make_pool("pool", make_collection(texts=TEXTS), topic_set)
    campaign = make_campaign(pool=pool, judgments_per_pair=2)
    make_member(campaign, alice)
    return campaign


@pytest.fixture
def desk(sign_in: SignIn, campaign: Campaign) -> Page:
    page = sign_in("alice")
    return go_to_desk(page, campaign)


def go_to_desk(page: Page, campaign: Campaign) -> Page:
    """The hand is filled by several claims; none is under way when the network goes."""
    answers: list[Response] = []

    def note_answer(response: Response) -> None:
        if SUPPLY.search(response.url) and response.request.method == "POST" and response.ok:
            answers.append(response)

    page.on("response", note_answer)
    page.goto(f"/judge/{campaign.pk}")
    expect(page.get_by_test_id("passage")).to_be_visible()
    until(page, lambda: any(len(one.json()["assignments"]) == IN_HAND for one in answers))
    page.remove_listener("response", note_answer)
    page.wait_for_load_state("networkidle")
    return page


def shown(page: Page) -> str:
    words = page.get_by_test_id("passage").inner_text()
    return next(doc_id for doc_id, text in TEXTS.items() if text in words)


def judge(page: Page, *keys: str) -> dict[str, int]:
    """The grades that were given, by doc_id; each passage has to make room for another."""
    given = {}
    for key in keys:
        doc_id = shown(page)
        page.keyboard.press(key)
        expect(page.get_by_test_id("passage")).not_to_contain_text(TEXTS[doc_id])
        given[doc_id] = int(key)
    return given


def expect_state(page: Page, state: str, words: str | None = None) -> None:
    indicator = page.get_by_test_id("save-state")
    expect(indicator).to_have_attribute("data-state", state)
    if words is not None:
        expect(indicator).to_have_text(words)


def stored() -> dict[str, int]:
    """What lies in the database, by doc_id; nothing of it twice."""
    rows = Judgment.objects.values_list("campaign_pair__pair__passage__doc_id", "grade__value")
    counts = Counter(doc_id for doc_id, _ in rows)
    assert set(counts.values()) <= {1}, "a judgment was stored twice"
    return {doc_id: value for doc_id, value in rows if value is not None}


def cut_off(target: Page | BrowserContext) -> None:
    """No judgment reaches the server."""
    target.route(JUDGMENTS, lambda route: route.abort())


def until_kept(desk: Page, n: int) -> None:
    """Return when so many letters are in the browser's database: it takes them in its own time."""
    until(desk, lambda: bool(desk.evaluate(N_KEPT) == n))


def sign_in_again(desk: Page) -> None:
    desk.get_by_label("Username").fill("alice")
    desk.get_by_label("Password").fill("alice-password")
    desk.get_by_role("button", name="Sign in").click()


def note_key(url: str, body: str | None, sent: list[str]) -> None:
    found = re.search(r'"client_key":"([^"]+)"', body or "")
    if JUDGMENTS.search(url) and found:
        sent.append(found[1])


def test_ten_judgments_are_given_offline_and_arrive_when_the_network_is_back(desk: Page) -> None:
    given = judge(desk, "1", "2", "3", "4")
    expect_state(desk, "saved")
    desk.context.set_offline(True)
    given |= judge(desk, *"5432112345")
    expect_state(desk, "offline", "offline, 10 wait here")
    assert len(stored()) == 4
    desk.context.set_offline(False)
    expect_state(desk, "saved")
    assert stored() == given
    assert len(given) == 14


def test_what_waits_survives_a_reload_and_the_end_of_its_tab(
    desk: Page, campaign: Campaign
) -> None:
    context = desk.context
    cut_off(context)
    given = judge(desk, "1", "2", "3")
    expect_state(desk, "waiting")
    until_kept(desk, 3)
    assert not desk.evaluate(WARNS)
    desk.reload()
    expect_state(desk, "waiting")
    assert shown(desk) not in given
    given |= judge(desk, "4")
    until_kept(desk, 4)
    desk.close()
    context.unroute_all()
    later = go_to_desk(context.new_page(), campaign)
    expect_state(later, "saved")
    assert stored() == given


def test_an_answer_that_is_lost_on_its_way_back_stores_nothing_twice(desk: Page) -> None:
    sent: list[str] = []

    def lose_the_answer(route: Route) -> None:
        answer = route.fetch()
        note_key(route.request.url, route.request.post_data, sent)
        if len(sent) <= 2:
            route.abort("connectionreset")
        else:
            route.fulfill(response=answer)

    desk.route(JUDGMENTS, lose_the_answer)
    given = judge(desk, "2", "5")
    expect_state(desk, "saved")
    assert len(sent) == 4
    assert sent[0] == sent[1] == sent[2] != sent[3]
    assert stored() == given


def test_an_expired_login_costs_nothing_on_the_page_or_after_a_reload(
    desk: Page, campaign: Campaign
) -> None:
    end_all_logins()
    given = judge(desk, "2", "3", "4")
    expect_state(desk, "signed-out", "signed out, 3 waiting")
    expect(desk.get_by_role("status", name="Saving")).to_have_text("signed out, 3 waiting")
    desk.get_by_role("link", name="Sign in").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Sign in")
    expect(desk.get_by_role("button", name="Sign out")).to_have_count(0)
    expect(desk.get_by_role("navigation", name="Main")).not_to_contain_text("alice")
    sign_in_again(desk)
    desk.wait_for_url(f"**/judge/{campaign.pk}")
    expect_state(desk, "saved")
    assert stored() == given
    end_all_logins()
    given |= judge(desk, "5")
    expect_state(desk, "signed-out")
    until_kept(desk, 1)
    desk.reload()
    sign_in_again(desk)
    expect_state(desk, "saved")
    assert stored() == given


def test_nothing_is_sent_under_another_account(desk: Page, campaign: Campaign) -> None:
    """First the page still believes that alice is here; then it knows of bob."""
    make_member(campaign, make_user("bob"))
    signed_in(desk, "bob")
    given = judge(desk, "2", "3")
    expect_state(desk, "other-account", "another account is signed in, 2 waiting")
    until_kept(desk, 2)
    go_to_desk(desk, campaign)
    expect(desk.get_by_text("2 judgments of alice wait in this browser")).to_be_visible()
    expect_state(desk, "saved")
    assert stored() == {}
    desk.context.clear_cookies()
    go_to_desk(signed_in_by_keyboard(desk, "alice"), campaign)
    expect_state(desk, "saved")
    assert stored() == given
    assert set(Judgment.objects.values_list("assessor__user__username", flat=True)) == {"alice"}


def two_tabs(desk: Page, campaign: Campaign) -> tuple[Page, Page]:
    other = go_to_desk(desk.context.new_page(), campaign)
    assert shown(desk) == shown(other)
    return desk, other


def test_two_tabs_turn_the_page_together_and_send_what_waits_once(
    desk: Page, campaign: Campaign
) -> None:
    one, other = two_tabs(desk, campaign)
    given = judge(one, "2")
    expect(other.get_by_text("You judged the previous passage")).to_be_visible()
    assert shown(one) == shown(other)
    given |= judge(other, "3")
    expect(other.get_by_text("You judged the passage that was here")).to_have_count(0)
    for tab in (one, other):
        expect_state(tab, "saved")
    sent: list[str] = []

    def note_sent(answer: Response) -> None:
        note_key(answer.url, answer.request.post_data, sent)

    for tab in (one, other):
        tab.on("response", note_sent)  # what is tried without a network gets none
    desk.context.set_offline(True)
    given |= judge(one, "2", "3")
    expect(other.get_by_test_id("passage")).to_contain_text(TEXTS[shown(one)])
    given |= judge(other, "4", "5")
    desk.context.set_offline(False)
    for tab in (one, other):
        expect_state(tab, "saved")
    assert stored() == given
    until(desk, lambda: len(sent) >= 4)
    assert len(sent) == len(set(sent)) == 4
