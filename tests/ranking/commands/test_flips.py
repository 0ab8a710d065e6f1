from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from tests.ranking.runs.pairing import make_duo
from tests.regrade.neural.pair_cases import BY_HAND, without_diagonal

pytestmark = pytest.mark.django_db
ALWAYS = without_diagonal(np.full((5, 5), 0.9))
TABLE = """\
  n    n_topics    mean    minimum    lower_quartile    median    upper_quartile    maximum
---  ----------  ------  ---------  ----------------  --------  ----------------  ---------
  2           2  1.0000     1.0000            1.0000    1.0000            1.0000     1.0000
  3           2  0.6667     0.3333            0.5000    0.6667            0.8333     1.0000
  5           1  1.0000     1.0000            1.0000    1.0000            1.0000     1.0000
"""


@pytest.fixture(autouse=True)
def _duo(db: None) -> None:
    make_duo(pairs={"q1": BY_HAND, "q2": ALWAYS})


def call(*arguments: object) -> str:
    out = io.StringIO()
    call_command("flips", "duo", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_flips_tells_a_line_for_each_depth() -> None:
    assert call("--depths", "2-3,5") == TABLE


def test_flips_without_depths_goes_as_far_as_there_are_pairs() -> None:
    assert call() == call("--depths", "5")


def test_flips_writes_the_table_as_csv(tmp_path: Path) -> None:
    assert call("--depths", "2-3,5", "--output", tmp_path / "flips.csv") == TABLE
    rows = list(csv.DictReader(io.StringIO((tmp_path / "flips.csv").read_text())))
    assert [(row["n"], row["n_topics"]) for row in rows] == [("2", "2"), ("3", "2"), ("5", "1")]
    assert float(rows[1]["mean"]) == pytest.approx(2 / 3)


def test_flips_writes_the_table_as_json(tmp_path: Path) -> None:
    call("--depths", "2", "--output", tmp_path / "flips.json")
    [row] = json.loads((tmp_path / "flips.json").read_text())
    assert row == {
        "n": 2,
        "n_topics": 2,
        "mean": 1.0,
        "minimum": 1.0,
        "lower_quartile": 1.0,
        "median": 1.0,
        "upper_quartile": 1.0,
        "maximum": 1.0,
    }


def test_flips_draws_a_box_for_each_depth(tmp_path: Path) -> None:
    call("--depths", "2-3,5", "--figure", tmp_path / "flips.svg")
    figure = (tmp_path / "flips.svg").read_text()
    assert figure.count('class="box"') == 3
    assert "<title>Flips of duo. " in figure


@pytest.mark.parametrize(
    ("option", "begin"), [("--output", "n,n_topics,mean,"), ("--figure", "<svg ")]
)
def test_flips_to_standard_output_tells_the_table_beside_it(
    option: str, begin: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("flips", "duo", "--depths", "2-3,5", option, "-")
    out, err = capsys.readouterr()
    assert out.startswith(begin)
    assert err == TABLE


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--output", "-", "--figure", "-"], "cannot both be -: name a file for one"),
        (["--output", "flips.txt"], r"'flips.txt' does not end in \.csv or \.json"),
        (["--figure", "flips.png"], r"'flips.png' does not end in \.svg"),
        (["--depths", "6"], "no topic has pairs of 6 passages; the most is 5"),
        (["--depths", "1"], "a pair takes two passages"),
        (["--depths", "few"], "'few' is neither a whole number nor a range"),
    ],
)
def test_flips_refuses_in_a_sentence(arguments: list[str], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        call(*arguments)


def test_flips_to_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"flips\.csv cannot be written \(No such file"):
        call("--output", tmp_path / "nowhere" / "flips.csv")
