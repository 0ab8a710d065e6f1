from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from regrade.variants import KINDS, RecipeError, recipe_of
from tests.regrade.variants.changed import EVERY_SETTING, WORDNET, every_recipe
from tests.source_tree import ROOT

ON_THE_MACHINE: dict[str, dict[str, Any]] = {
    "back_translate": {"to_pivot": "en-fr", "from_pivot": "fr-en"},
    "custom": {"name": "shout"},
    "truncate_tokens": {"n_tokens": 3, "tokenizer": "bert"},
}
REFUSED: list[tuple[object, str]] = [
    ({}, "there is no kind None; write one of swap_characters, "),
    ({"kind": "shuffle"}, "Step 1 of the recipe: there is no kind 'shuffle'; write one of "),
    ([], "The recipe has no steps; give one"),
    ({"steps": []}, "The recipe has no steps; give one"),
    ({"steps": [{"kind": "rotate"}], "amount": 1}, "The recipe has amount beside steps; move it"),
    (["rotate"], "Step 1 of the recipe is 'rotate'; write a mapping with a kind"),
    ({"kind": "rotate", "amount": 1}, "rotate: there is no setting 'amount'; it has none"),
    (
        [{"kind": "rotate"}, {"kind": "homophone", "amount": 1, "share": 1}],
        "Step 2 of the recipe, homophone: there is no setting 'share'; it has amount, words",
    ),
    ({"kind": "homophone"}, "Step 1 of the recipe, homophone: amount is missing; give it"),
    ({"kind": "homophone", "amount": 1.5}, 'homophone: amount is "one" .* up to 1, not 1.5; write'),
    ({"kind": "homophone", "amount": 0}, "a number above 0 and up to 1, not 0; write"),
    ({"kind": "homophone", "amount": True}, "a number above 0 and up to 1, not True; write"),
    ({"kind": "homophone", "amount": "all"}, "a number above 0 and up to 1, not 'all'; write"),
    ({"kind": "homophone", "amount": float("nan")}, "above 0 and up to 1, not nan; write"),
    ({"kind": "remove_punctuation", "amount": "one"}, "a number above 0 and up to 1, not 'one'"),
    (
        {"kind": "homophone", "amount": 1, "words": "short"},
        "words is one of any, long, longest, not",
    ),
    (
        {"kind": "homophone", "amount": 1, "words": ["any"]},
        "words is one of any, long, longest, not",
    ),
    ({"kind": "keyboard_typo", "amount": 1, "layout": "dvorak"}, "layout is one of qwerty, qwertz"),
    (
        {"kind": "lemmatize", "amount": 1, "part_of_speech": "x"},
        "part_of_speech is one of noun, verb",
    ),
    (
        {"kind": "lemmatize", "amount": 1, "wordnet": ""},
        "wordnet is a text that is not empty, not ''",
    ),
    ({"kind": "truncate_words", "n_words": 0}, "n_words is a whole number from 1 on, not 0; write"),
    ({"kind": "truncate_words", "n_words": True}, "n_words is a whole number from 1 on, not True"),
    (
        {"kind": "correct_spelling", "max_edits": 3},
        "max_edits is at most 2, not 3; write a smaller",
    ),
    ({"kind": "replace"}, "replace: pairs is empty; give one"),
    ({"kind": "replace", "pairs": [["a"]]}, "pairs is a list of .word, replacement.; read_repl"),
    ({"kind": "replace", "pairs": 3}, "pairs is a list of .word, replacement.; read_repl"),
    ({"kind": "replace", "pairs": [["a", "b"], ["e.g", "x"]]}, "pair 2 of pairs has 'e.g' and 'x'"),
    ({"kind": "custom", "name": 3}, "custom: name is a text that is not empty, not 3; write one"),
    ({"kind": "rotate", "versions": 3}, "The recipe's versions are no mapping; take them away"),
    (
        {"kind": "rotate", "version": 0},
        "rotate: the recipe follows version 0 of this rule, of another release, and this one knows",
    ),
]


@pytest.mark.parametrize(
    "told", [*every_recipe(), *({"kind": k, **v} for k, v in ON_THE_MACHINE.items())]
)
def test_recipe_of_reads_what_as_json_writes(told: dict[str, Any]) -> None:
    recipe = recipe_of(told)
    assert recipe_of(json.loads(json.dumps(recipe.as_json()))) == recipe


def test_every_kind_is_tried() -> None:
    assert {*EVERY_SETTING, *ON_THE_MACHINE} == set(KINDS)


@pytest.mark.parametrize(("told", "said"), REFUSED)
def test_recipe_of_refuses_in_one_sentence(told: dict[str, Any], said: str) -> None:
    with pytest.raises(RecipeError, match=said):
        recipe_of(told)


def test_as_json_writes_one_step_flat_and_its_rule() -> None:
    told = {"kind": "swap_words", "version": 1, "amount": 1.0, "words": "any"}
    assert recipe_of({"kind": "swap_words", "amount": 1}).as_json() == told


def test_as_json_writes_several_steps_in_order() -> None:
    told = recipe_of([{"kind": "rotate"}, {"kind": "lower_case"}]).as_json()
    assert [step["kind"] for step in told["steps"]] == ["rotate", "lower_case"]  # type: ignore[attr-defined]


def test_recipes_that_say_the_same_are_equal() -> None:
    assert recipe_of({"kind": "rotate"}) == recipe_of({"steps": [{"kind": "rotate", "version": 1}]})


def test_as_stored_has_the_versions_of_what_does_the_work() -> None:
    recipe = recipe_of(
        [{"kind": "lemmatize", "amount": 1, "wordnet": WORDNET}, {"kind": "correct_spelling"}]
    ).as_stored()
    told = recipe.as_json()
    assert {"regrade", "python", "unicode", "wordnet", "symspellpy"} == set(told["versions"])  # type: ignore[call-overload]
    assert recipe_of(told) == recipe


def test_other_versions_are_those_that_changed_since() -> None:
    stored = recipe_of({"kind": "lemmatize", "amount": 1, "wordnet": WORDNET}).as_stored()
    assert stored.other_versions() == {}
    told = stored.as_json() | {"versions": dict(stored.versions) | {"wordnet": "2.1", "nltk": "3"}}
    assert recipe_of(told).other_versions() == {
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
