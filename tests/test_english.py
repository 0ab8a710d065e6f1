"""Words that give a translation away, see "Plain English" in the house style."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.source_tree import ROOT, Function, parsed, python_sources, tracked

SOURCES = python_sources(*{path.parts[0] for path in tracked()} - {"tests"})
SENTENCE_END = re.compile(r"(?<=[.:;?!])\s")
IN_DOCSTRINGS = re.compile(
    r"\b(told|tells?|telling|such as it|whoever|anew|but for"
    r"|(is|are|was|were) to|what (it|is)|of which)\b",
    re.IGNORECASE,
)
GUARDED_SINCE = "0ba4739d"  # earlier commits keep the subjects that they have
IN_DOCUMENTS = re.compile(r"\b(told|tells|whoever|anew|such as it)\b", re.IGNORECASE)


def documents() -> list[Path]:
    return [ROOT / path for path in tracked() if path.suffix == ".md" and "adr" not in path.parts]


def first_sentences(tree: ast.Module) -> Iterator[str]:
    """First sentence of each docstring, in one line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function):
            paragraph = (ast.get_docstring(node) or "").partition("\n\n")[0]
            yield SENTENCE_END.split(paragraph.replace("\n", " "))[0]


def test_first_sentences_of_docstrings_are_plain_english() -> None:
    assert [
        f"{path}: {sentence}"
        for path in SOURCES
        for sentence in first_sentences(parsed(path))
        if IN_DOCSTRINGS.search(sentence)
    ] == []


@pytest.mark.parametrize("document", documents(), ids=lambda path: path.name)
def test_documents_are_plain_english(document: Path) -> None:
    lines = document.read_text("utf-8").splitlines()
    assert [line for line in lines if IN_DOCUMENTS.search(line)] == []


def test_commit_subjects_are_plain_english() -> None:
    log = ["git", "log", "--no-merges", "--format=%s", f"{GUARDED_SINCE}..HEAD"]
    done = subprocess.run(log, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"this clone lacks the history since {GUARDED_SINCE}")
    subjects = done.stdout.splitlines()
    assert [subject for subject in subjects if IN_DOCSTRINGS.search(subject)] == []
