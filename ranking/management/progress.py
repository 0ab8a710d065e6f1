"""Progress bars of commands: on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from tqdm import tqdm

from regrade.files.streams import Progress

Bar: TypeAlias = "tqdm[Any]"
SILENT_FOR_S = 2.0


def progress_bar(items: Iterable[Any] | None = None, **options: Any) -> Bar:
    """A bar, shown after two seconds; a pipe or file gets none.

    Args:
        items: what is iterated over; without them the caller updates the bar.
        options: as tqdm takes them.
    """
    usual = {"delay": SILENT_FOR_S, "file": sys.stderr, "disable": None}
    bar: Bar = tqdm(items, **{**usual, **options})
    return bar


@contextmanager
def reading(paths: Sequence[Path]) -> Iterator[Progress]:
    """Progress bar over the bytes of these files."""
    # A file that is missing is the reader's to report.
    n_bytes = sum(path.stat().st_size for path in paths if path.is_file())
    with progress_bar(total=n_bytes, unit="B", unit_scale=True) as bar:
        yield bar.update
