from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from regrade.variants import KINDS, RecipeError, recipe_of
from tests.refusals import refused
from tests.regrade.variants.changed import EVERY_SETTING, WORDNET, every_recipe
from tests.source_tree import ROOT

ON_THE_MACHINE: dict[str, dict[str, Any]] = {
    "back_translate": {"to_pivot": "en-fr", "from_pivot": "fr-en"},
    "custom": {"name": "shout"},
    "truncate_tokens": {"n_tokens": 3, "tokenizer": "bert"},
}
REFUSED: list[tuple[object, str, str]] = [
    ({}, "unknown_kind", "swap_characters"),
    ({"kind": "shuffle"}, "unknown_kind", "'shuffle'"),
    ([], "no_steps", ""),
    ({"steps": []}, "no_steps", ""),
    ({"steps": [{"kind": "rotate"}], "amount": 1}, "settings_beside_steps", "amount"),
    (["rotate"], "step_not_a_mapping", "'rotate'"),
    ({"kind": "rotate", "amount": 1}, "unknown_setting", "rotate: there is no setting 'amount'"),
    (
        [{"kind": "rotate"}, {"kind": "homophone", "amount": 1, "share": 1}],
        "unknown_setting",
        "Step 2 of the recipe, homophone: there is no setting 'share'; it has amount, words",
    ),
    ({"kind": "homophone"}, "setting_missing", "Step 1 of the recipe, homophone: amount"),
    ({"kind": "homophone", "amount": 1.5}, "bad_amount", "1.5"),
    ({"kind": "homophone", "amount": 0}, "bad_amount", "0"),
    ({"kind": "homophone", "amount": True}, "bad_amount", "True"),
    ({"kind": "homophone", "amount": "all"}, "bad_amount", "'all'"),
    ({"kind": "homophone", "amount": float("nan")}, "bad_amount", "nan"),
    ({"kind": "remove_punctuation", "amount": "one"}, "bad_amount", "'one'"),
    ({"kind": "homophone", "amount": 1, "words": "short"}, "unknown_choice", "any, long, longest"),
    ({"kind": "homophone", "amount": 1, "words": ["any"]}, "unknown_choice", "['any']"),
    ({"kind": "keyboard_typo", "amount": 1, "layout": "dvorak"}, "unknown_choice", "qwertz"),
    ({"kind": "lemmatize", "amount": 1, "part_of_speech": "x"}, "unknown_choice", "noun, verb"),
    ({"kind": "lemmatize", "amount": 1, "wordnet": ""}, "not_a_text", "wordnet"),
    ({"kind": "truncate_words", "n_words": 0}, "not_a_count", "n_words"),
    ({"kind": "truncate_words", "n_words": True}, "not_a_count", "True"),
    ({"kind": "correct_spelling", "max_edits": 3}, "too_many_edits", "at most 2, not 3"),
    ({"kind": "replace"}, "no_pairs", "replace"),
    ({"kind": "replace", "pairs": [["a"]]}, "pairs_not_a_list", "[word, replacement]"),
    ({"kind": "replace", "pairs": 3}, "pairs_not_a_list", "[word, replacement]"),
    ({"kind": "replace", "pairs": [["a", "b"], ["e.g", "x"]]}, "bad_pair", "pair 2 of pairs"),
    ({"kind": "custom", "name": 3}, "not_a_text", "name"),
    ({"kind": "rotate", "versions": 3}, "versions_not_a_mapping", ""),
    ({"kind": "rotate", "version": 0}, "other_rule_version", "version 0"),
]


def test_recipe_of_reads_what_as_json_writes() -> None:
    on_the_machine = [{"kind": kind, **settings} for kind, settings in ON_THE_MACHINE.items()]
    for found in (*every_recipe(), *on_the_machine):
        recipe = recipe_of(found)
        assert recipe_of(json.loads(json.dumps(recipe.as_json()))) == recipe


def test_every_kind_is_tried() -> None:
    assert {*EVERY_SETTING, *ON_THE_MACHINE} == set(KINDS)


@pytest.mark.parametrize(("found", "code", "named"), REFUSED)
def test_recipe_of_refuses_what_makes_no_recipe(
    found: dict[str, Any], code: str, named: str
) -> None:
    with refused(RecipeError, code) as caught:
        recipe_of(found)
    assert named in str(caught.value)


def test_as_json_writes_one_step_flat_and_its_rule() -> None:
    fields = {"kind": "swap_words", "version": 1, "amount": 1.0, "words": "any"}
    assert recipe_of({"kind": "swap_words", "amount": 1}).as_json() == fields


def test_as_json_writes_several_steps_in_order() -> None:
    found = recipe_of([{"kind": "rotate"}, {"kind": "lower_case"}]).as_json()
    assert [step["kind"] for step in found["steps"]] == ["rotate", "lower_case"]  # type: ignore[attr-defined]


def test_recipes_that_say_the_same_are_equal() -> None:
    assert recipe_of({"kind": "rotate"}) == recipe_of({"steps": [{"kind": "rotate", "version": 1}]})


def test_as_stored_has_the_versions_of_what_does_the_work() -> None:
    recipe = recipe_of(
        [{"kind": "lemmatize", "amount": 1, "wordnet": WORDNET}, {"kind": "correct_spelling"}]
    ).as_stored()
    found = recipe.as_json()
    assert {"regrade", "python", "unicode", "wordnet", "symspellpy"} == set(found["versions"])  # type: ignore[call-overload]
    assert recipe_of(found) == recipe


def test_other_versions_are_those_that_changed_since() -> None:
    stored = recipe_of({"kind": "lemmatize", "amount": 1, "wordnet": WORDNET}).as_stored()
    assert stored.other_versions() == {}
    found = stored.as_json() | {"versions": dict(stored.versions) | {"wordnet": "2.1", "nltk": "3"}}
    assert recipe_of(found).other_versions() == {
        "wordnet": ("2.1", dict(stored.versions)["wordnet"]),
        "nltk": ("3", None),
    }


def test_a_recipe_that_was_not_stored_has_no_other_versions() -> None:
    assert recipe_of({"kind": "rotate"}).other_versions() == {}


def test_a_recipe_that_is_read_needs_none_of_the_packages() -> None:
    program = (
        "import sys; from regrade.variants import recipe_of;"
        "recipe_of({'kind': 'back_translate', 'to_pivot': 'a', 'from_pivot': 'b'});"
        "print(*{'torch', 'transformers', 'symspellpy', 'numba'} & set(sys.modules))"
    )
    argv = [sys.executable, "-c", program]
    ran = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
