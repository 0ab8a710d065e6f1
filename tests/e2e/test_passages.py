"""Passages as texts: hostile and endless ones, their letters, and what showing them costs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import median, quantiles
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Dialog, Page, Response, expect

from annotation.models import Judgment
from ranking.models import Passage, Topic
from tests.e2e.driving.browsing import opened
from tests.e2e.driving.desk import expect_saved, open_desk
from tests.e2e.driving.highlighting import box, drag, spruce_campaign, stored_words
from tests.e2e.driving.server import Server
from tests.e2e.driving.still import scrolls_sideways, until_still
from tests.factories import (
    make_user,
)
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


LETTERS = "Spruces live two hundred years, and Šárka counted their rings."

N_JUDGMENTS = 100
WORDS = "spruce larch cone needle bark grows slowly where the winter is long and the soil thin"
MOST_SCRIPT_BYTES = 120_000

# From the key to the frame in which another passage stands, with that frame's painting.
TIME_KEYS = """() => {
    window.paces = [];
    const text = () => document.querySelector("[data-testid=passage]").textContent;
    addEventListener("keydown", (event) => {
        const before = text();
        const look = () => {
            if (text() === before) return requestAnimationFrame(look);
            const channel = new MessageChannel();
            channel.port1.onmessage = () => window.paces.push(performance.now() - event.timeStamp);
            channel.port2.postMessage(null);
        };
        requestAnimationFrame(look);
    }, { capture: true });
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
    """Scroll repeatedly: heights outside the viewport are estimates, so one jump may miss."""
    for _ in range(20):
        if 100 < (y := box(page, words).middle) < 600:
            return
        page.evaluate("(far) => scrollBy(0, far)", y - 300)
        until_still(page)
    raise AssertionError(f"{words} does not come into sight")


# Letters


def fonts_of(page: Page, selector: str) -> set[tuple[str, bool]]:
    """Families that letters below the element are painted in, and whether the page brought them."""
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    node = tools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    used = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {(font["familyName"], font["isCustomFont"]) for font in used}


@thorough
def test_text_is_set_in_fonts_that_are_shipped_and_kept_by_the_browser(
    page: Page, transactional_db: None, measured: Measured
) -> None:
    open_desk(page, spruce_campaign(make_user("alice"), LETTERS))
    page.evaluate("document.fonts.ready")
    assert fonts_of(page, "#passage-text > *") == {("Source Serif 4", True)}
    assert fonts_of(page, "[aria-label=Grades] button") == {("Inter", True)}
    names: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map((file) => new URL(file.name).pathname)"
    )
    fonts = sorted(name for name in names if name.endswith(".woff2"))
    answers = [Client().get(name) for name in fonts]
    measured("judging page: fonts", f"{sum(len(a.getvalue()) for a in answers) / 1000:.1f} kB")
    assert [re.sub(r"-wght.*|.*/", "", name) for name in fonts] == [
        "inter-latin",
        "source-serif-4-latin-ext",
        "source-serif-4-latin",
    ]
    assert all("immutable" in answer["Cache-Control"] for answer in answers)


def test_the_licence_of_each_font_goes_with_it() -> None:
    for font in ("inter", "source-serif-4"):
        licence = Client().get(f"/static/assets/{font}-LICENSE.txt").getvalue().decode()
        assert "SIL Open Font License" in licence


# Costs


@thorough
def test_the_next_passage_stands_there_at_once(page: Page, alice: User, measured: Measured) -> None:
    """Each is as long as the passages of MS MARCO are on average: some 60 words."""
    words = " ".join((WORDS.split() * 4)[:60])
    open_desk(page, spruce_campaign(alice, *(f"{n}. {words}" for n in range(N_JUDGMENTS + 1))))
    page.evaluate(TIME_KEYS)
    for number in range(N_JUDGMENTS):
        page.keyboard.press("01"[number % 2])
        page.wait_for_function(f"() => window.paces.length === {number + 1}")
        expect_saved(page)
    paces = page.evaluate("window.paces")
    assert len(paces) == Judgment.objects.count() == N_JUDGMENTS
    p95 = quantiles(paces, n=20)[-1]
    measured(
        "judging page: from the key to the next passage painted",
        f"median {median(paces):.0f} ms, p95 {p95:.0f} ms over {N_JUDGMENTS} judgments",
    )


def test_little_is_downloaded_before_the_first_passage(
    chromium: Browser, live_server: Server, alice: User, measured: Measured
) -> None:
    """By a browser that has nothing of it yet."""
    scripts: list[Response] = []
    with opened(chromium, live_server) as page:
        page.on("response", lambda response: scripts.append(response))
        open_desk(page, spruce_campaign(alice, WORDS))
        page.wait_for_load_state("networkidle")
        weights = weigh(scripts)
    n_bytes = sum(weights.values())
    measured("judging page: JavaScript", f"{n_bytes / 1000:.1f} kB, in {len(weights)} files")
    assert 20_000 < n_bytes < MOST_SCRIPT_BYTES, weights


def weigh(responses: Sequence[Response]) -> dict[str, int]:
    """Bytes that browsers are sent for each script, by its name."""
    return {
        response.url.rpartition("/")[2]: n_bytes_sent(urlsplit(response.url).path)
        for response in responses
        if response.request.resource_type == "script"
    }


def n_bytes_sent(path: str) -> int:
    answer = Client().get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    return len(answer.getvalue())
