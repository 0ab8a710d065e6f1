from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import CommandError

from ranking.management.commands import index as command
from ranking.models import Collection
from ranking.parameters.index_options import PLAIN_INDEX
from ranking.rankers.indexes import index_size
from tests.factories import make_collection
from tests.ranking.commands.calling import call, counts
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_index_reports_what_it_built() -> None:
    collection = make_collection(texts={"d1": "Firs have cones.", "d2": "…", "d3": None})
    said = call("index", "trees")
    n_bytes = index_size(collection=collection, options=PLAIN_INDEX)
    assert counts(said) == ["2", "1", "3", "3", f"{n_bytes:,}"]


def test_index_again_says_that_it_is_there() -> None:
    make_collection()
    options = ("--stemmer", "none")
    assert call("index", "trees", *options).startswith("Index of trees --stemmer none:")
    again = call("index", "trees", *options)
    assert re.search(r"trees --stemmer none .* \d\d:\d\d UTC; --rebuild", again)


def test_index_verify_reports_that_all_is_as_it_was_written() -> None:
    make_collection()
    built, verified = call("index", "trees"), call("index", "trees", "--verify")
    assert "all files as they were written" in verified
    assert verified.splitlines()[1:] == built.splitlines()[1:]


def test_index_of_pretokenized_texts_keeps_every_term() -> None:
    make_collection(texts={"d1": "The the THE ##the"})
    assert "  4  terms" in call("index", "trees", "--pretokenized")


def test_index_of_texts_that_grew_asks_for_a_rebuild() -> None:
    make_collection()
    call("index", "trees")
    Collection.objects.update(text_version=2)
    with refused(CommandError, "index_stale", field="collection"):
        call("index", "trees")
    assert call("index", "trees", "--rebuild").startswith("Index of trees:")


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


def test_index_with_expansions_finds_their_words_and_counts_unknown_ids(
    tmp_path: Path,
) -> None:
    make_collection()
    file = tmp_path / "queries.tsv"
    file.write_text("d3\tdo felines nap\nd3\twhy nap\nx1\twho\nx2\twho\n")
    assert "  8  terms" in call("index", "trees")
    said = call("index", "trees", "--expansions", str(file))
    assert " 12  terms" in said
    assert [line.split(maxsplit=1) for line in said.splitlines()[-3:]] == [
        ["2", "generated queries"],
        ["1", "passages that have some"],
        ["2", "passages in their file that the collection lacks, left out"],
    ]
