"""Uploads while the storage folder or the disk takes nothing: all of a file is stored, or none."""

from __future__ import annotations

import gzip
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from ranking.models import Collection, Passage, Run
from tests.factories import make_collection, make_topics

N_NEW = 2000
RUN = b"".join(b"q1 Q0 new%d %d %d t\n" % (n, n + 1, N_NEW - n) for n in range(N_NEW))
PACKED = gzip.compress(RUN)  # shorter than the map of its doc_ids
MORE = b"n1\tLarches drop their needles.\n"
BESIDE = {"name": "bm25", "collection": "trees", "topic_set": "needs"}

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("ground")]


@pytest.fixture
def ground(transactional_db: None) -> None:
    make_collection(), make_topics()


def send(client: Client, where: str, content: bytes, **fields: str) -> tuple[int, str, str]:
    answer = client.post(f"/api/{where}", {"file": SimpleUploadedFile("file", content), **fields})
    data = answer.json()
    return answer.status_code, data.get("code", ""), data.get("detail", "")


@contextmanager
def files_no_longer_than(n_bytes: int) -> Iterator[None]:
    """A longer one meets the error of a disk whose room for it is used up."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def close(place: Path) -> None:
    """Nothing can be written there, not even by root: it is no folder."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.touch()


def test_nothing_is_taken_where_uploads_find_no_folder(organizer: Client, storage: Path) -> None:
    close(storage)
    status, code, detail = send(organizer, "collections", MORE, name="larches")
    assert (status, code) == (503, "storage_refused")
    assert "folder for uploads" in detail
    assert not Collection.objects.filter(name="larches").exists()


def test_a_run_that_needs_the_closed_storage_is_refused_whole(
    organizer: Client, storage: Path
) -> None:
    close(storage / "docids")
    status, code, detail = send(organizer, "runs", RUN, **BESIDE)
    assert (status, code) == (503, "storage_refused")
    assert "doc_ids of trees" in detail
    assert not Run.objects.exists()


def test_passages_are_stored_whole_though_maps_cannot_be(organizer: Client, storage: Path) -> None:
    """They lie in the database alone; what cannot be removed is an old map."""
    close(storage / "docids")
    status, *_ = send(organizer, "collections", MORE, name="larches")
    assert status == 201
    assert Passage.objects.filter(collection__name="larches").count() == 1


def test_a_run_whose_doc_ids_find_no_room_is_refused_whole(organizer: Client) -> None:
    with files_no_longer_than(len(PACKED)):
        status, code, detail = send(organizer, "runs", PACKED, **BESIDE)
    assert (status, code) == (507, "storage_full")
    assert "doc_ids of trees" in detail
    assert (Run.objects.count(), Passage.objects.filter(doc_id="new1").count()) == (0, 0)
    assert send(organizer, "runs", PACKED, **BESIDE)[0] == 201


def test_an_upload_that_finds_no_room_itself_is_refused(organizer: Client) -> None:
    with files_no_longer_than(10):
        status, code, detail = send(organizer, "collections", MORE, name="larches")
    assert (status, code) == (507, "storage_full")
    assert "folder for uploads for the file" in detail
    assert not Collection.objects.filter(name="larches").exists()


def test_an_upload_that_the_database_has_no_room_for_is_refused_whole(organizer: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("""
            CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE disk_full; END $$;
            CREATE TRIGGER no_room BEFORE INSERT ON ranking_passage
            FOR EACH STATEMENT EXECUTE FUNCTION no_room()
        """)
    try:
        status, code, _ = send(organizer, "collections", MORE, name="larches")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION no_room CASCADE")
    assert (status, code) == (507, "database_full")
    assert not Collection.objects.filter(name="larches").exists()
