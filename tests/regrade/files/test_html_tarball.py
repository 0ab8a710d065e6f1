from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.passages import PassageRecord, read_passages
from tests.refusals import refused

PAGES = {
    "CACM-0001.html": b"<html>\n<pre>\n\nA &lt;b&gt; <i>c</i>ode\n\nCACM 1958\n</pre>\n</html>",
    "deep/er/CACM-0002.htm": b"<html><head><title>On  it</title></head><p>Words</p></html>",
}


def test_read_passages_reads_the_pages_of_a_tarball(tmp_path: Path) -> None:
    path = _packed(tmp_path, "cacm.tar.gz", PAGES)
    assert list(read_passages(path)) == [
        PassageRecord("CACM-0001", "", "A <b> code\n\nCACM 1958", None),
        PassageRecord("CACM-0002", "On it", "Words", None),
    ]


@pytest.mark.parametrize("name", ["unnamed", "unnamed.gz"])
def test_read_passages_knows_a_tarball_by_its_content(tmp_path: Path, name: str) -> None:
    assert len(list(read_passages(_packed(tmp_path, name, PAGES)))) == 2


def test_read_passages_passes_over_what_is_no_page(tmp_path: Path) -> None:
    path = _packed(tmp_path, "c.tar", PAGES | {"README": b"\xff", "._CACM-0001.html": b"\0"})
    assert len(list(read_passages(path))) == 2


def test_read_passages_refuses_a_tarball_without_pages(tmp_path: Path) -> None:
    path = _packed(tmp_path, "c.tar", {"README": b"words"})
    with refused(BadInput, "no_records", says="c.tar: "):
        list(read_passages(path))


@pytest.mark.parametrize("keep", [100, 700, 1024, 1500, 2048])
def test_read_passages_refuses_a_tarball_cut_short(tmp_path: Path, keep: int) -> None:
    path = _packed(tmp_path, "c.tar", PAGES)
    path.write_bytes(path.read_bytes()[:keep])
    with refused(BadInput, "not_a_tarball", says="c.tar: "):
        list(read_passages(path))


def test_read_passages_refuses_a_tarball_with_a_damaged_header(tmp_path: Path) -> None:
    path = _packed(tmp_path, "c.tar", PAGES)
    data = bytearray(path.read_bytes())
    data[1024] ^= 0xFF
    path.write_bytes(data)
    with refused(BadInput, "not_a_tarball"):
        list(read_passages(path))


@pytest.mark.parametrize("cut", [1, 4, 60])
def test_read_passages_refuses_a_truncated_gzipped_tarball(tmp_path: Path, cut: int) -> None:
    path = _packed(tmp_path, "c.tar.gz", PAGES)
    path.write_bytes(path.read_bytes()[:-cut])
    with refused(BadInput, "gzip_damaged"):
        list(read_passages(path))


def test_read_passages_refuses_an_empty_tarball_file(tmp_path: Path) -> None:
    (tmp_path / "c.tar.gz").write_bytes(b"")
    with refused(BadInput, "file_empty"):
        list(read_passages(tmp_path / "c.tar.gz"))


@pytest.mark.parametrize(
    ("name", "content", "code", "line"),
    [
        ("a.html", b"na\xefve", "not_utf8", None),
        ("b.html", b"a\0b", "nul_character", None),
        ("c d.html", b"words", "id_with_white_space", None),
        ("e.html", b"<pre>words", "element_not_closed", 0),
    ],
)
def test_read_passages_refuses_a_page_that_it_cannot_read(
    tmp_path: Path, name: str, content: bytes, code: str, line: int | None
) -> None:
    path = _packed(tmp_path, "c.tar", {name: content})
    with refused(BadInput, code, line=line):
        list(read_passages(path))


def _packed(folder: Path, name: str, pages: dict[str, bytes]) -> Path:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for page, content in pages.items():
            member = tarfile.TarInfo(page)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    data = buffer.getvalue()
    (folder / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    return folder / name
