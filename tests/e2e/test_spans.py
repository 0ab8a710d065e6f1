"""Words highlighted by mouse, by keys and by taps, and what the database then holds."""

from __future__ import annotations

import random
import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from annotation.models import Judgment, ServingPolicy
from tests.e2e.driving.browsing import opened as opened_page
from tests.e2e.driving.desk import expect_saved, open_desk
from tests.e2e.driving.highlighting import box, drag, pull, spruce_campaign, stored_words, tap
from tests.e2e.driving.server import Server
from tests.factories import make_user
from tests.measured import Measured
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

SHE, FAMILY, FLAGS = "👩🏽‍🔬", "👨‍👩‍👧‍👦", "🇩🇪🇫🇷"
TEXT = (
    f"🌲🌲 Spruces, says {SHE} Ada, live two hundred years {FLAGS} and more. A cafe\u0301 has"
    f" {FAMILY} in it, and some spruces near it grew old: three hundred years, they say."
)
# How often 60 judgments of FiRA are of each grade: 56.1, 25.6, 13.0 and 5.3 percent.
FIRA_MIX = {0: 34, 1: 15, 2: 8, 3: 3}
# What hands do, as the page sees it: a key press, or a press of the mouse up to its release.
COUNT_ACTIONS = """() => {
    window.actions = 0;
    for (const name of ["keydown", "pointerup"])
        window.addEventListener(name, () => (window.actions += 1), true);
}"""
# The words on both sides of the seam, each as it stands nowhere else.
AROUND_SEAM = """() => {
    const text = document.querySelector("#passage-text").textContent;
    const seam = document.querySelector("[data-testid=seam]").previousSibling.textContent.length;
    return [text.slice(0, seam).split(" ").at(-1), text.slice(seam).trim().split(" ")[0]];
}"""
HINT_OVERHANG = """() => {
    const hint = document.querySelector("[data-testid=hint]");
    return hint.scrollWidth - hint.clientWidth;
}"""
HEBREW = "עץ האשוח חי מאתיים שנה (about 200 years) ולפעמים יותר."


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_user("alice")


def shuffled(grades: list[int]) -> list[int]:
    return random.Random(7).sample(grades, len(grades))


def opened(page: Page, alice: User, *texts: str) -> Page:
    return open_desk(page, spruce_campaign(alice, *(texts or (TEXT,))))


def judged_with(page: Page, key: str) -> list[str]:
    """The words that the database holds once the grade is given."""
    page.keyboard.press(key)
    return saved_words(page)


def saved_words(page: Page) -> list[str]:
    expect(page.get_by_test_id("passage")).to_have_count(0)
    expect_saved(page)
    return stored_words(Judgment.objects.get())


def expect_marked(page: Page, *words: str) -> None:
    """A tap is followed by its click in its own time."""
    expect(page.locator("#passage-text mark")).to_have_text(list(words), use_inner_text=True)


def test_drags_and_clicks_store_whole_words_however_they_are_written(
    page: Page, alice: User
) -> None:
    drags = {
        ("two", "years"): "two hundred years",
        ("years", "two"): "two hundred years",
        ("Spruces", "live"): f"Spruces, says {SHE} Ada, live",
        (SHE, "Ada"): f"{SHE} Ada",
        (FLAGS[2:], "and"): f"{FLAGS[2:]} and",
        ("cafe\u0301", "has"): "cafe\u0301 has",
        ("has", FAMILY): f"has {FAMILY}",
    }
    opened(page, alice, *[TEXT] * (len(drags) + 1))
    for (first, last), words in drags.items():
        drag(page, first, last)
        expect_marked(page, words)
        page.keyboard.press("3")
        expect(page.locator("#passage-text mark")).to_have_count(0)
    click_about(page)
    expect_saved(page)
    stored = [
        words for judgment in Judgment.objects.order_by("pk") for words in stored_words(judgment)
    ]
    assert stored == [*drags.values(), "hundred", "three hundred years"]


def click_about(page: Page) -> None:
    """An idle click, a highlight that a click removes, and one that its button removes."""
    page.mouse.click(*box(page, "hundred").at(0.5))
    page.mouse.click(*box(page, "years").at(0.5))
    expect(page.get_by_text("Tap the last word")).to_have_count(0)
    drag(page, "two", "years")
    expect_marked(page, "two hundred years")
    page.mouse.click(*box(page, "hundred").at(0.5))
    expect_marked(page)
    page.mouse.dblclick(*box(page, "hundred").at(0.5))
    drag(page, "Spruces", "says")
    expect_marked(page, "Spruces, says", "hundred")
    page.get_by_role("button", name="Remove the highlight on Spruces, says").click()
    drag(page, "three", "years,")
    expect_marked(page, "hundred", "three hundred years")
    page.keyboard.press("3")


def test_words_are_highlighted_and_heard_by_keys_alone(page: Page, alice: User) -> None:
    opened(page, alice)
    article = page.get_by_role("article", name="Passage for: how long do spruces live")
    expect(article).to_be_focused()
    expect(article).to_have_accessible_description(re.compile("^🌲🌲 Spruces, says .* they say.$"))
    page.keyboard.press("m")
    expect(page.get_by_role("application", name="Choosing words")).to_be_focused()
    said = article.get_by_role("status")
    press_times(page, "ArrowRight", 7)
    expect(said).to_have_text("two")
    press_times(page, "Shift+ArrowRight", 3)
    page.keyboard.press("Shift+ArrowLeft")
    expect(said).to_have_text("two hundred years")
    expect(page.get_by_test_id("hint").locator("button kbd")).to_have_text("m")
    page.keyboard.press("m")
    expect(said).to_have_text("Highlighted: two hundred years")
    before = page.evaluate("getComputedStyle(document.querySelector('mark'), '::before').content")
    assert before == '" [highlighted: "'
    assert page.evaluate(HINT_OVERHANG) <= 0
    page.keyboard.press("Backspace")
    expect(said).to_have_text("Highlight removed: two hundred years")
    expect_marked(page)
    press_times(page, "ArrowLeft", 7)
    press_times(page, "Shift+ArrowRight", 2)
    assert judged_with(page, "2") == [f"Spruces, says {SHE}"]  # selected, and not highlighted


def press_times(page: Page, key: str, n: int) -> None:
    for _ in range(n):
        page.keyboard.press(key)


def test_words_are_highlighted_by_taps_on_a_phone(phone: Page, alice: User) -> None:
    opened(phone, alice)
    tap(phone, "two")
    dock = phone.get_by_role("contentinfo", name="Judging")
    expect(dock.get_by_text("Tap the last word")).to_be_visible()
    phone.get_by_role("button", name="Cancel").tap()
    tap(phone, FAMILY)
    tap(phone, "cafe\u0301")
    expect(dock.get_by_text("Tap the last word")).to_have_count(0)
    expect_marked(phone, f"cafe\u0301 has {FAMILY}")
    tap(phone, "Spruces")
    tap(phone, "Spruces")
    expect_marked(phone, "Spruces", f"cafe\u0301 has {FAMILY}")
    tap(phone, "has")
    expect_marked(phone, "Spruces")
    button = phone.get_by_role("button", name="Remove the highlight on Spruces")
    for target in [button, *dock.get_by_role("button").all()]:
        size = target.bounding_box()
        assert size is not None
        assert size["height"] >= 44, target.inner_text()  # for a thumb
    button.tap()
    expect_marked(phone)
    select(phone, "wo hundred ye")
    phone.get_by_role("button", name="Highlight the selected words").tap()
    expect_marked(phone, "two hundred years")
    phone.get_by_role("button", name="Perfect").tap()
    assert saved_words(phone) == ["two hundred years"]


@thorough
def test_a_grade_asks_for_words_and_the_former_one_returns_them(page: Page, alice: User) -> None:
    opened(page, alice, TEXT, TEXT)  # either may come first
    grades, query = page.get_by_role("group", name="Grades"), page.get_by_test_id("query")
    before = grades.bounding_box(), query.bounding_box()
    focused = page.evaluate_handle("document.activeElement")
    page.keyboard.press("3")
    expect(page.get_by_role("alert").filter(has_text="“Perfect”")).to_be_visible()
    assert (grades.bounding_box(), query.bounding_box()) == before
    assert page.evaluate("(before) => before === document.activeElement", focused)
    assert not Judgment.objects.exists()
    page.mouse.click(*box(page, "two").at(0.5))
    page.mouse.click(*box(page, "years").at(0.5))
    for key in ("3", "u", "0"):
        page.keyboard.press(key)
    expect(page.get_by_text("Passage 2 of 2")).to_be_visible()
    expect_saved(page)
    assert stored_words(Judgment.objects.live().get()) == []
    page.keyboard.press("u")
    expect(page.get_by_role("note")).to_contain_text("You judged this Wrong")
    expect_marked(page)
    page.keyboard.press("3")
    expect_marked(page, "two hundred years")
    expect(page.get_by_role("alert")).to_contain_text("Your earlier highlights are back")
    page.keyboard.press("3")
    expect(page.get_by_text("Passage 2 of 2")).to_be_visible()
    expect_saved(page)
    assert stored_words(Judgment.objects.live().get()) == ["two hundred years"]
    page.reload()
    expect(page.get_by_test_id("passage")).to_be_visible()
    page.keyboard.press("u")
    expect_marked(page, "two hundred years")


def select(page: Page, words: str) -> None:
    """As a long press or a reader's other tool does."""
    page.evaluate(
        """(words) => {
            const text = document.querySelector("#passage-text span").firstChild;
            const at = text.data.indexOf(words);
            getSelection().setBaseAndExtent(text, at, text, at + words.length);
        }""",
        words,
    )


def test_a_rotated_passage_shows_where_it_begins_and_stores_what_was_meant(
    page: Page, alice: User
) -> None:
    text = "Spruces live two hundred years 🌲 and a few of them grow much older."
    campaign = spruce_campaign(alice, *[text] * 24)
    ServingPolicy.objects.create(campaign=campaign, version=2, seed=7, rotates=True)
    open_desk(page, campaign)
    for _ in range(23):  # half of the passages are rotated; which, hangs on the rows' keys
        if page.get_by_test_id("seam").count():
            break
        page.keyboard.press("0")
        expect_saved(page)
    expect_saved(page)
    begins = page.get_by_test_id("seam").evaluate("one => getComputedStyle(one, '::after').content")
    assert begins == '"begins here"'
    last_and_first = page.evaluate(AROUND_SEAM)
    drag(page, *last_and_first)
    page.keyboard.press("3")
    expect_saved(page)
    judgment = Judgment.objects.get(grade__value=3)
    assert judgment.rotation > 0
    assert stored_words(judgment) == ["Spruces", "older."]


@thorough
def test_drags_work_between_pixels(chromium: Browser, live_server: Server, alice: User) -> None:
    """A mouse stops there on a screen at 125 percent, where Chromium at times selects nothing."""
    with opened_page(chromium, live_server, device_scale_factor=1.25) as page:
        opened(page, alice)
        begin, _, middle = box(page, "live")
        for step in range(60):
            pull(page, (begin + step / 1.25, middle), (begin + 150, middle))
            expect(page.locator("#passage-text mark"), f"{step} steps in").to_have_count(1)
            page.keyboard.press("Backspace")


@thorough
def test_each_way_highlights_words_of_other_scripts(page: Page, alice: User) -> None:
    """Those written from right to left, and those without blanks."""
    texts = {"hebrew": HEBREW, "kanji": "東京都には古い木がたくさんあります。"}
    opened(page, alice, *texts.values())
    for _ in texts:
        if page.get_by_test_id("passage").get_by_text(HEBREW[:4]).count():
            drag(page, "מאתיים", "שנה")
            for key in ("m", "ArrowLeft", "Shift+ArrowLeft", "m"):
                page.keyboard.press(key)
        else:
            select(page, "京")
        before = page.get_by_test_id("passage").inner_text()
        page.keyboard.press("3")
        expect(page.get_by_text(before)).to_have_count(0)
    expect_saved(page)
    [[city], hebrew] = sorted(map(stored_words, Judgment.objects.all()), key=len)
    assert hebrew == ["האשוח חי", "מאתיים שנה"]
    assert "京" in city
    assert len(city) <= 3


@thorough
def test_fira_s_mix_of_grades_takes_few_actions(
    page: Page, alice: User, measured: Measured
) -> None:
    """A key for each judgment, and a drag before the key where the grade asks for words."""
    mix = [grade for grade, n in FIRA_MIX.items() for _ in range(n)]
    opened(page, alice, *[TEXT] * len(mix))
    page.evaluate(COUNT_ACTIONS)
    for place, grade in enumerate(shuffled(mix), start=1):
        if grade >= 2:
            drag(page, "two", "years")
        page.keyboard.press(str(grade))
        if place < len(mix):
            expect(page.get_by_text(f"Passage {place + 1} of {len(mix)}")).to_be_visible()
    expect_saved(page)
    per_judgment = page.evaluate("window.actions") / len(mix)
    measured("actions per judgment on FiRA's grade mix", f"{per_judgment:.3f}")
    stored = Judgment.objects.order_by("pk").values_list("grade__value", flat=True)
    assert list(stored) == shuffled(mix)
    assert all(j.spans for j in Judgment.objects.filter(grade__value__gte=2))
    assert per_judgment <= 1.2
