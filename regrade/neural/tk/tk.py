from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.neural.model_folder import ModelFolder
from regrade.neural.networks import ComputeDevice
from regrade.neural.reranker import Candidates, score_pairs_ahead
from regrade.neural.tk.folder import UNKNOWN, read_tk
from regrade.neural.tk.network import TkNetwork, tk_network
from regrade.neural.tk.pairs import DistinctTexts, EncodedPairs, score_pairs

# Marks that stand in a text without being read: controls, joiners and accents without a letter.
UNREAD = r"\s\x00-\x1f\x7f\x81-\x9f\xad\u200b-\u200d\ufeff\xa8\xaf\xb4\xb8^"
LETTER = r"[^\W\d_]"
INSIDE = r"[\w\u0300-\u036f]"  # accents may follow their letter
APOSTROPHE = r"['`\u2019]"
NOT = rf"n{APOSTROPHE}t\b"
# No group is possessive: Python 3.11.2, which some systems still have, repeats such ones wrongly.
WORD = re.compile(
    rf"""
    (?: {LETTER}\. ){{2,}} (?: {LETTER} (?!\w) )?                # U.S.A.
  | (?<!\w) {LETTER}\.{LETTER} (?!\w)                            # i.e
  | (?<![\w.,]) \d{{1,3}} (?:,\d{{3}})+ (?:\.\d++)? \w*+ (?![.,]\d)  # 1,000.50
  | (?<![\w.,]) \d++ (?:\.\d++){{1,2}} \w*+ (?!\.\d)             # 3.14, 24.12.2020
  | (?<![^\s.,)]) \.\w+                                          # .net
  | can (?=not\b)                                                # can|not
  | {INSIDE} (?: (?!{NOT}) {INSIDE} )* (?={NOT})                 # was|n't
  | {NOT}
  | (?<=\w) {APOSTROPHE} (?: s | ll | ve | d | re ) \b            # dog|'s
  | (?<!\w) [odlcj]['\u2019] (?=\w)                              # o'|neil
  | (?<!\w) {LETTER} (?: \+\+? | \# ) (?!\w)                     # c++, c#
  | {INSIDE}+ (?: &\w* )?                                        # at&t
  | [^{UNREAD}]                                                  # any other sign, alone
    """,
    re.VERBOSE | re.IGNORECASE,
)


def words_of(text: str, n_words: int) -> list[str]:
    """The first words of a text, lower-cased; punctuation marks are words, too.

    The rule follows what Bling Fire's `text_to_words` gives, which matchmaker splits text with
    before it trains and runs TK: clitics part from their word (was|n't, dog|'s), hyphens,
    slashes and quotes stand alone, abbreviations of single letters and numbers stay whole. Of
    11,809 passages of MS MARCO, 98.8% come out the same, and 99.96% of their words. No more of a
    text is looked at than the words asked for need.

    Source:
        matchmaker: dataloaders/bling_fire_tokenizer.py; utils/input_pipeline.py lower-cases.
    """
    return [found[0].lower() for found in islice(WORD.finditer(text), n_words)]


class TkOptions(NamedTuple):
    """Where texts are cut, in words; None for what the model's folder says (30 and 200)."""

    max_query_words: int | None = None
    max_passage_words: int | None = None


DEFAULTS = TkOptions()


@dataclass(frozen=True, slots=True)
class Tk:
    """A transformer-kernel model: word vectors, a small transformer, eleven kernels of cosines.

    Queries and passages are contextualized apart, each once; a kernel counts how often words of
    the passage stand at about its distance from a word of the query. Words without a vector
    count as any other, by the vector for unknown words. A passage without words has the score
    that the formula gives where nothing is counted, log(1e-10) * query words * sum of the
    kernels' weights, and a query without words has 0: both as in matchmaker's code under
    torch 2.13.

    Source:
        Hofstätter, Zlabinger and Hanbury, Interpretable & Time-Budget-Constrained
        Contextualization for Re-Ranking, ECAI 2020, as matchmaker published it since
        (models/published/ecai20_tk.py): one logarithm, kernels scaled by a learned alpha,
        positions of passages from 500, 0.1 as the width of each kernel.
    """

    n_query_words: int
    n_passage_words: int
    compute: ComputeDevice
    _vocabulary: dict[str, int]
    _network: TkNetwork

    def score(self, candidates: Sequence[Candidates]) -> list[NDArray[np.float64]]:
        """One array a topic, as `Reranker` says."""
        score = partial(score_pairs, self._network, compute=self.compute)
        return score_pairs_ahead(candidates, self.encode, score)

    def encode(self, pairs: Sequence[tuple[str, str]]) -> EncodedPairs:
        """Queries and passages as the model reads them; each text is split into words once."""
        queries = self._encode([query for query, _ in pairs], self.n_query_words)
        passages = self._encode([passage for _, passage in pairs], self.n_passage_words)
        return EncodedPairs(queries, passages)

    def _encode(self, texts: Sequence[str], n_words: int) -> DistinctTexts:
        indices = {text: index for index, text in enumerate(dict.fromkeys(texts))}
        known = self._vocabulary
        ids = [[known.get(word, UNKNOWN) for word in words_of(text, n_words)] for text in indices]
        lengths = np.array([len(one) for one in ids], dtype=np.int64)
        of_pair = np.array([indices[text] for text in texts], dtype=np.int64)
        return DistinctTexts(ids, lengths, of_pair)


def load_tk(folder: ModelFolder, compute: ComputeDevice, options: TkOptions = DEFAULTS) -> Tk:
    """Load a transformer-kernel model from a folder as `tk_folder` describes it.

    Raises:
        UnusableModel: another kind of model, a precision other than float32, or settings,
            vocabulary and weights that do not fit each other.
        ValueError: a cut below 1 word.
    """
    import torch

    if compute.dtype != torch.float32:
        precision = str(compute.dtype).removeprefix("torch.")
        raise folder.refusal(
            f"tk computes in float32 only, not in {precision}: its kernels are too narrow",
            code="precision_unsupported",
        )
    files = read_tk(folder).to(compute.device)
    n_query_words = _cut(options.max_query_words, files.settings.max_query_words)
    n_passage_words = _cut(options.max_passage_words, files.settings.max_passage_words)
    network = tk_network(files, n_query_words, n_passage_words)
    return Tk(n_query_words, n_passage_words, compute, files.vocabulary, network)


def _cut(asked: int | None, said: int) -> int:
    if asked is None:
        return said
    if asked < 1:
        raise ValueError(f"a text must keep at least 1 word, not {asked}")
    return asked
