from __future__ import annotations

import pytest

from regrade.text.analyzer import ENGLISH, ENGLISH_STOP_WORDS, PRETOKENIZED, Analyzer


def test_analyze_english_text_drops_possessives_and_stop_words_and_stems() -> None:
    text = "The dog's bed wasn't quick; U.S.A. running-shoes, café\u2019s O'NEIL\uff07S"
    expected = ["dog", "bed", "wasn't", "quick", "u.s.a", "run", "shoe", "café", "o'neil"]
    assert ENGLISH.analyze(text) == expected


def test_analyze_of_only_stop_words_is_empty() -> None:
    assert ENGLISH.analyze("To be, or NOT to be? It's the") == []


def test_analyze_keeps_question_words() -> None:
    assert ENGLISH.analyze("what who when") == ["what", "who", "when"]


def test_the_english_stop_words_are_lucenes_33() -> None:
    assert len(ENGLISH_STOP_WORDS) == 33


def test_analyze_without_stemmer_still_drops_possessives() -> None:
    assert Analyzer(stemmer="none").analyze("The Dogs' running bird's") == [
        "dogs",
        "running",
        "bird",
    ]


def test_analyze_without_stop_words_stems_them() -> None:
    assert Analyzer(stop_words="none").analyze("They this was") == ["thei", "thi", "wa"]


def test_analyze_pretokenized_changes_nothing() -> None:
    text = "The ##ing dog's  Running"
    assert PRETOKENIZED.analyze(text) == text.split()


def test_an_analyzer_survives_its_dict() -> None:
    analyzer = Analyzer("whitespace", "english", "none")
    assert Analyzer.from_dict(analyzer.as_dict()) == analyzer


@pytest.mark.parametrize("parts", [("n-gram", "english", "porter"), ("standard", "x", "none")])
def test_analyzer_of_an_unknown_part_is_refused(parts: tuple[str, str, str]) -> None:
    names = ("tokenizer", "stop_words", "stemmer")
    with pytest.raises(ValueError, match="is one of"):
        Analyzer.from_dict(dict(zip(names, parts, strict=True)))


def test_from_dict_without_a_part_is_refused() -> None:
    with pytest.raises(ValueError, match="tokenizer, stop_words, stemmer"):
        Analyzer.from_dict({"tokenizer": "standard"})
