from __future__ import annotations

import codecs
import csv
import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pyarrow import parquet

from ranking.models import Run
from regrade.prose.numbers import signed, unsigned
from tests.evaluation.labelled import make_two_runs
from tests.evaluation.library.shelf import signed_in
from tests.factories import make_run

pytestmark = pytest.mark.django_db

ASKED = {
    "baseline": "r1",
    "runs": "r2,under_score",
    "labels": "gold",
    "measures": "RR@10,NumRet",
    "correction": "holm",
    "effect_sizes": "true",
}
CSV = ASKED | {"format": "csv"}


@pytest.fixture
def client(rita: User) -> Client:
    ground = make_two_runs("gold")
    make_run("under_score", *ground, {"q1": ["d2"], "q2": ["d2"]})
    return signed_in(rita)


@pytest.fixture
def answer(client: Client) -> Any:
    return client.post("/api/comparison", ASKED, content_type="application/json").json()


def file(client: Client, ending: str) -> Any:
    got = client.get("/api/comparison", ASKED | {"format": ending})
    assert got.status_code == 200, got.content
    assert got["Content-Disposition"] == f'attachment; filename="comparison.{ending}"'
    return got


def test_a_run_called_like_a_formula_is_a_text_in_the_csv(client: Client) -> None:
    Run.objects.filter(name="r2").update(name="=1+1")
    asked = ASKED | {"runs": "=1+1"}
    client.post("/api/comparison", asked, content_type="application/json")
    text = client.get("/api/comparison", asked | {"format": "csv"}).content.decode()
    assert {row["run"] for row in csv.DictReader(io.StringIO(text))} == {"'=1+1"}


def test_csv_begins_with_a_byte_order_mark_where_that_is_asked_for(client: Client) -> None:
    client.post("/api/comparison", ASKED, content_type="application/json")
    plain = client.get("/api/comparison", CSV).content
    marked = client.get("/api/comparison", CSV | {"bom": "true"}).content
    assert marked == codecs.BOM_UTF8 + plain
    for wrong in ("perhaps", ["true", "true"]):
        refused = client.get("/api/comparison", CSV | {"bom": wrong})
        assert (refused.status_code, list(refused.json()["fields"])) == (400, ["bom"])


def test_json_is_the_format_where_none_or_that_is_asked_for(client: Client, answer: Any) -> None:
    assert client.get("/api/comparison", ASKED | {"format": "json"}).json() == answer


def test_a_format_that_an_address_has_not_is_refused_by_name(client: Client, answer: Any) -> None:
    for path, asked in (("/api/comparison", ASKED), ("/api/scales", {})):
        refused = client.get(path, asked | {"format": "xlsx"})
        assert (refused.status_code, refused["Content-Type"]) == (400, "application/json")
        assert "'xlsx'" in str(refused.json()["fields"]["format"])


def test_a_refusal_is_json_whatever_format_was_asked_for(client: Client) -> None:
    refused = client.get("/api/comparison", CSV | {"runs": "nobody's"})
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


def test_parquet_reads_back_as_the_numbers_of_the_answer(client: Client, answer: Any) -> None:
    content = file(client, "parquet").content
    table = parquet.read_table(io.BytesIO(content))
    assert table.schema.metadata[b"regrade.content_hash"].decode() == answer["content_hash"]
    [block] = answer["blocks"]
    cells = {(cell["run"], row["measure"]): cell for row in block["rows"] for cell in row["cells"]}
    rows = table.to_pylist()
    assert {(row["run"], row["measure"]) for row in rows} == set(cells)
    for row in rows:
        cell = cells[row["run"], row["measure"]]
        assert (row["run mean"], row["difference"]) == (cell["mean"], cell["difference"])
        assert (row["p"], row["p_adjusted"]) == (cell["p_value"], cell["p_adjusted"])
    types = {name: str(table.schema.field(name).type) for name in ("run", "p", "topics")}
    assert types == {"run": "string", "p": "double", "topics": "int64"}
    assert content == file(client, "parquet").content
    assert table.column_names == next(csv.reader(io.StringIO(file(client, "csv").content.decode())))


def test_markdown_is_a_table_and_the_notes_below(client: Client, answer: Any) -> None:
    title, table, notes = file(client, "md").content.decode().split("\n\n")
    header, rules, baseline, *rows = table.splitlines()
    [block] = answer["blocks"]
    assert title == f"**{block['labels']}**"
    assert header.startswith("| run | RR@10 | NumRet |")
    assert rules.startswith("| --- | ---: | ---: |")
    assert " (baseline) |" in baseline
    assert len(rows) == len(answer["runs"])
    widths = {line.replace("\\|", "").count("|") for line in (header, rules, baseline, *rows)}
    assert len(widths) == 1
    cell = block["rows"][0]["cells"][0]
    assert unsigned(cell["mean"]) in rows[0]
    assert f" {signed(cell['difference'])}" in rows[0]
    assert "\\_score" in table
    assert f"- Inputs and result: {answer['content_hash']}." in notes
    assert "interval" not in notes  # none is shown
    lacking = [line.rsplit("|", 2)[1].strip() for line in (header, baseline, *rows)]
    assert lacking == ["missing", "0", "1", "0"]


@pytest.mark.parametrize(("form", "says"), [("plain", False), ("intervals", True), ("full", True)])
def test_latex_says_where_intervals_are_if_it_has_them(
    form: str, says: bool, client: Client, answer: Any
) -> None:
    text = client.get("/api/comparison", ASKED | {"format": "tex", "form": form}).content.decode()
    assert ("% In brackets: the 95% interval of the mean difference." in text) == says
    assert "low and high" not in text


def test_fields_of_latex_are_refused_elsewhere(client: Client, answer: Any) -> None:
    refused = client.get("/api/comparison", ASKED | {"form": "full"})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["form"])
