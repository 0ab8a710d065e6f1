"""Regenerate tests/regrade/text/golden/analyses.jsonl.gz: generated texts and the oracle's terms.

`python -m benchmarks.lexical.golden.analyses JAR`. One line for each text:
[tokenizer, stop words, stemmer, text, terms].
"""

from __future__ import annotations

import gzip
import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.lexical.analyses import oracle_analyses
from benchmarks.lexical.analysis_parity import made_up_words
from benchmarks.lexical.torture import SCRIPTS, emoji, long_tokens, of_every_class, triples
from benchmarks.running.places import CHECKOUT
from regrade.text.analyzer import ENGLISH, PRETOKENIZED, Analyzer
from regrade.text.tokenizers import pair_surrogates

GOLDEN = CHECKOUT / "tests/regrade/text/golden/analyses.jsonl.gz"


def chosen() -> Iterator[tuple[Analyzer, list[str]]]:
    words = [" ".join(made_up_words(3000, seed=3))]
    few = [" ".join(made_up_words(300, seed=4))]
    mixed = list(of_every_class(1200, seed=4))
    long = list(itertools.islice(long_tokens(), 0, None, 7))
    yield ENGLISH, [*SCRIPTS, *triples(), *itertools.islice(emoji(), 0, None, 11), *mixed]
    yield ENGLISH, [*long, *words]
    yield PRETOKENIZED, [*SCRIPTS, *mixed[:200], *long]
    yield Analyzer(stemmer="none"), [*SCRIPTS, *few]
    yield Analyzer(stop_words="none"), [*SCRIPTS, *few]


def lines(jar: Path) -> Iterator[str]:
    for analyzer, texts in chosen():
        parts = (analyzer.tokenizer, analyzer.stop_words, analyzer.stemmer)
        for text, found in zip(texts, oracle_analyses(jar, texts, analyzer), strict=True):
            yield json.dumps([*parts, text, [pair_surrogates(term) for term in found]]) + "\n"


def main(jar: Path) -> None:
    GOLDEN.parent.mkdir(parents=True, exist_ok=True)
    with gzip.GzipFile(GOLDEN, "wb", compresslevel=9, mtime=0) as file:
        file.write("".join(lines(jar)).encode("ascii"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
