"""Scripts of the frontend that tests run in Node."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings


def printed_by(script: str, stdin: str = "", **environment: str) -> Any:
    """The JSON that a script beside the pages' sources prints."""
    done = subprocess.run(
        [os.environ["PLAYWRIGHT_NODEJS_PATH"], script],
        cwd=Path(settings.FRONTEND_ROOT).parent,
        input=stdin,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
