from __future__ import annotations

import pytest

from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.rankers.parameter_texts import ABOUT
from ranking.rankers.parameters import Parameter, parameters_of, takers


def of_bert_cat() -> dict[str, Parameter]:
    return {one.name: one for one in parameters_of("bert-cat")}


def test_parameters_of_a_ranker_are_those_of_its_options() -> None:
    assert list(of_bert_cat()) == ["format", "max_tokens", "max_query_tokens"]


def test_parameters_of_one_of_several_words_have_choices() -> None:
    told = of_bert_cat()["format"]
    assert (told.kind, told.choices, told.default) == ("choice", ("joint", "mono-bert"), "joint")


@pytest.mark.parametrize(
    ("name", "kind", "default"),
    [
        ("max_query_tokens", "whole", 32),
        ("query_marker", "text", "[unused0]"),
        ("drops_punctuation", "yes_no", True),
    ],
)
def test_parameters_of_a_type_tell_it(name: str, kind: str, default: object) -> None:
    told = next(one for one in parameters_of("colbert") if one.name == name)
    assert (told.kind, told.choices, told.default) == (kind, (), default)


def test_parameters_that_the_model_settles_have_no_default() -> None:
    told = next(one for one in parameters_of("bert-dot") if one.name == "pooling")
    assert (told.kind, told.choices, told.default) == ("choice", ("mean", "cls"), None)


def test_takers_of_a_parameter_are_all_rankers_with_it() -> None:
    assert {"bert-cat", "colbert"} <= takers()["max_query_tokens"].keys()


@pytest.mark.parametrize("ranker", NEURAL_RANKERS)
def test_every_ranker_is_described_with_all_that_it_takes(ranker: str) -> None:
    assert all([ABOUT[ranker], *(one.help for one in parameters_of(ranker))])


def test_colbert_says_that_its_default_model_was_not_trained_for_it() -> None:
    assert "trained for it; the MiniLM that serves where none is named was not" in ABOUT["colbert"]
