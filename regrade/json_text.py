from __future__ import annotations

import json


def json_text(document: object) -> str:
    """A document as commands print JSON: indented, texts as they are, ending with a line end.

    Raises:
        ValueError: a number that is not finite; an unknown value is None.
    """
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
