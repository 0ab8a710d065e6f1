from __future__ import annotations

from pathlib import Path

import pytest

from regrade.variants import RecipeError
from regrade.variants import wordnet as wordnet_module
from regrade.variants.wordnet import PartOfSpeech, load_lexicon, wordnet_folder
from tests.refusals import refused
from tests.regrade.variants.changed import WORDNET, changed


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
    assert load_lexicon(part_of_speech, Path(WORDNET)).lemma(form) == lemma


def test_without_wordnet_lemmas_are_refused_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet_module, "find_spec", lambda _: None)
    wordnet_folder.cache_clear()
    with refused(RecipeError, "wordnet_missing"):
        changed("cats", kind="lemmatize", amount=1, wordnet=None)
    wordnet_folder.cache_clear()
