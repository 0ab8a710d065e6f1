from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a kernel for this machine at its first call, keep it on disk, and free the GIL.

    Floating-point operations keep their order and their rounding: scores are compared bit by bit.
    Where compiled code is kept is numba's business (NUMBA_CACHE_DIR).
    """
    made = njit(cache=True, nogil=True, fastmath=False, error_model="numpy")(function)
    return cast(Function, made)
