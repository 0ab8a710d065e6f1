"""The processes that share a training: one, or one for each GPU where accelerate began several."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, TypeVar

WAITS_S = 24 * 3600  # of the others, while the first validates
T = TypeVar("T")


def n_processes() -> int:
    """Processes of this training."""
    state = _connected()
    return state.num_processes if state else 1


def is_first() -> bool:
    """Whether this process reports, validates and saves for all."""
    state = _connected()
    return state is None or state.is_main_process


def of_first(value: T) -> T:
    """The first process's value in each of them; all have to call it."""
    if n_processes() == 1:
        return value
    from accelerate.utils import broadcast_object_list

    return broadcast_object_list([value])[0]  # type: ignore[no-any-return]


def _connected() -> Any:
    """The state of processes that were begun together; None of one that is alone."""
    import torch

    if not torch.distributed.is_torchelastic_launched():
        return None
    from accelerate import PartialState

    cpu = not torch.cuda.is_available()
    return PartialState(cpu=cpu, timeout=timedelta(seconds=WAITS_S))
