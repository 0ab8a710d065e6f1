from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256

from demo.collection import place_of
from demo.paragraphs import MANY_WORDS, count_words
from tests.demo.documentation import passages
from tests.source_tree import ROOT
from tests.tiers import thorough

HASH_IT = """
from hashlib import sha256
from demo.collection import python_docs
print(sha256(repr(python_docs()).encode()).hexdigest())
"""


@thorough
def test_python_docs_is_the_same_in_every_process() -> None:
    """Names are hashed differently in each, so an order that rests on sets would differ."""
    other = subprocess.run(
        [sys.executable, "-c", HASH_IT],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == sha256(repr(list(passages())).encode()).hexdigest()


def test_python_docs_are_thousands_of_readable_passages_each_once() -> None:
    doc_ids = [passage.doc_id for passage in passages()]
    assert 5000 < len(set(doc_ids)) == len({passage.text for passage in passages()}) < 7000
    assert len(doc_ids) == len(set(doc_ids))
    assert [doc_id for doc_id in doc_ids if doc_id.split() != [doc_id]] == []
    assert [doc_id for doc_id in doc_ids if doc_id.startswith("encodings.")] == []
    assert [p for p in passages() if not p.title or p.text != p.text.strip("\n").rstrip()] == []
    # One line without a blank in it cannot be cut, whatever it counts.
    assert [p for p in passages() if count_words(p.text) > MANY_WORDS + 20] == []


def test_place_of_is_the_doc_id_without_its_number() -> None:
    assert place_of("topic-for#2") == "topic-for"


def test_python_docs_hold_no_character_that_no_text_of_the_database_may_hold() -> None:
    """Docstrings that say \\0 without being raw have it, in Python 3.14 at least."""
    assert [one.doc_id for one in passages() if "\0" in f"{one.title}{one.text}"] == []
