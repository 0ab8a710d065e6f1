"""Ids given to the library: text, or whole numbers, which stand for their decimal text."""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import numpy as np

Held = TypeVar("Held")

# For the keys of a dictionary: CPython knows without a look at them where all are strings.
_check_text_keys = ctypes.pythonapi.PyArg_ValidateKeywordArguments
_check_text_keys.argtypes = [ctypes.py_object]


def id_text(given: object, kind: str) -> str:
    """The id as text: 10 and "10" are one id, as in a file.

    Args:
        given: a string, or a whole number of Python's or numpy's.
        kind: what it is an id of, for an error's sentence, such as "query id".

    Raises:
        ValueError: anything else, booleans too.
    """
    if isinstance(given, str):
        return given
    if is_whole(given):
        return str(given)
    raise ValueError(f"the {kind} {given!r} is neither a string nor a whole number")


def is_whole(given: object) -> bool:
    """Whether it is a whole number of Python's or numpy's, and no boolean."""
    return isinstance(given, (int, np.integer)) and not isinstance(given, bool)


def have_text_ids(given: Iterable[object]) -> bool:
    """Whether all of these are dictionaries with strings alone for keys; of no keys too."""
    try:
        deque(map(_check_text_keys, given), maxlen=0)
    except (TypeError, SystemError):  # another key; no dictionary
        return False
    return True


def by_id_text(given: Mapping[Any, Held], kind: str) -> Mapping[str, Held]:
    """The mapping under its ids' text; itself where all of them are strings.

    Raises:
        ValueError: as `id_text` says, or an id that is there as a number and as text.
    """
    if have_text_ids([given]):
        return given
    renamed = {id_text(key, kind): held for key, held in given.items()}
    if len(renamed) < len(given):
        twice = next(key for key in given if not isinstance(key, str) and str(key) in given)
        raise ValueError(f"{kind} {twice} appears as a number and as text; leave one of the two")
    return renamed
