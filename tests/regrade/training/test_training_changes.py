"""Noise and rotation change texts by the rules of variants, drawn again in each epoch."""

from __future__ import annotations

import numpy as np

from regrade.serving.draws import share
from regrade.training.changes import changed
from regrade.training.judged import JudgedSource, JudgedTopic, Negatives
from regrade.variants.presets import preset
from regrade.variants.vary import vary_text
from tests.regrade.training.small import recipe

PASSAGE = "one two three four five six seven eight nine ten"
QUERY = "where does the river begin and where does it end"
N = 40
TOPICS = [JudgedTopic(QUERY, {0: 1.0}, np.arange(2)) for _ in range(N)]
PLAIN = JudgedSource(TOPICS, lambda ordinals: [PASSAGE for _ in ordinals], Negatives(1, 2))


def test_rotation_turns_both_passages_at_a_word_drawn_for_each_row_place_and_epoch() -> None:
    source = changed(PLAIN, recipe("tk", rotates=True, seed=7))
    starts = set()
    for epoch in (0, 1):
        for row, example in enumerate(source.examples(range(N), epoch)):
            words = [text.split() for text in example.passages]
            for text in words:
                first = PASSAGE.split().index(text[0])
                assert text == PASSAGE.split()[first:] + PASSAGE.split()[:first]
            starts.add((epoch, row, words[0][0], words[1][0]))
            assert example.query == QUERY
    firsts = {(row, a, b) for epoch, row, a, b in starts}
    assert len(firsts) > N  # two epochs differ
    assert {a for _, a, _ in firsts} == {b for *_, b in firsts} == {*PASSAGE.split()}


def test_noise_replaces_a_share_of_the_queries_by_their_variant() -> None:
    plan = recipe("tk", noise=0.5, seed=7)
    source, variant = changed(PLAIN, plan), preset(plan.noise_recipe)
    for row, example in enumerate(source.examples(range(N), 3)):
        key = f"3 {row}"
        is_noisy = share("noise", 7, key) < 0.5
        noisy = vary_text(variant, QUERY, seed=7, key=key)
        assert example.query == (noisy if is_noisy else QUERY) != (QUERY if is_noisy else noisy)
        assert [*example.passages] == [PASSAGE, PASSAGE]


def test_source_without_changes_stays_itself() -> None:
    assert changed(PLAIN, recipe("tk")) is PLAIN
