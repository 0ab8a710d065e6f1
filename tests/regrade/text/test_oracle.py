"""Agreement with Anserini 0.24; the golden file holds generated texts and the terms it gave."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from regrade.text.analyzer import ENGLISH, PRETOKENIZED, Analyzer
from regrade.text.numbering import TermNumbering

GOLDEN = Path(__file__).with_name("golden") / "analyses.jsonl.gz"
ANALYZERS = [ENGLISH, PRETOKENIZED, Analyzer(stemmer="none"), Analyzer(stop_words="none")]


@cache
def golden() -> dict[Analyzer, list[tuple[str, list[str]]]]:
    cases: dict[Analyzer, list[tuple[str, list[str]]]] = defaultdict(list)
    with gzip.open(GOLDEN, "rt", encoding="ascii") as lines:
        for line in lines:
            tokenizer, stop_words, stemmer, text, terms = json.loads(line)
            cases[Analyzer(tokenizer, stop_words, stemmer)].append((text, terms))
    return cases


def test_the_golden_file_has_texts_for_each_analyzer() -> None:
    assert set(golden()) == set(ANALYZERS)


@pytest.mark.parametrize("analyzer", ANALYZERS)
def test_analyze_gives_the_terms_of_the_oracle(analyzer: Analyzer) -> None:
    differing = [text for text, terms in golden()[analyzer] if analyzer.analyze(text) != terms]
    assert differing == []


@pytest.mark.parametrize("analyzer", ANALYZERS)
def test_number_gives_the_terms_of_the_oracle(analyzer: Analyzer) -> None:
    numbering = TermNumbering(analyzer)
    found = numbering.number([text for text, _ in golden()[analyzer]])
    expected = [term for _, terms in golden()[analyzer] for term in terms]
    assert [numbering.terms[number] for number in found.numbers] == expected
