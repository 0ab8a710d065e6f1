from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

MOST_WRONG = 100


class LimitedList(serializers.ListField):
    """A list in a request, with a limit: it is counted before any entry is read.

    Of entries that do not fit it names the first hundred, as each takes longer than one that does.
    """

    max_length: int

    def __init__(self, *, max_length: int, **options: Any) -> None:
        super().__init__(max_length=max_length, **options)

    def run_child_validation(self, data: Sequence[Any]) -> list[Any]:
        if len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        read, wrong = [], dict[Any, Any]()
        for place, entry in enumerate(data):
            try:
                read.append(self.child.run_validation(entry))
            except serializers.ValidationError as refusal:
                wrong[place] = refusal.detail
                if len(wrong) == MOST_WRONG:
                    break
        if wrong:
            raise serializers.ValidationError(wrong)
        return read
