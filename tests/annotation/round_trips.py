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
from tempfile import TemporaryDirectory

from annotation.exchange.candidates import import_candidates
from annotation.exchange.exported_judgments import EVERYTHING, export_judgments
from annotation.exchange.judgments import JudgmentsReport, import_judgments
from annotation.models import Campaign
from annotation.pools.building import build_pool_from_pairs
from regrade.command.program import main
from regrade.files.judging import JudgmentRow, read_judgments
from regrade.files.judging.judgments_writer import Layout
from tests.factories import make_campaign

Cells = tuple[str, ...]


def recorded_campaign(
    asked: Sequence[str], paths: Sequence[Path], grades: Sequence[int]
) -> tuple[Campaign, JudgmentsReport]:
    """A campaign with the judgments that `regrade convert` makes of these files."""
    with TemporaryDirectory() as folder:
        votes, tasks = Path(folder) / "votes.jsonl", Path(folder) / "tasks.jsonl"
        files = [*map(str, paths), "-o", str(votes), "--tasks", str(tasks)]
        assert main(["convert", *asked, *files]) == 0
        made = import_candidates(path=tasks, collection_name="docs", topics_name="needs")
        pool = build_pool_from_pairs(
            name="tasks",
            path=tasks,
            collection=made.collection,
            topic_set=made.topic_set,
            keep_textless=True,
        ).pool
        recorded = list(read_judgments(votes))
    campaign = make_campaign(pool=pool, judgments_per_pair=1, grades=grades)
    report = import_judgments(campaign=campaign, recorded=recorded)
    assert import_judgments(campaign=campaign, recorded=recorded).n_unchanged == report.n_rows
    return campaign, report


def exported(campaign: Campaign, folder: Path, layout: Layout) -> list[JudgmentRow]:
    path = folder / f"everything.{layout}"
    export_judgments(campaign=campaign, path=path, layout=layout, options=EVERYTHING)
    return list(read_judgments(path))


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
