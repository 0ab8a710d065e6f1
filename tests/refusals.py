"""Refusals, asserted by their code and place; a sentence is asserted once, where it is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

Kind = TypeVar("Kind", bound=Exception)


@contextmanager
def refused(
    kind: type[Kind],
    code: str,
    *,
    field: str | None = None,
    line: int | None = None,
    says: str = "",
) -> Iterator[pytest.ExceptionInfo[Kind]]:
    """The block raises an error of this kind with this code, of this field or line.

    An error without a code, such as a command's, has that of its cause. `says` is what the
    sentence must hold: names and numbers that a person needs.
    """
    with pytest.raises(kind) as caught:
        yield caught
    error: BaseException | None = caught.value
    while error is not None and not hasattr(error, "code"):
        error = error.__cause__
    found = [getattr(error, name, None) for name in ("code", "field", "line")]
    assert found == [code, field, line], str(caught.value)
    assert says in str(caught.value)
