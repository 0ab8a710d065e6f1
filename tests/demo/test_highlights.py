from __future__ import annotations

import numpy as np

from demo.highlights import MOST_WORDS_OFF, find_answer, highlight

TEXT = "Lists are mutable. A tuple cannot be changed once it was made. So be it."


def test_the_answer_is_the_sentence_with_most_words_of_the_query() -> None:
    found = find_answer("can I change a tuple", TEXT)
    assert found is not None
    start, end = found.words[found.first][0], found.words[found.last][1]
    assert TEXT[start:end] == "A tuple cannot be changed once it was made."
    assert find_answer("sockets", TEXT) is None
    assert find_answer("sockets", "") is None


def test_people_begin_and_end_near_the_answer_at_whole_words() -> None:
    found = find_answer("can I change a tuple", TEXT)
    assert found is not None
    rng = np.random.default_rng(1)
    marked = {highlight(found, rng) for _ in range(50)}
    assert len(marked) > 5
    starts = [start for start, _ in found.words]
    for start, end in marked:
        assert abs(starts.index(start) - found.first) <= MOST_WORDS_OFF
        assert start < end <= len(TEXT)
        assert end in {word_end for _, word_end in found.words}
