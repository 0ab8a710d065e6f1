from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.board.board import GroupRow, Totals
from annotation.campaigns.policy import PolicyOptions
from benchmarks import campaigns
from benchmarks.running.command import to_page
from benchmarks.whole_campaigns.report import ON_THE_BOARD, Report, differing, to_text
from regrade.agreement import Agreement

AGREEMENT = Agreement("overall", 4, 12, 0.5, 4, 3, "wanted", 0, None, None, 0.25, 0.75, 0.9)


def made(name: str, **others: Any) -> Report:
    fields: dict[str, Any] = {
        "note": "made up",
        "terms": {"judgments_per_pair": 3, "policy": PolicyOptions(), "quota": None, "lease_s": 5},
        "n_invited": {"assessors invited at first": 7},
        "seconds": {"judging, s": 4.0},
        "events": {},
        "counts": {"judgments stored": 12_000},
        "faults": {"lost": 0},
        "group": GroupRow(("A", "B", "C"), 2, 0.5),
        "agreement": AGREEMENT,
    }
    return Report(name=name, **(fields | others))


def cells(text: str, name: str) -> list[str]:
    """The row of this name."""
    [row] = [line for line in text.splitlines() if line.startswith(f"| {name} ")]
    return [cell.strip() for cell in row.split("|")[2:-1]]


def test_campaigns_stand_side_by_side() -> None:
    text = to_text([made("one", events={"late": 3}), made("two", seconds={"judging, s": 8.0})])
    assert cells(text, "judgments stored") == ["12,000", "12,000"]
    assert cells(text, "judgments a second") == ["3,000.0", "1,500.0"]
    assert cells(text, "late") == ["3", "-"]


def test_all_figures_stand_in_one_table_under_the_parts_they_belong_to() -> None:
    _, table = to_text([made("one"), made("two")]).split("\n\n")
    parts = [line.split("**")[1] for line in table.splitlines() if "**" in line]
    assert parts == ["setting", "in the database", "on the way", "plausible?", "must be zero"]
    assert {line.count("|") for line in table.splitlines()} == {4}


def test_a_page_says_how_and_where_its_figures_were_made() -> None:
    command, surroundings = "./dev bench campaigns --seed 2", {"machine": "a small one"}
    page = to_page("Two whole campaigns", command, surroundings, "| figures |")
    assert page.startswith(
        "# Two whole campaigns\n\n`./dev bench campaigns --seed 2`\n\nmachine: a"
    )
    assert page.endswith("\n\n| figures |\n")


def test_a_figure_that_must_be_zero_and_is_not_makes_a_report_unsound() -> None:
    assert made("one").is_sound
    assert not made("one", faults={"lost": 0, "doubled": 1}).is_sound


def test_a_report_can_be_written_as_json() -> None:
    written = json.loads(json.dumps(made("one").to_json()))
    assert written["terms"]["policy"]["unit"] == "topics"
    assert (written["group"]["n_pairs"], written["agreement"]["fleiss_kappa"]) == (2, 0.5)


def test_figures_of_the_board_that_differ_are_counted() -> None:
    totals = Totals(*range(len(Totals._fields)))
    counts = {name: getattr(totals, field) for name, field in ON_THE_BOARD.items()}
    assert differing(totals, counts) == 0
    assert (
        differing(totals, counts | {"surplus": 99, "pairs that somebody could not judge": 99}) == 2
    )


@pytest.mark.parametrize("share", ["0", "1.5", "-1", "much"])
def test_a_share_is_above_0_and_at_most_1(share: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        campaigns.parser().parse_args([f"--scale={share}"])
    assert "--scale" in capsys.readouterr().err


def test_without_the_data_it_says_where_they_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REGRADE_DATA", str(tmp_path / "nowhere"))
    assert campaigns.main([]) == 2
    assert f"The real data are absent: {tmp_path / 'nowhere'}" in capsys.readouterr().err


def test_without_a_file_of_the_data_it_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REGRADE_DATA", str(tmp_path))
    assert campaigns.main(["--only", "msmarco"]) == 2
    assert "judgments.tsv: there is no such file" in capsys.readouterr().err
