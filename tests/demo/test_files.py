from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from demo.assessors import SimulatedJudgment
from demo.collection import DocPassage
from demo.files import write_judgments, write_pairs, write_passages, write_qrels, write_topics
from demo.topics import TOPICS
from regrade.files.judging.judgments import read_judgments
from regrade.files.judging.pairs import read_pairs
from regrade.files.judging.qrels import read_qrels
from regrade.files.passages import read_passages
from regrade.files.topics import read_topics

MOMENT = datetime(2024, 5, 1, 9, 30, tzinfo=UTC)


def test_passages_are_read_as_they_were_written(tmp_path: Path) -> None:
    passage = DocPassage("trees.fell#1", "trees.fell", 'fell(tree)\n\n    "Größe"\t')
    write_passages(tmp_path / "passages.jsonl", [passage])
    assert [record[:3] for record in read_passages(tmp_path / "passages.jsonl")] == [passage]


def test_topics_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_topics(tmp_path / "topics.jsonl", TOPICS)
    shown = [(t.query_id, t.query, t.description, t.narrative) for t in TOPICS]
    assert [record[:4] for record in read_topics(tmp_path / "topics.jsonl")] == shown


def test_qrels_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_qrels(tmp_path / "known.qrels", {"q1": "d2"})
    assert [(r.query_id, r.doc_id, r.relevance) for r in read_qrels(tmp_path / "known.qrels")] == [
        ("q1", "d2", 1)
    ]


def test_pairs_are_read_as_they_were_written(tmp_path: Path) -> None:
    write_pairs(tmp_path / "pairs.tsv", [("q1", "d1"), ("q1", "d2")])
    assert [pair[:2] for pair in read_pairs(tmp_path / "pairs.tsv")] == [("q1", "d1"), ("q1", "d2")]


def test_judgments_are_read_as_they_were_written(tmp_path: Path) -> None:
    judgments = [
        SimulatedJudgment("q1", "d1", "simulated-1", 2, 1200, MOMENT, ((3, 9),)),
        SimulatedJudgment("q1", "d1", "simulated-2", None, 900, MOMENT),
    ]
    write_judgments(tmp_path / "judgments.tsv", judgments)
    read = read_judgments(tmp_path / "judgments.tsv")
    assert [
        SimulatedJudgment(
            r.query_id, r.doc_id, r.assessor, r.grade, r.active_ms or 0, MOMENT, r.spans
        )
        for r in read
        if r.created_at == MOMENT
    ] == judgments
