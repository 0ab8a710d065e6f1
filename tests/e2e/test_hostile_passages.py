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

pytestmark = pytest.mark.django_db(transaction=True)

SCRIPT = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> spruces live two hundred years"
    " &lt;b&gt; <a href='javascript:alert(3)'>click</a> {{ 7*7 }} ${alert(4)}"
)
EMOJI = "🌲👩🏽‍🔬🇩🇪👨‍👩‍👧‍👦" * 300
ENDLESS = "spruce" * 5_000
HEBREW = "עץ האשוח חי מאתיים שנה (about 200 years) ולפעמים יותר. " * 20
LONG = " ".join(f"spruce{i}" for i in range(100_000))
TEXTS = {"script": SCRIPT, "emoji": EMOJI, "endless": ENDLESS, "hebrew": HEBREW, "long": LONG}
SIZES = [(1280, 800), (390, 844)]

# Blocks out of sight cut off what is too wide for them, and so widen no page.
WIDEST_OVERHANG = """() => Math.max(0, ...[...document.querySelectorAll("#passage-text > *")]
    .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))"""

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


@pytest.mark.parametrize("name", TEXTS)
def test_a_hostile_text_is_shown_as_text_and_judged_at_both_sizes(
    page: Page, alice: User, name: str
) -> None:
    dialogs: list[str] = []

    def note(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    open_desk(page, spruce_campaign(alice, TEXTS[name]))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.querySelector('#passage-text').textContent") == TEXTS[name]
        assert not scrolls_sideways(page)
        assert page.evaluate(WIDEST_OVERHANG) <= 0
        expect(page.get_by_role("button", name="Wrong")).to_be_in_viewport()
    assert page.locator("#passage-text :is(script, img, a, b)").count() == 0
    page.keyboard.press("0")
    expect(page.get_by_test_id("passage")).to_have_count(0)
    expect_saved(page)
    assert dialogs == []
    assert Judgment.objects.filter(grade__value=0).count() == 1


def test_words_deep_in_a_hundred_thousand_are_highlighted(page: Page, alice: User) -> None:
    open_desk(page, spruce_campaign(alice, LONG))
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


def test_a_hundred_thousand_words_are_few_elements(page: Page, alice: User) -> None:
    open_desk(page, spruce_campaign(alice, LONG))
    assert page.evaluate("document.querySelectorAll('*').length") < 1_000


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


def test_emoji_alone_are_highlighted_whole_on_a_phone(phone: Page, alice: User) -> None:
    open_desk(phone, spruce_campaign(alice, EMOJI))
    tap(phone, "👩🏽‍🔬")
    tap(phone, "👨‍👩‍👧‍👦")
    phone.get_by_role("button", name="Perfect").tap()
    expect(phone.get_by_test_id("passage")).to_have_count(0)
    expect_saved(phone)
    assert stored_words(Judgment.objects.get()) == ["👩🏽‍🔬🇩🇪👨‍👩‍👧‍👦"]


def test_one_endless_word_is_highlighted_as_one(page: Page, alice: User) -> None:
    open_desk(page, spruce_campaign(alice, "spruce" * 200))
    page.mouse.dblclick(640, 200)
    page.keyboard.press("3")
    expect(page.get_by_test_id("passage")).to_have_count(0)
    expect_saved(page)
    assert stored_words(Judgment.objects.get()) == ["spruce" * 200]


def test_right_to_left_text_begins_at_the_right(page: Page, alice: User) -> None:
    open_desk(page, spruce_campaign(alice, HEBREW))
    assert (
        page.evaluate("getComputedStyle(document.querySelector('#passage-text > *')).direction")
        == "rtl"
    )


def test_blanks_alone_can_be_judged_and_not_highlighted(page: Page, alice: User) -> None:
    open_desk(page, spruce_campaign(alice, " \n\t  "))
    page.keyboard.press("m")
    expect(page.get_by_role("alert").filter(has_text="no words")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_test_id("passage")).to_have_count(0)
    expect_saved(page)
    assert Judgment.objects.get().spans == []


def test_a_long_word_in_title_or_query_widens_no_phone(phone: Page, alice: User) -> None:
    campaign = spruce_campaign(alice, "A handler that queues.")
    long_word = "logging.handlers.QueueHandler.prepare_and_format_exception_only"
    Passage.objects.update(title=long_word)
    Topic.objects.update(query=f"what is {long_word}", description=long_word)
    open_desk(phone, campaign)
    expect(phone.get_by_role("heading", name=long_word, exact=True)).to_be_visible()
    assert not scrolls_sideways(phone)
    for grade in phone.get_by_role("group", name="Grades").get_by_role("button").all():
        expect(grade).to_be_in_viewport(ratio=1)
