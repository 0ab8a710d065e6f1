"""The processes that share a training: one, or one for each GPU where accelerate began several."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TypeVar

WAITS_S = 24 * 3600  # of the others, while the first validates
T = TypeVar("T")


def n_processes() -> int:
    """Processes of this training, as accelerate says in the environment."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def is_first() -> bool:
    """Whether this process reports, validates and saves for all."""
    return os.environ.get("RANK", "0") == "0"


def of_first(value: T) -> T:
    """The first process's value in each of them; all have to call it."""
    if n_processes() == 1:
        return value
    import torch
    from accelerate import PartialState
    from accelerate.utils import broadcast_object_list

    # Connects them, if nothing has.
    PartialState(cpu=not torch.cuda.is_available(), timeout=timedelta(seconds=WAITS_S))
    return broadcast_object_list([value])[0]  # type: ignore[no-any-return]
