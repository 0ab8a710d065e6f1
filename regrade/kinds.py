"""Check values against annotations, and describe the expected type in words."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from itertools import islice
from numbers import Real
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

import numpy as np
from numpy.typing import ArrayLike

from regrade.ids import is_whole

MOST_LOOKED_AT = 1_000  # of a long list; what is wrong there is wrong at its start
LONGEST_SHOWN = 60
VOWELS = (*"aeio", "nd")  # as they are said: an ndarray, but a ufunc
NUMBERS = "biuf"  # numpy's letters for them
NAMES: dict[object, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    tuple: "a tuple",
    np.ndarray: "an array of numbers",
    type(None): "None",
}


class Misfit(NamedTuple):
    """The first part of a value that does not fit: its place, its value and the expected type."""

    place: str
    given: object
    wanted: str

    def __str__(self) -> str:
        return f"{self.place} is {shown(self.given)}; it takes {self.wanted}"


class Part(NamedTuple):
    """A value or part of one, with its annotation and its name."""

    given: Any
    hint: Any
    place: str


def misfit(part: Part) -> Misfit | None:
    """The first misfit of a value; None if there is none.

    Args:
        part: one-shot iterables, such as generators, are not consumed.
    """
    given, hint, place = part
    wrong = Misfit(place, given, named(hint))
    if _is_union(hint):
        found = [misfit(Part(given, one, place)) for one in get_args(hint)]
        if None in found:
            return None
        # What is wrong within says more than that the whole fits no alternative.
        return next((one for one in found if one and one.place != place), wrong)
    if not _fits(given, hint):
        within = (misfit(one) for one in _items(part))
        return next((one for one in within if one), wrong)
    within = (misfit(one) for one in _parts(part))
    return next((one for one in within if one), None)


def named(hint: Any) -> str:
    """The expected type of an annotation, in words."""
    if _is_union(hint):
        return " or ".join(dict.fromkeys(map(named, get_args(hint))))
    if get_origin(hint) is Literal:
        return f"one of {', '.join(map(str, get_args(hint)))}"
    kind = _kind(hint)
    if kind in NAMES:
        return NAMES[kind]
    if _is_collection(kind):
        return "a dictionary" if issubclass(kind, Mapping) else "a list"
    return str(getattr(kind, "__name__", kind))


def shown(given: object) -> str:
    """A number or short text literally, anything else by its type."""
    given = given.item() if isinstance(given, np.generic) else given
    is_short = isinstance(given, (str, Real)) and len(repr(given)) <= LONGEST_SHOWN
    if given is None or is_short:
        return repr(given)
    name = type(given).__name__
    return f"{'an' if name.lower().startswith(VOWELS) else 'a'} {name}"


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType) and hint != ArrayLike


def _kind(hint: Any) -> Any:
    return np.ndarray if hint == ArrayLike else get_origin(hint) or hint


def _is_collection(kind: Any) -> bool:
    return isinstance(kind, type) and kind.__module__ == "collections.abc" and kind is not Callable


def _fits(given: Any, hint: Any) -> bool:
    kind = _kind(hint)
    if kind is Literal:
        return any(type(one) is type(given) and one == given for one in get_args(hint))
    if kind is np.ndarray:
        return (hint == ArrayLike or isinstance(given, np.ndarray)) and holds_numbers(given)
    if kind is int:
        return is_whole(given) or isinstance(given, bool)
    if kind is float:
        return isinstance(given, Real)
    if _is_collection(kind) and not issubclass(kind, Mapping):
        is_counted = isinstance(given, Sized) or not issubclass(kind, Sized)
        is_list = isinstance(given, Iterable) and not isinstance(given, (str, bytes, Mapping))
        return is_counted and is_list and getattr(given, "ndim", 1) > 0
    if getattr(kind, "_is_protocol", False):  # plain values have none of its methods
        return not isinstance(given, (str, Real, Iterable, types.NoneType))
    return kind is Any or not isinstance(kind, type) or isinstance(given, kind)


def holds_numbers(given: object) -> bool:
    """Whether numpy converts it to an array of numbers, rather than a single number."""
    try:
        array = np.asarray(given)
    except ValueError:  # lists of several lengths
        return False
    return array.ndim > 0 and array.dtype.kind in NUMBERS


def _items(part: Part) -> Iterator[Part]:
    """Items of a list that is passed for an array."""
    given, hint, place = part
    if _kind(hint) is np.ndarray and isinstance(given, (list, tuple)):
        for index, value in enumerate(given):
            of_item = ArrayLike if isinstance(value, (list, tuple)) else float
            yield Part(value, of_item, f"{place}[{index}]")


def _parts(part: Part) -> Iterator[Part]:
    given, hint, place = part
    kind, hints = _kind(hint), get_args(hint)
    if not hints or isinstance(given, Iterator) or not (_is_collection(kind) or kind is tuple):
        return
    if isinstance(given, Mapping):
        for key, value in islice(given.items(), MOST_LOOKED_AT):
            yield Part(key, hints[0], f"a key of {place}")
            yield Part(value, hints[1], f"{place}[{key!r}]")
        return
    each = [hints[0]] * MOST_LOOKED_AT if kind is not tuple or hints[-1] is ... else hints
    for index, (value, one) in enumerate(zip(given, each, strict=False)):
        yield Part(value, one, f"{place}[{index}]")
