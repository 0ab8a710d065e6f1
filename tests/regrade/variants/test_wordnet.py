from __future__ import annotations

import pytest

from regrade.variants.wordnet import PartOfSpeech, load_lexicon


@pytest.mark.parametrize(
    ("part_of_speech", "form", "lemma"),
    [
        ("noun", "foxes", "fox"),
        ("noun", "churches", "church"),
        ("noun", "policemen", "policeman"),
        ("noun", "ponies", "pony"),
        ("noun", "data", "data"),
        ("noun", "us", "u"),
        ("noun", "geese", "goose"),
        ("noun", "qwertzs", "qwertzs"),
        ("noun", "", ""),
        ("verb", "hoping", "hop"),
        ("verb", "hopping", "hop"),
        ("verb", "went", "go"),
    ],
)
def test_lemma_is_the_one_of_nltk(part_of_speech: PartOfSpeech, form: str, lemma: str) -> None:
    """As its release 3.10 answered with WordNet 3.0; 170,000 other forms were compared once."""
    assert load_lexicon(part_of_speech).lemma(form) == lemma


def test_words_are_those_of_wordnet() -> None:
    assert len(load_lexicon("noun").words) == 57_506
    assert len(load_lexicon("verb").words) == 8_700
