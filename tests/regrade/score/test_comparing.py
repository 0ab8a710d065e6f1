from __future__ import annotations

import csv
import json
from typing import get_args

import numpy as np
import pytest
from scipy import stats

from regrade.score.command import main
from regrade.score.testing import TESTS, Correction
from regrade.significance import CORRECTIONS
from regrade.significance import TESTS as OFFERED
from tests.regrade.score.conftest import Write

N_TOPICS = 30


@pytest.fixture
def files(write: Write) -> list[str]:
    """Qrels and three runs that rank the relevant passage differently."""
    rng = np.random.default_rng(3)
    paths = [write("qrels", "".join(f"{topic} 0 right 1\n" for topic in range(N_TOPICS)))]
    for name in ("first", "second", "third"):
        lines = [
            f"{topic} Q0 {'right' if rank == place else f'wrong{rank}'} {rank} {-rank} {name}\n"
            for topic, place in enumerate(rng.integers(1, 9, N_TOPICS))
            for rank in range(1, 9)
        ]
        paths.append(write(name, "".join(lines)))
    return [str(path) for path in paths]


def test_tests_offered_by_the_command_exist() -> None:
    assert set(TESTS) <= OFFERED.keys()


def test_corrections_offered_by_the_command_exist() -> None:
    assert get_args(Correction) == ("none", *CORRECTIONS)


def test_each_run_is_tested_against_the_first(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["-q", "-m", "RR P@1 num_ret Judged", "--test=t", "--correction=holm"]
    asked += ["--format=json"]
    assert main([*files, *asked]) == 0
    first, second, third = json.loads(capsys.readouterr().out)
    assert first["differences"] == {}
    families: dict[str, list[tuple[float, float]]] = {"RR": [], "P@1": []}
    for run in (second, third):
        assert run["differences"].keys() == {"RR", "P@1"}
        for name, found in run["differences"].items():
            pairs = [
                [topics[query_id][name] for query_id in topics]
                for topics in (run["topics"], first["topics"])
            ]
            assert found["p_value"] == pytest.approx(stats.ttest_rel(*pairs).pvalue)
            assert (found["n_tests"], found["n_corrected"]) == (4, 2)
            families[name].append((found["p_value"], found["corrected_p_value"]))
    for family in families.values():
        lowest, corrected = min(family)
        assert corrected == pytest.approx(min(1, 2 * lowest))


def test_table_shows_how_to_repeat_a_test_that_draws(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--test=randomization", "--seed=7", "--resamples=99", "--correction=bonferroni"]
    assert main([*files, "-m", "RR", *asked]) == 0
    header, _, second, _, explained = capsys.readouterr().out.split("\n\n")[1].splitlines()
    assert header.split() == ["run", "measure", "difference", "p", "corrected", "p"]
    p_value, corrected = map(float, second.split()[-2:])
    assert corrected == pytest.approx(min(1, 2 * p_value), abs=1e-4)
    assert "(99 draws, seed 7)" in explained
    assert "Bonferroni for 2 tests" in explained


def test_a_run_none_of_whose_passages_has_a_label_has_a_note(
    files: list[str], write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its prefix is another; -M 1 alone, where a later passage has a label, is no such case."""
    lines = [f"{topic} Q0 ms_right 1 1.0 far\n" for topic in range(N_TOPICS)]
    far = str(write("far", "".join(lines)))
    assert main([*files[:3], far, "-m", "RR", "--test=t", "-M", "1"]) == 0
    out, said = capsys.readouterr()
    note = "score: none of far's 30 passages in labelled topics has a label: it scores like an"
    cause = "begin with 'ms_'; the labels' do not, such as ms_right in the run and right in the"
    assert note in said
    assert cause in said
    assert "none of first" not in said
    second, of_far, explained = out.splitlines()[-3:]
    assert (second[-1] == ")", of_far[-1] == ")") == (False, True)
    assert "A p in parentheses means nothing: no passage of far has a label." in explained
    assert main([*files[:3], far, "-m", "RR", "--format=json"]) == 0
    assert [run["note"][:11] for run in json.loads(capsys.readouterr().out)] == [
        "",
        "",
        "none of far",
    ]


def test_csv_has_a_row_for_each_run_and_measure(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*files, "-m", "RR num_ret", "--test", "--format=csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [(row["run"], row["measure"]) for row in rows[:3]] == [
        ("first", "RR"),
        ("first", "num_ret"),
        ("second", "RR"),
    ]
    assert [bool(row["p_value"]) for row in rows] == [False, False, True, False, True, False]
    means = [float(row["value"]) for row in rows]
    assert float(rows[2]["difference"]) == pytest.approx(means[2] - means[0])
    assert (rows[2]["n_tests"], rows[2]["n_corrected"]) == ("2", "")


def test_what_is_not_tested_is_reported(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*files, "-m", "RR num_ret Judged@10", "--test"]) == 0
    out, notes = capsys.readouterr()
    assert out.endswith("for 2 tests.\n")
    assert "not tested" in notes
    assert "num_ret, Judged@10" in notes


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["-m", "num_ret Judged", "-t"], "-t has nothing to test: num_ret, Judged say not how"),
        (["-t", "--seed=1"], "--seed and --resamples go with --test=randomization or"),
        (["--correction=holm"], "--correction, --family, --seed and --resamples go with --test"),
        (["-t", "--family=table"], "--family goes with --correction"),
        (["-t", "-q", "--format=csv"], "leave out -q"),
        (["-t", "--format=trec"], "goes with --format table, csv or json"),
        (["-t", "--resamples=0"], "'0' is not a whole number from 1"),
    ],
)
def test_tests_that_cannot_be_are_a_usage_error(
    asked: list[str], said: str, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([*files, *asked])
    assert said in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main([*files[:2], "-t"])
    assert "-t compares two or more runs" in capsys.readouterr().err


def test_a_single_topic_is_no_test_of_the_family(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [write(name, f"1 Q0 a 1 1.0 {name}\n") for name in ("first", "second")]
    asked = [str(write("q", "1 0 a 1\n")), *map(str, runs), "-m", "RR", "-t", "--format=json"]
    assert main(asked) == 0
    output = json.loads(capsys.readouterr().out)[1]["differences"]["RR"]
    assert (output["p_value"], output["n_tests"]) == (None, 0)
