"""The real campaign from candidate file and recorded judgments to tables, through the commands.

The BERT run re-ranks the 42 topics that the tables rest on and no others: the rest of the 600
would take minutes and change no number.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from annotation.models import LabelSet
from tests.real_campaign import derive, import_campaign, manage
from tests.real_data import CAMPAIGN, needs_real_data
from tests.shared_rows import MakeShared

pytestmark = [pytest.mark.django_db, needs_real_data]

MEASURES = "--measures=RR@5,RR@10,MFR@5,MFR@10,P@5,P@10,nDCG@5,nDCG@10,nDCG@20"


@pytest.fixture(scope="module", autouse=True)
def _labelled_campaign(make_shared: MakeShared) -> None:
    make_shared(import_campaign)
    make_shared(derive)


def rerank(folder: Path) -> None:
    """BERT over the BM25 passages of the topics that the strict labels have."""
    topics = set(
        LabelSet.objects.get(name="strict").topic_labels.values_list("topic__query_id", flat=True)
    )
    path = folder / "bm25.trec"
    with gzip.open(CAMPAIGN / "candidates_600x20.jsonl.gz", "rt") as lines, path.open("w") as run:
        for fields in map(json.loads, lines):
            if (query_id := fields["query_id"]) in topics:
                rank = fields["bm25_rank"]
                run.write(f"{query_id} Q0 {fields['passage_id']} {rank} {-rank} bm25\n")
    ground = ["--collection=msmarco", "--topics=dev600"]
    manage("import_run", path, "--name=bm25-judged", *ground)
    manage("rerank", "bm25-judged", "--ranker=bert-dot", "--name=bert", "--now")


def compared(*args: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(manage("compare", MEASURES, "--format=json", *args))
    return rows


def test_the_campaign_from_candidates_to_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rerank(tmp_path)
    labels = "--labels=liberal,strict,graded"
    relabelled = compared("--runs=bm25,bert", "--baseline-labels=original", labels)
    reranked = compared("--baseline=bm25", "--runs=bert", "--labels=original,liberal,strict,graded")
    with capsys.disabled():
        old_and_new = ["--runs=bm25,bert", "--baseline-labels=original", labels]
        sys.stdout.write(manage("compare", MEASURES, *old_and_new))
        both = ["--baseline=bm25", "--runs=bert", "--labels=original,liberal,strict,graded"]
        sys.stdout.write(manage("compare", MEASURES, *both))
    assert {row["n_topics"] for row in relabelled + reranked} == {42}
    old, new = (
        next(r[key] for r in relabelled if _is(r, "bm25", "strict", "RR@10"))
        for key in ("baseline_mean", "run_mean")
    )
    assert new > 1.8 * old  # more than the one MS MARCO passage answers
    lead = {row["labels"]: row["difference"] for row in reranked if row["measure"] == "RR@10"}
    assert lead["original"] > lead["liberal"]
    assert lead["original"] > lead["strict"]


def test_bm25_under_strict_labels_is_what_the_files_say(tmp_path: Path) -> None:
    """MRR@10 worked out from the files alone, without anything of ours but the labels."""
    path = tmp_path / "strict.txt"
    manage("export_labels", "strict", path)
    relevant = {
        tuple(line.split()[::2]) for line in path.read_text().splitlines() if line[-1] == "1"
    }
    topics = {line.split()[0] for line in path.read_text().splitlines()}
    best: dict[str, int] = {}
    with gzip.open(CAMPAIGN / "candidates_600x20.jsonl.gz", "rt") as lines:
        for fields in map(json.loads, lines):
            pair = (fields["query_id"], fields["passage_id"])
            if pair in relevant and fields["bm25_rank"] <= 10:
                best[pair[0]] = min(fields["bm25_rank"], best.get(pair[0], 10))
    expected = sum(1 / rank for rank in best.values()) / len(topics)
    [row] = json.loads(
        manage("evaluate", "--runs=bm25", "--labels=strict", "--measures=RR@10", "--format=json")
    )
    assert row["mean"] == pytest.approx(expected, abs=1e-12)


def _is(row: dict[str, Any], run: str, labels: str, measure: str) -> bool:
    return (row["run"], row["labels"], row["measure"]) == (run, labels, measure)
