"""Files of a small test collection, as a program has them."""

from __future__ import annotations

from pathlib import Path

PASSAGES = "d1\tSpruces live long.\nd2\tFirs have cones.\nd3\tCats sleep.\n"
TOPICS = "q1\thow long do spruces live\nq2\tdo firs have cones\n"
QRELS = "q1 0 d1 2\nq1 0 d3 0\nq2 0 d2 1\n"
RUN = "q1 Q0 d1 1 2.5 bm25\nq1 Q0 d2 2 0.1 bm25\nq2 Q0 d3 1 7.0 bm25\nq2 Q0 d2 2 3.0 bm25\n"
OTHER_RUN = "q1 Q0 d3 1 2.0 bert\nq1 Q0 d1 2 1.5 bert\nq2 Q0 d2 1 0.25 bert\n"
VOTES = "query_id\tdoc_id\tassessor\tgrade\nq1\td1\tann\t3\nq1\td2\tann\t1\nq2\td2\tben\t4\n"


def written(folder: Path, **texts: str) -> list[Path]:
    """Files of these names, whose dots are written as two underscores."""
    paths = [folder / name.replace("__", ".") for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, "utf-8")
    return paths
