"""JSON of each command has the keys that docs/commands.md documents, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from regrade.command.program import COMMANDS, main
from tests.regrade.command.json_keys import documented, printed
from tests.regrade.files.judging.crowd_files import answered, task_line, write_log, write_tasks

FILES = {
    "q.txt": "1 0 a 1\n1 0 b 0\n2 0 c 2\n",
    "snippets.txt": "1 0 a#1 1\n1 0 a#2 2\n",
    "a.run": "1 Q0 b 1 2.0 tag\n1 Q0 a 2 1.0 tag\n2 Q0 c 1 1.0 tag\n",
    "b.run": "1 Q0 a 1 2.0 tag\n1 Q0 b 2 1.0 tag\n",
    "votes.csv": "query_id,doc_id,assessor,grade\n1,a,x,1\n1,a,y,1\n1,b,x,0\n1,b,y,1\n",
    "spans.tsv": "query_id\tdoc_id\tassessor\tgrade\tspans\n"
    "1\ta\tx\t1\t[[0,3]]\n1\ta\ty\t1\t[[0,3]]\n",
    "texts.tsv": "a\tOne two\n",
    "topics.tsv": "1\twhich\n",
}
SPANS = "spans.tsv --passages texts.tsv --min-grade 1"
# Called where a server is: tests/regrade/client.
SPEAKING = {"mcp"}  # a protocol of its own, in JSON throughout
OF_A_SERVER = {"push", "pull", "compare", "submit"}
CALLS = {
    "score": "q.txt a.run b.run -q -m RR,num_ret --test --correction holm",
    "gate": "--baseline a.run --run b.run --qrels q.txt -m RR --margin -.1",
    "agreement": "votes.csv",
    "agreement --intervals": "votes.csv",
    "agreement --highlights": "spans.tsv --conventions cast-strict",
    "derive": "votes.csv --aggregate median",
    "highlights": f"{SPANS} --as answers",
    "highlights --as squad": f"{SPANS} --topics topics.tsv",
    "convert": "crowd-log assignments.txt hits.txt",
    "roll-up": r"snippets.txt --by max --document-of (.+)#(\d+)",
    "fuse": "a.run b.run",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    write_log(tmp_path, answered("2", "1"))
    write_tasks(tmp_path, task_line("7", "t1", "d1", "d2"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", CALLS)
def test_json_has_the_documented_keys(command: str, folder: Path) -> None:
    asked = [*command.split(), *CALLS[command].split(), "--format", "json", "-o", "out.json"]
    main(asked)
    keys = documented()[command]
    assert set(printed(json.loads((folder / "out.json").read_text()), keys)) == keys


def test_every_command_documents_its_json() -> None:
    assert documented().keys() == CALLS.keys() | OF_A_SERVER
    assert {command.partition(" ")[0] for command in documented()} == COMMANDS.keys() - SPEAKING
