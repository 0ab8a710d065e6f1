"""regrade push, pull and compare against a real server."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from django.contrib.auth.models import User
from pytest_django.live_server_helper import LiveServer

from annotation.calls.making import give_token
from annotation.tokens.issuing import issue_token
from regrade.client import connect
from regrade.client.settings import SERVER, TOKEN
from regrade.command.program import main
from tests.annotation.calls.calling import make_call, make_team
from tests.annotation.importing import campaign_for_imports
from tests.regrade.client.files import OTHER_RUN, PASSAGES, QRELS, RUN, TOPICS, VOTES, written
from tests.regrade.command.json_keys import documented, printed

Run: TypeAlias = Callable[..., str]
CALLS = ("push bert.run --to trees/dev", "pull bm25", "compare bm25 bert --labels qrels --test t")


@pytest.fixture
def run(
    live_server: LiveServer,
    owner: User,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Runs a command as a shell does, and returns what it printed."""
    (tmp_path / "token").write_text(
        issue_token(account=owner, name="shell", scopes=["research", "organize"]).text
    )
    monkeypatch.delenv(TOKEN, raising=False)
    monkeypatch.setenv(SERVER, live_server.url)
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> str:
        assert main([*line.split(), "--token-file", "token"]) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def stocked(run: Run, tmp_path: Path) -> Run:
    written(tmp_path, passages__tsv=PASSAGES, topics__tsv=TOPICS, qrels__txt=QRELS)
    written(tmp_path, bm25__run=RUN, bert__run=OTHER_RUN, votes__tsv=VOTES)
    run("push passages.tsv --kind collection --as trees")
    run("push topics.tsv --kind topics --as dev")
    run("push qrels.txt --to trees/dev")
    run("push bm25.run --to trees --topics dev")
    return run


def test_pushed_files_are_pulled_as_they_were(stocked: Run, tmp_path: Path) -> None:
    assert stocked("pull bm25") == RUN
    stocked("pull qrels -o pulled.txt")
    assert (tmp_path / "pulled.txt").read_text() == QRELS


def test_a_push_prints_what_was_stored(stocked: Run) -> None:
    assert stocked("push bert.run --to trees/dev --as BERT").splitlines() == [
        "Stored run BERT:",
        "  2  topics",
        "  3  lines",
    ]


def test_judgments_are_recognized_and_pulled(run: Run, tmp_path: Path) -> None:
    campaign_for_imports()
    written(tmp_path, votes__csv=VOTES.replace("\t", ","))
    assert "3  votes" in run("push votes.csv --to campaign")
    assert run("pull campaign").startswith("query_id\tdoc_id\tassessor\t")
    rows = json.loads(run("pull campaign --format json"))["rows"]
    assert sorted(row["grade"] for row in rows) == [1, 3, 4]


def test_a_comparison_is_printed_as_text_and_as_csv(stocked: Run) -> None:
    stocked("push bert.run --to trees/dev")
    asked = "compare bm25 bert --labels qrels --measures RR@10 --baseline bm25"
    text = stocked(f"{asked} --save first")
    assert text.splitlines()[4].split()[:6] == ["qrels", "RR@10", "bert", ".750", ".750", ".000"]
    assert "/compare?runs=bm25,bert&labels=qrels&measures=RR@10&baseline=bm25\n" in text
    header, row = stocked(f"{asked} --format csv").splitlines()
    assert (header.split(",")[4], row.split(",")[4]) == ("run", "bert")


def test_a_page_opens_what_was_compared_and_leads_with_the_same_verdict(stocked: Run) -> None:
    stocked("push bert.run --to trees/dev")
    stocked("push bert.run --to trees/dev --as t5")
    with connect(os.environ[SERVER], Path("token").read_text()) as server:
        on_all = server.compare(
            "bm25,bert,t5",
            labels="qrels",
            measures="Judged@10,RR@10",
            common_topics=True,
            single_precision=False,
        )
        assert {name for name in ("bert", "t5") if name in (on_all.verdict or "")} == {"bert", "t5"}
        assert on_all.url.endswith("&common_topics=1")
    line = "compare bm25 bert --labels qrels --measures Judged@10 --save counts --format json"
    assert json.loads(stocked(line))["verdict"] is None


def test_json_has_the_documented_keys(stocked: Run) -> None:
    for call in CALLS:
        document: Any = json.loads(stocked(f"{call} --format json"))
        keys = documented()[call.split()[0]]
        assert set(printed(document, keys)) == keys, call


def test_a_team_submits_a_run_and_reads_its_report(
    stocked: Run, owner: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    team = make_team(make_call(created_by=owner))
    text = give_token(call=team.call, team=team.name, replaces=True).text
    (tmp_path / "token").write_text(text)
    written(tmp_path, bad__run="q1 Q0 d1 1 x a\nq1 Q0 d2 1 y a\n")
    with pytest.raises(SystemExit, match="1"):
        stocked("submit bad.run")
    assert "line 2" in capsys.readouterr().err
    assert main(["submit", "bad.run", "--format", "json", "--token-file", "token"]) == 1
    refusal = json.loads(capsys.readouterr().out)
    document = json.loads(stocked("submit bert.run --format json"))
    keys = documented()["submit"]
    assert {*printed(document, keys), *printed(refusal, keys)} - {"counts"} == keys
    assert (document["run"], document["code"], refusal["run"]) == ("bonn-bert", "", None)
    assert [line["line"] for line in refusal["bad_lines"]] == [1, 2]
    with connect(token=text) as server:
        own = server.hand_ins()
    assert (own.team, [one.is_accepted for one in own.submissions]) == (
        "bonn",
        [True, False, False],
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("push topics.tsv --to trees/dev", "name it by --kind"),
        ("push bm25.run", "Say --to COLLECTION/TOPICS"),
        ("push bm25.run --to a/b/c", "if a name has a slash"),
        ("push bm25.run --to trees/dev", "a run named 'bm25' already"),
        ("push none.run --to trees/dev", "none.run"),
        ("push topics.tsv --kind topics --to trees/dev", "--to means nothing for topics"),
        ("push votes.tsv --kind judgments --to c --as d", "--as means nothing for judgments"),
        ("pull bert", "has the name bert: an archived one"),
        ("compare bm25 bert --labels qrels", "bert"),
        ("pull bm25 --server http://regrade.example.org", "is not https"),
    ],
)
def test_a_refusal_is_one_sentence(
    stocked: Run, line: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="1"):
        stocked(line)
    said = capsys.readouterr().err
    assert says in said
    assert said.startswith(f"{line.split()[0]}: ")
    assert len(said.splitlines()) == 1
