"""Where the judging page's parts lie, at a desk and on phones, and that they stay there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from annotation.models import Campaign, Membership
from tests.annotation.answering import claim_one, judge
from tests.e2e.driving.desk import expect_saved, open_desk, press
from tests.e2e.driving.highlighting import drag, spruce_campaign, tap
from tests.e2e.driving.still import until_still
from tests.factories import make_user
from tests.tiers import THOROUGH, thorough

pytestmark = pytest.mark.django_db(transaction=True)

GROWING = [f"Passage {n}: " + "spruces live two hundred years. " * (5 * n) for n in range(1, 6)]

# Every shift counts, those right after a key or a tap as well. The top bar tells in its own corner
# how saving goes, in words that are not all of one length.
WATCH = """() => {
    window.shifts = [];
    const isMessage = (node) =>
        node instanceof Element && node.closest(":not(aside) > header") !== null;
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            const moved = sources.filter(({ node }) => node !== null && !isMessage(node));
            const what = moved.map(({ node }) => node.className);
            if (what.length > 0) window.shifts.push([value, ...what]);
        }
    }).observe({ type: "layout-shift" });
}"""
PARTS = ["[data-testid=query]", "#passage-text", "[aria-label=Grades]", "footer"]
PLACES = """(parts) => parts.map((part) => {
    const { left, top } = document.querySelector(part).getBoundingClientRect();
    return [left, top];
})"""


class Still(NamedTuple):
    places: list[list[float]]
    shifts: list[list[object]]


UPRIGHT = [(320, 640), (360, 740), (390, 844)]
ON_ITS_SIDE = [(640, 320), (740, 360), (844, 390)]
# The smallest phones on their side, and tablets.
OTHERS = [(568, 320), (768, 1024)]
SCREENS = UPRIGHT + ON_ITS_SIDE + OTHERS if THOROUGH else [UPRIGHT[0], OTHERS[0], UPRIGHT[-1]]
TEXT_SIZES = ["s", "m", "l", "xl"] if THOROUGH else ["m", "xl"]
LONG_GRADES = [
    "Überhaupt nicht relevant",
    "Themenverwandt, unbeantwortet",
    "Teilweise beantwortend",
    "Überwiegend beantwortend",
    "Vollständig und unmissverständlich",
]
TEXTS = [
    f"Passage {n}: Donaudampfschifffahrtsgesellschaftskapitänsmützen. " * 9 for n in range(1, 15)
]

CHOOSE_TEXT_SIZE = """(size) => {
    localStorage.setItem("regrade.text-size", size);
    dispatchEvent(new Event("regrade:chosen"));
}"""
# What is not wholly on the screen, or lies under something else, or does not hold its own words.
OUT_OF_REACH = """([width, height]) => {
    const faults = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) faults.push(`the page is ${scrollWidth} wide`);
    for (const button of document.querySelectorAll("[aria-label=Grades] button, [data-key=back]")) {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const isOut = left < 0 || top < 0 || right > width || bottom > height;
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isCovered = hit?.closest("button") !== button;
        if (isOut || isCovered || button.scrollWidth > button.clientWidth)
            faults.push(`${button.textContent}: ${[left, right, top, bottom].map(Math.round)}`);
    }
    return faults;
}"""
# Of a pixel: some browsers paint a sixteenth of one apart from frame to frame.
UNSEEN = 0.5


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_user("alice")


def settled(page: Page) -> Still:
    """Where the parts are, and what moved, once two more frames were painted."""
    page.evaluate("() => new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(f)))")
    return Still(page.evaluate(PLACES, PARTS), page.evaluate("window.shifts"))


def test_nothing_moves_at_a_desk(page: Page, alice: User) -> None:
    """From passage to passage, and while words are highlighted by keys."""
    open_desk(page, spruce_campaign(alice, *GROWING))
    page.evaluate(WATCH)
    first = settled(page).places
    for number in range(1, len(GROWING)):
        page.mouse.wheel(0, 120)
        drag(page, "two", "years")
        page.keyboard.press("3")
        expect(page.get_by_text(f"Passage {number + 1} of {len(GROWING)}")).to_be_visible()
        assert page.evaluate("scrollY") == 0
        assert settled(page).places == first
    for key in ("3", "m", "ArrowRight", "Shift+ArrowRight", "m", "Backspace", "Escape"):
        page.keyboard.press(key)
        assert settled(page) == Still(first, []), key
    expect_saved(page)


@thorough
def test_nothing_moves_on_a_phone(phone: Page, alice: User) -> None:
    open_desk(phone, spruce_campaign(alice, *GROWING))
    phone.evaluate(WATCH)
    first = settled(phone).places
    for number in range(1, 4):
        phone.get_by_role("button", name="Perfect").tap()
        assert settled(phone) == Still(first, [])
        tap(phone, "two")
        assert settled(phone) == Still(first, [])
        tap(phone, "years")
        phone.get_by_role("button", name="Perfect").tap()
        expect(phone.get_by_text(f"Passage {number + 1} of {len(GROWING)}")).to_be_visible()
        assert settled(phone) == Still(first, [])


# On phones


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """Half judged at a known pace; with everything that a campaign can ask for."""
    campaign = spruce_campaign(alice, *TEXTS, grades=LONG_GRADES)
    Campaign.objects.update(asks_note=True, asks_confidence=True)
    member = Membership.objects.get()
    for number in range(6):
        judge(member, claim_one(member), number % 2, active_ms=8_000, away_ms=0, guideline=1)
    judge(member, claim_one(member), None, active_ms=8_000, away_ms=0, guideline=1)
    return campaign


def laid_out(page: Page, screens: list[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """The page on each of the screens, at each text size."""
    for width, height in screens:
        page.set_viewport_size({"width": width, "height": height})
        for size in TEXT_SIZES:
            page.evaluate(CHOOSE_TEXT_SIZE, size)
            until_still(page)
            yield width, height, size


def place_of(part: Locator) -> list[float]:
    box = part.bounding_box()
    assert box is not None
    return [box["x"], box["y"], box["width"], box["height"]]


def places_of(part: Locator, page: Page, screens: list[tuple[int, int]]) -> list[float]:
    return [length for _ in laid_out(page, screens) for length in place_of(part)]


def out_of_reach(page: Page, screens: list[tuple[int, int]]) -> dict[str, list[str]]:
    faults = {
        f"{width} x {height}, {size}": page.evaluate(OUT_OF_REACH, [width, height])
        for width, height, size in laid_out(page, screens)
    }
    return {where: found for where, found in faults.items() if found}


def test_every_grade_and_the_last_passage_are_within_reach(phone: Page, campaign: Campaign) -> None:
    open_desk(phone, campaign)
    expect(phone.get_by_test_id("time-left")).to_contain_text("about a minute left")
    expect(phone.get_by_test_id("share")).to_have_text("6 judged, 1 not")
    phone.context.set_offline(True)
    press(phone, "0", "1")
    state = phone.get_by_test_id("save-state")
    expect(state).to_have_text("offline, 2 wait here")
    phone.get_by_role("button", name="Previous").tap()
    expect(phone.get_by_role("note")).to_be_visible()
    assert out_of_reach(phone, SCREENS) == {}
    longest = "another account is signed in, 12 waiting"
    for screen in SCREENS:
        state.evaluate("(node, words) => (node.textContent = words)", longest)
        assert out_of_reach(phone, [screen]) == {}
        # The page did not write its own words over it meanwhile.
        expect(state).to_have_text(longest)


def test_the_dock_takes_a_third_of_an_upright_phone(phone: Page, campaign: Campaign) -> None:
    dock = open_desk(phone, campaign).get_by_role("contentinfo", name="Judging")
    heights = {
        (height, size): place_of(dock)[3] / height for _, height, size in laid_out(phone, UPRIGHT)
    }
    assert {screen: share for screen, share in heights.items() if share > 1 / 3} == {}


@thorough
def test_the_last_passage_keeps_its_place_whatever_is_asked_for(
    phone: Page, campaign: Campaign
) -> None:
    open_desk(phone, campaign)
    last = phone.get_by_role("button", name="Previous")
    keys = phone.get_by_role("group", name="Keys")
    for width, height, size in laid_out(phone, UPRIGHT + ON_ITS_SIDE):
        before = place_of(last)
        keys.evaluate("node => (node.scrollLeft = 9999)")
        assert place_of(last) == pytest.approx(before, abs=UNSEEN), (width, height, size)
        keys.evaluate("node => (node.scrollLeft = 0)")
    places = places_of(last, phone, ON_ITS_SIDE)
    for opened in ("Cannot judge", "How sure"):
        phone.get_by_role("button", name=opened).tap()
        expect(phone.get_by_test_id("choices")).to_be_visible()
        assert places_of(last, phone, ON_ITS_SIDE) == pytest.approx(places, abs=UNSEEN)
        assert out_of_reach(phone, SCREENS) == {}
