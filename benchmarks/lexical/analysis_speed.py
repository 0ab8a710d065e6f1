"""Analyzes a file of texts twice and times the second time: `python -m MODULE TOOL FILE`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

Count = Callable[[Sequence[str]], int]  # texts to how many tokens came out


def main(tools: Mapping[str, Callable[[], Count]], arguments: Sequence[str]) -> None:
    name, path = arguments
    texts = Path(path).read_text(encoding="utf-8").splitlines()
    count = tools[name]()
    count(texts)
    began, used = time.perf_counter(), time.process_time()
    n_tokens = count(texts)
    took = {"wall_s": time.perf_counter() - began, "cpu_s": time.process_time() - used}
    sys.stdout.write(json.dumps({**took, "n_tokens": n_tokens}) + "\n")
