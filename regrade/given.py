"""Arguments of another kind than a call takes, refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dis import opname
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, get_type_hints

import numpy as np
from numpy.typing import ArrayLike, NDArray

from regrade.kinds import Misfit, Part, holds_numbers, misfit, shown

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
Kind = TypeVar("Kind")
FROM_INSIDE = (TypeError, AttributeError, LookupError, ArithmeticError, ValueError)


def wrong_kind(what: str, wanted: str, given: object) -> ValueError:
    """The error to raise where an argument is of another kind.

    Args:
        what: the argument, in the plural, such as "the scores of topic 7".
        wanted: how it is given, such as "a dictionary by doc_id".
        given: what came instead.
    """
    return ValueError(f"{what} are given as {wanted}, not as {shown(given)}")


def whole_array(given: ArrayLike, what: str) -> NDArray[np.int64]:
    """An array of whole numbers; what stands in doubles may be whole, too.

    Args:
        given: of any shape.
        what: the numbers, in the plural, such as "passages".

    Raises:
        ValueError: something else than whole numbers, or one that takes more than 64 bits.
    """
    array = np.asarray(given)
    is_whole = _are_whole(array)
    if not is_whole.all():
        wrong = shown(array[~is_whole].flat[0])
        raise ValueError(f"{what} are whole numbers of at most 64 bits, got {wrong}")
    return array.astype(np.int64)


def _are_whole(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Which values are whole numbers that int64 holds."""
    kind = array.dtype.kind
    if kind == "u":
        return np.asarray(array <= np.iinfo(np.int64).max)
    if kind == "f":
        return np.asarray((np.abs(array) < 2.0**63) & (np.floor(array) == array))
    return np.full(array.shape, kind in "bi" or not array.size)


def explained(call: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Let a call that fails say which argument is of another kind than its annotations.

    The call runs as it is: arguments are looked at only once it has failed, and what fails for
    another reason raises what it raised.
    """

    @wraps(call)
    def calling(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        try:
            return call(*args, **kwargs)
        except FROM_INSIDE as error:
            found = None if _is_sentence(error) else _first_misfit(call, args, kwargs)
            if found is None:
                raise
            name = call.__qualname__.removesuffix(".__init__")
            raise ValueError(f"{name}: {found}") from error

    return calling


def explained_fields(kind: type[Kind]) -> type[Kind]:
    """`explained` for the making of a dataclass, which checks its fields."""
    kind.__init__ = explained(kind.__init__)  # type: ignore[method-assign]
    return kind


def _is_sentence(error: BaseException) -> bool:
    """Whether a `raise` of the library's own made the error, not something that it called."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not trace.tb_frame.f_globals.get("__name__", "").startswith("regrade."):
        return False
    return opname[trace.tb_frame.f_code.co_code[trace.tb_lasti]] == "RAISE_VARARGS"


def _first_misfit(call: Callable[..., Any], args: Any, kwargs: Any) -> Misfit | None:
    try:
        given = signature(call).bind(*args, **kwargs).arguments
    except TypeError:  # an argument is missing or unknown, as the error says
        return None
    hints = get_type_hints(call)
    parts = (Part(value, hints.get(name, Any), name) for name, value in given.items())
    found = [one for part in parts if (one := misfit(part))]
    # Many calls read a list of numbers as an array: it is blamed where nothing else is wrong.
    return min(found, key=lambda one: holds_numbers(one.given), default=None)
