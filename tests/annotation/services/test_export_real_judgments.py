"""What others recorded comes in, goes out, and is the same: every row, every column.

From an export of everything each source row is put together again and compared with the file's,
letter for letter; only the names of workers differ, which are pseudonyms, one for each.
"""

from __future__ import annotations

import csv
import gzip
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from annotation.files import Form, JudgmentRow, read_recorded
from annotation.files.judgments_writer import Layout
from annotation.models import Campaign, Cause, Judgment, Slot
from annotation.services.build_pool import build_pool_from_pairs
from annotation.services.export_judgments import EVERYTHING, export_judgments
from annotation.services.import_judgments import JudgmentsReport, import_judgments
from annotation.services.import_tasks import import_tasks
from tests.annotation.real_data import CAMPAIGN, CROWD_LOG, SNIPPETS, needs_real_data
from tests.factories import make_campaign, make_collection, make_topics

pytestmark = [pytest.mark.django_db, needs_real_data]

RUNS = ("1", "2", "3")
Cells = tuple[str, ...]


def recorded_campaign(
    form: Form, paths: Sequence[Path], grades: Sequence[int], runs: Sequence[str] = ()
) -> tuple[Campaign, JudgmentsReport]:
    tasks = import_tasks(
        form=form, paths=paths, collection_name="docs", topics_name="needs", pool_name="tasks"
    )
    campaign = make_campaign(pool=tasks.pool, judgments_per_pair=1, grades=grades)
    recorded = read_recorded(form, paths, runs=runs)
    report = import_judgments(campaign=campaign, recorded=recorded)
    assert import_judgments(campaign=campaign, recorded=recorded).n_unchanged == report.n_rows
    return campaign, report


def exported(campaign: Campaign, folder: Path, layout: Layout) -> list[JudgmentRow]:
    path = folder / f"everything.{layout}"
    export_judgments(campaign=campaign, path=path, layout=layout, options=EVERYTHING)
    return read_recorded(Form.TABLE, [path]).rows


def same_up_to_names(source: Iterable[Cells], again: Iterable[Cells], name_at: int) -> None:
    """The rows are equal when names are mapped one to one; rows without names tell them apart."""
    pseudonyms: dict[str, str] = {}

    def named(rows: Iterable[Cells]) -> dict[Cells, list[str]]:
        found = defaultdict(list)
        for row in rows:
            found[(*row[:name_at], *row[name_at + 1 :])].append(row[name_at])
        return found

    left, right = named(source), named(again)
    assert left.keys() == right.keys()
    for cells, names in left.items():
        if len(names) == len(right[cells]) == 1:
            assert pseudonyms.setdefault(names[0], right[cells][0]) == right[cells][0]
    assert len(set(pseudonyms.values())) == len(pseudonyms)
    for cells, names in left.items():
        assert sorted(pseudonyms[name] for name in names) == sorted(right[cells])


def table(path: Path, delimiter: str, encoding: str = "utf-8") -> list[list[str]]:
    with gzip.open(path, "rt", encoding=encoding, newline="") as stream:
        if delimiter == ",":
            return list(csv.reader(stream))
        return [line.rstrip("\r\n").split(delimiter) for line in stream]


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


@pytest.fixture
def crowd() -> tuple[Campaign, JudgmentsReport]:
    return recorded_campaign(Form.CROWD_LOG, CROWD_LOG, range(101), RUNS)


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


def test_the_crowd_log_of_2011_votes_by_accepted_first_looks_alone(
    crowd: tuple[Campaign, JudgmentsReport],
) -> None:
    report = crowd[1]
    assert (report.n_votes, report.n_rejected, report.n_repeats) == (1298 * 5 - 45, 119 * 5, 45)
    assert (report.n_previews, report.n_skipped) == (1996, 186)
    assert Judgment.objects.votes().count() == report.n_votes
    assert Slot.objects.exclude(judgment=None).count() == report.n_votes
    assert not Slot.objects.filter(judgment__cause=Cause.REJECTED).exists()


@pytest.fixture
def snippets() -> tuple[Campaign, JudgmentsReport]:
    return recorded_campaign(Form.MTURK, SNIPPETS, (0, 1))


def test_the_snippets_of_2022_lose_nothing(
    snippets: tuple[Campaign, JudgmentsReport], tmp_path: Path
) -> None:
    campaign = snippets[0]
    texts = dict(campaign.pool.collection.passages.values_list("doc_id", "text"))
    queries = dict(campaign.pool.topic_set.topics.values_list("query_id", "query"))
    header = table(SNIPPETS[0], ",")[0]
    source = [tuple(line) for path in SNIPPETS for line in table(path, ",")[1:]]
    for layout in Layout:
        again = []
        for row in exported(campaign, tmp_path, layout):
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


def test_spans_and_confidence_of_the_snippets_come_out_as_they_came_in(
    snippets: tuple[Campaign, JudgmentsReport], tmp_path: Path
) -> None:
    before = {row.extra["AssignmentId"]: row for row in read_recorded(Form.MTURK, SNIPPETS).rows}
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


def test_the_snippets_of_2022_vote_by_accepted_work_alone(
    snippets: tuple[Campaign, JudgmentsReport],
) -> None:
    report = snippets[1]
    assert (report.n_votes, report.n_rejected, report.n_assessors) == (2063, 382, 15)
    assert Judgment.objects.votes().count() == Slot.objects.exclude(judgment=None).count() == 2063


def test_the_table_of_the_real_campaign_loses_nothing(tmp_path: Path) -> None:
    recorded = read_recorded(Form.TABLE, [CAMPAIGN / "judgments.tsv"])
    collection = make_collection(texts={row.doc_id: "Text." for row in recorded.rows})
    topics = make_topics(queries={row.query_id: "query" for row in recorded.rows})
    pool = build_pool_from_pairs(
        name="pool", path=CAMPAIGN / "judgments.tsv", collection=collection, topic_set=topics
    ).pool
    campaign = make_campaign(pool=pool)
    import_judgments(campaign=campaign, recorded=recorded)
    header, *source = [
        tuple(line.split("\t")) for line in (CAMPAIGN / "judgments.tsv").read_text().splitlines()
    ]
    assert header == ("query_id", "passage_id", "assessor", "grade", "msmarco_label")
    for layout in Layout:
        again = [
            (
                row.query_id,
                row.doc_id,
                row.assessor,
                "no_input" if row.grade is None else str(row.grade),
                row.extra["msmarco_label"],
            )
            for row in exported(campaign, tmp_path, layout)
        ]
        same_up_to_names(source, again, header.index("assessor"))
