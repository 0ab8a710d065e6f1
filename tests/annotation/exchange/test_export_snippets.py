"""The snippets of 2022 through an import and an export."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from annotation.exchange.judgments import JudgmentsReport
from annotation.models import Campaign, Judgment, Slot
from regrade.files.judging import JudgmentRow
from regrade.files.judging.judgments_writer import Layout
from regrade.files.judging.mturk import read_mturk
from tests.annotation.round_trips import exported, recorded_campaign, same_up_to_names, table
from tests.database.shared_rows import MakeShared
from tests.real.real_data import SNIPPETS, needs_real_data
from tests.tiers import THOROUGH, thorough

pytestmark = [pytest.mark.django_db, needs_real_data]
N_FIRST = 20  # rows of each file that the fast tier takes


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Path]:
    folder = tmp_path_factory.mktemp("snippets")
    return SNIPPETS if THOROUGH else [first_rows(path, folder) for path in SNIPPETS]


@pytest.fixture(scope="module")
def snippets(paths: Sequence[Path], make_shared: MakeShared) -> tuple[Campaign, JudgmentsReport]:
    return make_shared(lambda: recorded_campaign(("mturk",), paths, (0, 1)))


@pytest.mark.parametrize(
    "layout",
    [one if one == Layout.TSV else pytest.param(one, marks=thorough) for one in Layout],
)
def test_the_snippets_of_2022_lose_nothing(
    layout: Layout,
    paths: Sequence[Path],
    snippets: tuple[Campaign, JudgmentsReport],
    tmp_path: Path,
) -> None:
    campaign, report = snippets
    assert report.n_rows == (2445 if THOROUGH else N_FIRST * len(SNIPPETS))
    check_nothing_is_lost(campaign, paths, exported(campaign, tmp_path, layout))


def first_rows(path: Path, folder: Path) -> Path:
    part = folder / path.name
    with gzip.open(part, "wt", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(table(path, ",")[: 1 + N_FIRST])
    return part


def check_nothing_is_lost(
    campaign: Campaign, paths: Sequence[Path], rows: Iterable[JudgmentRow]
) -> None:
    texts = dict(campaign.pool.collection.passages.values_list("doc_id", "text"))
    queries = dict(campaign.pool.topic_set.topics.values_list("query_id", "query"))
    header = table(paths[0], ",")[0]
    source = [tuple(line) for path in paths for line in table(path, ",")[1:]]
    again = []
    for row in rows:
        cells: dict[str, str] = row.extra | {
            "WorkerId": row.assessor,
            "Input.turn_id": row.query_id,
            "Input.query": queries[row.query_id],
            "Input.passage_id": row.doc_id,
            "Input.passage": texts[row.doc_id] or "",
        }
        again.append(tuple(cells[name] for name in header))
        assert row.is_rejected == bool(cells["Reject"])
    same_up_to_names(source, again, header.index("WorkerId"))


@thorough
def test_spans_and_confidence_of_the_snippets_come_out_as_they_came_in(
    snippets: tuple[Campaign, JudgmentsReport], tmp_path: Path
) -> None:
    before = {row.extra["AssignmentId"]: row for row in read_mturk(SNIPPETS).rows}
    rows = exported(snippets[0], tmp_path, Layout.TSV)
    assert len(rows) == len(before) == 2445
    for row in rows:
        first = before[row.extra["AssignmentId"]]
        assert (row.spans, row.confidence, row.grade) == (
            first.spans,
            first.confidence,
            first.grade,
        )
        assert (row.created_at, row.text_hash) == (first.created_at, first.text_hash)


@thorough
def test_the_snippets_of_2022_vote_by_accepted_work_alone(
    snippets: tuple[Campaign, JudgmentsReport],
) -> None:
    report = snippets[1]
    assert (report.n_votes, report.n_rejected, report.n_assessors) == (2063, 382, 15)
    assert Judgment.objects.votes().count() == Slot.objects.exclude(judgment=None).count() == 2063
