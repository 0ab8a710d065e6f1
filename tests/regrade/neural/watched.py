from __future__ import annotations

from typing import Any


class Watched:
    """A tokenizer that notes how many characters of each text it is given."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self.seen: list[int] = []

    def __call__(self, texts: list[str], **options: Any) -> Any:
        self.seen += map(len, texts)
        return self._tokenizer(texts, **options)
