from __future__ import annotations

from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError

from ranking.models import Collection, Passage, Run, Topic
from tests.factories import make_collection, make_topics
from tests.ranking.commands.calling import call, counts
from tests.refusals import refused
from tests.regrade.files.writing import write

pytestmark = pytest.mark.django_db

COLLECTION = "d1\tSpruces live long.\nd2\tFirs have cones.\n"
TOPICS = "q1\thow long do spruces live\nq2\tdo firs have cones\n"
RUN = "q1 Q0 d1 1 2.5 mine\nq1 Q0 d2 2 1.5 mine\nq2 Q0 d2 1 3 mine\n"


def n_rows() -> dict[str, int]:
    models = apps.get_app_config("ranking").get_models()
    return {model.__name__: model._default_manager.count() for model in models}


def refusal(*arguments: str | Path) -> str:
    """The sentence of a command that must fail and change nothing."""
    before = n_rows()
    with pytest.raises(CommandError) as caught:
        call(*arguments)
    assert caught.value.returncode == 1
    assert n_rows() == before
    return str(caught.value)


def read_run(path: Path, name: str = "new") -> tuple[str | Path, ...]:
    return "import_run", path, "--name", name, "--collection", "trees", "--topics", "needs"


def test_import_collection_reports_counts(tmp_path: Path) -> None:
    path = write(tmp_path, COLLECTION, "c.tsv")
    said = call("import_collection", "small", path, "--language", "en")
    assert counts(said) == ["2", "0", "0", "2", "0"]
    assert Collection.objects.get().language == "en"


def test_import_collection_to_add_takes_several_files(tmp_path: Path) -> None:
    make_collection("small", {"d1": None})
    files = [write(tmp_path, "d1\tone\n", "a.tsv"), write(tmp_path, "d2\ttwo\n", "b.tsv.gz")]
    assert counts(call("import_collection", "small", *files, "--add")) == ["1", "1", "0", "2", "0"]
    assert list(Passage.objects.values_list("doc_id", "text")) == [("d1", "one"), ("d2", "two")]


def test_import_collection_of_a_bad_second_file_keeps_nothing_of_the_first(tmp_path: Path) -> None:
    files = write(tmp_path, COLLECTION, "good.tsv"), write(tmp_path, "d3\n", "bad.tsv")
    assert refusal("import_collection", "new", *files).startswith("bad.tsv, line 1: ")


def test_import_collection_of_no_file_says_where_it_was_looked_for(tmp_path: Path) -> None:
    said = refusal("import_collection", "new", tmp_path / "none.tsv")
    assert said.endswith(f"{tmp_path / 'none.tsv'} was looked for in {tmp_path}")


def test_import_topics_reports_counts_and_ids(tmp_path: Path) -> None:
    said = call("import_topics", "needs", write(tmp_path, TOPICS, "t.tsv"))
    assert "needs, query ids q1 … q2" in said
    assert counts(said) == ["2", "0"]


def test_import_topics_by_position_numbers_them_from_one(tmp_path: Path) -> None:
    call("import_topics", "needs", write(tmp_path, TOPICS, "t.tsv"), "--number-by", "position")
    assert list(Topic.objects.values_list("query_id", flat=True)) == ["1", "2"]


def test_import_topics_names_fields_that_no_ranker_reads(tmp_path: Path) -> None:
    path = write(tmp_path, '{"id": "1", "text": "a", "year": 2020}', "t.jsonl")
    said = call("import_topics", "needs", path)
    assert said.rstrip().endswith("\n\nOther fields are kept, but not searched: year (1 topic).")


def test_import_topics_lists_what_it_skips(tmp_path: Path) -> None:
    path = write(tmp_path, "q1\ta\nq1\tb\n", "t.tsv")
    said = call("import_topics", "needs", path, "--skip-bad")
    assert said.splitlines()[-2] == "Left out:"
    assert said.splitlines()[-1].startswith("line 2: topic q1 ")


def test_import_topics_of_a_bad_file_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "q1\ta\nq1\tb\n", "t.tsv")
    assert refusal("import_topics", "needs", path).startswith("t.tsv, line 2: ")


def test_import_run_reports_counts(tmp_path: Path) -> None:
    make_collection(), make_topics()
    said = call(*read_run(write(tmp_path, RUN, "r.txt.gz")), "--team", "us", "--kind", "nn")
    assert said.startswith("Run new, tag mine:")
    assert counts(said) == ["2", "3", "0", "2", "0", "0", "0", "0", "0"]
    run = Run.objects.get()
    assert (run.team, run.kind) == ("us", "nn")


def test_import_run_in_single_precision_finds_its_ties(tmp_path: Path) -> None:
    make_collection(), make_topics()
    lines = "q1 Q0 d1 1 20.0000005 t\nq1 Q0 d2 2 20.0000003 t\n"
    found = call(*read_run(write(tmp_path, lines, "r.txt")), "--single-precision")
    assert counts(found)[4] == "2"


def test_import_run_of_a_bad_file_lists_its_lines(tmp_path: Path) -> None:
    make_collection(), make_topics()
    content = "q1 Q0 new 1 2 t\nq1 Q0 d1 1 x t\nq1 Q0 new 2 1 t\n"
    said = refusal(*read_run(write(tmp_path, content, "r.txt"))).splitlines()
    assert said[0].startswith("r.txt: 2 bad lines")
    assert [line.partition(":")[0] for line in said[1:]] == ["line 2", "line 3"]


def test_import_run_under_a_name_that_cannot_be_is_refused(tmp_path: Path) -> None:
    make_collection(), make_topics()
    path = write(tmp_path, RUN)
    with refused(CommandError, "name_refused", field="name"):
        call(*read_run(path, "two words"))
    call(*read_run(path))
    with refused(CommandError, "name_taken", field="name"):
        call(*read_run(path))


def test_import_run_for_an_absent_collection_names_those_that_exist(tmp_path: Path) -> None:
    make_collection("tree"), make_topics()
    said = refusal(*read_run(write(tmp_path, RUN)))
    assert "there is tree." in said
    assert said.endswith("create_collection trees")


def test_imports_mend_wrongly_decoded_text_only_if_asked(tmp_path: Path) -> None:
    path = write(tmp_path, "d1\tcafÃ©\n", "c.tsv")
    found = "1 {} looks wrongly decoded, e.g. cafÃ© → café."
    for what in ("collection", "topics"):
        note = found.format("passage" if what == "collection" else "topic")
        assert f"{note} Kept as they are; --mend-text" in call(f"import_{what}", "a", path)
        assert f"{note} Mended." in call(f"import_{what}", "b", path, "--mend-text")
    assert list(Topic.objects.values_list("query", flat=True)) == ["cafÃ©", "café"]
    texts = Passage.objects.order_by("collection").values_list("text", flat=True)
    assert list(texts) == ["cafÃ©", "café"]
