"""Small files in the forms of the published crowd campaigns, written for tests."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Mapping
from pathlib import Path

TASK_COLUMNS = ["set", "topic", "title", "good", "bad"]
OF_TASK = ["", "keys1", "keys2", "keys"]
LOG_COLUMNS = ["run", "set", "worker", "status", "tsload", "tssend"]
OF_ANSWER = ["img", "txt", "keys", "rel"]
AFTER = ["kfails", "tfails", "comment"]
PASSAGE = "Spruces live long 🌲 and firs have cones."
ANSWER = (
    '[{"answer_confidence":{"high":True,"low":False,"medium":False,"very_high":False,'
    '"very_low":False},"annotation":{"entities":[%s]}}]'
)


def task_line(name: str, topic: str, *doc_ids: str) -> list[str]:
    shown = ['"firs, résumé"', '"cats, dogs"', "1"]
    cells = [name, topic, f'"Title of {topic}."', '"pages on it."', '"pages that sell."']
    return cells + [cell for doc_id in doc_ids for cell in (doc_id, *shown)]


def write_tasks(folder: Path, *tasks: list[str], n_documents: int = 2, name: str = "hits") -> Path:
    header = TASK_COLUMNS + [f"doc{n + 1}{part}" for n in range(n_documents) for part in OF_TASK]
    return _write_tsv(folder / f"{name}.txt", [header, *tasks], "cp850")


def answered(
    *rels: str,
    run: str = "1",
    task: str = "7",
    worker: str = "w1",
    status: str = "Accepted",
    sent: str = "12/09/2011 19:25:10",
    comment: str = '""',
) -> list[str]:
    answers = [cell for n, rel in enumerate(rels, 1) for cell in (f"{n}.50", "0.25", "2", rel)]
    return [run, task, worker, status, "12/09/2011 19:22:54", sent, *answers, "0", "1", comment]


def unanswered(status: str, *, n_documents: int = 2, run: str = "1") -> list[str]:
    cells = [run, "7", "w1", status, "12/09/2011 19:22:38", "NA"]
    return cells + ["NA"] * (4 * n_documents + 3)


def write_log(folder: Path, *lines: list[str], n_documents: int = 2) -> Path:
    columns = [f"doc{n + 1}{part}" for n in range(n_documents) for part in OF_ANSWER]
    header = [*LOG_COLUMNS, *columns, *AFTER]
    return _write_tsv(folder / "assignments.txt", [header, *lines], "utf-8")


def result(assignment: str = "A1", entities: str = "", **cells: str) -> dict[str, str]:
    """A line of Mechanical Turk's results; `Input_x` stands for the column Input.x."""
    row = {
        "HITId": "H1",
        "AssignmentId": assignment,
        "WorkerId": "worker_1",
        "AssignmentStatus": "Submitted",
        "SubmitTime": "Mon May 22 17:18:21 PDT 2023",
        "WorkTimeInSeconds": "551",
        "Input.turn_id": "q1",
        "Input.passage_id": "d1",
        "Input.passage": PASSAGE,
        "Input.query": "how long do spruces live",
        "Answer.taskAnswers": ANSWER % entities,
        "Approve": "",
        "Reject": "",
    }
    return row | {name.replace("_", ".", 1): value for name, value in cells.items()}


def entity(start: object, end: object) -> str:
    return f'{{"endOffset":{end},"label":"relevant","startOffset":{start}}}'


def write_results(folder: Path, *rows: Mapping[str, str], name: str = "batch.csv") -> Path:
    path = folder / name
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def packed(path: Path) -> Path:
    """The same file under gzip."""
    target = path.with_suffix(f"{path.suffix}.gz")
    target.write_bytes(gzip.compress(path.read_bytes()))
    return target


def _write_tsv(path: Path, rows: list[list[str]], encoding: str) -> Path:
    path.write_bytes("".join("\t".join(row) + "\r\n" for row in rows).encode(encoding))
    return path
