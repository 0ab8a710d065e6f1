"""The real campaign from candidate file and recorded judgments to tables, through the commands.

The BERT run re-ranks the 42 topics that the tables rest on and no others: the rest of the 600
would take minutes and change no number.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from annotation.models import LabelSet
from tests.database.shared_rows import MakeShared
from tests.real.real_campaign import derive, import_campaign, manage
from tests.real.real_data import CAMPAIGN, needs_real_data
from tests.tiers import thorough

pytestmark = [pytest.mark.django_db, needs_real_data]

MEASURES = "RR@5,RR@10,MFR@5,MFR@10,P@5,P@10,nDCG@5,nDCG@10,nDCG@20"


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


def compared(*args: str, measures: str = MEASURES) -> list[dict[str, Any]]:
    asked = [f"--measures={measures}", "--format=json", *args]
    rows: list[dict[str, Any]] = json.loads(manage("compare", *asked))
    return rows


def test_new_labels_nearly_double_what_bm25_scores() -> None:
    """More passages answer than the one that MS MARCO knows."""
    labels = ["--labels=strict", "--baseline-labels=original"]
    [row] = compared("--runs=bm25", *labels, measures="RR@10")
    assert row["n_topics"] == 42
    assert row["run_mean"] > 1.8 * row["baseline_mean"]


@thorough
def test_bert_loses_its_lead_under_new_labels(tmp_path: Path) -> None:
    rerank(tmp_path)
    labels = "--labels=original,liberal,strict,graded"
    rows = compared("--baseline=bm25", "--runs=bert", labels)
    assert {row["n_topics"] for row in rows} == {42}
    lead = {row["labels"]: row["difference"] for row in rows if row["measure"] == "RR@10"}
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
