from __future__ import annotations

import pytest

from regrade.active.words import terms_of


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Relational DATABASES, e.g. of 3M rows", ["relat", "databas", "of", "row"]),
        ("x-ray's co2 state_of", ["rai", "co", "state", "of"]),
        ("a I is IS", ["is", "is"]),
        ("Müller naïve Übung", ["müller", "naïv", "übung"]),
        ("na\u0131ve cafe\u0301 café", ["na\u0131v", "café", "café"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("1\ufe0f\u20e3 ½² Ⅷ", []),
        ("\U00010400\U00010401 \ud800", ["\U00010428\U00010429"]),
        ("", []),
    ],
)
def test_terms_are_stems_of_runs_of_letters(text: str, terms: list[str]) -> None:
    assert terms_of(text) == terms
