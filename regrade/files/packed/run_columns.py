from __future__ import annotations

from pathlib import Path

from regrade.files.errors import BadInput
from regrade.files.packed.packed_runs import RunColumns, pack_lines
from regrade.files.packed.plain_blocks import NotPlain
from regrade.files.packed.plain_runs import read_plain_run
from regrade.files.runs import STRICT, Leniency, PassedOver, read_run
from regrade.files.streams import Progress


def read_run_columns(
    path: Path, progress: Progress | None = None, leniency: Leniency = STRICT
) -> RunColumns:
    """Read a run file whole, into columns: the lines that `read_run` yields, and what it refuses.

    A file that looks as programs write it is parsed by every core; `read_run` reads any other,
    and finds the words for what is wrong.

    Raises:
        BadInput: whatever `read_run` refuses.
    """
    if not path.is_file():  # a pipe, for instance, cannot be read a second time
        return _read_by_line(path, progress, leniency)
    remaining = _Remaining(progress)
    try:
        return read_plain_run(path, remaining.count, leniency)
    except (NotPlain, BadInput):
        return _read_by_line(path, remaining.go_on(), leniency)


def _read_by_line(path: Path, progress: Progress | None, leniency: Leniency) -> RunColumns:
    passed_over = PassedOver()
    columns = pack_lines(read_run(path, progress, leniency, passed_over))
    return columns._replace(
        n_repeated=passed_over.n_repeated,
        n_longer=passed_over.n_longer,
        first_longer=passed_over.first_longer,
        comments=passed_over.comments.lines,
    )


class _Remaining:
    """A progress hook for two readings of one file, which reports each byte once."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._n_reported = self._n_read = 0

    def count(self, n_bytes: int) -> None:
        self._n_read += n_bytes
        n_new = self._n_read - self._n_reported
        if n_new > 0:
            self._n_reported += n_new
            if self._progress is not None:
                self._progress(n_new)

    def go_on(self) -> Progress:
        self._n_read = 0
        return self.count
