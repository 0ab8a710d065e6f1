"""The other engines' English analyzers, timed; they cut and stem by rules of their own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from benchmarks.lexical import analysis_speed


def bm25s() -> analysis_speed.Count:
    """A regular expression, a stop list and Snowball, each different term stemmed once."""
    module: Any = import_module("bm25s")
    stemmer: Any = import_module("Stemmer").Stemmer("english")

    def count(texts: Sequence[str]) -> int:
        options = {"stopwords": "en", "stemmer": stemmer, "show_progress": False}
        return sum(map(len, module.tokenize(list(texts), **options).ids))

    return count


def tantivy() -> analysis_speed.Count:
    """Words, lower case, a stop list and Snowball; the terms come out as Python's strings."""
    module: Any = import_module("tantivy")
    made = module.TextAnalyzerBuilder(module.Tokenizer.simple())
    for each in ("lowercase", "stopword", "stemmer"):
        options = () if each == "lowercase" else ("english",)
        made = made.filter(getattr(module.Filter, each)(*options))
    analyzer = made.build()
    return lambda texts: sum(len(analyzer.analyze(text)) for text in texts)


if __name__ == "__main__":
    analysis_speed.main({"bm25s": bm25s, "tantivy": tantivy}, sys.argv[1:])
