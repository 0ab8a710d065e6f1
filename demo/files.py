"""The demo's data as files: it comes in by the same importers as anybody's."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from demo.assessors import SimulatedJudgment
from demo.collection import DocPassage
from demo.topics import DemoTopic


def write_passages(path: Path, passages: Iterable[DocPassage]) -> None:
    _write_objects(
        path, ({"id": doc_id, "title": title, "text": text} for doc_id, title, text in passages)
    )


def write_topics(path: Path, topics: Iterable[DemoTopic]) -> None:
    shown = ("query_id", "query", "description", "narrative")
    _write_objects(path, ({name: getattr(topic, name) for name in shown} for topic in topics))


def write_qrels(path: Path, doc_ids: Mapping[str, str]) -> None:
    """One relevant passage a topic, by query_id."""
    lines = (f"{query_id} 0 {doc_id} 1\n" for query_id, doc_id in doc_ids.items())
    path.write_text("".join(lines), encoding="utf-8")


def write_pairs(path: Path, pairs: Iterable[tuple[str, str]]) -> None:
    _write_table(path, ("query_id", "passage_id"), pairs)


def write_judgments(path: Path, judgments: Iterable[SimulatedJudgment]) -> None:
    header = ("query_id", "passage_id", "assessor", "grade", "active_ms", "created_at", "spans")
    _write_table(path, header, map(_cells, judgments))


def _cells(judgment: SimulatedJudgment) -> Sequence[object]:
    grade = "no_input" if judgment.grade is None else judgment.grade
    pair = judgment.query_id, judgment.doc_id
    given = judgment.assessor, grade, judgment.active_ms, judgment.created_at.isoformat()
    return *pair, *given, json.dumps(judgment.spans)


def _write_objects(path: Path, objects: Iterable[Mapping[str, str]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(fields)}\n" for fields in objects)


def _write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    lines = ("\t".join(map(str, row)) for row in (header, *rows))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
