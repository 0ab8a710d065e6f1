from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from regrade.variants import RecipeError, recipe_of
from regrade.variants.rewording import load_homophones
from tests.refusals import refused
from tests.regrade.variants.changed import changed

PAIRS = [["color", "colour"], ["Gray", "grey"], ["gray", "ash grey"], ["same", "same"]]


@pytest.mark.parametrize(
    ("text", "lemmas"),
    [
        ("search the typos", "search the typo"),
        ("882 feet and 9 inches (that's 269 metres)", "882 foot and 9 inch (that's 269 metre)"),
        ("It was, as it has", "It wa, a it ha"),
        ("Wolves. WOLVES", "Wolf. WOLF"),
        (
            "mice's \U0001f600 \u05e9\u05dc\u05d5\u05dd",
            "mice's \U0001f600 \u05e9\u05dc\u05d5\u05dd",
        ),
        ("", ""),
    ],
)
def test_lemmatize_takes_every_word_for_a_noun(text: str, lemmas: str) -> None:
    assert changed(text, kind="lemmatize", amount=1) == lemmas


def test_lemmatize_knows_verbs() -> None:
    text = "he was running and walked"
    new = changed(text, kind="lemmatize", amount=1, part_of_speech="verb")
    assert new == "he be run and walk"


def test_lemmatize_one_takes_a_word_that_has_another_lemma() -> None:
    text = "the cats saw. the dogs ran"
    assert changed(text, kind="lemmatize", amount="one") == "the cat saw. the dog ran"


def test_lemmatize_reads_a_folder_of_wordnet(tmp_path: Path) -> None:
    (tmp_path / "index.noun").write_text("  1 the licence\ncat n 1 2 @ ~ 1 0 02121620\n")
    (tmp_path / "noun.exc").write_text("kine cat\n")
    settings: dict[str, Any] = {"kind": "lemmatize", "amount": 1, "wordnet": str(tmp_path)}
    assert changed("cats kine dogs", **settings) == "cat cat dogs"
    versions = dict(recipe_of(settings).as_stored().versions)
    assert versions["wordnet"].startswith("sha256:")


def test_lemmatize_names_the_file_that_a_folder_lacks(tmp_path: Path) -> None:
    with refused(RecipeError, "wordnet_missing") as caught:
        changed("cats", kind="lemmatize", amount=1, wordnet=str(tmp_path))
    assert f"{tmp_path} lacks index.noun" in str(caught.value)


def test_homophone_takes_each_other_word() -> None:
    found = {changed("Two", kind="homophone", amount=1, seed=seed) for seed in range(30)}
    assert found == {"To", "Too"}


def test_homophone_of_one_capital_begins_with_one() -> None:
    assert changed("I", kind="homophone", amount=1) == "Eye"


@pytest.mark.parametrize("text", ["zebra", "\U0001f600", "\u05e9\u05dc\u05d5\u05dd", ""])
def test_homophone_leaves_what_the_table_lacks(text: str) -> None:
    assert changed(text, kind="homophone", amount=1) == text


def test_homophones_go_both_ways() -> None:
    table = load_homophones()
    assert all(word in table[other] and word != other for word in table for other in table[word])


@pytest.mark.parametrize(
    ("text", "new"),
    [("(color)", "(colour)"), ("COLOR Color", "COLOUR Colour"), ("colors same", "colors same")],
)
def test_replace_keeps_capitals_and_punctuation(text: str, new: str) -> None:
    assert changed(text, kind="replace", pairs=PAIRS) == new


def test_replace_takes_each_replacement() -> None:
    found = {changed("gray", kind="replace", pairs=PAIRS, seed=seed) for seed in range(30)}
    assert found == {"grey", "ash grey"}


@pytest.mark.parametrize(
    ("text", "correct"),
    [
        ("Retreival adn searhc!", "Retrieval and search!"),
        ("DELWAARE.", "DELAWARE."),
        ("the cat", "the cat"),
        ("x b2b qwertzuiop \U0001f600", "x b2b qwertzuiop \U0001f600"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("", ""),
    ],
)
def test_correct_spelling_takes_the_nearest_word(text: str, correct: str) -> None:
    assert changed(text, kind="correct_spelling") == correct


def test_correct_spelling_keeps_to_the_distance() -> None:
    assert changed("ltorel", kind="correct_spelling", max_edits=1) == "ltorel"


def test_correct_spelling_mends_what_swapped_characters_break() -> None:
    steps = [
        {"kind": "swap_characters", "amount": 1, "words": "long"},
        {"kind": "correct_spelling"},
    ]
    assert changed("important scientific", steps=steps) == "important scientific"
