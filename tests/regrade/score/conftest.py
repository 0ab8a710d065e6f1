from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[[str, str | bytes], Path]

QRELS = "1 0 a 1\n1 0 b 0\n2 0 c 2\n"
RUN = "1 Q0 b 1 2.0 tag\n1 Q0 a 2 1.0 tag\n2 Q0 c 1 1.0 tag\n"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Makes a file of that name and content."""

    def make(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return make


@pytest.fixture
def qrels(write: Write) -> Path:
    """Topic 1 with a relevant and a judged passage, topic 2 with one of relevance 2."""
    return write("qrels.txt", QRELS)


@pytest.fixture
def run(write: Write) -> Path:
    """RR of 0.5 on topic 1 and of 1 on topic 2."""
    return write("run.txt", RUN)
