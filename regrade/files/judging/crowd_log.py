"""The log of a crowd campaign: tasks of some documents each, and what workers did with them.

The form is that of the UC3M runs of TREC 2011's crowdsourcing track: `assignments.txt` holds one
interaction a line, `hits.txt` the documents of each task; both tab-separated. Text stands in
quotes there, and quotes within it as they are, so that only the outer ones may be taken off.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from regrade.files.errors import BadInput, BadValue
from regrade.files.judging.converted import Converted, Task, distinct
from regrade.files.judging.judgment_row import JudgmentRow, number_occasions
from regrade.files.judging.judgments import parse_row
from regrade.files.judging.tables import Header, TableRow, parse_table
from regrade.files.lines import at_least_one, read_lines
from regrade.files.numbers import parse_small_number

ASSIGNMENTS = Header([("run",), ("set",), ("worker",), ("status",), ("tsload",), ("tssend",)])
TASKS = Header([("set",), ("topic",), ("title",), ("good",), ("bad",), ("doc1",)])
PREVIEW, SKIPPED, ACCEPTED, REJECTED = STATUSES = ("Preview", "Skipped", "Accepted", "Rejected")
MISSING = "NA"
OF_DOCUMENT = re.compile(r"doc([1-9]\d?)(.*)")
# The keywords in the published tasks are "sécurité" and "português" in this code page alone.
CODE_PAGE = "cp850"
# The log's clock: "CET", which is summer time in September.
CLOCK, TIME_FORMAT = ZoneInfo("Europe/Madrid"), "%d/%m/%Y %H:%M:%S"

Cells = Mapping[str, str]


def read_crowd_log(paths: Sequence[Path], *, runs: Collection[str] = ()) -> Converted:
    """The judgments of a crowd log, a row for each document of accepted or rejected work.

    A document's number in its task becomes the position, the seconds that its image and its text
    were shown the active time. What stands in no field of a row is kept in `extra`, with the
    document's own columns under their names without `docN`, and `keys1`, `keys2` and `right_keys`
    from its task. A worker who met a pair again in another run has another occasion. The tasks are
    those of all runs; their documents have no text.

    Args:
        paths: assignments, then tasks.
        runs: whose work to take; runs need not share a scale, so a log with several asks for them.

    Raises:
        BadInput: not two files, a set that no task has or two have, an unknown status, a grade,
            time or id that is none, several runs and none named, a run that is not there, no
            judgments, and whatever `parse_table` and `read_lines` refuse.
    """
    if len(paths) != 2:
        reason = "a crowd log is two files, the assignments and then the tasks"
        raise BadInput(paths[0], None, reason, code="file_missing")
    path, path_of_tasks = paths
    tasks = _tasks_by_set(path_of_tasks)
    taken = _taken(path, list(_table(path, ASSIGNMENTS, "assignments")), runs)
    rows = [row for done in taken for row in _judgments(path, done, tasks)]
    n_by_status = Counter(row.cells["status"] for row in taken)
    return Converted(
        number_occasions(at_least_one(rows, path, "judgments")),
        distinct(task for cells in tasks.values() for task in _documents_to_judge(cells)),
        n_by_status[PREVIEW],
        n_by_status[SKIPPED],
    )


def _table(path: Path, header: Header, kind: str) -> Iterator[TableRow]:
    return at_least_one(
        parse_table(path, read_lines(path, code_page=CODE_PAGE), header), path, kind
    )


def _tasks_by_set(path: Path) -> dict[str, Cells]:
    first: dict[str, TableRow] = {}
    for row in _table(path, TASKS, "tasks"):
        name = row.cells["set"]
        if (line := first.setdefault(name, row).line) != row.line:
            reason = f"set {name} appears twice, first on line {line}"
            raise BadInput(path, row.line, reason, code="set_twice")
    return {name: row.cells for name, row in first.items()}


def _by_document(cells: Cells) -> dict[int, dict[str, str]]:
    """The cells of docN and docN… by number and by the part of the name behind the number."""
    documents: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for name, value in cells.items():
        if match := OF_DOCUMENT.fullmatch(name):
            documents[int(match[1])][match[2]] = value
    return documents


def _documents_to_judge(cells: Cells) -> Iterator[Task]:
    title, good, bad = (_unquoted(cells[name]) for name in ("title", "good", "bad"))
    narrative = f"Not relevant: {bad}" if bad else ""
    for shown in _by_document(cells).values():
        if (doc_id := shown.get("", MISSING)) != MISSING:
            yield Task(cells["topic"], title, good, narrative, doc_id, text="")


def _taken(path: Path, interactions: Sequence[TableRow], runs: Collection[str]) -> list[TableRow]:
    known = sorted({row.cells["run"] for row in interactions})
    if not set(runs) <= set(known) or (not runs and len(known) > 1):
        reason = f"it has runs {', '.join(known)}, which need not share a scale; say which to take"
        raise BadInput(path, None, reason, code="runs_not_chosen")
    return [row for row in interactions if not runs or row.cells["run"] in runs]


def _judgments(path: Path, row: TableRow, tasks: Mapping[str, Cells]) -> Iterator[JudgmentRow]:
    """The answers of one interaction: none, or one to each document of the task."""
    status, name = row.cells["status"], row.cells["set"]
    if status not in STATUSES:
        reason = f"the status {status!r} is none of {', '.join(STATUSES)}"
        raise BadInput(path, row.line, reason, code="unknown_status")
    if name not in tasks:
        raise BadInput(path, row.line, f"no task has the set {name}", code="unknown_set")
    if status in (PREVIEW, SKIPPED):
        return
    answers = _by_document(row.cells)
    for number, shown in _by_document(tasks[name]).items():
        if shown.get("", MISSING) != MISSING:
            try:
                cells = _cells(row.cells, answers[number], shown, f"document {number}: ")
            except BadValue as error:
                raise error.at(path, row.line) from error
            cells |= {"query_id": tasks[name]["topic"], "position": str(number)}
            yield parse_row(path, TableRow(row.line, cells))


def _cells(cells: Cells, answer: Cells, shown: Cells, place: str) -> dict[str, str]:
    """One interaction's row for one document, by the columns of our table."""
    return {
        "passage_id": shown[""],
        "assessor": cells["worker"],
        "grade": _grade(answer, place),
        "is_rejected": "true" if cells["status"] == REJECTED else "",
        "active_ms": _active_ms(answer, place),
        "created_at": _time(cells["tssend"]) or _time(cells["tsload"]),
        "note": _unquoted(cells.get("comment", "")),
        "extra": json.dumps(_extra(cells, answer, shown), ensure_ascii=False),
    }


def _extra(cells: Cells, answer: Cells, shown: Cells) -> dict[str, str]:
    """All that the other columns do not say; nothing of it is changed."""
    said = {"worker"}
    if f'"{_unquoted(cells.get("comment", ""))}"' == cells.get("comment"):
        said.add("comment")
    of_all = {n: v for n, v in cells.items() if n not in said and not OF_DOCUMENT.fullmatch(n)}
    of_answer = {name: value for name, value in answer.items() if name != "rel"}
    of_task = {("right_keys" if n == "keys" else n): v for n, v in shown.items() if n}
    return of_all | of_answer | of_task


def _grade(answer: Cells, place: str) -> str:
    grade = answer.get("rel", MISSING)
    return "" if grade == MISSING else str(parse_small_number(f"{place}grade", _unquoted(grade)))


def _active_ms(answer: Cells, place: str) -> str:
    shown = [answer[mode] for mode in ("img", "txt") if answer.get(mode, MISSING) != MISSING]
    return str(round(sum(_seconds(text, place) for text in shown) * 1000)) if shown else ""


def _seconds(text: str, place: str) -> float:
    if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text):
        raise BadValue(f"{place}{text!r} is no number of seconds", code="not_a_number")
    return float(text)


def _time(text: str) -> str:
    if text == MISSING:
        return ""
    try:
        moment = datetime.strptime(text, TIME_FORMAT).replace(tzinfo=CLOCK)
    except ValueError as error:
        reason = f"{text!r} is not a time as in 31/12/2011 23:59:59"
        raise BadValue(reason, code="not_a_time") from error
    return moment.astimezone(UTC).isoformat()


def _unquoted(cell: str) -> str:
    if cell == MISSING:
        return ""
    return cell[1:-1] if len(cell) >= 2 and cell[0] == cell[-1] == '"' else cell
