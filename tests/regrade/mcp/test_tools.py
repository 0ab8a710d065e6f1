"""`regrade mcp` as a process, asked by the SDK's own client."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from pytest_django.live_server_helper import LiveServer

from annotation.tokens.issuing import issue_token
from regrade.client import connect
from regrade.client.settings import SERVER, TOKEN
from tests.annotation.importing import campaign_for_imports
from tests.factories import make_user
from tests.regrade.client.files import OTHER_RUN, QRELS, RUN, VOTES, written
from tests.source_tree import ROOT
from tests.tiers import thorough

pytestmark = thorough
BOTH = {"runs": ["bm25", "bert"], "labels": ["qrels"]}
CALLS: dict[str, dict[str, Any]] = {
    "list_runs": {"search": "bm"},
    "list_label_sets": {},
    "list_campaigns": {},
    "compare": {**BOTH, "measures": ["RR@10"], "baseline": "bm25"},
    "topic_values": {**BOTH, "measure": "RR@10"},
    "agreement": {"campaign": "campaign"},
    "label_statistics": {"name": "qrels"},
    "topic": {"topic_set": "alone", "query_id": "q1", "labels": ["qrels"], "runs": ["bm25"]},
}
SECOND = "q1\td1\tben\t4\n"
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("label_statistics", {"name": "none"}, "not_found"),
    ("compare", {**BOTH, "measures": ["nDCG@5"]}, "out_of_scope"),
]


@pytest.fixture
def stocked(
    live_server: LiveServer, transactional_db: None, tmp_path: Path
) -> StdioServerParameters:
    """How the process is started, with a token that may only read, once there is something."""
    owner = make_user("rita", "ranking.may_research", "annotation.may_organize")
    campaign_for_imports()
    text = issue_token(account=owner, name="push", scopes=["research", "organize"]).text
    files = written(tmp_path, bm25__run=RUN, bert__run=OTHER_RUN, qrels__txt=QRELS)
    with connect(live_server.url, text) as server:
        server.push_files("alone", *files)
        server.push_judgments("campaign", *written(tmp_path, votes__tsv=VOTES + SECOND))
        for baseline in ("bm25", None):  # what a token that only reads finds
            server.compare(BOTH["runs"], labels=BOTH["labels"], measures="RR@10", baseline=baseline)
    token = issue_token(account=owner, name="mcp", scopes=["read"]).text
    program = "import sys; from regrade.command.program import main; main(['mcp'])"
    return StdioServerParameters(
        command=sys.executable,
        args=["-c", program],
        cwd=ROOT,
        env={SERVER: live_server.url, TOKEN: token},
    )


def ask(process: StdioServerParameters) -> tuple[set[str], dict[str, Any], Any]:
    """The tools, the answer of each, and those that are refused."""

    async def asked() -> tuple[set[str], dict[str, Any], Any]:
        async with Client(stdio_client(process)) as client:
            tools = (await client.list_tools()).tools
            hints = {tool.name: tool.annotations for tool in tools}
            writing = {name for name, hint in hints.items() if not (hint and hint.read_only_hint)}
            assert writing == {"compare", "topic_values"}
            found = {name: await client.call_tool(name, given) for name, given in CALLS.items()}
            refused = [await client.call_tool(name, given) for name, given, _ in REFUSED]
        return {tool.name for tool in tools}, found, refused

    # A browser of other tests may have a loop in this thread.
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(anyio.run, asked).result()


def test_each_tool_answers_over_standard_input_and_output(stocked: StdioServerParameters) -> None:
    tools, found, refused = ask(stocked)
    assert tools == set(CALLS)
    assert [name for name, answer in found.items() if answer.is_error] == []
    said = {name: answer.structured_content for name, answer in found.items()}
    assert [run["name"] for run in said["list_runs"]["result"]] == ["bm25"]
    assert "bert" in said["compare"]["verdict"]
    assert [row["run"] for row in said["compare"]["rows"]] == ["bert"]
    assert len(said["topic_values"]["result"]) == 4
    assert said["agreement"]["n_votes"] == 2
    assert sum(one["n"] for one in said["label_statistics"]["n_by_value"]) == 3
    assert json.loads(found["topic"].content[0].text)["labels"][0]["name"] == "qrels"
    for answer, (_, _, code) in zip(refused, REFUSED, strict=True):
        assert answer.is_error
        assert f"(code: {code})" in answer.content[0].text
