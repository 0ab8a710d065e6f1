from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from regrade.files.errors import BadInput

MAX_ID_BYTES = 512
# What C's isspace knows, and so what parts columns for trec_eval. Other characters that Python and
# Unicode call white space, a no-break space for instance, are part of an id or of a text.
WHITE_SPACE = " \t\n\v\f\r"
BLANK = " "
Check: TypeAlias = Callable[[Path, int | None, str, str], str]  # such as `checked_id`
# How many columns TREC's files of runs, labels and sampled labels have; people mix them up.
N_RUN_COLUMNS, N_QRELS_COLUMNS, N_PRELS_COLUMNS = 6, 4, 5
# What a line of a run, of labels or of pairs begins with that readers pass over.
COMMENT = "#"
# What lays out the text of markup on lines; all else in it is text.
LAYOUT = " \t\n\r"
_COLUMN = re.compile(f"[^{WHITE_SPACE.replace(BLANK, '')}]+")
_WORDS = re.compile(f"[^{WHITE_SPACE}]+({BLANK}+[^{WHITE_SPACE}]+)*")
_WORD, _LAID_OUT = (re.compile(f"[^{apart}]+") for apart in (WHITE_SPACE, LAYOUT))


def split_columns(text: str) -> list[str]:
    """The columns of a line whose columns are parted by any white space; none of a blank line."""
    return _WORD.findall(text)


def split_at_tabs(text: str) -> list[str]:
    """The columns of a line in which blanks part none: they may stand within a column."""
    columns = (column.strip(BLANK) for column in _COLUMN.findall(text))
    return [column for column in columns if column]


def splitter(*, blanks_in_ids: bool) -> Callable[[str], list[str]]:
    """Separator of a line's columns: tabs alone where ids may hold blanks."""
    return split_at_tabs if blanks_in_ids else split_columns


def checked_id(
    path: Path, line: int | None, kind: str, value: str, *, blanks_in_ids: bool = False
) -> str:
    """Return the value, an id as TREC files can hold it: one word, not too long for an index.

    With `blanks_in_ids` it may be several words with blanks between them.

    Raises:
        BadInput: empty, with white space inside or around it, or over 512 bytes of UTF-8.
    """
    if not value:
        raise BadInput(path, line, f"the {kind} is empty", code="id_empty")
    if not _WORD.fullmatch(value) and not (blanks_in_ids and _WORDS.fullmatch(value)):
        raise BadInput(
            path, line, f"the {kind} {value!r} holds white space", code="id_with_white_space"
        )
    if len(value.encode()) > MAX_ID_BYTES:
        raise BadInput(
            path, line, f"the {kind} is longer than {MAX_ID_BYTES} bytes", code="id_too_long"
        )
    return value


def checker(*, blanks_in_ids: bool) -> Check:
    """`checked_id` for ids that may hold blanks, or may not."""
    return partial(checked_id, blanks_in_ids=True) if blanks_in_ids else checked_id


def collapse(text: str) -> str:
    """Collapse every run of blanks, tabs and line ends to one blank, and strip the ends."""
    return " ".join(_LAID_OUT.findall(text))


def id_order(given: str) -> tuple[bool, int, str]:
    """A key by which ids are sorted: numbers by their size, then texts."""
    is_number = given.isascii() and given.isdigit()
    return not is_number, int(given) if is_number else 0, given
