from __future__ import annotations

from fractions import Fraction

import pytest

from regrade.highlights import AnswerSpan, Highlights, answer_spans, needed_assessors

TEXT = "The bridge was  closed to\ncarriages in May"
#       0   4      11   16     23  26        36 39
ALICE: Highlights = [(4, 25)]  # bridge was closed to
BOB: Highlights = [(11, 20), (39, 42)]  # was clos, May
CAROL: Highlights = [(18, 35), (40, 41)]  # osed to carriages, a


@pytest.mark.parametrize(
    ("least", "expected"),
    [
        (1, [AnswerSpan(4, 35, TEXT[4:35], 1), AnswerSpan(39, 42, "May", 2)]),
        (2, [AnswerSpan(11, 25, "was  closed to", 2), AnswerSpan(39, 42, "May", 2)]),
        (3, [AnswerSpan(16, 22, "closed", 3)]),
        (4, []),
    ],
)
def test_answer_spans_are_maximal_stretches_of_whole_words(
    least: int, expected: list[AnswerSpan]
) -> None:
    assert answer_spans(TEXT, [ALICE, BOB, CAROL], least) == expected
    assert answer_spans(TEXT, [CAROL, ALICE, BOB], least) == expected


def test_answer_spans_of_no_assessor_are_refused() -> None:
    with pytest.raises(ValueError, match="got 0"):
        answer_spans(TEXT, [ALICE], 0)


@pytest.mark.parametrize(
    ("n_answers", "share", "needed"),
    [(10, "0.7", 7), (3, "0.5", 2), (4, "0.5", 2), (3, "1", 3), (3, "1/3", 1), (0, "1", 1)],
)
def test_needed_assessors_are_at_least_the_share(n_answers: int, share: str, needed: int) -> None:
    assert needed_assessors(n_answers, Fraction(share)) == needed


@pytest.mark.parametrize("share", ["0", "-0.5", "1.01"])
def test_needed_assessors_by_no_share_are_refused(share: str) -> None:
    with pytest.raises(ValueError, match="share"):
        needed_assessors(3, Fraction(share))
