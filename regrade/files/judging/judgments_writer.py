from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

from regrade.files.judging.judgments import NOTE
from regrade.files.row_files import Layout, write_rows


def write_judgments(
    stream: TextIO, layout: Layout, columns: Sequence[str], rows: Iterable[Mapping[str, object]]
) -> None:
    """Write judgments as `read_judgments` reads them: lines of a table below a header, or of JSON.

    The note may hold tabs and line breaks: in tables it is JSON, under the name `note_json`.
    """
    write_rows(stream, layout, columns, rows, free_texts={NOTE})
