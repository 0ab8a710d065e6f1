from __future__ import annotations

import pytest

from ranking.text.analysis import analyze


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Running, the WOLVES!", ["running", "wolve"]),
        ("queries and query", ["query", "query"]),
        ("glass bus classes", ["glass", "bus", "classe"]),
        ("shoes trees", ["shoes", "trees"]),
        ("Paula Deen's brother", ["paula", "deen", "brother"]),
        ("don\u2019t", ["don\u2019t"]),
        ("snake_case x2 3.14", ["snake", "case", "x2", "3", "14"]),
        ("Zürich ΑΘΗΝΑ 東京", ["zürich", "αθηνα", "東京"]),
        ("\ufb01le", ["file"]),
        ("what is the", []),
        ("", []),
    ],
)
def test_analyze_finds_the_terms_of_a_text(text: str, terms: list[str]) -> None:
    assert analyze(text) == terms
