"""For worker processes of their own: loaded by `celery worker --include`."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings

from evaluation.comparisons import comparing, jobs
from evaluation.comparisons.outcomes import Outcome, work_out

GO_ON = "go-on"
n_done = count()


def work_out_patiently(*args: Any) -> Outcome:
    """After two tests wait for a file in the storage."""
    while next(n_done) >= 2 and not (Path(settings.STORAGE_ROOT) / GO_ON).exists():
        time.sleep(0.05)
    return work_out(*args)


vars(comparing)["work_out"] = work_out_patiently
jobs.TELLS_EVERY_S = 0
