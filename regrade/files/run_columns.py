from __future__ import annotations

from pathlib import Path

from regrade.files.errors import BadInput
from regrade.files.packed_runs import RunColumns, pack_lines
from regrade.files.plain_blocks import NotPlain
from regrade.files.plain_runs import read_plain_run
from regrade.files.runs import read_run
from regrade.files.streams import Progress


def read_run_columns(
    path: Path,
    progress: Progress | None = None,
    *,
    by_rank: bool = False,
    ignores_rest: bool = False,
) -> RunColumns:
    """Read a run file whole, into columns: the lines that `read_run` yields, and what it refuses.

    A file that looks as programs write it is parsed by every core; `read_run` reads any other,
    and finds the words for what is wrong. `by_rank` takes minus the rank for the score, as MS
    MARCO's script does, where the file has a score as well; `ignores_rest` passes over
    further columns.

    Raises:
        BadInput: whatever `read_run` refuses.
    """
    if not path.is_file():  # a pipe, for instance, cannot be read a second time
        return pack_lines(read_run(path, progress, by_rank=by_rank))
    remaining = _Remaining(progress)
    try:
        return read_plain_run(path, remaining.count, by_rank=by_rank)
    except (NotPlain, BadInput):
        return pack_lines(
            read_run(path, remaining.go_on(), by_rank=by_rank, ignores_rest=ignores_rest)
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
