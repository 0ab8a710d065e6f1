from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ranking.files import lines
from ranking.files.errors import BadInput
from ranking.files.lines import Line, at_least_one, read_lines
from tests.ranking.files.writing import write

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


@pytest.mark.parametrize("content", [b"", b"\n \r\n\t\n", b"\xef\xbb\xbf", gzip.compress(b"")])
def test_read_lines_of_an_empty_file_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BadInput, match=r"^input: the file is empty$"):
        list(read_lines(write(tmp_path, content)))


def test_read_lines_of_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^absent\.tsv: there is no such file$"):
        list(read_lines(tmp_path / "absent.tsv"))


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
