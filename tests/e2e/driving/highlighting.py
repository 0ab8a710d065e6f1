"""Highlights words as a person does, and reads what the database then holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from playwright.sync_api import Page

from annotation.campaigns.publishing import publish_guideline
from annotation.models import Campaign, Judgment
from tests.factories import make_campaign, make_collection, make_member, make_pool, make_topics

# FiRA's four grades; the upper two ask for the words that answer.
GRADES = ("Wrong", "Topic", "Partial", "Perfect")

# Where words of the passage lie on the screen, by their place in its text.
BOX = """([words, nth]) => {
    const text = document.querySelector("#passage-text");
    let at = -1;
    for (let i = 0; i <= nth; i += 1) at = text.textContent.indexOf(words, at + 1);
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let seen = 0, isBegun = false;
    while (walker.nextNode()) {
        const { length } = walker.currentNode;
        if (!isBegun && at < seen + length) {
            range.setStart(walker.currentNode, at - seen);
            isBegun = true;
        }
        if (at + words.length <= seen + length) {
            range.setEnd(walker.currentNode, at + words.length - seen);
            break;
        }
        seen += length;
    }
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    return [boxes[0].left, boxes[0].right, (boxes[0].top + boxes[0].bottom) / 2];
}"""


class Box(NamedTuple):
    left: float
    right: float
    middle: float

    def at(self, share: float) -> tuple[float, float]:
        """A point on the words, so far from their left to their right."""
        return self.left + share * (self.right - self.left), self.middle


def spruce_campaign(alice: User, *texts: str, grades: Sequence[str] = GRADES) -> Campaign:
    """One topic of passages with these texts; grades from 2 on ask for words."""
    topic_set = make_topics(queries={"q1": "how long do spruces live"})
    passages = {f"d{i:03}": text for i, text in enumerate(texts)}
    pool = make_pool("pool", make_collection(texts=passages), topic_set)
    campaign = make_campaign(pool=pool, judgments_per_pair=1, grades=range(len(grades)))
    for grade in campaign.grades.all():
        grade.name, grade.requires_span = grades[grade.value], grade.value >= 2
        grade.save()
    publish_guideline(campaign=campaign, body="Read the *whole* passage.")
    make_member(campaign, alice)
    return campaign


def box(page: Page, words: str, nth: int = 0) -> Box:
    return Box(*page.evaluate(BOX, [words, nth]))


def drag(page: Page, first: str, last: str) -> None:
    """From within one word to within another, as hands do."""
    pull(page, box(page, first).at(0.3), box(page, last).at(0.7))


def pull(page: Page, begin: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*begin)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def tap(page: Page, words: str, nth: int = 0) -> None:
    page.touchscreen.tap(*box(page, words, nth).at(0.5))


def stored_words(judgment: Judgment) -> list[str]:
    """The words that the stored spans mean in the stored text."""
    text = judgment.campaign_pair.pair.passage.text or ""
    return [text[start:end] for start, end in judgment.spans]
