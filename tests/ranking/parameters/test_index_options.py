from __future__ import annotations

import pytest

from ranking.parameters.index_options import PLAIN_INDEX, IndexOptions
from regrade.text.analyzer import ENGLISH, PRETOKENIZED


def test_index_options_survive_a_spec() -> None:
    options = IndexOptions(fields="title", stop_words="none", expansions="abc", n_queries=5)
    assert IndexOptions.from_dict(options.as_dict()) == options


def test_index_options_analyze_as_anserini_does_by_default() -> None:
    assert PLAIN_INDEX.analyzer() == ENGLISH


def test_index_options_of_pretokenized_texts_leave_terms_as_they_are() -> None:
    options = IndexOptions(tokenizer="whitespace", stop_words="none", stemmer="none")
    assert options.analyzer() == PRETOKENIZED


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        (PLAIN_INDEX, ""),
        (IndexOptions(fields="text", stemmer="none"), " --fields text --stemmer none"),
        (IndexOptions(stop_words="none"), " --stop-words none"),
        (
            IndexOptions(tokenizer="whitespace", stop_words="none", stemmer="none"),
            " --pretokenized",
        ),
        (IndexOptions(expansions="abc"), " --expansions FILE"),
        (IndexOptions(expansions="abc", n_queries=5), " --expansions FILE --n-queries 5"),
    ],
)
def test_index_options_show_what_commands_take(options: IndexOptions, arguments: str) -> None:
    assert options.as_arguments() == arguments
