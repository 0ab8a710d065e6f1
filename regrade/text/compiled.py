from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, TypeVar, cast

from regrade.extras import extra

with extra("BM25"):
    from numba import config, njit
    from numba.core.caching import FunctionCache

HERE = Path(__file__).parent
# All that hold kernels.
FOLDERS = "text", "bm25", "active"


def version(library: Path) -> str:
    """A hash of all modules that hold kernels."""
    digest = sha256()
    for folder in FOLDERS:
        for path in sorted((library / folder).iterdir()):  # fails where there is none
            if path.suffix == ".py":
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# numba knows a stale kernel by its own file only; what it calls from another may have changed.
KEPT_IN = Path(config.CACHE_DIR or HERE / "__pycache__")  # type: ignore[attr-defined]
config.CACHE_DIR = str(KEPT_IN / version(HERE.parent))  # type: ignore[attr-defined]

Function = TypeVar("Function", bound=Callable[..., Any])
OPTIONS: Any = {"nogil": True, "error_model": "numpy", "_nrt": False}
UNREADABLE = (OSError, EOFError, UnpicklingError, ValueError, TypeError, KeyError, IndexError)


class KernelCache(FunctionCache):
    """Compiled code on disk; rebuilt if unreadable, not stored without room."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except UNREADABLE:
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def compiled(function: Function) -> Function:
    """Compile a kernel for this machine at its first call, keep it on disk, and free the GIL.

    Floating-point operations keep their order and their rounding: scores are compared bit by bit.
    Arrays in its arguments are not counted as references: counting them at each call inside a
    kernel took longer than the work. So a kernel must not make an array, nor return one.
    """
    return cast(Function, _kept(njit(**OPTIONS)(function), function))


def inlined(function: Function) -> Function:
    """Compile a part of a kernel into whatever calls it."""
    return cast(Function, _kept(njit(**OPTIONS, forceinline=True)(function), function))


def _kept(dispatcher: Any, function: Callable[..., Any]) -> Any:
    # numba raises this where no folder can be written: the kernel is then compiled at each start.
    with suppress(RuntimeError):
        dispatcher._cache = KernelCache(function)  # type: ignore[no-untyped-call]
    return dispatcher
