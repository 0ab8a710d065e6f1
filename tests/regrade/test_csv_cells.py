from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.csv_cells import as_written, csv_writer

BEGINNINGS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"


def cell_of(value: object) -> str:
    stream = io.StringIO(newline="")
    csv_writer(stream)([value, "next"])
    stream.seek(0)
    [[cell, _]] = csv.reader(stream)
    return cell


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe(beginning: str) -> None:
    assert cell_of(f"{beginning}HYPERLINK(1)") == f"'{beginning}HYPERLINK(1)"


@pytest.mark.parametrize("number", [-0.5, -3, "-0.5", "+1e-05", "-infinite", None])
def test_a_number_stays_one(number: object) -> None:
    assert cell_of(number) == ("" if number is None else str(number))


@given(st.text(alphabet=f"'5a{BEGINNINGS}", max_size=6))
def test_what_is_written_is_read_to_the_letter(text: str) -> None:
    assert as_written(cell_of(text)) == text
