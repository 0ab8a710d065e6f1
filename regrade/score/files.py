"""Readers of run and label files, which report when one was given for the other."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from regrade.files.errors import BadInput
from regrade.files.identifiers import COMMENT, split_at_tabs, splitter
from regrade.files.lines import read_lines
from regrade.files.packed.packed_runs import RunColumns
from regrade.files.packed.run_columns import read_run_columns
from regrade.files.streams import Progress
from regrade.score.labels import Labels, pack_label_lines, read_label_lines
from regrade.score.options import Options

# MS MARCO's runs and BEIR's qrels have the fewest.
N_QRELS_COLUMNS, N_RUN_COLUMNS, N_FEWEST_COLUMNS = 4, 6, 3
MOST_MS_MARCO_RANK = 1000
STANDARD_INPUT = Path("-")
SILENT_FOR_S = 2.0
# Less is read before a bar would show, and tqdm is a tenth of what starting takes.
MOST_BYTES_WITHOUT = 4 << 20


def read_labels(options: Options, reads: Set[str], progress: Progress | None) -> Labels:
    """Read the qrels.

    Raises:
        BadInput: they cannot be used.
    """
    path, blanks_in_ids = options.qrels, options.leniency.blanks_in_ids
    try:
        return pack_label_lines(
            read_label_lines(path, progress, reads, blanks_in_ids=blanks_in_ids),
            reads,
            min_relevance=options.min_relevance,
            all_relevant=options.ms_marco,
        )
    except BadInput as error:
        _refuse_blanks_in_ids(error, options, N_QRELS_COLUMNS, N_FEWEST_COLUMNS)
        if _n_columns(path, blanks_in_ids=blanks_in_ids) == N_RUN_COLUMNS:
            reason = f"{N_RUN_COLUMNS} columns: this is a run, not qrels"
            raise BadInput(path, error.line, reason, code="run_for_qrels") from error
        raise


def read_columns(path: Path, options: Options, progress: Progress | None) -> RunColumns:
    """Read a run.

    Raises:
        BadInput: it cannot be used.
    """
    try:
        run = read_run_columns(path, progress, options.leniency)
    except BadInput as error:
        _refuse_blanks_in_ids(error, options, N_RUN_COLUMNS, N_FEWEST_COLUMNS)
        n_columns = _n_columns(path, blanks_in_ids=options.leniency.blanks_in_ids)
        if n_columns == N_QRELS_COLUMNS:
            reason = f"{N_QRELS_COLUMNS} columns: these are qrels, not a run"
            raise BadInput(path, error.line, reason, code="qrels_for_run") from error
        raise
    if options.ms_marco and run.scores.min() < -MOST_MS_MARCO_RANK:
        reason = f"rank {-run.scores.min():.0f}; MS MARCO's script takes ranks 1 to"
        raise BadInput(
            path, None, f"{reason} {MOST_MS_MARCO_RANK:,}; --ranks takes any", code="rank_too_high"
        )
    return run


@contextmanager
def at_rest(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """The paths, pipes and standard input replaced by copies: a file may have to be read twice.

    Raises:
        BadInput: standard input stands for two files.
    """
    if paths.count(STANDARD_INPUT) > 1:
        raise BadInput(
            STANDARD_INPUT,
            None,
            "standard input stands for one file only",
            code="standard_input_twice",
        )
    with TemporaryDirectory() as folder:
        yield [_at_rest(path, Path(folder, str(index))) for index, path in enumerate(paths)]


def _at_rest(path: Path, folder: Path) -> Path:
    if path == STANDARD_INPUT:
        return _copied(sys.stdin.buffer, folder, "stdin")
    if not path.is_fifo():
        return path
    with path.open("rb") as stream:
        return _copied(stream, folder, path.name)


def _copied(stream: BinaryIO, folder: Path, name: str) -> Path:
    """A copy of that name in a folder of its own, since two pipes may have one name."""
    folder.mkdir()
    copy = folder / name
    with copy.open("wb") as target:
        shutil.copyfileobj(stream, target)
    return copy


def _refuse_blanks_in_ids(error: BadInput, options: Options, *n_columns: int) -> None:
    """Say how to read a line that has as many columns as one of these if tabs alone part them.

    Raises:
        BadInput: the error with a hint, where that may be its cause.
    """
    if options.leniency.blanks_in_ids or error.code not in ("column_count", "mixed_columns"):
        return
    bad = next((line.text for line in read_lines(error.path) if line.number == error.line), "")
    if "\t" in bad and len(split_at_tabs(bad)) in n_columns:
        hint = "if ids hold blanks and tabs part the columns, --blanks-in-ids reads it"
        raise BadInput(
            error.path, error.line, f"{error.reason}; {hint}", code=error.code
        ) from error


def _n_columns(path: Path, *, blanks_in_ids: bool) -> int:
    """How many columns the first line with content has; 0 where none can be read."""
    split = splitter(blanks_in_ids=blanks_in_ids)
    try:
        for line in read_lines(path):
            if (columns := split(line.text)) and not line.text.startswith(COMMENT):
                return len(columns)
    except BadInput:
        pass
    return 0


@contextmanager
def reading(paths: Sequence[Path]) -> Iterator[Progress | None]:
    """A bar of the bytes read from these files, shown once they take over two seconds.

    A pipe or file on standard error gets none.
    """
    # A file that is missing is the reader's to report.
    n_bytes = sum(path.stat().st_size for path in paths if path.is_file())
    # tqdm is no part of the library's light install; there it reads without a bar.
    if n_bytes <= MOST_BYTES_WITHOUT or find_spec("tqdm") is None:
        yield None
        return
    tqdm = import_module("tqdm").tqdm
    with tqdm(
        total=n_bytes,
        unit="B",
        unit_scale=True,
        delay=SILENT_FOR_S,
        leave=False,
        file=sys.stderr,
        disable=None,
    ) as bar:
        yield bar.update
