"""The answer of MS MARCO's script: what is reproduced of it, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from regrade.files.errors import BadInput
from regrade.score.command import main
from regrade.score.options import parse_options
from regrade.score.scoring import score_files
from tests.refusals import refused
from tests.regrade.score.conftest import Write

Reference = dict[int, list[int]]
Candidates = dict[int, list[tuple[int, int]]]


def expected_mrr(reference: Reference, candidates: Candidates) -> float:
    """MRR@10 over all topics of the reference: what stands at a place is what the rank says."""
    total = 0.0
    for topic, relevant in reference.items():
        ranks = [rank for doc_id, rank in candidates.get(topic, []) if doc_id in relevant]
        total += 1 / min(ranks) if ranks and min(ranks) <= 10 else 0
    return total / len(reference)


def printed(capsys: pytest.CaptureFixture[str]) -> float:
    return float(capsys.readouterr().out.split("\t")[2])


def draw(rng: np.random.Generator) -> tuple[Reference, Candidates]:
    """Topics of the one, the other and both; ranks that may leave some out."""
    reference = {topic: rng.choice(30, 2, replace=False).tolist() for topic in range(40)}
    candidates = {}
    for topic in range(5, 45):
        ranks = np.sort(rng.choice(np.arange(1, 20), 12, replace=False)).tolist()
        doc_ids = rng.choice(30, 12, replace=False).tolist()
        candidates[topic] = list(zip(doc_ids, ranks, strict=True))
    return reference, candidates


@pytest.mark.parametrize("n_columns", [3, 6])
def test_ms_marco_preset_gives_the_answer_of_the_script(
    n_columns: int, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    reference, candidates = draw(np.random.default_rng(11))
    labels = [f"{t}\t0\t{d}\t{d % 2}\n" for t, ids in reference.items() for d in ids]
    lines = [
        f"{topic}\t{doc_id}\t{rank}\n" if n_columns == 3 else f"{topic} Q0 {doc_id} {rank} 1.0 t\n"
        for topic, ranked in candidates.items()
        for doc_id, rank in ranked
    ]
    asked = [str(write("q", "".join(labels))), str(write("r", "".join(lines))), "--ms-marco"]
    assert main(asked) == 0
    assert printed(capsys) == pytest.approx(expected_mrr(reference, candidates), abs=5e-5)


def test_ms_marco_preset_ignores_the_label_and_counts_all_topics(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """Topic 3 has only a label of 0, topic 9 no label: 2 of 3, where trec_eval -c has 1 of 3."""
    qrels, run = (
        write("q", "1 0 11 1\n2 0 12 1\n3 0 13 0\n"),
        write("r", "1 11 1\n3 13 1\n9 14 1\n"),
    )
    assert main([str(qrels), str(run), "--ms-marco"]) == 0
    assert printed(capsys) == 0.6667


def test_ms_marco_preset_finds_nothing_at_a_rank_left_out(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """The script fills it with passage 0, and so finds that where it is relevant."""
    qrels, run = write("q", "1 0 0 1\n"), write("r", "1 7 1\n1 8 3\n")
    assert main([str(qrels), str(run), "--ms-marco"]) == 0
    out, notes = capsys.readouterr()
    assert out.endswith("\t0.0000\n")
    assert "leaves out ranks in 1 topic: a rank left out counts as an unjudged" in notes


REFUSED = {
    "rank beyond a thousand": ("1 7 1001\n", "rank_too_high", None),
    "ranks from zero": ("1 7 0\n", "out_of_range", 1),
    "two passages at a rank": ("1 7 1\n1 8 1\n", "rank_twice", 2),
    "a passage twice": ("1 7 1\n1 7 2\n", "passage_twice", 2),
}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_ms_marco_preset_refuses_what_the_script_misreads(name: str, write: Write) -> None:
    """The script raises an error, misplaces them, keeps the last, and warns, in this order."""
    content, code, line = REFUSED[name]
    qrels, run = write("q", "1 0 7 1\n"), write("r", content)
    options = parse_options([str(qrels), str(run), "--ms-marco"], "score")
    with refused(BadInput, code, line=line):
        score_files(options, lambda _: None)


def test_ms_marco_preset_takes_no_threshold(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([str(write("q", "1 0 7 1\n")), str(write("r", "1 7 1\n")), "--ms-marco", "-l2"])
    assert "leave out -l" in capsys.readouterr().err
