"""Takes a picture of each page of a running demo: at a desk and on a phone, light and dark.

`./dev screenshots` runs it; it needs the tools of the tests. It judges a few passages of the open
campaign as the demo's assessor, so that there is something to see.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Playwright, expect, sync_playwright

from demo.names import (
    ASSESSOR,
    BERT_RUN,
    BM25_RUN,
    CLOSED_CAMPAIGN,
    COLLECTION,
    KNOWN_LABELS,
    LEARNING_CAMPAIGN,
    LIBERAL_LABELS,
    OPEN_CAMPAIGN,
    ORGANIZER,
    PASSWORD,
    RESEARCHER,
    STRICT_LABELS,
    STUDY,
    TOPIC_SET,
    TRAINING,
)
from ranking.management.progress import progress_bar

SIZES: Mapping[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FLAGS = ["--no-sandbox", "--disable-gpu"]
CALL = "demo-call"  # made for the picture
ENDED_TOPIC = "split a string into words"
WORDS = "download url"  # of the topic that is served first
N_COLOURS = 255  # of a picture: flat areas and their edges need no more
COMPARISON = (
    f"/compare?baseline={BM25_RUN}&runs={BERT_RUN}"
    f"&labels={KNOWN_LABELS},{LIBERAL_LABELS},{STRICT_LABELS}"
    "&measures=RR@10,MFR@10,P@10,nDCG@10&correction=holm"  # as the page asks of itself
)
# Pages that show all there is to see once they are open, by the names of their pictures.
STRANGERS_PAGES = {"welcome": "/", "sign-in": "/login"}
CAMPAIGN_TABS = {
    "campaign-board": "",
    "campaign-pairs": "/pairs",
    "campaign-agreement": "/agreement",
    "campaign-assessors": "/assessors",
    "campaign-people": "/people",
    "campaign-guideline": "/guideline",
    "campaign-launch": "/launch",
    "campaign-labels": "/labels",
    "campaign-what-if": "/what-if",
    "campaign-figures": "/figures",
    "campaign-watch": "/watch",
    "campaign-settings": "/settings",
}
COLLECTION_PAGE = f"/library/collections/of/{COLLECTION}"
RESEARCHERS_PAGES = {
    "comparison": COMPARISON,
    "library": "/library",
    "library-labels": "/library/labels",
    "library-collections": "/library/collections",
    "collection": COLLECTION_PAGE,
    "topic-set": f"/library/topics/of/{TOPIC_SET}",
    "leaderboard": f"/library/topics/of/{TOPIC_SET}/board?labels={KNOWN_LABELS}&measure=nDCG@10",
    "import": "/library/import",
    "label-set": f"/library/labels/of/{LIBERAL_LABELS}",
    "compare-labels": f"/library/labels/compare?first={LIBERAL_LABELS}&second={STRICT_LABELS}",
    "combine-labels": f"/library/labels/combine?of={LIBERAL_LABELS}&of={KNOWN_LABELS}",
    "compute-run": "/library/compute",
    "rerank-run": f"/library/compute?rerank={BM25_RUN}",
    "jobs": "/library/jobs",
    "account": "/account",
    "api": "/api/docs",
    "new-variant": "/library/variants/new",
    "studies": "/library/studies",
    "new-training": "/library/trainings/new",
    "training": f"/library/trainings/{TRAINING}",
    "study-table": f"/library/studies/{STUDY}/table",
    "study-noise": f"/library/studies/{STUDY}/noise",
    "study-topics": f"/library/studies/{STUDY}/topics",
    "study-failures": f"/library/studies/{STUDY}/failures",
}
COMPARISON_TABS = ("topics", "significance", "order", "unjudged", "methods")

Shoot = Callable[[Page, str], None]
Walk = Callable[[Page, Shoot, Mapping[str, int]], None]


def visit(page: Page, shoot: Shoot, pages: Mapping[str, str], start: str = "") -> None:
    for name, path in pages.items():
        page.goto(f"{start}{path}")
        shoot(page, name)


def strangers_pages(page: Page, shoot: Shoot, campaigns: Mapping[str, int]) -> None:
    visit(page, shoot, STRANGERS_PAGES)


def open_judging(page: Page, campaign: int) -> Locator | None:
    """Open the judging page; the button of the data notice, unless that is accepted."""
    page.goto(f"/judge/{campaign}")
    agree = page.get_by_role("button", name="I agree")
    expect(agree.or_(page.get_by_test_id("passage"))).to_be_visible()
    return agree if agree.is_visible() else None


def consent_page(page: Page, shoot: Shoot, campaigns: Mapping[str, int]) -> None:
    """The data notice, before a later walk accepts it."""
    if open_judging(page, campaigns[OPEN_CAMPAIGN]):
        shoot(page, "consent")


def assessors_pages(page: Page, shoot: Shoot, campaigns: Mapping[str, int]) -> None:
    if agree := open_judging(page, campaigns[OPEN_CAMPAIGN]):
        agree.click()
    passage = page.get_by_test_id("passage")
    expect(passage).to_be_visible()
    for grade in (0, 1, 3):
        before = passage.inner_text()
        page.get_by_role("group", name="Grades").get_by_role("button").nth(grade).click()
        expect(passage).not_to_have_text(before)
    expect(page.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")
    shoot(page, "judging")
    for name, key, shown in (("judging-guideline", "g", "h2"), ("judging-history", "h", "li")):
        page.keyboard.press(key)
        expect(page.get_by_role("complementary").locator(shown).first).to_be_visible()
        shoot(page, name)
        page.keyboard.press("Escape")
    record = f"/judge/{campaigns[OPEN_CAMPAIGN]}/record"
    visit(page, shoot, {"work": "/", "record": record})
    search(page, shoot, campaigns[LEARNING_CAMPAIGN])


def search(page: Page, shoot: Shoot, campaign: int) -> None:
    """Passages found for the topic in hand, none of them judged."""
    if agree := open_judging(page, campaign):
        agree.click()
    expect(page.get_by_test_id("passage")).to_be_visible()
    page.keyboard.press("/")
    page.get_by_label("Search the collection").fill(WORDS)
    found = page.get_by_role("listitem").filter(has=page.locator("mark"))
    expect(found.first).to_be_visible()
    shoot(page, "judging-search")


def organizers_pages(page: Page, shoot: Shoot, campaigns: Mapping[str, int]) -> None:
    campaign = f"/campaigns/{campaigns[CLOSED_CAMPAIGN]}"
    visit(page, shoot, {"campaigns": "/campaigns"})
    visit(page, shoot, CAMPAIGN_TABS, campaign)
    learning_topics(page, shoot, campaigns[LEARNING_CAMPAIGN])
    page.goto(f"{campaign}/pairs?only=highlighted&order=spread")
    page.get_by_role("table").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Decision")).to_be_visible()
    shoot(page, "campaign-pair")
    page.goto(f"{campaign}/assessors")
    page.locator("table a[href*='/assessors/']").first.click()
    expect(page.get_by_role("heading", name="Pace")).to_be_visible()
    shoot(page, "campaign-assessor")
    page.goto(f"{campaign}/adjudicate")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("button", name="Show the votes")).to_be_visible()
    shoot(page, "campaign-settle")
    new_campaign(page, shoot)
    call_for_runs(page, shoot)


def learning_topics(page: Page, shoot: Shoot, campaign: int) -> None:
    """The topics of the campaign that learns, and the curve of the one that its rule ended."""
    page.goto(f"/campaigns/{campaign}/topics")
    page.get_by_role("table").get_by_role("button", name=ENDED_TOPIC).first.click()
    rules = page.get_by_role("list", name="Stopping rules")
    expect(rules).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "campaign-topics")
    page.locator("#topic").evaluate("(part) => scrollBy(0, part.getBoundingClientRect().top - 24)")
    shoot(page, "campaign-topic")


def new_campaign(page: Page, shoot: Shoot) -> None:
    page.goto("/campaigns/new")
    page.get_by_label("The passages to judge").select_option(COLLECTION)
    page.get_by_label("What was searched for").select_option(TOPIC_SET)
    for run in (BM25_RUN, BERT_RUN):
        page.get_by_role("checkbox", name=re.compile(f"^{run}")).check()
    shoot(page, "new-campaign-runs")
    for step in ("pool", "scale", "guideline", "review"):
        page.get_by_role("link", name=f"Next: {step}").click()
        expect(page.get_by_role("heading", level=3).first).to_be_visible()
        if step == "scale":
            page.get_by_role("radio", name="FiRA").check()
        shoot(page, f"new-campaign-{step}")
        if step == "pool":
            drawn_pool(page, shoot)


def drawn_pool(page: Page, shoot: Shoot) -> None:
    """The step of the pool with pairs by design, which the further steps are without."""
    page.get_by_role("radio", name="By design").check()
    question = page.get_by_role("heading", name="Your question")
    expect(question).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.get_by_role("heading", name="Which pairs").evaluate("(part) => part.scrollIntoView()")
    shoot(page, "new-campaign-design")
    page.get_by_role("radio", name="The whole pool").check()
    expect(question).to_have_count(0)


def call_for_runs(page: Page, shoot: Shoot) -> None:
    page.goto(f"/library/calls?topic_set={TOPIC_SET}")
    call = page.get_by_role("link", name=CALL)
    expect(page.get_by_role("button", name="Make the call")).to_be_visible()
    if not call.is_visible():
        page.get_by_label("Name of the call").fill(CALL)
        page.get_by_label("Collection").select_option(COLLECTION)
        page.get_by_role("button", name="Make the call").click()
        page.get_by_label("Name of a team").fill("team-a")
        page.get_by_role("button", name="Add the team").click()
        expect(page.get_by_role("button", name=re.compile("^Revoke the token"))).to_be_visible()
        page.goto("/library/calls")
    call.click()
    expect(page.get_by_role("heading", name=CALL, level=1)).to_be_visible()
    shoot(page, "call")


def researchers_pages(page: Page, shoot: Shoot, campaigns: Mapping[str, int]) -> None:
    visit(page, shoot, RESEARCHERS_PAGES)
    for tab in COMPARISON_TABS:  # each from where the tabs stand
        page.goto(f"{COMPARISON}&tab={tab}")
        tabs = page.get_by_role("navigation", name="Parts of the comparison")
        expect(tabs.get_by_role("link", name=tab, exact=False)).to_be_visible()
        page.wait_for_load_state("networkidle")
        tabs.evaluate("(nav) => nav.scrollIntoView()")
        shoot(page, f"comparison-{tab}")
    page.goto(COLLECTION_PAGE)
    page.get_by_role("list", name="Passages").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Ranks by run")).to_be_visible()
    shoot(page, "passage")
    run_and_topic(page, shoot)
    page.goto("/library/jobs")
    page.get_by_role("link", name=BERT_RUN).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(BERT_RUN)
    shoot(page, "job")
    page.goto("/library/studies/new")
    expect(page.get_by_text("time of one worker")).to_be_visible()
    shoot(page, "new-study")


def run_and_topic(page: Page, shoot: Shoot) -> None:
    """A run, and the topic where it loses most against another run."""
    page.goto(f"/library/runs/of/{BM25_RUN}")
    worst = page.get_by_role("group", name="Topics, the worst first")
    expect(worst).to_be_visible()
    shoot(page, "run")
    address = worst.get_by_role("link").first.get_attribute("href") or ""
    page.goto(address.replace(f"runs={BM25_RUN}", f"runs={BM25_RUN},{BERT_RUN}"))
    expect(page.get_by_role("region", name=BERT_RUN)).to_be_visible()
    shoot(page, "topic")


WALKS: Sequence[tuple[str | None, Walk]] = (
    (None, strangers_pages),
    (ASSESSOR, consent_page),
    (ASSESSOR, assessors_pages),
    (ORGANIZER, organizers_pages),
    (RESEARCHER, researchers_pages),
)


def small(picture: bytes) -> bytes:
    """The picture with a reduced palette, without visible loss."""
    kept = BytesIO()
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(N_COLOURS, dither=Image.Dither.NONE).convert("RGB").save(
        kept, "WEBP", lossless=True, quality=100, method=6
    )
    return kept.getvalue()


@contextmanager
def signed_in(browser: Browser, address: str, account: str | None, size: str) -> Iterator[Page]:
    context = browser.new_context(base_url=address, reduced_motion="reduce", **SIZES[size])
    page = context.new_page()
    if account is not None:
        page.goto("/login")
        page.get_by_label("Username").fill(account)
        page.get_by_label("Password").fill(PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url("/")
    yield page
    context.close()


def campaign_ids(browser: Browser, address: str) -> dict[str, int]:
    with signed_in(browser, address, ORGANIZER, "desk") as page:
        rows = page.request.get("/api/campaigns").json()
    ids = {row["name"]: row["id"] for row in rows}
    if missing := sorted({OPEN_CAMPAIGN, LEARNING_CAMPAIGN, CLOSED_CAMPAIGN} - ids.keys()):
        raise SystemExit(
            f"The demo at {address} has no campaign {' and no '.join(missing)} yet."
            " Wait until ./dev demo has listed its accounts, and ask again."
        )
    return ids


def launch(playwright: Playwright, asked: argparse.Namespace) -> Browser:
    """Start Chromium, with its own libraries and fonts unless a system package provides them."""
    if asked.libraries is None:
        return playwright.chromium.launch(executable_path=asked.chromium, args=FLAGS)
    own = {"LD_LIBRARY_PATH": str(asked.libraries), "FONTCONFIG_FILE": str(asked.fonts)}
    return playwright.chromium.launch(
        executable_path=asked.chromium, args=[*FLAGS, "--headless=shell"], env={**own}
    )


def take_all(asked: argparse.Namespace) -> None:
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, progress_bar(unit=" pictures") as bar:
        browser = launch(playwright, asked)
        campaigns = campaign_ids(browser, asked.address)
        for (account, walk), size in product(WALKS, SIZES):
            with signed_in(browser, asked.address, account, size) as page:
                walk(page, camera(asked.folder, size, bar.update), campaigns)
        browser.close()


def camera(folder: Path, size: str, update: Callable[[], object]) -> Shoot:
    def shoot(page: Page, name: str) -> None:
        page.wait_for_load_state("networkidle")
        expect(page.get_by_test_id("waiting")).to_have_count(0)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            expect(page.locator(f"html[data-theme={theme}]")).to_be_attached()
            picture = small(page.screenshot(animations="disabled"))
            (folder / f"{name}-{size}-{theme}.webp").write_bytes(picture)
            update()

    return shoot


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", help="of the running demo, as http://127.0.0.1:8000")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--chromium", type=Path, required=True, help="the browser's program")
    parser.add_argument("--libraries", type=Path, help="libraries that came with it")
    parser.add_argument("--fonts", type=Path, help="its fontconfig file")
    take_all(parser.parse_args())


if __name__ == "__main__":
    main()
