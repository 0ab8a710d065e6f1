from __future__ import annotations

import pytest

from evaluation.measures import MeasureError
from evaluation.measures.asked import parse_asked


def labels(*texts: str) -> list[str]:
    return [asked.label for asked in parse_asked(texts)]


def names(*texts: str) -> list[str]:
    return [asked.measure.name for asked in parse_asked(texts)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("map", ["AP"]),
        ("recip_rank", ["RR"]),
        ("P.5,10", ["P@5", "P@10"]),
        ("P_10", ["P@10"]),
        ("ndcg_cut.10", ["nDCG@10"]),
        ("ndcg_cut_10", ["nDCG@10"]),
        ("recall.1000,5", ["R@5", "R@1000"]),
        ("success", ["Success@1", "Success@5", "Success@10"]),
        ("nDCG@10 RR@10", ["nDCG@10", "RR@10"]),
        ("nDCG@10,RR@10", ["nDCG@10", "RR@10"]),
        ("P(rel=2, judged_only=True)@5 , map", ["P(rel=2,judged_only=True)@5", "AP"]),
    ],
)
def test_parse_asked_takes_names_of_trec_eval_and_ours(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_parse_asked_keeps_the_name_that_was_used() -> None:
    assert labels("P.5,10", "map nDCG@10") == ["P_5", "P_10", "map", "nDCG@10"]


def test_parse_asked_of_a_label_twice_keeps_the_first() -> None:
    assert labels("map", "recip_rank map") == ["map", "recip_rank"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no name is given"),
        ("map, foo@3", "Measure 'foo@3' at character 6: foo is unknown"),
        ("P@10 Q(p=1)", "Measure 'Q(p=1)' at character 6: Q is unknown"),
        ("P(rel=2@5", "its parentheses do not match"),
        ("P.0", "the cutoff must be from 1"),
    ],
)
def test_parse_asked_of_a_bad_name_says_what_and_where(text: str, message: str) -> None:
    with pytest.raises(MeasureError) as caught:
        parse_asked([text])
    assert message in str(caught.value)
