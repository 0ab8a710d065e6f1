from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])
OPTIONS: Any = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}


def compiled(function: Function) -> Function:
    """Compile a kernel for this machine at its first call, keep it on disk, and free the GIL.

    Floating-point operations keep their order and their rounding: scores are compared bit by bit.
    Arrays in its arguments are not counted as references: counting them at each call inside a
    kernel took longer than the work. So a kernel must not make an array, nor return one.
    """
    return cast(Function, njit(**OPTIONS)(function))


def inlined(function: Function) -> Function:
    """Compile a part of a kernel into whatever calls it."""
    return cast(Function, njit(**OPTIONS, forceinline=True)(function))
