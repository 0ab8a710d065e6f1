"""From files of runs and labels to a comparison under labels old and new, all in browsers: one who
organizes, and three who judge at once."""

from __future__ import annotations

import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from annotation.models import Campaign, Judgment, LabelSet, Membership
from ranking.models import Run
from tests.annotation.inviting import PASSWORD
from tests.e2e.conftest import signed_in_by_keyboard
from tests.e2e.driving.browsing import DESKTOP, PHONE, opened
from tests.e2e.driving.running import invite, turn_to
from tests.e2e.driving.server import Server
from tests.factories import make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = ("alice", "bob", "dora")
GRADES = ("0123", "3210", "0221")  # what each of them gives, over and over
DEPTH, N_TOPICS, SEED = 3, 3, 4
RELEVANT = 2  # from this grade on, of TREC's 0 to 3


class Files(NamedTuple):
    passages: Path
    topics: Path
    runs: Sequence[Path]
    qrels: Path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Five topics, two runs of ten passages each, and labels of some."""
    folder = tmp_path
    passages, topics = folder / "passages.tsv.gz", folder / "topics.tsv"
    passages.write_bytes(
        gzip.compress("".join(f"d{n}\tSpruce number {n}.\n" for n in range(60)).encode())
    )
    topics.write_text("".join(f"q{n}\twhich spruce is number {n}\n" for n in range(5)))
    runs = [folder / "bm25.run", folder / "dense.run"]
    for step, run in enumerate(runs, start=1):
        run.write_text(
            "".join(
                f"q{q} Q0 d{(q * 7 + rank * step) % 60} {rank} {20 - rank} {run.stem}\n"
                for q in range(5)
                for rank in range(1, 11)
            )
        )
    qrels = folder / "old.qrels"
    qrels.write_text(
        "".join(
            f"q{q} 0 d{(q * 7 + d) % 60} {(q + d) % 4}\n" for q in range(5) for d in range(1, 9)
        )
    )
    return Files(passages, topics, runs, qrels)


@pytest.fixture
def organizer(page: Page) -> Page:
    make_user("carol", "annotation.may_organize", "ranking.may_research")
    return signed_in_by_keyboard(page, "carol")


@pytest.fixture
def desks(chromium: Browser, live_server: Server) -> Iterator[list[Page]]:
    """A browser for each who judges: two at a desk and one with a phone."""
    with ExitStack() as open_now:
        yield [
            open_now.enter_context(opened(chromium, live_server, **options))
            for options in (DESKTOP, DESKTOP, PHONE)
        ]


def upload(page: Page, label: str, *paths: Path) -> None:
    page.get_by_label(label, exact=True).set_input_files(list(paths))
    page.get_by_role("button", name=re.compile(r"^Upload( both| all \d+)?$")).click()


def go_on(page: Page, step: str) -> None:
    # By a key: what comes from the server meanwhile moves the link from under a pointer.
    page.get_by_role("link", name=f"Next: {step}").press("Enter")
    expect(page).to_have_url(re.compile(f"step={step}$"))


def is_preview_of_the_sample(answer: Response) -> bool:
    """Until it comes, the numbers of other topics stand there."""
    if not answer.url.endswith("/pools/preview"):
        return False
    asked: Any = answer.request.post_data_json
    sample = asked["sample"] or {}
    return (sample.get("n"), sample.get("seed")) == (N_TOPICS, SEED)


def set_up(page: Page, files: Files) -> Campaign:
    """A draft over the top of both runs, three topics of theirs, with TREC's grades."""
    page.goto("/campaigns/new")
    upload(page, "Files of passages", files.passages)
    expect(page.get_by_label("The passages to judge")).to_have_value(re.compile("passages"))
    upload(page, "File of topics", files.topics)
    expect(page.get_by_label("What was searched for")).to_have_value(re.compile("topics"))
    upload(page, "Run files", *files.runs)
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    page.get_by_label("Label files", exact=True).set_input_files(files.qrels)
    page.get_by_label(f"Relevant from, in {files.qrels.name}").fill(str(RELEVANT))
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_text("Stored.").last).to_contain_text(f"(from {RELEVANT} up)")
    go_on(page, "pool")
    page.get_by_label("Depth", exact=True).fill(str(DEPTH))
    page.get_by_label("Only some of the topics").check()
    with page.expect_response(is_preview_of_the_sample):
        page.get_by_label("Topics to draw").fill(str(N_TOPICS))
        page.get_by_label("Seed").fill(str(SEED))
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    promised = page.get_by_test_id("n-pairs")
    expect(promised).to_have_text(re.compile(r"^\d{1,2}$"))
    n_pairs = int(promised.inner_text())
    cost = page.get_by_role("definition").filter(has_text=re.compile(rf"^{3 * n_pairs}\b"))
    expect(cost).to_be_visible()
    go_on(page, "scale")
    page.get_by_role("radio", name="TREC").check()
    go_on(page, "guideline")
    go_on(page, "review")
    page.get_by_label("Name of the campaign").fill("second-look")
    page.get_by_role("button", name="Create the campaign").click()
    page.wait_for_url(re.compile(r"/campaigns/\d+/people$"))
    campaign = Campaign.objects.get()
    assert campaign.pairs.count() == n_pairs
    return campaign


def launch(page: Page) -> None:
    turn_to(page, "Launch")
    page.get_by_role("group", name="State").get_by_role("button", name="Open…").click()
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("open")


def join(page: Page, address: str, name: str) -> None:
    """By the link, with a new account; what is recorded is agreed to before the first passage."""
    page.goto(address)
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_role("button", name="I agree").click()
    expect(page.get_by_test_id("passage")).to_be_visible()


def work_off(desk: Page, grades: str) -> Iterator[None]:
    """One judgment after another, until there is nothing left."""
    passage, nothing = desk.get_by_test_id("passage"), desk.get_by_text("All done")
    for number in range(100):
        expect(passage.or_(nothing)).to_be_visible()
        if nothing.is_visible():
            return
        grade = int(grades[number % len(grades)])
        desk.get_by_role("group", name="Grades").get_by_role("button").nth(grade).click()
        yield


def judge_at_once(board: Page, desks: Sequence[Page], n_wanted: int) -> None:
    """In turn, as people do who sit in three places; the board follows by itself."""
    hands = [work_off(desk, grades) for desk, grades in zip(desks, GRADES, strict=True)]
    for n_rounds, _ in enumerate(zip_longest(*hands), start=1):
        if n_rounds == 2:
            expect(board.get_by_role("img", name=f"6 of {n_wanted} judgments")).to_be_visible()
    for desk in desks:
        expect(desk.get_by_test_id("save-state")).to_have_attribute("data-state", "saved")


def strict_majority(campaign: Campaign) -> dict[tuple[str, str], int]:
    """The expected qrels, counted slowly."""
    votes = defaultdict[tuple[str, str], list[int]](list)
    rows = Judgment.objects.filter(campaign_pair__campaign=campaign, superseded_at=None)
    for query_id, doc_id, grade in rows.values_list(
        "campaign_pair__pair__topic__query_id",
        "campaign_pair__pair__passage__doc_id",
        "grade__value",
    ):
        votes[query_id, doc_id].append(grade)
    return {
        pair: int(2 * sum(grade >= RELEVANT for grade in grades) > len(grades))
        for pair, grades in votes.items()
    }


def derive_and_download(page: Page) -> dict[tuple[str, str], int]:
    turn_to(page, "Labels")
    usual = page.get_by_role("group", name="Presets")
    usual.get_by_role("button", name=re.compile("^Relevant from 2 up")).click()
    page.get_by_label("Name of the label set").fill("looked-again")
    page.get_by_role("button", name="Make the label set").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download qrels of looked-again").click()
    fields = (line.split() for line in download.value.path().read_text().splitlines())
    return {(query_id, doc_id): int(label) for query_id, _, doc_id, label in fields}


def joined_and_compared(page: Page) -> dict[str, str]:
    """The new labels completed by the old ones, and the runs under both and under these."""
    old = LabelSet.objects.get(source="imported")
    page.goto("/library/labels")
    page.get_by_role("link", name="looked-again", exact=True).click()
    page.get_by_role("link", name="Combine with others").click()
    page.get_by_role("combobox", name="Label set 2").select_option(old.name)
    page.get_by_label(f"Other values for {old.name}").fill("0:0,1:0,2:1,3:1")
    page.get_by_label("Name of the new label set").fill("joined")
    page.get_by_role("button", name="Combine", exact=True).click()
    page.get_by_role("status").get_by_role("link", name="joined").click()
    page.get_by_role("link", name="Score runs under them").click()
    page.get_by_role("link", name="Scores", exact=True).click()
    expect(page.get_by_label("Under joined", exact=True).get_by_role("table")).to_be_visible()
    baseline, other = Run.objects.order_by("name").values_list("name", flat=True)
    labels = f"joined,looked-again,{old.name}"
    page.goto(f"/compare?baseline={baseline}&runs={other}&labels={labels}&tab=scores")
    tables = {
        name: page.get_by_label(f"Under {name}", exact=True).get_by_role("table")
        for name in ("joined", "looked-again", old.name)
    }
    for table in tables.values():
        expect(table).to_be_visible()
    return {name: table.inner_text() for name, table in tables.items()}


@thorough
def test_from_files_to_a_comparison_under_joined_labels(
    organizer: Page, desks: list[Page], files: Files
) -> None:
    campaign = set_up(organizer, files)
    address = invite(organizer, len(PEOPLE))
    launch(organizer)
    for desk, name in zip(desks, PEOPLE, strict=True):
        join(desk, address, name)
    turn_to(organizer, "Board")
    n_pairs = campaign.pairs.count()
    judge_at_once(organizer, desks, 3 * n_pairs)
    per_person = Counter(Judgment.objects.values_list("assessor__user__username", flat=True))
    assert per_person == dict.fromkeys(PEOPLE, n_pairs)
    assert Membership.objects.count() == len(PEOPLE)
    assert derive_and_download(organizer) == strict_majority(campaign)
    shown = joined_and_compared(organizer)
    assert len(set(shown.values())) == len(shown) == 3
