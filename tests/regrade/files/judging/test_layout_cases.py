from __future__ import annotations

from pathlib import Path

import pytest

from regrade.files.judging.judgments_writer import Layout, layout_of


@pytest.mark.parametrize(
    ("name", "layout"),
    [
        ("votes.tsv", Layout.TSV),
        ("votes.csv", Layout.CSV),
        ("votes.JSONL", Layout.JSONL),
        ("votes.parquet", Layout.PARQUET),
        ("votes.csv.gz", Layout.CSV),
        ("votes.parquet.gz", Layout.PARQUET),
        ("votes", Layout.TSV),
        ("-", Layout.TSV),
    ],
)
def test_the_layout_is_that_of_the_name(name: str, layout: Layout) -> None:
    assert layout_of(Path(name)) is layout
