"""Passages that would break a page if it took them for more than text."""

from __future__ import annotations

from math import inf
from statistics import median

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import CDPSession, Dialog, Page, expect

from annotation.models import Judgment
from ranking.models import Passage, Topic
from tests.e2e.desk import expect_saved, open_desk
from tests.e2e.highlighting import box, drag, spruce_campaign, stored_words, tap
from tests.e2e.still import scrolls_sideways, until_still
from tests.factories import make_user
from tests.measured import Measured
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

SCRIPT = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> spruces live two hundred years"
    " &lt;b&gt; <a href='javascript:alert(3)'>click</a> {{ 7*7 }} ${alert(4)}"
)
EMOJI = "🌲👩🏽‍🔬🇩🇪👨‍👩‍👧‍👦" * 300
ENDLESS = "spruce" * 5_000
HEBREW = "עץ האשוח חי מאתיים שנה (about 200 years) ולפעמים יותר. " * 20
LONG = " ".join(f"spruce{i}" for i in range(100_000))
BLANK = " \n\t  "
LONG_WORD = "logging.handlers.QueueHandler.prepare_and_format_exception_only"
TEXTS = (SCRIPT, EMOJI, ENDLESS, HEBREW, LONG, BLANK)
SIZES = [(1280, 800), (390, 844)]

# Blocks out of sight cut off what is too wide for them, and so widen no page.
WIDEST_OVERHANG = """() => Math.max(0, ...[...document.querySelectorAll("#passage-text > *")]
    .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))"""

IS_GONE = "(text) => document.querySelector('#passage-text')?.textContent !== text"

# From the key to the frame after the next passage came.
NEXT_PAINTED_MS = """async (key) => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(null);
    }));
    const before = document.querySelector("#passage-text").textContent.slice(0, 100);
    const start = performance.now();
    window.dispatchEvent(new KeyboardEvent("keydown", { key, code: `Digit${key}` }));
    await painted();
    const isNext = document.querySelector("#passage-text")?.textContent.slice(0, 100) !== before;
    return isNext ? performance.now() - start : Infinity;
}"""


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_user("alice")


def test_hostile_texts_are_shown_as_text_and_judged_at_both_sizes(page: Page, alice: User) -> None:
    """A word longer than a phone stands in title and query, too."""
    dialogs: list[str] = []

    def note(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    campaign = spruce_campaign(alice, *TEXTS)
    Passage.objects.update(title=LONG_WORD)
    Topic.objects.update(query=f"what is {LONG_WORD}", description=LONG_WORD)
    open_desk(page, campaign)
    seen = set[str]()
    for _ in TEXTS:
        expect(page.get_by_test_id("passage")).to_be_visible()
        text = page.evaluate("document.querySelector('#passage-text').textContent")
        seen.add(text)
        check_text(page, text)
        page.keyboard.press("0")
        page.wait_for_function(IS_GONE, arg=text)
    expect_saved(page)
    assert seen == set(TEXTS)
    assert dialogs == []
    assert Judgment.objects.filter(grade__value=0).count() == len(TEXTS)


def check_text(page: Page, text: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert not scrolls_sideways(page)
        assert page.evaluate(WIDEST_OVERHANG) <= 0
        expect(page.get_by_role("button", name="Wrong")).to_be_in_viewport()
    assert page.locator("#passage-text :is(script, img, a, b)").count() == 0
    if text.strip():
        direction = "rtl" if text == HEBREW else "ltr"
        expect(page.locator("#passage-text > *").first).to_have_css("direction", direction)
    else:
        page.keyboard.press("m")
        expect(page.get_by_role("alert").filter(has_text="no words")).to_be_visible()


@thorough
def test_words_deep_in_a_hundred_thousand_are_highlighted(page: Page, alice: User) -> None:
    open_desk(page, spruce_campaign(alice, LONG))
    assert page.evaluate("document.querySelectorAll('*').length") < 1_000
    scroll_to(page, "spruce99990")
    drag(page, "spruce99990", "spruce99992")
    expect(page.locator("#passage-text mark")).to_have_text("spruce99990 spruce99991 spruce99992")
    page.keyboard.press("3")
    expect(page.get_by_test_id("passage")).to_have_count(0)
    expect_saved(page)
    assert stored_words(Judgment.objects.get()) == ["spruce99990 spruce99991 spruce99992"]


def scroll_to(page: Page, words: str) -> None:
    """What is out of sight has the height it is guessed to have, so that one jump may miss."""
    for _ in range(20):
        if 100 < (y := box(page, words).middle) < 600:
            return
        page.evaluate("(far) => scrollBy(0, far)", y - 300)
        until_still(page)
    raise AssertionError(f"{words} does not come into sight")


@thorough
def test_a_long_passage_is_painted_soon_after_the_key(
    page: Page, alice: User, measured: Measured
) -> None:
    """The bar is on time of the processor, which a busy machine does not stretch."""
    open_desk(page, spruce_campaign(alice, *(f"{i} {LONG}" for i in range(6))))
    page.wait_for_load_state("networkidle")
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
    took_ms, busy_ms = [], []
    for _ in range(5):
        expect(page.get_by_test_id("passage")).to_be_visible()
        before = thread_ms(metrics)
        took_ms.append(page.evaluate(NEXT_PAINTED_MS, "0"))
        busy_ms.append(thread_ms(metrics) - before)
    measured("next passage of 100,000 words painted, median", f"{median(took_ms):.0f} ms")
    assert max(took_ms) < inf
    assert median(busy_ms) < 1_000


def thread_ms(metrics: CDPSession) -> float:
    """For how long the page's main thread has had the processor."""
    told = metrics.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in told if one["name"] == "ThreadTime")


@thorough
def test_emoji_alone_are_highlighted_whole_on_a_phone(phone: Page, alice: User) -> None:
    open_desk(phone, spruce_campaign(alice, EMOJI))
    tap(phone, "👩🏽‍🔬")
    tap(phone, "👨‍👩‍👧‍👦")
    phone.get_by_role("button", name="Perfect").tap()
    expect(phone.get_by_test_id("passage")).to_have_count(0)
    expect_saved(phone)
    assert stored_words(Judgment.objects.get()) == ["👩🏽‍🔬🇩🇪👨‍👩‍👧‍👦"]
