from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from regrade.files.errors import BadInput
from regrade.files.query_expansions.expansions import read_expansions

BLOCK_BYTES = 1 << 16


class QueryFile:
    """A file of generated queries in the making: FILE.part, which becomes FILE at the end.

    FILE.plan.json beside it says what it is made by, and stays.
    """

    def __init__(self, output: Path, part: BinaryIO) -> None:
        self._output, self._part = output, part

    def doc_ids(self) -> Iterator[str]:
        """The passages whose queries it holds already.

        Raises:
            BadInput: a line of it cannot be read.
        """
        if os.fstat(self._part.fileno()).st_size:
            yield from (record.doc_id for record in read_expansions(part_of(self._output)))

    def append(self, queries: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Add the queries of some passages; they are on the disk when this returns."""
        lines = [{"id": doc_id, "predicted_queries": texts} for doc_id, texts in queries]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        self._part.write(text.encode())
        self._part.flush()
        os.fsync(self._part.fileno())

    def finish(self) -> None:
        part_of(self._output).rename(self._output)


@contextmanager
def writing_queries(
    output: Path, plan: Mapping[str, Any], notes: Mapping[str, Any]
) -> Iterator[QueryFile]:
    """Begin the file, or go on with it where it was stopped: a line cut short is dropped.

    One to which nothing was added leaves nothing behind.

    Args:
        output: what the file is to be called when it is whole.
        plan: what decides on the queries; it has to stay the same.
        notes: what else is kept beside it.

    Raises:
        BadInput: `refuse_output`, another process is writing it, it was begun by another plan,
            or it is there without one.
    """
    refuse_output(output)
    with _opened(part_of(output)) as part:
        if part.seek(0, os.SEEK_END):
            _refuse_other_plan(output, plan)
            _drop_torn_line(part)
        else:
            content = {"plan": plan, "notes": notes}
            text = json.dumps(content, indent=2, ensure_ascii=False)
            plan_of(output).write_text(text + "\n", encoding="utf-8")
        try:
            yield QueryFile(output, part)
        finally:
            if not os.fstat(part.fileno()).st_size:
                part_of(output).unlink()
                plan_of(output).unlink()


def refuse_output(output: Path) -> None:
    """Look whether a file of queries can get this name.

    Raises:
        BadInput: it is there already, its folder is not, or its name asks for gzip.
    """
    if output.exists():
        raise BadInput(
            output,
            None,
            "it is there already; remove it, or choose another name",
            code="output_exists",
        )
    if not output.absolute().parent.is_dir():
        raise BadInput(
            output,
            None,
            f"there is no folder {output.parent} to write it to",
            code="no_such_folder",
        )
    if output.suffix == ".gz":
        raise BadInput(
            output,
            None,
            "queries are written as plain text; pack them afterwards",
            code="output_packed",
        )


def part_of(output: Path) -> Path:
    return output.with_name(f"{output.name}.part")


def plan_of(output: Path) -> Path:
    return output.with_name(f"{output.name}.plan.json")


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        part = path.open("a+b")
    except OSError as error:
        raise BadInput(
            path, None, f"it cannot be written ({error.strerror})", code="not_writable"
        ) from error
    with part:
        try:
            fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BadInput(
                path, None, "another process is writing it", code="written_by_another"
            ) from error
        yield part


def _refuse_other_plan(output: Path, plan: Mapping[str, Any]) -> None:
    path, part = plan_of(output), part_of(output)
    try:
        begun = dict(json.loads(path.read_text(encoding="utf-8"))["plan"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = f"{path.name}, which has the settings it began with, is missing or unreadable"
        raise BadInput(
            part, None, f"{reason}; remove both to start over", code="plan_unreadable"
        ) from error
    others = sorted(key for key in begun.keys() | plan.keys() if begun.get(key) != plan.get(key))
    if others:
        mend = f"give the same to go on ({path.name} says which), or remove it to start over"
        raise BadInput(
            part, None, f"it was begun with another {', '.join(others)}; {mend}", code="other_plan"
        )


def _drop_torn_line(part: BinaryIO) -> None:
    end = part.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - BLOCK_BYTES)
        part.seek(start)
        found = part.read(end - start).rfind(b"\n")
        if found >= 0:
            end = start + found + 1
            break
        end = start
    part.truncate(end)
    part.seek(end)
