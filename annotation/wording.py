"""Numbers with nouns, for sentences."""

from __future__ import annotations


def counted(n: int, noun: str) -> str:
    """`1 pair`, `2 pairs`; for nouns whose plural is a plain s."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def there_are(n: int, noun: str) -> str:
    """`There is 1 pair`, `There are 2 pairs`."""
    return f"There {'is' if n == 1 else 'are'} {counted(n, noun)}"
