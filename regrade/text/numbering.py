from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.text.analyzer import Analyzer
from regrade.text.characters import N_CODE_POINTS, load_characters
from regrade.text.form_table import empty_forms, enlarged, has_room
from regrade.text.scan_kernel import N_ASCII, N_CLASSES, Progress, Scanner, keep_terms, scan
from regrade.text.tokenizers import LONGEST, TokenizerName, load_tokenizer, pair_surrogates

N_SLOTS = 1 << 16
NO_TERM = -1


class NumberedTexts(NamedTuple):
    """Texts as numbers of terms."""

    numbers: NDArray[np.int32]
    """Shape (n_tokens,): terms in the order of the texts."""
    starts: NDArray[np.int64]
    """Shape (n_texts + 1,): text i has numbers[starts[i] : starts[i + 1]]."""


class TermNumbering:
    """Numbers the terms of texts as they are first seen: the analyzer's, found by a kernel.

    A text is scanned once; Python sees a folded token only when it is new, so that possessives,
    stop words and stems are worked out once for each. Memory grows with the distinct tokens
    seen. One thread at a time.
    """

    def __init__(self, analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self.terms: list[str] = []
        self._scanner = _load_scanner(analyzer.tokenizer)
        self._numbers: dict[str, int] = {}
        self._forms = empty_forms(N_SLOTS)
        self._n_forms = 0
        self._term_of_form = np.empty(N_SLOTS, dtype=np.int32)

    def number(self, texts: Sequence[str]) -> NumberedTexts:
        """The terms of each text, as numbers that index `terms`.

        Args:
            texts: any strings; surrogates are read as in `analyze`.
        """
        encoded = _encode(texts)
        text_ends = np.fromiter(accumulate(map(len, encoded)), np.int64, len(encoded))
        data = np.frombuffer(b"".join(encoded), dtype=np.uint8)
        numbers = np.empty(len(data), dtype=np.int32)  # a token has a byte at least
        starts = np.zeros(len(encoded) + 1, dtype=np.int64)
        self._scan(data, text_ends, numbers, starts)
        n_kept = keep_terms(numbers, starts, self._term_of_form)
        return NumberedTexts(numbers[:n_kept].copy(), starts)

    def _scan(
        self,
        data: NDArray[np.uint8],
        text_ends: NDArray[np.int64],
        numbers: NDArray[np.int32],
        starts: NDArray[np.int64],
    ) -> None:
        progress = Progress(*(np.zeros(1, dtype=np.int64) for _ in Progress._fields))
        progress.n_forms[0] = self._n_forms
        while not scan(data, text_ends, self._scanner, self._forms, progress, numbers, starts):
            self._forms = enlarged(self._forms, int(progress.n_forms[0]))
        n_forms = int(progress.n_forms[0])
        if not has_room(self._forms, n_forms):
            self._forms = enlarged(self._forms, n_forms)
        self._find_terms(n_forms)

    def _find_terms(self, n_forms: int) -> None:
        """Work out the terms of the forms that are new."""
        ends = self._forms.ends[self._n_forms : n_forms + 1].tolist()
        heap = self._forms.heap[ends[0] : ends[-1]].tobytes()
        while len(self._term_of_form) < n_forms:
            self._term_of_form = np.concatenate([self._term_of_form] * 2)
        for number, (start, end) in enumerate(pairwise(ends), self._n_forms):
            term = self.analyzer.term_of(heap[start - ends[0] : end - ends[0]].decode())
            self._term_of_form[number] = NO_TERM if term is None else self._number_of(term)
        self._n_forms = n_forms

    def _number_of(self, term: str) -> int:
        number = self._numbers.setdefault(term, len(self.terms))
        if number == len(self.terms):
            self.terms.append(term)
        return number


def _encode(texts: Sequence[str]) -> list[bytes]:
    try:
        return [text.encode() for text in texts]
    except UnicodeEncodeError:
        return [pair_surrogates(text).encode() for text in texts]


@cache
def _load_scanner(name: TokenizerName) -> Scanner:
    tokenizer, characters = load_tokenizer(name), load_characters()
    n_states, n_classes = tokenizer.automaton.next_state.shape
    rows = np.zeros((n_states, N_CLASSES), dtype=np.uint8)
    rows[:, :n_classes] = tokenizer.automaton.next_state
    lower = characters.lower if name == "standard" else np.arange(N_CODE_POINTS, dtype=np.int32)
    return Scanner(
        classes=tokenizer.classes,
        lower=lower,
        next_state=rows.ravel(),
        accepts=tokenizer.automaton.accepts,
        ascii_next=rows[:, tokenizer.classes[:N_ASCII]].ravel(),
        ascii_lower=lower[:N_ASCII].astype(np.uint8),
        longest=LONGEST,
        overruns=tokenizer.overruns,
    )
