"""Lets a worker stall between a choice and its storage, if included in it."""

from __future__ import annotations

import time
from typing import Any

from annotation.active import choosing

STALLS_S = 600
_choice_of = choosing.choice_of


def stalled(*arguments: Any) -> Any:
    choice = _choice_of(*arguments)
    time.sleep(STALLS_S)
    return choice


choosing.choice_of = stalled
