"""XML's declarations between elements, passed over: comments and the document type.

Nothing of a document type is followed. Entities that it declares are not expanded, so that none
can grow, and no address in it is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from regrade.files.errors import BadInput
from regrade.files.lines import Line

OPENING = "<!--|<!DOCTYPE\\b"
# Of a document type: what may hold its other signs as text, and the signs by which it ends.
TYPE_TOKEN = re.compile(r"""<!--|<\?|["'\[\]>]""")
ENDS = {"<!--": "-->", "<?": "?>", '"': '"', "'": "'"}


def past_declaration(
    path: Path, lines: Iterator[Line], line: Line, opening: re.Match[str]
) -> tuple[Line, int]:
    """The line on which a declaration ends, and the place behind it there.

    Args:
        path: named in the error.
        lines: those after `line`; as many are taken as the declaration has.
        line: where it opens.
        opening: the match of `OPENING` in it.

    Raises:
        BadInput: it does not end.
    """
    past = _past_text if opening[0] == "<!--" else _past_type
    found = past(lines, line, opening.end(), opening[0])
    if found is None:
        reason = f"{opening[0]} is not closed before the file ends"
        raise BadInput(path, line.number, reason, code="element_not_closed")
    return found


def _past_text(
    lines: Iterator[Line], line: Line, start: int, opening: str
) -> tuple[Line, int] | None:
    end = ENDS[opening]
    while (found := line.text.find(end, start)) < 0:
        following = next(lines, None)
        if following is None:
            return None
        line, start = following, 0
    return line, found + len(end)


def _past_type(lines: Iterator[Line], line: Line, start: int, _: str) -> tuple[Line, int] | None:
    is_inside = False  # of the brackets, where each declaration has a > of its own
    at: tuple[Line, int] | None = line, start
    while at is not None:
        line, start = at
        token = TYPE_TOKEN.search(line.text, start)
        if token is None:
            following = next(lines, None)
            at = None if following is None else (following, 0)
        elif token[0] in ENDS:
            at = _past_text(lines, line, token.end(), token[0])
        elif token[0] == ">" and not is_inside:
            return line, token.end()
        else:
            is_inside = token[0] == "[" or (is_inside and token[0] != "]")
            at = line, token.end()
    return None
