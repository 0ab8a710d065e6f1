"""Names that things get from their files."""

from __future__ import annotations

import re

# What file names end in that says nothing of what they hold; the pages have the same list.
ENDING = re.compile(
    r"(?<=.)\.(gz|tar|tgz|txt|run|qrels?|trec|tsv|csv|jsonl|ndjson|json|xml|sgml)$", re.IGNORECASE
)


def name_of_file(file: str) -> str:
    """A name that lists can hold, from that of a file: without endings, blanks and commas.

    It is empty where the file's name has nothing else.
    """
    stem = file
    while ENDING.search(stem):
        stem = ENDING.sub("", stem)
    return re.sub(r"[\s,]+", "-", stem).strip("-")
