"""For worker processes of their own: loaded by `celery worker --include`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings

from evaluation.comparisons import freezing, jobs
from evaluation.comparisons.outcomes import Outcome, work_out_each

GO_ON = "go-on"
n_done = count()


def work_out_patiently(*args: Any) -> Iterator[Outcome]:
    """After two tests wait for a file in the storage."""
    for outcome in work_out_each(*args):
        while next(n_done) >= 2 and not (Path(settings.STORAGE_ROOT) / GO_ON).exists():
            time.sleep(0.05)
        yield outcome


vars(freezing)["work_out_each"] = work_out_patiently
jobs.TELLS_EVERY_S = 0
