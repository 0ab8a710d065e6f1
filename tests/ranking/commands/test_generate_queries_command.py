from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ranking.management.commands import generate_queries as command
from tests.factories import make_collection
from tests.regrade.neural.small_models.tiny_t5 import make_t5

pytestmark = pytest.mark.django_db


def call(*arguments: str) -> str:
    out = io.StringIO()
    call_command("generate_queries", *arguments, stdout=out)
    return out.getvalue()


def test_generate_queries_reports_counts(tmp_path: Path) -> None:
    make_collection(texts={"d1": "spruces live long", "d2": None, "d3": "cats sleep"})
    model, output = make_t5(tmp_path / "model"), tmp_path / "queries.jsonl"
    options = ["--n-queries", "2", "--max-output-tokens", "3", "--max-input-tokens", "4"]
    said = call("trees", "--model", str(model), "--output", str(output), *options).splitlines()
    assert [line.split()[0] for line in said[1:]] == ["2", "2", "0", "1", "1"]
    assert len(output.read_text().splitlines()) == 2


def test_generate_queries_stopped_says_how_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(**_: object) -> None:
        raise KeyboardInterrupt

    make_collection()
    monkeypatch.setattr(command, "generate_queries", stop)
    with pytest.raises(SystemExit) as stopped:
        call("trees", "--model", "m", "--output", str(tmp_path / "q.jsonl"))
    assert stopped.value.code == 130
    assert "kept in q.jsonl.part; the same command goes on" in capsys.readouterr().err


def test_generate_queries_to_standard_output_is_refused() -> None:
    with pytest.raises(CommandError, match="standard output"):
        call("trees", "--model", "m", "--output", "-")
