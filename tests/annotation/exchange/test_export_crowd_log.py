"""The crowd log of 2011 and the table of 2022 through an import and an export."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from annotation.exchange.judgments import JudgmentsReport, import_judgments
from annotation.models import Campaign
from annotation.pools.building import build_pool_from_pairs
from regrade.files.judging import JudgmentRow, read_judgments
from regrade.files.judging.judgments_writer import Layout
from tests.annotation.round_trips import (
    Cells,
    exported,
    recorded_campaign,
    same_up_to_names,
    table,
)
from tests.database.shared_rows import MakeShared
from tests.factories import make_campaign, make_collection, make_topics
from tests.real.real_data import CAMPAIGN, CROWD_LOG, needs_real_data

pytestmark = [pytest.mark.django_db, pytest.mark.thorough, needs_real_data]


def assignments_of(rows: Iterable[JudgmentRow], header: Sequence[str]) -> list[Cells]:
    """The lines of assignments.txt that these judgments came from."""
    work: dict[tuple[str, ...], dict[str, str]] = {}
    for row in rows:
        extra, place = row.extra, row.position
        cells = work.setdefault((row.assessor, extra["set"], extra["tsload"]), {})
        cells |= {name: extra[name] for name in header if name in extra}
        cells |= {"worker": row.assessor, f"doc{place}rel": str(row.grade)}
        cells |= {f"doc{place}{name}": extra[name] for name in ("img", "txt", "keys")}
        cells["comment"] = extra.get("comment", f'"{row.note}"')
        assert cells["status"] == ("Rejected" if row.is_rejected else "Accepted")
    return [tuple(cells[name] for name in header) for cells in work.values()]


def tasks_of(rows: Iterable[JudgmentRow]) -> dict[tuple[str, str], Cells]:
    """What hits.txt says of each document: its topic and what was shown with it."""
    return {
        (row.extra["set"], str(row.position)): (
            row.query_id,
            row.doc_id,
            *(row.extra[name] for name in ("keys1", "keys2", "right_keys")),
        )
        for row in rows
    }


@pytest.fixture(scope="module")
def crowd(make_shared: MakeShared) -> tuple[Campaign, JudgmentsReport]:
    asked = ("crowd-log", "--runs", "1,2,3")
    return make_shared(lambda: recorded_campaign(asked, CROWD_LOG, range(101)))


def test_the_crowd_log_of_2011_loses_no_work(
    crowd: tuple[Campaign, JudgmentsReport], tmp_path: Path
) -> None:
    header, *lines = table(CROWD_LOG[0], "\t")
    status = header.index("status")
    source = [tuple(line) for line in lines if line[status] in ("Accepted", "Rejected")]
    for layout in Layout:
        again = assignments_of(exported(crowd[0], tmp_path, layout), header)
        assert len(again) == len(source) == 1298 + 119
        same_up_to_names(source, again, header.index("worker"))


def test_the_crowd_log_of_2011_loses_no_task(
    crowd: tuple[Campaign, JudgmentsReport], tmp_path: Path
) -> None:
    names, *tasks = table(CROWD_LOG[1], "\t", "cp850")
    shown = {
        (task["set"], f"{n}"): (
            task["topic"],
            *(task[f"doc{n}{part}"] for part in ("", "keys1", "keys2", "keys")),
        )
        for line in tasks
        for task in [dict(zip(names, line, strict=True))]
        for n in range(1, 6)
    }
    assert tasks_of(exported(crowd[0], tmp_path, Layout.TSV)) == shown


def test_the_table_of_the_real_campaign_loses_nothing(tmp_path: Path) -> None:
    path = CAMPAIGN / "judgments.tsv"
    recorded = list(read_judgments(path))
    pool = build_pool_from_pairs(
        name="pool",
        path=path,
        collection=make_collection(texts={row.doc_id: "Text." for row in recorded}),
        topic_set=make_topics("real", queries={row.query_id: "query" for row in recorded}),
    ).pool
    campaign = make_campaign("real", pool)
    report = import_judgments(campaign=campaign, recorded=recorded)
    assert (report.n_votes, report.n_not_judged, report.n_new_accounts) == (5326, 54, 37)
    lines = path.read_text("utf-8").splitlines()
    header, *source = [tuple(line.split("\t")) for line in lines]
    for layout in Layout:
        again = [
            (row.query_id, row.doc_id, row.assessor, grade_of(row), row.extra["msmarco_label"])
            for row in exported(campaign, tmp_path, layout)
        ]
        same_up_to_names(source, again, header.index("assessor"))


def grade_of(row: JudgmentRow) -> str:
    return "no_input" if row.grade is None else str(row.grade)
