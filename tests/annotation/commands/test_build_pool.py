from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Pool, PooledPair
from ranking.models import Run
from tests.factories import make_collection, make_labels, make_run, make_topics

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def runs(db: None) -> list[Run]:
    """Two runs over `trees` and `needs`; in the label set `trec` q1 has d1 and q2 has d3."""
    collection = make_collection(texts={"d1": "one", "d2": "two", "d3": "three", "stub": None})
    topic_set = make_topics()
    make_labels("trec", collection, topic_set, {"q1": {"d1": 1}, "q2": {"d3": 1}})
    rankings = {"q1": ["d1", "d2", "d3"], "q2": ["d1", "d2", "d3"]}
    return [
        make_run("bm25", collection, topic_set, rankings),
        make_run("bert", collection, topic_set, {"q1": ["d3", "stub"]}),
    ]


def call(*arguments: str | Path) -> str:
    out = io.StringIO()
    call_command("build_pool", "pool", *map(str, arguments), stdout=out)
    return out.getvalue().strip()


def refusal(*arguments: str | Path) -> str:
    """The sentence of a command that must fail and make no pool."""
    with pytest.raises(CommandError) as refused:
        call(*arguments)
    assert refused.value.returncode == 1
    assert not Pool.objects.filter(name="pool").exists()
    return str(refused.value)


def write(folder: Path, text: str) -> Path:
    path = folder / "pairs.tsv"
    path.write_text(text)
    return path


def pooled_topics() -> set[str]:
    return set(PooledPair.objects.values_list("topic__query_id", flat=True))


def test_runs_are_pooled() -> None:
    said = "Pool pool: 5 pairs of 2 topics; left out for want of a text: 1."
    assert call("--runs", "bm25,bert", "--depth", "2") == said


def test_a_pool_without_any_text_says_how_many_and_names_the_option(tmp_path: Path) -> None:
    make_collection("bare", {"d1": None, "d2": None})
    path = write(tmp_path, "query_id,doc_id\nq1,d1\nq2,d2\n")
    found = refusal("--pairs", path, "--collection", "bare", "--topics", "needs")
    assert "all 2 pairs were left out for want of a text" in found
    assert "--keep-textless" in found


def test_pairs_are_pooled(tmp_path: Path) -> None:
    path = write(tmp_path, "query_id,doc_id\nq1,d1\nq2,d2\nq2,stub\n")
    said = "Pool pool: 2 pairs of 2 topics; left out for want of a text: 1."
    assert call("--pairs", path, "--collection", "trees", "--topics", "needs") == said


def test_strata_are_drawn_by_the_labels() -> None:
    said = call(
        *("--runs", "bm25", "--depth", "2", "--sample", "1"),
        *("--strata", "low=2-9:1", "--labels", "trec", "--seed", "7"),
    )
    assert said.startswith("Pool pool: 2 pairs of 1 topics, 1 of stratum low;")
    assert pooled_topics() == {"q2"}
    assert Pool.objects.get(name="pool").seed == 7


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--runs bm25", "--runs needs --depth"),
        ("--depth 2", "needs --runs"),
        ("--runs bm25,bart --depth 2", "'bart'"),
        ("--runs bm25 --depth 2 --strata low=2-9", "--strata: 'low=2-9'"),
        ("--runs bm25 --depth 2 --strata low=2-9:1", "--strata needs --labels"),
        ("--runs bm25 --depth 2 --sample 3", "2 topics, 3 were asked for"),
    ],
)
def test_what_makes_no_pool_is_refused(arguments: str, words: str) -> None:
    assert words in refusal(*arguments.split())


@pytest.mark.parametrize("missing", ["collection", "topics"])
def test_pairs_need_their_collection_and_topics(missing: str, tmp_path: Path) -> None:
    names = {"collection": "trees", "topics": "needs"}
    given = [f"--{name}={value}" for name, value in names.items() if name != missing]
    assert refusal("--pairs", write(tmp_path, "q1\td1\n"), *given) == f"--pairs needs --{missing}."


def test_a_bad_list_is_named_with_file_and_line(tmp_path: Path) -> None:
    arguments = ("--collection", "trees", "--topics", "needs")
    path = write(tmp_path, "q1\td1\nq7\td1\n")
    assert refusal("--pairs", path, *arguments) == "pairs.tsv, line 2: no topic 'q7' in needs"


DRAWN = ("--runs", "bm25,bert", "--depth", "2", "--draw", "3", "--for", "DCG@2")


def test_pairs_are_drawn_by_design() -> None:
    said = call(*DRAWN, "--between", "bm25,bert", "--seed", "7")
    assert said == (
        f"Pool pool: 3 of 5 pairs drawn, of {len(pooled_topics())} topics, for DCG@2 between bm25"
        " and bert, seed 7."
    )


@pytest.mark.parametrize(
    ("question", "kind"),
    [(["--against", "bert"], "against"), (["--all-differences"], "all"), (["--means"], "means")],
    ids=str,
)
def test_a_draw_asks_its_question(question: list[str], kind: str) -> None:
    call(*DRAWN, *question)
    asked = Pool.objects.get().recipe["design"]["question"]
    assert (asked["kind"], sorted(asked["runs"])) == (kind, ["bert", "bm25"])


@pytest.mark.parametrize(
    "more", [["--sample", "1"], ["--without-labels", "trec"], ["--keep-textless"], []]
)
def test_a_draw_needs_a_question_and_takes_no_part(more: list[str]) -> None:
    means = ["--means"] if more else []
    assert "--draw" in refusal(*DRAWN, *means, *more)
