from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ranking.management.commands import index as command
from ranking.models import Collection
from ranking.rankers.index_options import PLAIN_INDEX
from ranking.rankers.indexes import index_size
from tests.factories import make_collection

pytestmark = pytest.mark.django_db


def call(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_index_reports_what_it_built() -> None:
    collection = make_collection(texts={"d1": "Firs have cones.", "d2": "…", "d3": None})
    said = call("index", "trees")
    n_bytes = index_size(collection=collection, options=PLAIN_INDEX)
    assert said.splitlines() == [
        "Index of trees:",
        "      2  passages with text",
        "      1  of them without a term, which are never found",
        "      3  terms",
        "      3  postings (a term in a passage)",
        f"  {n_bytes:,}  bytes",
    ]


def test_index_again_says_that_it_is_there() -> None:
    make_collection()
    call("index", "trees", "--stemmer", "none")
    assert re.fullmatch(
        r"Index of trees --stemmer none is there already, built 2\d{3}-\d\d-\d\d \d\d:\d\d UTC; "
        r"--rebuild builds it anew\.\n",
        call("index", "trees", "--stemmer", "none"),
    )


def test_index_verify_reports_that_all_is_as_it_was_written() -> None:
    make_collection()
    built = call("index", "trees")
    told = "Index of trees, all files as they were written:"
    assert call("index", "trees", "--verify") == built.replace("Index of trees:", told)


def test_index_verify_builds_nothing() -> None:
    make_collection()
    with pytest.raises(CommandError, match=r"index trees builds it"):
        call("index", "trees", "--verify")


def test_index_says_with_which_options() -> None:
    make_collection()
    assert call("index", "trees", "--stemmer", "none").startswith("Index of trees --stemmer none:")


def test_index_of_pretokenized_texts_keeps_every_term() -> None:
    make_collection(texts={"d1": "The the THE ##the"})
    assert "  4  terms" in call("index", "trees", "--pretokenized")


def test_index_of_texts_that_grew_asks_for_a_rebuild() -> None:
    make_collection()
    call("index", "trees")
    Collection.objects.update(text_version=2)
    with pytest.raises(CommandError, match=r"\./dev manage index trees --rebuild makes it anew"):
        call("index", "trees")
    assert call("index", "trees", "--rebuild").startswith("Index of trees:")


def test_index_with_expansions_finds_their_words(tmp_path: Path) -> None:
    make_collection()
    file = tmp_path / "queries.jsonl"
    file.write_text('{"id": "d3", "predicted_queries": ["do felines nap", "why nap"]}\n')
    plain, expanded = call("index", "trees"), call("index", "trees", "--expansions", str(file))
    assert "  8  terms" in plain
    assert " 12  terms" in expanded


def test_index_with_a_file_of_expansions_that_is_absent_is_refused(tmp_path: Path) -> None:
    make_collection()
    with pytest.raises(CommandError, match="nowhere"):
        call("index", "trees", "--expansions", str(tmp_path / "nowhere"))


def test_index_of_an_absent_collection_is_refused() -> None:
    with pytest.raises(CommandError, match="no collection named 'trees'"):
        call("index", "trees")


def test_index_stopped_says_that_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(**_: object) -> None:
        raise KeyboardInterrupt

    make_collection()
    monkeypatch.setattr(command, "open_or_build_lexical_index", stop)
    with pytest.raises(SystemExit) as stopped:
        call("index", "trees")
    assert stopped.value.code == 130
    assert "Nothing of the new index is kept" in capsys.readouterr().err


def test_index_with_expansions_counts_what_the_file_has_on_unknown_passages(tmp_path: Path) -> None:
    make_collection()
    file = tmp_path / "queries.tsv"
    file.write_text("d3\tdo felines nap\nd3\twhy nap\nx1\twho\nx2\twho\n")
    said = call("index", "trees", "--expansions", str(file))
    assert [line.split(maxsplit=1) for line in said.splitlines()[-3:]] == [
        ["2", "generated queries"],
        ["1", "passages that have some"],
        ["2", "passages in their file that the collection lacks, left out"],
    ]
