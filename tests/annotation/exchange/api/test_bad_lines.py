"""An upload with bad lines lists the first of them, counts all, and stores nothing."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from annotation.models import Campaign, Judgment, LabelSet
from ranking.models import Collection, PairScores, Passage, Run, TopicSet
from tests.annotation.importing import campaign_for_imports
from tests.factories import make_run, make_topics

pytestmark = pytest.mark.django_db

OVER = {"name": "new", "collection": "trees", "topic_set": "needs"}


class Kind(NamedTuple):
    """A kind of file: its good lines, its bad ones by their number, and where it is sent."""

    where: str
    named: str
    head: str
    good: Callable[[int], str]
    bad: Callable[[int], str]
    fields: dict[str, str] = OVER


NEW = {"name": "new"}
KINDS = {
    "labels of four columns": Kind(
        "labels", "qrels.txt", "", "q1 0 d{} 1".format, "q1 0 d{} many".format
    ),
    "labels with a header": Kind(
        "labels",
        "qrels.tsv",
        "query-id\tcorpus-id\tscore\n",
        "q1\td{}\t1".format,
        lambda _: "q1\td0\t1",
    ),
    "passages in columns": Kind("collections", "c.tsv", "", "n{}\ttext".format, "n{}".format, NEW),
    "passages as JSON": Kind(
        "collections",
        "c.jsonl",
        "",
        '{{"id": "n{}", "text": "text"}}'.format,
        '{{"id": "n{}"}}'.format,
        NEW,
    ),
    "passages twice": Kind(
        "collections", "c.tsv", "", "n{}\ttext".format, lambda _: "n0\tother", NEW
    ),
    "passages as SGML": Kind(
        "collections",
        "c.sgml",
        "",
        "<DOC><DOCNO>n{}</DOCNO>text</DOC>".format,
        "<DOC>text {}</DOC>".format,
        NEW,
    ),
    "topics in columns": Kind("topic-sets", "t.tsv", "", "t{}\tquery".format, "t{}\t".format, NEW),
    "topics as JSON": Kind(
        "topic-sets",
        "t.jsonl",
        "",
        '{{"id": "t{}", "query": "query"}}'.format,
        "{{{}".format,
        NEW,
    ),
    "topics as XML": Kind(
        "topic-sets",
        "t.xml",
        "",
        "<top><num>t{}<title>query</top>".format,
        lambda _: "<top><num>t0<title>query</top>",
        NEW,
    ),
    "runs": Kind("runs", "r.run", "", "q1 Q0 d{} 1 1.5 t".format, "q1 Q0 d{} 1 high t".format),
    "judgments in columns": Kind(
        "campaigns/{}/judgments",
        "votes.tsv",
        "query_id\tdoc_id\tassessor\tgrade\n",
        "q1\td1\ta{}\t1".format,
        "q1\td1\tb{}\t99".format,
        {},
    ),
    "judgments as JSON": Kind(
        "campaigns/{}/judgments",
        "votes.jsonl",
        "",
        '{{"query_id": "q1", "doc_id": "d1", "assessor": "a{}", "grade": 1}}'.format,
        '{{"query_id": "q1", "doc_id": "d1", "assessor": "b{}"}}'.format,
        {},
    ),
    "pair scores": Kind(
        "runs/pairs",
        "p.tsv",
        "",
        lambda n: "" if n else "q1\td1\td2\t0.5",
        "q9\td0\td{}\t1".format,
        {"run": "known"},
    ),
}


@pytest.fixture
def campaign(carol: User) -> Campaign:
    """The collection trees, the topic set needs, and carol's run over them."""
    campaign = campaign_for_imports()
    topics = TopicSet.objects.filter(name="needs").first() or make_topics()
    run = make_run("known", Collection.objects.get(name="trees"), topics, {"q1": ["d1", "d2"]})
    Run.objects.filter(pk=run.pk).update(owner=carol)
    return campaign


def stored() -> list[int]:
    kinds = (Collection, Passage, TopicSet, Run, LabelSet, Judgment, PairScores)
    return [kind.objects.count() for kind in kinds]


def file_of(kind: Kind, n_bad: int) -> tuple[bytes, list[int]]:
    """A file with a good line before and behind each bad one, and the numbers of those."""
    lines = [kind.good(0)]
    for n in range(1, n_bad + 1):
        lines += [kind.bad(n), kind.good(n)]
    first = 2 + kind.head.count("\n")
    numbers = [first + 2 * n for n in range(n_bad)]
    return (kind.head + "\n".join(lines) + "\n").encode(), numbers


def send(client: Client, campaign: Campaign, kind: Kind, content: bytes) -> Any:
    file = SimpleUploadedFile(kind.named, content)
    where = kind.where.format(campaign.pk)
    return client.post(f"/api/{where}", {"file": file, **kind.fields})


@pytest.mark.parametrize("case", KINDS)
def test_the_first_bad_lines_are_reported_and_nothing_is_stored(
    organizer: Client, campaign: Campaign, case: str
) -> None:
    kind, before, n_bad = KINDS[case], stored(), 25
    content, numbers = file_of(kind, n_bad)
    answer = send(organizer, campaign, kind, content)
    data = answer.json()
    assert (answer.status_code, data.get("code")) == (400, "bad_file"), data
    assert data["detail"].startswith(f"{kind.named}, line {numbers[0]}: ")
    assert data["n_bad_lines"] == n_bad + (case == "pair scores")
    assert [bad["line"] for bad in data["bad_lines"]] == numbers[:20]
    assert data["reason_code"] == data["bad_lines"][0]["code"]
    assert stored() == before


def test_a_packed_file_of_labels_is_looked_through_as_well(
    organizer: Client, campaign: Campaign
) -> None:
    content, numbers = file_of(KINDS["labels of four columns"], 3)
    kind = KINDS["labels of four columns"]._replace(named="qrels.gz")
    data = send(organizer, campaign, kind, gzip.compress(content)).json()
    assert [bad["line"] for bad in data["bad_lines"]] == numbers


def test_of_several_files_the_first_with_bad_lines_is_reported(organizer: Client, db: None) -> None:
    names = {"a.tsv": b"n1\ttext\n", "b.tsv": b"n2\ttext\nn5\nn1\tagain\n", "c.tsv": b"n3\n"}
    files = [SimpleUploadedFile(name, content) for name, content in names.items()]
    data = organizer.post("/api/collections", {"file": files, "name": "new"}).json()
    assert (data["file"], data["place"]) == ("b.tsv", 2)
    first, second = data["bad_lines"]
    assert (first["line"], second["line"]) == (2, 3)
    assert "a.tsv, line 1" in second["reason"]


def test_a_command_shows_bad_lines_one_below_the_other(tmp_path: Any, campaign: Campaign) -> None:
    content, numbers = file_of(KINDS["labels of four columns"], 25)
    file = tmp_path / "qrels.txt"
    file.write_bytes(content)
    over = ("--name", "new", "--collection", "trees", "--topics", "needs")
    with pytest.raises(CommandError) as caught:
        call_command("import_labels", str(file), *over)
    head, *lines, more = str(caught.value).split("\n")
    assert head == "qrels.txt: 25 bad lines, and nothing was stored:"
    assert [line.partition(":")[0] for line in lines] == [f"line {n}" for n in numbers[:20]]
    assert more == "and 5 more"
