"""Numbers with nouns, for sentences; for nouns whose plural is a plain s."""

from __future__ import annotations


def counted(n: int, noun: str) -> str:
    """A number with its noun, as in "1 column" and "1,000 columns"."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def there_are(n: int, noun: str) -> str:
    """As in "There is 1 pair" and "There are 2,000 pairs"."""
    return f"There {'is' if n == 1 else 'are'} {counted(n, noun)}"
