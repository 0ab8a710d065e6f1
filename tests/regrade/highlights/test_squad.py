"""A data set of SQuAD's form, read by a reader that others wrote."""

from __future__ import annotations

from regrade.highlights import AnswerSpan, JudgedPassage, squad

TEXT = "The bridge was closed to carriages."
PAIRS = [
    JudgedPassage("q1", "what was closed", "d1", TEXT, [AnswerSpan(4, 10, "bridge", 2)]),
    JudgedPassage("q1", "what was closed", "d2", "Cats sleep.", []),
    JudgedPassage("q2", "to whom", "d1", TEXT, [AnswerSpan(25, 35, "carriages.", 3)]),
]


def test_squad_has_a_paragraph_a_passage_and_a_question_a_query() -> None:
    made = squad("bridges", PAIRS)
    assert made["version"] == "v2.0"
    [article] = made["data"]
    assert article["title"] == "bridges"
    assert [paragraph["context"] for paragraph in article["paragraphs"]] == [TEXT, "Cats sleep."]
    first, second = (paragraph["qas"] for paragraph in article["paragraphs"])
    assert [one["id"] for one in first] == ["q1 d1", "q2 d1"]
    assert first[1]["answers"] == [{"text": "carriages.", "answer_start": 25}]
    assert second == [
        {"id": "q1 d2", "question": "what was closed", "answers": [], "is_impossible": True}
    ]
