"""Real collections, runs and judgments, where they are there; nothing is in the repository."""

from __future__ import annotations

import gzip
import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

from regrade.files.judging import JudgmentRow, read_judgments, read_qrels
from regrade.votes.vote import Vote
from tests.source_tree import ROOT

DATA = Path(os.environ.get("REGRADE_DATA") or ROOT.parent / "shared" / "data")
CAMPAIGN = DATA / "msmarco_assessment"
CROWD_LOG = [DATA / "trec2011_crowd" / f"{name}.txt.gz" for name in ("assignments", "hits")]
SNIPPETS = sorted((DATA / "cast_snippets_2022").glob("*.csv.gz"))

needs_real_data = pytest.mark.usefixtures("real_data")


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder that holds them."""
    return found(DATA)


def found(folder: Path) -> Path:
    """The folder; without it the test is skipped, or fails where REGRADE_REQUIRE_DATA is 1."""
    if folder.is_dir():
        return folder
    missing = f"the real data are absent: {folder} is no folder; set REGRADE_DATA to theirs"
    if os.environ.get("REGRADE_REQUIRE_DATA") == "1":
        pytest.fail(missing)
    pytest.skip(missing)


def files_of(folder: Path, pattern: str) -> list[Path]:
    """The files for which a test is run; without any it is collected once, to be skipped."""
    return sorted(folder.glob(pattern)) or [folder / pattern]


def real_rows() -> list[JudgmentRow]:
    return list(read_judgments(CAMPAIGN / "judgments.tsv"))


def real_votes() -> list[Vote]:
    return [Vote(row.query_id, int(row.doc_id), row.assessor, row.grade) for row in real_rows()]


def real_fallback() -> dict[str, list[int]]:
    """The passages that the original labels call relevant: one a topic."""
    labels = read_qrels(CAMPAIGN / "qrels.msmarco.tsv")
    return {label.query_id: [int(label.doc_id)] for label in labels if label.relevance >= 1}


def real_run() -> dict[str, dict[str, float]]:
    """BM25's twenty passages of each of the 600 topics; scores fall by one a rank."""
    run: defaultdict[str, dict[str, float]] = defaultdict(dict)
    with gzip.open(CAMPAIGN / "candidates_600x20.jsonl.gz", "rt") as lines:
        for fields in map(json.loads, lines):
            run[fields["query_id"]][fields["passage_id"]] = -float(fields["bm25_rank"])
    return dict(run)
