from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from regrade.files import lines
from regrade.files.errors import BadInput
from regrade.files.lines import Line, at_least_one, read_lines, refuse_many_lines
from regrade.files.streams import BLOCK_BYTES
from tests.refusals import refused
from tests.regrade.files.writing import write


def zipped() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("votes.tsv", "one")
    return stream.getvalue()


MANY_LINES = "".join(f"{number}\tsome text of line {number}\n" for number in range(1, 40_001))


def test_read_lines_numbers_every_line_from_one(tmp_path: Path) -> None:
    path = write(tmp_path, b"first\n\nthird without end")
    assert list(read_lines(path)) == [Line(1, "first"), Line(2, ""), Line(3, "third without end")]


def test_read_lines_reads_through_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    path = write(tmp_path, b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert [line.text for line in read_lines(path)] == ["one", "two"]


@pytest.mark.parametrize("name", ["old", "old.gz"])
@pytest.mark.parametrize("end", [b"\r", b"", b"\n", b"\r\n"])
def test_read_lines_reads_line_ends_of_old_macs(tmp_path: Path, name: str, end: bytes) -> None:
    path = write(tmp_path, b"one\r\rtwo" + end, name)
    assert list(read_lines(path)) == [Line(1, "one"), Line(2, ""), Line(3, "two")]


def test_read_lines_takes_a_carriage_return_for_text_beside_other_line_ends(
    tmp_path: Path,
) -> None:
    path = write(tmp_path, b"one\rand more\ntwo\rtoo")
    assert [line.text for line in read_lines(path)] == ["one\rand more", "two\rtoo"]


def test_read_lines_tells_one_long_line_from_those_of_old_macs_by_what_follows(
    tmp_path: Path,
) -> None:
    """The first block ends behind the first line; what is on the second decides."""
    first = b"one\r" + b"x" * (BLOCK_BYTES - 5) + b"\n"
    assert [line.number for line in read_lines(write(tmp_path, first + b"two"))] == [1, 2]
    assert [line.number for line in read_lines(write(tmp_path, first))] == [1, 2]
    [long, *others] = read_lines(write(tmp_path, first + b"two\nthree\n"))
    assert (len(long.text), [line.number for line in others]) == (len(first) - 1, [2, 3])


def test_refuse_many_lines_counts_those_of_old_macs(tmp_path: Path) -> None:
    with refused(BadInput, "too_many_lines"):
        refuse_many_lines([write(tmp_path, b"one\rtwo\rthree")], 1)


def test_read_lines_keeps_unicode_line_separators_within_a_line(tmp_path: Path) -> None:
    text = "a\u2028b\x0bc\x85d"
    assert list(read_lines(write(tmp_path, text.encode()))) == [Line(1, text)]


def test_read_lines_knows_gzip_by_its_content(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(MANY_LINES.encode()), name="plain.txt")
    assert [line.text for line in read_lines(path)] == MANY_LINES.splitlines()


def test_read_lines_numbers_on_across_blocks(tmp_path: Path) -> None:
    path = write(tmp_path, MANY_LINES.encode())
    assert all(line.text.startswith(f"{line.number}\t") for line in read_lines(path))


def test_read_lines_of_truncated_gzip_names_the_last_line(tmp_path: Path) -> None:
    packed = gzip.compress(MANY_LINES.encode())
    path = write(tmp_path, packed[: len(packed) // 2])
    seen: list[int] = []
    with pytest.raises(BadInput) as caught:
        seen.extend(line.number for line in read_lines(path))
    assert (caught.value.code, caught.value.line is None) == ("gzip_damaged", False)
    assert seen[-1] <= (caught.value.line or 0) <= seen[-1] + 1


PACKED = gzip.compress(b"one\ntwo\n")


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (PACKED[:-8], 2),
        (PACKED[:-6] + bytes([PACKED[-6] ^ 0xFF]) + PACKED[-5:], 2),
        (PACKED[:10] + b"\x07" + bytes(20), None),
        (PACKED[:5], None),
    ],
    ids=["no trailer", "wrong checksum", "impossible block", "cut in its header"],
)
def test_read_lines_of_damaged_gzip_is_refused(
    tmp_path: Path, content: bytes, line: int | None
) -> None:
    path = write(tmp_path, content)
    with refused(BadInput, "gzip_damaged", line=line):
        list(read_lines(path))


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"fine\nna\xefve\n", "not_utf8", 2),
        (gzip.compress(gzip.compress(b"one\n")), "not_utf8", 1),
        (b"fine\nfine\nbad\0\n", "nul_character", 3),
    ],
    ids=["latin-1", "gzip within gzip", "nul"],
)
def test_read_lines_names_the_line_that_is_no_text(
    tmp_path: Path, content: bytes, code: str, line: int
) -> None:
    path = write(tmp_path, content)
    with refused(BadInput, code, line=line):
        list(read_lines(path))


def test_read_lines_of_an_endless_line_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 10)
    path = write(tmp_path, b"short\n12345678901")
    with refused(BadInput, "line_too_long", line=2, says="10 bytes"):
        list(read_lines(path))


@pytest.mark.parametrize(
    "content",
    [b"", b"\n \r\n\t\n", b"\xef\xbb\xbf", gzip.compress(b"")],
    ids=["nothing", "blanks", "mark", "gzip"],
)
def test_read_lines_of_an_empty_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path, content)
    with refused(BadInput, "file_empty", says="input: "):
        list(read_lines(path))


def test_read_lines_of_a_folder_names_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with refused(BadInput, "is_a_folder", says=f"{tmp_path} is"):
        list(read_lines(Path()))


def test_read_lines_of_a_missing_file_names_the_folder_where_it_was_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with refused(BadInput, "no_such_file", says=f"data/absent.tsv was looked for in {tmp_path}/"):
        list(read_lines(Path("data/absent.tsv")))


def test_read_lines_reports_every_byte_of_the_file_as_it_lies_there(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(MANY_LINES.encode()))
    steps: list[int] = []
    list(read_lines(path, steps.append))
    assert sum(steps) == path.stat().st_size


def test_at_least_one_passes_records_on_and_refuses_a_file_without_any(tmp_path: Path) -> None:
    assert list(at_least_one(iter("ab"), tmp_path, "topics")) == ["a", "b"]
    with refused(BadInput, "no_records", says="input: the file holds no topics"):
        list(at_least_one([], tmp_path / "input", "topics"))


OTHER_ARCHIVES = {
    "a ZIP archive": zipped(),
    "an empty ZIP archive": b"PK\x05\x06" + bytes(18),
    "packed by xz": lzma.compress(b"one"),
    "packed by bzip2": bz2.compress(b"one"),
    "packed by Zstandard": b"\x28\xb5\x2f\xfd\x04\x00",
    "a 7z archive": b"7z\xbc\xaf\x27\x1c\x00\x04",
    "a RAR archive": b"Rar!\x1a\x07\x01\x00",
    "packed by LZ4": b"\x04\x22\x4d\x18\x64\x40",
    "packed by compress": b"\x1f\x9d\x90one",
}


@pytest.mark.parametrize(("what", "content"), OTHER_ARCHIVES.items())
def test_read_lines_names_an_archive_that_is_not_read(
    what: str, content: bytes, tmp_path: Path
) -> None:
    path = write(tmp_path, content, name="votes.tsv")
    with refused(BadInput, "other_archive", says=f"votes.tsv: this is {what}; unpack it"):
        list(read_lines(path))


def test_read_lines_of_text_that_begins_like_an_archive_is_read(tmp_path: Path) -> None:
    assert [line.text for line in read_lines(write(tmp_path, b"BZh9 and PK\n"))] == ["BZh9 and PK"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_read_lines_of_more_than_may_be_unpacked_is_refused(
    pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = write(tmp_path, pack(b"seven..\n" * 10))
    assert len(list(read_lines(path, max_bytes=80))) == 10
    with refused(BadInput, "too_many_bytes", says="79"):
        list(read_lines(path, max_bytes=79))


def test_read_lines_of_a_bomb_unpacks_no_more_than_it_may(tmp_path: Path) -> None:
    """A hundred megabytes in a tenth of one."""
    path = write(tmp_path, gzip.compress(b"nine.....\n" * (1 << 23)))
    numbers: list[int] = []
    with refused(BadInput, "too_many_bytes"):
        numbers.extend(line.number for line in read_lines(path, max_bytes=5_000_000))
    assert 0 < len(numbers) <= 500_000


def test_refuse_many_lines_counts_those_of_all_files(tmp_path: Path) -> None:
    paths = [write(tmp_path, b"a\nb\n", name) for name in ("first", "second")]
    refuse_many_lines(paths, 4)
    with refused(BadInput, "too_many_lines", says="second: that makes over 3 lines"):
        refuse_many_lines(paths, 3)


def test_read_lines_in_a_code_page_reads_each_line_as_what_it_is(tmp_path: Path) -> None:
    content = "one\nr\u00e9sum\u00e9\n".encode("cp850") + "caf\u00e9\r\n".encode()
    lines = [line.text for line in read_lines(write(tmp_path, content), code_page="cp850")]
    assert lines == ["one", "r\u00e9sum\u00e9", "caf\u00e9"]


def test_read_lines_in_a_code_page_refuses_a_nul_character(tmp_path: Path) -> None:
    path = write(tmp_path, b"\x82\n\x00\n")
    with refused(BadInput, "nul_character", line=2):
        list(read_lines(path, code_page="cp850"))
