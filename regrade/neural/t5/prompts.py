"""How a query and passages are written down for a T5 that ranks: token ids, and what is cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.packing import EncodedText

# So much is kept for passages whatever the query, since rankings hang on them.
LEAST_PASSAGE_TOKENS = 64


class MonoPrompt(NamedTuple):
    """`Query: {query} Document: {passage} Relevant:` and the end token, as monoT5 reads it.

    Each piece holds the token ids of what always stands there. No token of a T5 reaches over a
    blank, so that pieces, queries and passages can be tokenized apart and laid side by side.

    Source:
        Nogueira et al., Document Ranking with a Pretrained Sequence-to-Sequence Model, Findings
        of EMNLP 2020.
    """

    query: Sequence[int]
    document: Sequence[int]
    relevant: Sequence[int]

    def of(self, query: Sequence[int], passage: Sequence[int], max_tokens: int) -> EncodedText:
        """The passage is cut at its end, so that all the rest stays; then the query is.

        A query is cut only to keep 64 tokens for the passage, or half of what the pieces leave
        where that is less.

        Args:
            max_tokens: in all, at least 2 more than the pieces hold.
        """
        room = max_tokens - sum(map(len, self))
        query = query[: _query_room(room)]
        passage = passage[: room - len(query)]
        return EncodedText([*self.query, *query, *self.document, *passage, *self.relevant])


class DuoPrompt(NamedTuple):
    """`Query: {query} Document0: {first} Document1: {second} Relevant:` and the end token.

    The pieces are as in `MonoPrompt`.

    Source:
        Pradeep et al., The Expando-Mono-Duo Design Pattern for Text Ranking with Pretrained
        Sequence-to-Sequence Models, 2021.
    """

    query: Sequence[int]
    first: Sequence[int]
    second: Sequence[int]
    relevant: Sequence[int]

    def of_rows(
        self,
        query: Sequence[int],
        passages: Sequence[Sequence[int]],
        rows: range,
        max_tokens: int,
    ) -> Iterator[EncodedText]:
        """Each of some passages before each other one: row by row, without the diagonal.

        The query is cut as in `MonoPrompt`, the passages as `kept_tokens` says.

        Args:
            rows: which passages stand first.
        """
        room = max_tokens - sum(map(len, self))
        query = query[: _query_room(room)]
        kept = kept_tokens(list(map(len, passages)), room - len(query)).tolist()
        head = [*self.query, *query, *self.first]
        for i in rows:
            for j, second in enumerate(passages):
                if i != j:
                    first = passages[i][: kept[i][j]]
                    second = second[: kept[j][i]]
                    yield EncodedText([*head, *first, *self.second, *second, *self.relevant])


def kept_tokens(n_tokens: Sequence[int], room: int) -> NDArray[np.int64]:
    """How many tokens of each passage are kept beside each other one; the longer is cut first.

    A passage may fill half of the room, rounded down, and what the other one leaves of its own
    half. It does not matter which of the two stands first. (pyterrier_t5 takes the same number
    of tokens from both, which can leave nothing of a short one.)

    Returns:
        shape (n, n). At [i, j], the tokens of passage i when it stands with j.
    """
    lengths = np.array(n_tokens, dtype=np.int64)
    return np.minimum(lengths[:, None], np.maximum(room - lengths, room // 2))


def _query_room(room: int) -> int:
    return room - min(LEAST_PASSAGE_TOKENS, room // 2)
