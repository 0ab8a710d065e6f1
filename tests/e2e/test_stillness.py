"""What stays where it is while the passages change."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.e2e.desk import expect_saved, open_desk
from tests.e2e.highlighting import drag, spruce_campaign, tap
from tests.factories import make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

TEXTS = [f"Passage {n}: " + "spruces live two hundred years. " * (5 * n) for n in range(1, 6)]

# Every shift counts, those right after a key or a tap as well. The top bar tells in its own corner
# how saving goes, in words that are not all of one length.
WATCH = """() => {
    window.shifts = [];
    const isTold = (node) =>
        node instanceof Element && node.closest(":not(aside) > header") !== null;
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            const moved = sources.filter(({ node }) => node !== null && !isTold(node));
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


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_user("alice")


def settled(page: Page) -> Still:
    """Where the parts are, and what moved, once two more frames were painted."""
    page.evaluate("() => new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(f)))")
    return Still(page.evaluate(PLACES, PARTS), page.evaluate("window.shifts"))


def test_nothing_moves_at_a_desk(page: Page, alice: User) -> None:
    """From passage to passage, and while words are highlighted by keys."""
    open_desk(page, spruce_campaign(alice, *TEXTS))
    page.evaluate(WATCH)
    first = settled(page).places
    for number in range(1, len(TEXTS)):
        page.mouse.wheel(0, 120)
        drag(page, "two", "years")
        page.keyboard.press("3")
        expect(page.get_by_text(f"Passage {number + 1} of {len(TEXTS)}")).to_be_visible()
        assert page.evaluate("scrollY") == 0
        assert settled(page).places == first
    for key in ("3", "m", "ArrowRight", "Shift+ArrowRight", "m", "Backspace", "Escape"):
        page.keyboard.press(key)
        assert settled(page) == Still(first, []), key
    expect_saved(page)


@thorough
def test_nothing_moves_on_a_phone(phone: Page, alice: User) -> None:
    open_desk(phone, spruce_campaign(alice, *TEXTS))
    phone.evaluate(WATCH)
    first = settled(phone).places
    for number in range(1, 4):
        phone.get_by_role("button", name="Perfect").tap()
        assert settled(phone) == Still(first, [])
        tap(phone, "two")
        assert settled(phone) == Still(first, [])
        tap(phone, "years")
        phone.get_by_role("button", name="Perfect").tap()
        expect(phone.get_by_text(f"Passage {number + 1} of {len(TEXTS)}")).to_be_visible()
        assert settled(phone) == Still(first, [])
