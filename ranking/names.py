from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

# What file names end in that says nothing of what they hold; the pages have the same list.
ENDING = re.compile(
    r"(?<=.)\.(gz|tar|tgz|txt|run|qrels?|trec|tsv|csv|jsonl|ndjson|json|xml|sgml)$", re.IGNORECASE
)


def split_names(text: str) -> list[str]:
    """The names of a comma-separated list.

    Raises:
        ValueError: there is none, or one appears twice.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise ValueError("no name is given")
    if (twice := first_repeated(names)) is not None:
        raise ValueError(f"{twice} appears twice")
    return names


def first_repeated(names: Iterable[str]) -> str | None:
    """The first of the names that appears again, found in a time that grows as their number."""
    return next((name for name, n in Counter(names).items() if n > 1), None)


def name_of_file(file: str) -> str:
    """A name that lists can hold, from that of a file: without endings, blanks and commas.

    It is empty where the file's name has nothing else.
    """
    stem = file
    while ENDING.search(stem):
        stem = ENDING.sub("", stem)
    return re.sub(r"[\s,]+", "-", stem).strip("-")
