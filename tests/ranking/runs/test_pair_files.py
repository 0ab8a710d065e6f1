from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from ranking.exceptions import RankingError
from ranking.models import PairScores, Run
from ranking.runs.pair_files import PairFile, export_pairs, import_pairs
from regrade.files.bad_lines import BadFile
from regrade.files.errors import BadInput
from regrade.files.pair_scores import HEADER
from tests.factories import make_collection, make_run
from tests.ranking.runs.pairing import RANKINGS, make_duo, unfinished
from tests.refusals import refused
from tests.regrade.neural.pair_cases import BY_HAND, drawn

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> Run:
    """A run like duo, of the same parent, without pair scores."""
    duo = make_duo(pairs={"q1": BY_HAND, "q2": drawn(1)})
    run = make_run("other", duo.collection, duo.topic_set, RANKINGS)
    run.parent = duo.parent
    run.save()
    return run


def written(tmp_path: Path, *lines: str) -> Path:
    file = tmp_path / "pairs.tsv"
    file.write_text("".join(f"{line.replace(' ', chr(9))}\n" for line in lines))
    return file


def bad_lines(tmp_path: Path, run: Run, *lines: str) -> list[tuple[int | None, str]]:
    with pytest.raises(BadFile) as caught:
        import_pairs(path=written(tmp_path, *lines), run=run)
    assert not run.pair_scores.exists()
    return [(bad.line, bad.reason) for bad in caught.value.bad.first]


@pytest.mark.parametrize("name", ["pairs.tsv", "pairs.tsv.gz"])
def test_what_is_exported_is_imported_to_the_same_bits(
    tmp_path: Path, other: Run, name: str
) -> None:
    duo = Run.objects.get(name="duo")
    duo.pair_scores.filter(topic__query_id="q2").delete()
    assert export_pairs(run=duo, path=tmp_path / name) == PairFile("duo", 1, 6)
    assert import_pairs(path=tmp_path / name, run=other) == PairFile("other", 1, 6)
    [kept] = PairScores.objects.filter(run=other)
    [first] = PairScores.objects.filter(run=duo)
    np.testing.assert_array_equal(kept.p, first.p)
    # bm25, which both re-rank, has d1 before d2 before d3.
    assert kept.ordinals.tolist() == first.ordinals.tolist()


def test_candidates_without_a_parent_are_in_the_runs_own_order(tmp_path: Path, other: Run) -> None:
    alone = make_run("alone", other.collection, other.topic_set, {"q1": ["d3", "d1", "d2"]})
    import_pairs(path=written(tmp_path, "q1 d1 d3 0.25", "q1 d3 d1 1"), run=alone)
    [kept] = alone.pair_scores.all()
    ordinals = dict(other.collection.passages.values_list("doc_id", "ordinal"))
    assert kept.ordinals.tolist() == [ordinals["d3"], ordinals["d1"]]
    assert kept.p[[1, 2]].tolist() == [1.0, 0.25]


def test_all_that_is_wrong_is_reported_and_nothing_is_stored(tmp_path: Path, other: Run) -> None:
    assert bad_lines(
        tmp_path,
        other,
        HEADER.replace("\t", " "),
        "q1 d1 d2 0.5",
        "q9 d1 d2 0.5",
        "q1 d1 d9 0.5",
        "q1 d2 d1 2",
        "q1 d1 d2 0.75",
        "q1 d3 d2 0.5",
        "q1 d2 d3 0.5",
    ) == [
        (3, "run other ranks no topic 'q9'"),
        (4, "run other has no passage d9 for topic q1"),
        (5, "the probability '2' is no number from 0 to 1"),
        (6, "the pair d1 before d2 is there twice; keep one"),
        (None, "topic q1 has no line for d1 before d3; give each pair in both orders"),
        (None, "topic q1 has no line for d2 before d1; give each pair in both orders"),
        (None, "topic q1 has no line for d3 before d1; give each pair in both orders"),
    ]


def test_of_many_bad_lines_the_first_20_are_reported(tmp_path: Path, other: Run) -> None:
    with pytest.raises(BadFile) as caught:
        import_pairs(path=written(tmp_path, *["q9 d1 d2 0.5"] * 25), run=other)
    assert (caught.value.bad.n, len(caught.value.bad.first)) == (25, 20)


def test_of_many_missing_pairs_all_count_and_few_are_put_into_words(
    tmp_path: Path, other: Run
) -> None:
    names = [f"n{number}" for number in range(300)]
    collection = make_collection("many", texts=dict.fromkeys(names, "text"))
    run = make_run("many", collection, other.topic_set, {"q1": names, "q2": names})
    lines = [f"{query_id} n0 {name} 0.5" for query_id in ("q1", "q2") for name in names[1:]]
    file = written(tmp_path, *lines)
    tracemalloc.start()
    with pytest.raises(BadFile) as caught:
        import_pairs(path=file, run=run)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (caught.value.bad.n, len(caught.value.bad.first)) == (2 * (300 * 299 - 299), 20)
    assert caught.value.bad.first[0].reason.startswith("topic q1 has no line for n1 before n0;")
    assert peak < 10_000_000  # every pair in words takes some 40 MB


def test_a_run_with_pair_scores_or_not_complete_takes_none(tmp_path: Path, other: Run) -> None:
    file = written(tmp_path, "q1 d1 d2 0.5", "q1 d2 d1 0.5")
    with refused(RankingError, "has_pair_scores"):
        import_pairs(path=file, run=Run.objects.get(name="duo"))
    with refused(RankingError, "run_incomplete"):
        import_pairs(path=file, run=unfinished(other))


def test_a_file_or_a_run_without_pairs_is_refused(tmp_path: Path, other: Run) -> None:
    with refused(BadInput, "no_records"):
        import_pairs(path=written(tmp_path, HEADER.replace("\t", " ")), run=other)
    with refused(RankingError, "no_pair_scores"):
        export_pairs(run=other, path=tmp_path / "out.tsv")
    assert not (tmp_path / "out.tsv").exists()
