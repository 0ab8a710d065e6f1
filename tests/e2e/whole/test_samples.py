"""A sample of two demo runs, drawn, judged, grown and stopped by its rule in the browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from annotation.exchange.judgments import import_judgments
from annotation.labels.deriving import derive_labels
from annotation.models import AssessorKind, Campaign
from annotation.pools.building import build_pool_from_runs
from demo.assessors import SimulatedJudgment, simulate
from demo.files import write_judgments
from demo.names import BM25_RUN, ORGANIZER, PAIRS_RUN
from demo.services.create_demo_campaign import SEED, create_demo_campaign
from demo.services.derive_demo_labels import SIMULATED
from demo.services.enter_documents import enter_collection, enter_known_labels, enter_topics
from demo.services.open_accounts import open_accounts
from demo.services.rank_documents import rank_by_bm25
from demo.services.simulate_pairs import simulate_pairs
from demo.services.simulated_answers import Deserts
from demo.topics import TOPICS
from evaluation.scores.evaluating import evaluate_runs
from ranking.jobs.tracking import untracked
from ranking.models import Run
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import WholePolicy
from regrade.files.judging import read_judgments
from regrade.measures import parse_measures
from tests.e2e.conftest import signed_in
from tests.e2e.driving.looking import check_page
from tests.e2e.driving.running import change_state, confirm, turn_to
from tests.e2e.driving.wizard import begin, create, go_on
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

RUNS, MEASURE, DEPTH = (BM25_RUN, PAIRS_RUN), "P@10", 10
N_FIRST, N_MORE = 40, 160
INTERVAL = r"95% interval \[([^,]+), ([^\]]+)\] for these topics"


class Demo(NamedTuple):
    """The demo's runs, what its simulated assessors say of all their pairs, and the whole truth."""

    runs: list[Run]
    judgments: list[SimulatedJudgment]
    apart: float

    def file(self, path: Path, pairs: Sequence[tuple[str, str]]) -> Path:
        """Their judgments of these pairs, as a file."""
        wanted = set(pairs)
        rows = [one for one in self.judgments if (one.query_id, one.doc_id) in wanted]
        write_judgments(path, rows)
        return path


@pytest.fixture
def demo(transactional_db: None, tmp_path: Path) -> Demo:
    open_accounts()
    enter_collection(track=untracked)
    enter_topics(n_topics=len(TOPICS))
    enter_known_labels()
    rank_by_bm25(depth=30, track=untracked)
    simulate_pairs(depth=20)
    runs = [Run.objects.get(name=name) for name in RUNS]
    pool = build_pool_from_runs(name="all", runs=runs, depth=DEPTH).pool
    campaign = create_demo_campaign(name="all", pool=pool)
    judgments = simulate(
        list(Deserts(pool).to_judge(pool.pairs.order_by("topic__ordinal", "passage__ordinal"))),
        judgments_per_pair=1,
        seed=SEED,
        start=datetime(2026, 1, 5, 9, tzinfo=UTC),
    )
    found = Demo(runs, judgments, 0.0)
    path = found.file(tmp_path / "all.tsv", list(_pairs(campaign)))
    recorded = list(read_judgments(path))
    import_judgments(campaign=campaign, recorded=recorded, kind=AssessorKind.SIMULATED)
    policy = WholePolicy(rules=AggregationPolicy(aggregate="median"), voters=SIMULATED)
    full = derive_labels(name="full", campaign=campaign, policy=policy).label_set
    scores = evaluate_runs(runs=runs, label_sets=[full], measures=parse_measures(MEASURE)).scores
    means = {one.run.name: float(one.values[MEASURE].mean()) for one in scores}
    return found._replace(apart=means[PAIRS_RUN] - means[BM25_RUN])


def _pairs(campaign: Campaign) -> list[tuple[str, str]]:
    """In the order drawn, where they were."""
    pairs = campaign.pairs.order_by("pair__draw_place", "pk")
    return list(pairs.values_list("pair__topic__query_id", "pair__passage__doc_id"))


def set_up(page: Page, demo: Demo) -> Campaign:
    """A draft by design of the two runs, with a seed that draws the same pairs in every test."""
    begin(page, demo.runs)
    page.get_by_label("Depth", exact=True).fill(str(DEPTH))
    page.get_by_role("radio", name="By design").check()
    expect(page.get_by_label("Seed")).not_to_have_value("0")
    page.get_by_label("Seed").fill("7")
    page.get_by_label("By", exact=True).select_option(MEASURE)
    page.get_by_label("Pairs", exact=True).fill(str(N_FIRST))
    expect(page.get_by_text("You ask for 3 judgments a pair")).to_be_visible()
    page.get_by_label("Judgments per pair").fill("1")
    expect(page.get_by_text("You ask for")).to_have_count(0)
    go_on(page, "scale")
    page.get_by_role("radio", name="TREC").check()
    expect(page.get_by_text("Assessors get single pairs in the order drawn")).to_be_visible()
    go_on(page, "guideline")
    go_on(page, "review")
    page.get_by_label("Name of the campaign").fill("sampled")
    create(page)
    return Campaign.objects.get(name="sampled")


def judge(page: Page, file: Path) -> None:
    """Simulated assessors have no browser: their judgments come in as a file."""
    turn_to(page, "Settings")
    page.get_by_label("Files of judgments").set_input_files(file)
    page.get_by_label("Who judged").select_option("simulated")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Store them").click()
    expect(page.get_by_text("Stored. ")).to_be_visible()
    turn_to(page, "Board")


def ends_in(text: str, pattern: str) -> tuple[float, float]:
    found = re.search(pattern, text)
    assert found is not None
    low, high = (end.replace("\N{MINUS SIGN}", "-").replace("±", "") for end in found.groups())
    return float(low), float(high)


def derive_and_compare(page: Page, name: str) -> None:
    page.get_by_role("group", name="Presets").get_by_role("button", name="Median").click()
    page.get_by_label("Name of the label set").fill(name)
    page.get_by_role("button", name="Make the label set").click()
    made = page.get_by_role("article", name=name)
    made.get_by_role("link", name=re.compile(f"runs: {name}")).click()


@thorough
def test_a_sample_is_drawn_judged_grown_and_stopped_by_its_rule(
    page: Page, demo: Demo, tmp_path: Path
) -> None:
    campaign = set_up(signed_in(page, ORGANIZER), demo)
    assert (campaign.pool.seed, campaign.pairs.count()) == (7, N_FIRST)
    turn_to(page, "Launch")
    change_state(page, "Open")
    judge(page, demo.file(tmp_path / "first.tsv", _pairs(campaign)))
    estimates = page.get_by_role("region", name="Estimates so far")
    expect(estimates).to_contain_text(f"{N_FIRST} of {N_FIRST} drawn pairs are judged")
    expect(estimates).to_contain_text("0 has not been ruled out yet")
    low, high = ends_in(estimates.inner_text(), INTERVAL)
    assert low <= demo.apart <= high
    estimates.get_by_label("More pairs").fill(str(N_MORE))
    estimates.get_by_role("button", name="Draw more pairs").click()
    expect(estimates.get_by_text(f"{N_MORE} pairs drawn")).to_be_visible()
    judge(page, demo.file(tmp_path / "more.tsv", _pairs(campaign)))
    expect(estimates).to_contain_text(re.compile(r"0 has been ruled out after \d+ judgments"))
    expect(estimates).to_contain_text("The question is answered")
    check_page(page)
    low, high = ends_in(estimates.inner_text(), INTERVAL)
    assert low <= demo.apart <= high
    estimates.get_by_role("button", name="End the campaign…").click()
    confirm(page, "End the campaign")
    estimates.get_by_role("link", name="Derive labels").click()
    derive_and_compare(page, "sampled-labels")
    verdict = page.get_by_role("region", name="Verdict")
    expect(verdict).to_contain_text(f"estimated from {N_FIRST + N_MORE} of 602 pairs")
    low, high = ends_in(verdict.inner_text(), r"at 95% confidence, lie in \[([^,]+), ([^\]]+)\]")
    assert low <= demo.apart <= high < 0
