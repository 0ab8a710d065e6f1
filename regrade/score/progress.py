from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from regrade.files.streams import Progress

SILENT_FOR_S = 2.0
# Less is read before a bar would show, and tqdm is a tenth of what starting takes.
MOST_BYTES_WITHOUT = 4 << 20


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
