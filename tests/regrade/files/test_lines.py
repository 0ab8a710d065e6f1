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
from regrade.files.lines import Line, at_least_one, read_lines
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


def test_read_lines_reads_through_a_byte_order_mark(tmp_path: Path) -> None:
    path = write(tmp_path, b"\xef\xbb\xbfq1\n")
    assert list(read_lines(path)) == [Line(1, "q1")]


def test_read_lines_strips_windows_line_ends(tmp_path: Path) -> None:
    path = write(tmp_path, b"one\r\ntwo\r\n")
    assert [line.text for line in read_lines(path)] == ["one", "two"]


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
    with pytest.raises(BadInput, match="truncated or damaged") as caught:
        seen.extend(line.number for line in read_lines(path))
    assert caught.value.line is not None
    assert seen[-1] <= caught.value.line <= seen[-1] + 1


def test_read_lines_of_gzip_without_its_trailer_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(b"one\ntwo\n")[:-8])
    with pytest.raises(BadInput, match=r"^input, line 2: .*truncated or damaged"):
        list(read_lines(path))


def test_read_lines_of_gzip_with_a_wrong_checksum_is_refused(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(b"one\ntwo\n"))
    packed[-6] ^= 0xFF
    with pytest.raises(BadInput, match="truncated or damaged"):
        list(read_lines(write(tmp_path, bytes(packed))))


def test_read_lines_of_gzip_with_an_impossible_block_is_refused(tmp_path: Path) -> None:
    header = gzip.compress(b"")[:10]
    path = write(tmp_path, header + b"\x07" + bytes(20))
    with pytest.raises(BadInput, match="truncated or damaged"):
        list(read_lines(path))


def test_read_lines_of_gzip_cut_in_its_header_names_no_line(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(b"one\n")[:5])
    with pytest.raises(BadInput, match=r"^input: the gzip data"):
        list(read_lines(path))


def test_read_lines_of_invalid_utf8_names_the_line(tmp_path: Path) -> None:
    path = write(tmp_path, b"fine\nna\xefve\n")
    with pytest.raises(BadInput, match=r"^input, line 2: this is not UTF-8"):
        list(read_lines(path))


def test_read_lines_of_a_nul_character_names_the_line(tmp_path: Path) -> None:
    path = write(tmp_path, b"fine\nfine\nbad\0\n")
    with pytest.raises(BadInput, match=r"^input, line 3: .*NUL"):
        list(read_lines(path))


def test_read_lines_of_an_endless_line_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 10)
    with pytest.raises(BadInput, match=r"^input, line 2: the line is longer than 10 bytes"):
        list(read_lines(write(tmp_path, b"short\n12345678901")))


@pytest.mark.parametrize(
    "content",
    [b"", b"\n \r\n\t\n", b"\xef\xbb\xbf", gzip.compress(b"")],
    ids=["nothing", "blanks", "mark", "gzip"],
)
def test_read_lines_of_an_empty_file_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BadInput, match=r"^input: the file is empty$"):
        list(read_lines(write(tmp_path, content)))


def test_read_lines_of_a_folder_names_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=rf"{tmp_path} is a folder, not a file$"):
        list(read_lines(Path()))


def test_read_lines_of_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^absent\.tsv: there is no such file; "):
        list(read_lines(tmp_path / "absent.tsv"))


def test_read_lines_of_a_missing_file_says_where_it_was_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput) as refused:
        list(read_lines(Path("data/absent.tsv")))
    assert refused.value.reason.endswith(f"data/absent.tsv was looked for in {tmp_path}/data")


def test_read_lines_of_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="a folder, not a file"):
        list(read_lines(tmp_path))


def test_read_lines_reports_every_byte_of_the_file_as_it_lies_there(tmp_path: Path) -> None:
    path = write(tmp_path, gzip.compress(MANY_LINES.encode()))
    steps: list[int] = []
    list(read_lines(path, steps.append))
    assert sum(steps) == path.stat().st_size


def test_at_least_one_refuses_a_file_without_records(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^input: the file holds no topics$"):
        list(at_least_one([], tmp_path / "input", "topics"))


def test_at_least_one_passes_records_on(tmp_path: Path) -> None:
    assert list(at_least_one(iter("ab"), tmp_path, "topics")) == ["a", "b"]


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
    with pytest.raises(BadInput) as caught:
        list(read_lines(write(tmp_path, content, name="votes.tsv")))
    assert str(caught.value) == f"votes.tsv: this is {what}; unpack it, or pack the file by gzip"


def test_read_lines_of_text_that_begins_like_an_archive_is_read(tmp_path: Path) -> None:
    assert [line.text for line in read_lines(write(tmp_path, b"BZh9 and PK\n"))] == ["BZh9 and PK"]


def test_read_lines_of_gzip_within_gzip_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not UTF-8"):
        list(read_lines(write(tmp_path, gzip.compress(gzip.compress(b"one\n")))))


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_read_lines_of_more_than_may_be_unpacked_is_refused(
    pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = write(tmp_path, pack(b"seven..\n" * 10))
    assert len(list(read_lines(path, max_bytes=80))) == 10
    with pytest.raises(BadInput, match=r"^input: unpacked, it holds over 79 bytes$"):
        list(read_lines(path, max_bytes=79))


def test_read_lines_of_a_bomb_unpacks_no_more_than_it_may(tmp_path: Path) -> None:
    """A gigabyte in about a megabyte."""
    path = write(tmp_path, gzip.compress(b"nine.....\n" * (1 << 23)) * 12)
    numbers: list[int] = []
    with pytest.raises(BadInput, match="holds over 5,000,000 bytes"):
        numbers.extend(line.number for line in read_lines(path, max_bytes=5_000_000))
    assert 0 < len(numbers) <= 500_000


def test_read_lines_in_a_code_page_reads_each_line_as_what_it_is(tmp_path: Path) -> None:
    content = "one\nr\u00e9sum\u00e9\n".encode("cp850") + "caf\u00e9\r\n".encode()
    lines = [line.text for line in read_lines(write(tmp_path, content), code_page="cp850")]
    assert lines == ["one", "r\u00e9sum\u00e9", "caf\u00e9"]


def test_read_lines_in_a_code_page_refuses_a_nul_character(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="line 2: there is a NUL"):
        list(read_lines(write(tmp_path, b"\x82\n\x00\n"), code_page="cp850"))
