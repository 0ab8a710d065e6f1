"""The log of a crowd campaign: tasks of some documents each, and what workers did with them.

The form is that of the UC3M runs of TREC 2011's crowdsourcing track: `assignments.txt` holds one
interaction a line, `hits.txt` the documents of each task; both tab-separated. Text stands in
quotes there, and quotes within it as they are, so that only the outer ones may be taken off.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import checked_id
from regrade.files.judging.judgment_row import JudgmentRow, Recorded, RecordedPair, number_occasions
from regrade.files.judging.tables import Header, Names, TableRow, parse_table
from regrade.files.lines import at_least_one, read_lines
from regrade.files.numbers import parse_small_number
from regrade.files.streams import Progress
from regrade.text.visible import text_or_empty

ASSIGNMENTS: tuple[Names, ...] = (
    ("run",),
    ("set",),
    ("worker",),
    ("status",),
    ("tsload",),
    ("tssend",),
)
TASKS: tuple[Names, ...] = (("set",), ("topic",), ("title",), ("good",), ("bad",), ("doc1",))
PREVIEW, SKIPPED, ACCEPTED, REJECTED = "Preview", "Skipped", "Accepted", "Rejected"
MISSING = "NA"
DOCUMENT = re.compile(r"doc([1-9]\d?)")
OF_DOCUMENT = re.compile(r"doc([1-9]\d?)(.+)")
# The keywords in the published tasks are "sécurité" and "português" in this code page alone.
CODE_PAGE = "cp850"
# The log's clock: "CET", which is summer time in September.
CLOCK, TIME_FORMAT = ZoneInfo("Europe/Madrid"), "%d/%m/%Y %H:%M:%S"


class Task(NamedTuple):
    """One set of documents about one topic, as workers were shown it."""

    query_id: str
    title: str
    good: str
    bad: str
    doc_ids: Mapping[int, str]  # by number in the task, from 1
    shown: Mapping[int, Mapping[str, str]]  # what else was shown with each, as it stands there
    line: int


def read_crowd_log(
    paths: Sequence[Path],
    *,
    runs: Collection[str] = (),
    progress: Progress | None = None,
    max_bytes: int | None = None,
) -> Recorded:
    """The judgments of a crowd log: a row for each document of accepted or rejected work.

    A document's number in its task becomes the position, the seconds that its image and its text
    were shown the active time. What stands in no field of a row is kept in `extra`, with the
    document's own columns under their names without `docN`, and `keys1`, `keys2` and `right_keys`
    from its task. A worker who met a pair again in another run has another occasion.

    Args:
        paths: assignments and tasks, in any order, distinguished by their header lines.
        runs: whose work to take; runs need not share a scale, so a log with several asks for them.
        progress: see `streams`.
        max_bytes: how much each file may hold, unpacked.

    Raises:
        BadInput: not one file of each kind, a set that no task has or two have, an unknown status,
            a grade, time or id that is none, several runs and none named, a run that is not
            there, no judgments, and whatever `parse_table` and `read_lines` refuse.
    """
    assignments, tasks = _assignments_and_tasks(paths, max_bytes)
    by_set = dict(_read_tasks(tasks, progress, max_bytes))
    lines = read_lines(assignments, progress, max_bytes=max_bytes, code_page=CODE_PAGE)
    interactions = list(parse_table(assignments, lines, Header(ASSIGNMENTS)))
    taken = _taken(assignments, interactions, runs)
    rows = [row for done in taken for row in _judgments(assignments, done, by_set)]
    statuses = [interaction.cells["status"] for interaction in taken]
    return Recorded(
        number_occasions(at_least_one(rows, assignments, "judgments")),
        n_previews=statuses.count(PREVIEW),
        n_skipped=statuses.count(SKIPPED),
    )


def read_crowd_pairs(
    paths: Sequence[Path], *, progress: Progress | None = None, max_bytes: int | None = None
) -> Iterator[RecordedPair]:
    """Yield each document of each task with its topic; documents have no text here.

    Raises:
        BadInput: as `read_crowd_log`.
    """
    _, path = _assignments_and_tasks(paths, max_bytes)
    for _, task in _read_tasks(path, progress, max_bytes):
        for doc_id in task.doc_ids.values():
            yield RecordedPair(
                query_id=task.query_id,
                query=task.title,
                description=task.good,
                narrative=f"Not relevant: {task.bad}" if task.bad else "",
                doc_id=doc_id,
                text=None,
                path=path,
                line=task.line,
            )


def _assignments_and_tasks(paths: Sequence[Path], max_bytes: int | None) -> tuple[Path, Path]:
    """The file of assignments and that of tasks."""
    found: dict[str, Path] = {}
    for path in paths:
        lines = read_lines(path, max_bytes=max_bytes, code_page=CODE_PAGE)
        header = next(line.text for line in lines if line.text.strip()).split("\t")
        kind = "assignments" if "status" in header else "tasks" if "doc1" in header else None
        if kind is None:
            raise BadInput(
                path,
                1,
                "the header names no column status (assignments) or doc1 (tasks)",
                code="column_missing",
            )
        if kind in found:
            raise BadInput(
                path, None, f"it holds {kind}, and so does {found[kind].name}", code="file_twice"
            )
        found[kind] = path
    if missing := {"assignments", "tasks"} - set(found):
        raise BadInput(
            paths[0], None, f"give the file of {missing.pop()} beside it", code="file_missing"
        )
    return found["assignments"], found["tasks"]


def _read_tasks(
    path: Path, progress: Progress | None, max_bytes: int | None
) -> Iterator[tuple[str, Task]]:
    """Yield the tasks by the name of their set."""
    first_lines: dict[str, int] = {}
    lines = read_lines(path, progress, max_bytes=max_bytes, code_page=CODE_PAGE)
    for row in at_least_one(parse_table(path, lines, Header(TASKS)), path, "tasks"):
        name = row.cells["set"]
        first = first_lines.setdefault(name, row.line)
        if first != row.line:
            raise BadInput(
                path, row.line, f"set {name} appears twice, first on line {first}", code="set_twice"
            )
        yield name, _parse_task(path, row)


def _parse_task(path: Path, row: TableRow) -> Task:
    documents, shown = _by_document(row)
    return Task(
        query_id=checked_id(path, row.line, "topic", row.cells["topic"]),
        title=_unquoted(row.cells["title"]),
        good=_unquoted(row.cells["good"]),
        bad=_unquoted(row.cells["bad"]),
        doc_ids={
            number: checked_id(path, row.line, f"document {number}", doc_id)
            for number, doc_id in documents.items()
            if doc_id != MISSING
        },
        shown=shown,
        line=row.line,
    )


def _by_document(row: TableRow) -> tuple[dict[int, str], dict[int, dict[str, str]]]:
    """The cells of docN, and those of docN… by number and by what stands behind the number."""
    documents: dict[int, str] = {}
    others: dict[int, dict[str, str]] = {}
    for name, value in row.cells.items():
        if match := DOCUMENT.fullmatch(name):
            documents[int(match[1])] = value
        elif match := OF_DOCUMENT.fullmatch(name):
            others.setdefault(int(match[1]), {})[match[2]] = value
    return documents, others


def _taken(
    path: Path, interactions: Sequence[TableRow], runs: Collection[str]
) -> Sequence[TableRow]:
    found = {row.cells["run"] for row in interactions}
    known = ", ".join(sorted(found))
    if missing := sorted(set(runs) - found):
        raise BadInput(
            path, None, f"there is no run {missing[0]} among {known}", code="unknown_run"
        )
    if not runs and len(found) > 1:
        reason = f"runs {known} need not share a scale; say which to take"
        raise BadInput(path, None, reason, code="several_runs")
    return [row for row in interactions if not runs or row.cells["run"] in runs]


def _judgments(path: Path, row: TableRow, tasks: Mapping[str, Task]) -> Iterator[JudgmentRow]:
    """The answers of one interaction: none, or one to each document of the task."""
    status, name = row.cells["status"], row.cells["set"]
    if status not in (PREVIEW, SKIPPED, ACCEPTED, REJECTED):
        known = f"{PREVIEW}, {SKIPPED}, {ACCEPTED}, {REJECTED}"
        raise BadInput(
            path, row.line, f"the status {status!r} is none of {known}", code="unknown_status"
        )
    if name not in tasks:
        raise BadInput(path, row.line, f"no task has the set {name}", code="unknown_set")
    if status in (ACCEPTED, REJECTED):
        _, answers = _by_document(row)
        for number, doc_id in tasks[name].doc_ids.items():
            yield _judgment(path, row, tasks[name], (number, doc_id), answers.get(number, {}))


def _judgment(
    path: Path, row: TableRow, task: Task, document: tuple[int, str], answer: dict[str, str]
) -> JudgmentRow:
    (number, doc_id), cells = document, row.cells
    if not cells["worker"]:
        raise BadInput(path, row.line, "the worker is empty", code="assessor_empty")
    try:
        grade, active_ms = _grade(answer), _active_ms(answer)
        created_at = _time(cells["tssend"]) or _time(cells["tsload"])
    except BadValue as error:
        reason = f"document {number}: {error}"
        raise BadInput(path, row.line, reason, code=error.code) from error
    return JudgmentRow(
        query_id=task.query_id,
        doc_id=doc_id,
        assessor=cells["worker"],
        grade=grade,
        spans=(),
        confidence=None,
        note=text_or_empty(_unquoted(cells.get("comment", ""))),
        active_ms=active_ms,
        created_at=created_at,
        extra=_extra(row, answer, task.shown.get(number, {})),
        line=row.line,
        path=path,
        position=number,
        is_rejected=cells["status"] == REJECTED,
    )


def _extra(row: TableRow, answer: Mapping[str, str], shown: Mapping[str, str]) -> dict[str, str]:
    """All that the row's fields do not say; nothing of it is changed."""
    extra = {
        name: value
        for name, value in row.cells.items()
        if name not in ("worker", "comment") and not OF_DOCUMENT.fullmatch(name)
    }
    if "comment" in row.cells and f'"{_unquoted(row.cells["comment"])}"' != row.cells["comment"]:
        extra["comment"] = row.cells["comment"]
    extra |= {name: value for name, value in answer.items() if name != "rel"}
    extra |= {("right_keys" if name == "keys" else name): value for name, value in shown.items()}
    return extra


def _grade(answer: Mapping[str, str]) -> int | None:
    grade = answer.get("rel", MISSING)
    return None if grade == MISSING else parse_small_number("grade", grade)


def _active_ms(answer: Mapping[str, str]) -> int | None:
    shown = [answer[mode] for mode in ("img", "txt") if answer.get(mode, MISSING) != MISSING]
    return round(sum(map(_seconds, shown)) * 1000) if shown else None


def _seconds(text: str) -> float:
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text):
        raise BadValue(f"{text!r} is no number of seconds", code="not_a_number")
    return float(text)


def _time(text: str) -> datetime | None:
    if text == MISSING:
        return None
    try:
        return datetime.strptime(text, TIME_FORMAT).replace(tzinfo=CLOCK).astimezone(UTC)
    except ValueError as error:
        reason = f"{text!r} is not a time as in 31/12/2011 23:59:59"
        raise BadValue(reason, code="not_a_time") from error


def _unquoted(cell: str) -> str:
    if cell == MISSING:
        return ""
    return cell[1:-1] if len(cell) >= 2 and cell[0] == cell[-1] == '"' else cell
