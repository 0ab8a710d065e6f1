from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit

HERE = Path(__file__).parent


def _version() -> str:
    """A hash of all modules that hold kernels."""
    digest = sha256()
    for path in sorted([*HERE.glob("*.py"), *HERE.with_name("lexical").glob("*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# numba knows a stale kernel by its own file only; what it calls from another may have changed.
KEPT_IN = Path(config.CACHE_DIR or HERE / "__pycache__")  # type: ignore[attr-defined]
config.CACHE_DIR = str(KEPT_IN / _version())  # type: ignore[attr-defined]

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
