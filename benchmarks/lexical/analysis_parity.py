"""Whether texts are analyzed as the oracle does it, token for token.

`python -m benchmarks.lexical.analysis_parity JAR [DATA]` compares every generated text that tries
a tokenizer, made-up words for the stemmer, and, where DATA is given, each line of its files.
"""

from __future__ import annotations

import gzip
import itertools
import random
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

from benchmarks.lexical.analyses import oracle_analyses
from benchmarks.lexical.torture import torture
from regrade.text.analyzer import ENGLISH, PRETOKENIZED, Analyzer
from regrade.text.numbering import TermNumbering
from regrade.text.porter import STEP_2, STEP_3, STEP_4
from regrade.text.tokenizers import pair_surrogates
from tests.small_collections import COLLECTIONS, load

AT_ONCE = 20_000
ANALYZERS = {
    "english": ENGLISH,
    "pretokenized": PRETOKENIZED,
    "no stemmer": Analyzer(stemmer="none"),
    "no stop words": Analyzer(stop_words="none"),
}
ENDINGS = (
    *STEP_2,
    *STEP_3,
    *STEP_4,
    "s",
    "es",
    "ed",
    "ing",
    "eed",
    "y",
    "e",
    "ll",
    "sses",
    "ies",
    "",
)


class Parity(NamedTuple):
    """How many texts and tokens were compared, and how many texts differ in any token."""

    n_texts: int
    n_tokens: int
    n_differing: int


def compare(jar: Path, texts: Iterator[str], analyzer: Analyzer) -> Parity:
    numbering = TermNumbering(analyzer)
    n_texts = n_tokens = n_differing = 0
    while batch := list(itertools.islice(texts, AT_ONCE)):
        shown = oracle_analyses(jar, batch, analyzer)
        found = numbering.number(batch)
        terms = [numbering.terms[number] for number in found.numbers.tolist()]
        for start, end, wanted in zip(found.starts, found.starts[1:], shown, strict=False):
            n_differing += terms[start:end] != [pair_surrogates(term) for term in wanted]
        n_texts += len(batch)
        n_tokens += sum(map(len, shown))
    return Parity(n_texts, n_tokens, n_differing)


def made_up_words(n: int, *, seed: int) -> Iterator[str]:
    """Beginnings of any letters with up to three of the endings that the stemmer knows."""
    rng = random.Random(seed)
    for _ in range(n):
        beginning = "".join(rng.choices("aeiouybcdlnrstvwxz", k=rng.randint(0, 6)))
        yield beginning + "".join(rng.choices(ENDINGS, k=rng.randint(1, 3)))


def lines_of_data(data: Path) -> Iterator[str]:
    """Each line of each file, archives and compressed ones opened."""
    for path in sorted(path for path in data.rglob("*") if path.is_file()):
        if path.name.endswith(".tar.gz"):
            with tarfile.open(path) as archive:
                members = (archive.extractfile(member) for member in archive if member.isfile())
                for file in filter(None, members):
                    yield from file.read().decode(errors="replace").splitlines()
        else:
            content = (
                gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            )
            yield from content.decode(errors="replace").splitlines()


def subjects(data: Path | None) -> Iterator[tuple[str, Iterator[str]]]:
    yield from torture()
    yield "made-up words", made_up_words(300_000, seed=2)
    if data is not None:
        for name in COLLECTIONS:
            yield name, iter(load(data, name).texts.values())
        yield "all lines of the data", lines_of_data(data)


def main(jar: Path, data: Path | None) -> str:
    rows = [
        (name, kind, *compare(jar, texts, analyzer))
        for name, analyzer in ANALYZERS.items()
        for kind, texts in subjects(data)
    ]
    headers = ["analyzer", "texts", "number", "tokens", "differing texts"]
    return tabulate(rows, headers=headers, intfmt=",") + "\n"


if __name__ == "__main__":
    sys.stdout.write(main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None))
