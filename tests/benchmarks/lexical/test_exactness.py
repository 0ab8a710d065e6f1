from __future__ import annotations

from benchmarks.lexical.exactness import Rows, unlike

OURS: Rows = {("1", "1"): ("a", "2.0"), ("1", "2"): ("b", "1.0")}


def test_unlike_counts_nothing_where_all_is_the_same() -> None:
    assert unlike(OURS, dict(OURS)) == (0, 0)


def test_unlike_counts_another_passage_and_another_score_apart() -> None:
    moved = OURS | {("1", "2"): ("c", "1.0")}
    rescored = OURS | {("1", "1"): ("a", "2.1")}
    assert (unlike(OURS, moved), unlike(OURS, rescored)) == ((1, 0), (0, 1))


def test_unlike_counts_a_row_that_one_side_lacks() -> None:
    fewer: Rows = {("1", "1"): ("a", "2.0")}
    assert unlike(OURS, fewer) == unlike(fewer, OURS) == (1, 1)
