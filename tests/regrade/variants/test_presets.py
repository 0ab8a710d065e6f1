from __future__ import annotations

import pytest

from regrade.variants import PRESETS, RecipeError, preset
from regrade.variants.step import WordStep
from tests.refusals import refused

PASSAGES = {
    ("swap_characters", 0.1),
    ("remove_space", 0.1),
    ("remove_stop_words", 0.2),
    ("remove_stop_words", 0.5),
    ("lemmatize", 0.5),
    ("lemmatize", 1.0),
    ("swap_words", "ones"),
    ("swap_adjacent_words", "ones"),
}
QUERIES = {
    ("swap_characters", "one"),
    ("remove_space", "one"),
    ("remove_stop_words", "one"),
    ("remove_stop_words", 0.5),
    ("lemmatize", 0.5),
    ("lemmatize", 1.0),
    ("swap_words", "ones"),
    ("swap_adjacent_words", "ones"),
}


@pytest.mark.parametrize(
    ("texts", "expected", "words"), [("passages", PASSAGES, "any"), ("queries", QUERIES, "long")]
)
def test_presets_are_the_papers(texts: str, expected: set[tuple[str, object]], words: str) -> None:
    names = [name for name in PRESETS if f"typos-{texts}-" in name and "translate" not in name]
    steps = [step for name in names for step in preset(name).steps if isinstance(step, WordStep)]
    assert {(step.kind, step.amount) for step in steps} == expected
    assert {step.words for step in steps} == {words}
    assert len(steps) == len(expected)


def test_preset_of_back_translation_needs_folders() -> None:
    name = "typos-queries-back_translate"
    assert PRESETS[name].needs == ("to_pivot", "from_pivot")
    with refused(RecipeError, "setting_missing"):
        preset(name)
    assert preset(name, to_pivot="a", from_pivot="b").steps[0].kind == "back_translate"


def test_preset_of_rotation_is_that_of_the_position_bias_paper() -> None:
    assert preset("debiased-passages-rotate").as_json() == {"kind": "rotate", "version": 1}


def test_preset_names_what_there_is() -> None:
    with refused(RecipeError, "unknown_preset") as caught:
        preset("typos")
    assert "typos-passages-" in str(caught.value)
