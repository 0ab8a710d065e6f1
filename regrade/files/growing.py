from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class GrowingArray:
    """An array to which parts are appended, in memory reserved from the start.

    Memory that a program touches first costs it more than what it writes there: parts that are
    kept until they are concatenated cost it twice. A guess that is too long costs nothing.
    """

    def __init__(self, dtype: DTypeLike, guessed_size: int) -> None:
        self._memory: NDArray[Any] = np.empty(guessed_size, dtype=dtype)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def array(self) -> NDArray[Any]:
        """The values so far; nothing may be appended after this."""
        return self._memory[: self._size]

    def extend(self, part: NDArray[Any]) -> None:
        end = self._size + part.size
        if end > self._memory.size:
            longer = np.empty(2 * end, dtype=self._memory.dtype)
            longer[: self._size] = self.array
            self._memory = longer
        self._memory[self._size : end] = part
        self._size = end
