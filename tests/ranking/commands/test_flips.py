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


@pytest.fixture(autouse=True)
def _duo(db: None) -> None:
    make_duo(pairs={"q1": BY_HAND, "q2": ALWAYS})


def call(*arguments: object) -> str:
    out = io.StringIO()
    call_command("flips", "duo", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_flips_shows_a_line_for_each_depth() -> None:
    rows = [line.split() for line in call("--depths", "2-3,5").splitlines()[2:]]
    assert [row[:3] for row in rows] == [
        ["2", "2", "1.0000"],
        ["3", "2", "0.6667"],
        ["5", "1", "1.0000"],
    ]


def test_flips_writes_the_table_as_csv_or_json(tmp_path: Path) -> None:
    for name in ("flips.csv", "flips.json"):
        call("--depths", "2-3,5", "--output", tmp_path / name)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "flips.csv").read_text())))
    assert [(row["n"], row["n_topics"]) for row in rows] == [("2", "2"), ("3", "2"), ("5", "1")]
    assert float(rows[1]["mean"]) == pytest.approx(2 / 3)
    numbers = json.loads((tmp_path / "flips.json").read_text())
    assert [row["mean"] for row in numbers] == [float(row["mean"]) for row in rows]


def test_flips_to_standard_output_shows_the_table_beside_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("flips", "duo", "--depths", "2-3,5", "--output", "-")
    out, err = capsys.readouterr()
    assert out.startswith("n,n_topics,mean,")
    assert len(err.splitlines()) == 5


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--output", "flips.txt"], r"'flips.txt' .* \.csv or \.json"),
        (["--depths", "6"], "6 passages"),
        (["--depths", "few"], "'few'"),
        (["--output", "nowhere/flips.csv"], r"flips\.csv"),
    ],
)
def test_flips_refuses_naming_what_was_wrong(arguments: list[str], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        call(*arguments)
