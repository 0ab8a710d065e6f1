from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tqdm import tqdm

from ranking.management.base import SILENT_FOR_S
from regrade.files.streams import Progress


@contextmanager
def reading(paths: Sequence[Path]) -> Iterator[Progress]:
    """Progress bar over the bytes of these files, shown after two seconds."""
    # A file that is missing is the reader's to report.
    n_bytes = sum(path.stat().st_size for path in paths if path.is_file())
    with tqdm(total=n_bytes, unit="B", unit_scale=True, delay=SILENT_FOR_S, file=sys.stderr) as bar:
        yield bar.update
