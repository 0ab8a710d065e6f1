"""What the judging page costs its reader: the time to the next passage, and what is downloaded."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median, quantiles
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Response, expect

from annotation.campaigns.publishing import publish_guideline
from annotation.models import Campaign, Judgment
from tests.e2e.browsing import opened
from tests.e2e.desk import expect_saved, open_desk
from tests.e2e.server import Server
from tests.factories import (
    make_campaign,
    make_collection,
    make_member,
    make_pool,
    make_topics,
    make_user,
)
from tests.measured import Measured
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

N_JUDGMENTS = 100
N_TOPICS, N_PASSAGES = 5, 25
WORDS = "spruce larch cone needle bark grows slowly where the winter is long and the soil thin"
MOST_SCRIPT_BYTES = 120_000

# From the key to the frame in which another pair stands, with that frame's painting. Where the
# topic changes, the passage may be the same: it was in both pools.
TIME_KEYS = """() => {
    window.paces = [];
    const text = () => [...document.querySelectorAll(
        "[data-testid=query], [data-testid=passage]"
    )].map((part) => part.textContent).join(" / ");
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


def passage(number: int) -> str:
    """As long as the passages of MS MARCO are on average: some 60 words."""
    words = (WORDS.split() * 4)[:60]
    return f"Passage {number}. " + " ".join(words)


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    texts = {f"d{number}": passage(number) for number in range(N_PASSAGES)}
    queries = {f"q{number}": f"what is need number {number}" for number in range(N_TOPICS)}
    pool = make_pool("pool", make_collection(texts=texts), make_topics(queries=queries))
    campaign = make_campaign(pool=pool, judgments_per_pair=1)
    publish_guideline(campaign=campaign, body="Read the *whole* passage.")
    make_member(campaign, make_user("alice"))
    return campaign


@thorough
def test_the_next_passage_stands_there_at_once(
    page: Page, campaign: Campaign, measured: Measured
) -> None:
    open_desk(page, campaign)
    page.evaluate(TIME_KEYS)
    for number in range(N_JUDGMENTS):
        expect(page.get_by_test_id("passage")).to_be_visible()
        page.keyboard.press("12345"[number % 5])
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
    chromium: Browser, live_server: Server, campaign: Campaign, measured: Measured
) -> None:
    """By a browser that has nothing of it yet."""
    scripts: list[Response] = []
    with opened(chromium, live_server) as page:
        page.on("response", lambda response: scripts.append(response))
        open_desk(page, campaign)
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
