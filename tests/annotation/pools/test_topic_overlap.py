from __future__ import annotations

from annotation.exchange.labels import TopicOverlap


def sentence(labels: list[str], topics: list[str]) -> str:
    return TopicOverlap.of(labels, topics).sentence("qrels.txt", "needs")


def test_sentence_of_the_same_ids_in_another_order_is_empty() -> None:
    assert sentence(["b", "a"], ["a", "b"]) == ""


def test_sentence_counts_both_directions_and_gives_examples() -> None:
    labels = ["a", *(f"x{i}" for i in range(7))]
    assert sentence(labels, ["a", "b"]) == (
        "qrels.txt and topic set needs share only part of their query ids: 1 are in both,"
        " 7 only in qrels.txt (x0, x1, x2, x3, x4 …), 1 only in needs (b)."
    )


def test_sentence_of_labels_for_a_part_of_the_topics_says_so() -> None:
    assert sentence(["a"], ["a", "b"]).endswith("1 are in both, 1 only in needs (b).")


def test_sentence_of_nothing_in_common_says_none() -> None:
    assert "share none of their query ids: 1 only in" in sentence(["a"], ["b"])


def test_sentence_of_labels_that_count_positions_suggests_it() -> None:
    assert "--number-by position" in sentence(["1", "2", "3"], ["1", "2", "4"])


def test_sentence_of_labels_for_some_positions_suggests_it() -> None:
    assert "--number-by position" in sentence(["1", "3"], ["51", "52", "53"])


def test_sentence_of_labels_beyond_the_number_of_topics_suggests_nothing() -> None:
    assert "position" not in sentence(["1", "4"], ["1", "2", "7"])


def test_sentence_of_topics_that_are_numbered_by_position_suggests_nothing() -> None:
    assert "position" not in sentence(["1", "2"], ["1", "2", "3"])
