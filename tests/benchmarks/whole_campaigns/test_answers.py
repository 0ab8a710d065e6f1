from __future__ import annotations

import random

from benchmarks.whole_campaigns.answers import NOT_JUDGED, Said, Scale, mark_words, say
from benchmarks.whole_campaigns.people import Person

SCALE = Scale(grades=(0, 1, 2, 3), marking=frozenset({2, 3}))
EXACT = Person("exact", leniency=0, noise=0)
TEXT = "  Spruces live\nlong; über 300 years.  "


def answers(person: Person, label: int, n: int = 200) -> list[Said]:
    rng = random.Random(1)
    return [say(person, label, TEXT, SCALE, rng) for _ in range(n)]


def grades(person: Person, label: int) -> set[int]:
    return {said.grade for said in answers(person, label) if said.grade is not None}


def test_without_leniency_and_noise_the_label_is_the_grade() -> None:
    assert [grades(EXACT, label) for label in SCALE.grades] == [{0}, {1}, {2}, {3}]


def test_leniency_shifts_grades_within_the_scale() -> None:
    lenient = EXACT._replace(leniency=1.2)
    assert [grades(lenient, label) for label in SCALE.grades] == [{1}, {2}, {3}, {3}]


def test_noise_spreads_grades_around_the_label() -> None:
    assert grades(EXACT._replace(noise=0.6), 1) == {0, 1, 2, 3}


def test_some_pairs_are_left_without_a_grade() -> None:
    n_blank = sum(said.grade is None for said in answers(EXACT, 1, n=10_000))
    assert 0.5 * NOT_JUDGED < n_blank / 10_000 < 2 * NOT_JUDGED


def test_words_are_highlighted_where_the_grade_asks_for_them() -> None:
    marked = {said.grade: bool(said.spans) for label in (1, 2) for said in answers(EXACT, label)}
    assert marked == {1: False, 2: True, None: False}


def test_highlights_are_whole_words_of_the_text() -> None:
    rng, words = random.Random(1), TEXT.split()
    for start, end in (mark_words(TEXT, rng) for _ in range(100)):
        marked = TEXT[start:end]
        assert marked == marked.strip()
        assert set(marked.split()) <= set(words)


def test_a_text_of_one_word_can_be_highlighted() -> None:
    assert mark_words(" cats ", random.Random(1)) == (1, 5)
