from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regrade.neural.t5.doc2query import pad
from regrade.neural.t5.loading import T5

WORDS = (
    "how long do does spruces firs cones cats live sleep what is are a the of in forest tree old "
    "many who why when grow need water light stone bridge winter summer river small large why"
)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TEXTS = {
    "d1": "the spruces live long in the old forest",
    "d2": "firs need water",
    "d3": "cats sleep in the summer and in winter and when the light of the river is small " * 3,
    "d4": "stone bridge",
}
# What prompts of rankers hold, and what they answer.
PROMPT_PIECES = ("▁Query", "▁Document", "▁Relevant", ":", "0", "1", "▁true", "▁false")


def make_t5(folder: Path, kind: str = "T5", pieces: Sequence[str] = (), **settings: Any) -> Path:
    """A folder with a T5 of two layers whose weights are random, always the same ones."""
    import torch
    import transformers

    from regrade.neural.quiet import quiet_transformers

    words = [f"▁{word}" for word in dict.fromkeys(WORDS.split())]
    vocabulary = ["<pad>", "</s>", "<unk>", "▁", *words, *LETTERS, *pieces]
    scored = [(token, -float(rank)) for rank, token in enumerate(vocabulary)]
    tokenizer = transformers.T5Tokenizer(vocab=scored, extra_ids=0)
    sizes = {"d_model": 16, "d_kv": 8, "d_ff": 32, "num_layers": 2, "num_heads": 2}
    config = getattr(transformers, f"{kind}Config")(
        **{"vocab_size": len(vocabulary), "decoder_start_token_id": 0, **sizes, **settings}
    )
    with quiet_transformers(), torch.random.fork_rng():
        torch.manual_seed(20)
        network = getattr(transformers, f"{kind}ForConditionalGeneration")(config)
        network.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
    return folder


@contextmanager
def one_thread() -> Iterator[None]:
    """Threads that wait for each other take longer than a model this small."""
    import torch

    n_threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(n_threads)


def first_logits(t5: T5, texts: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    """What transformers gives for each token as an answer's first: shape (n_texts, v), padded."""
    import torch

    ids, mask = map(torch.from_numpy, pad(texts, t5.padding))  # (b, t)
    with torch.inference_mode():
        output = t5.network(
            input_ids=ids,
            # Left out, transformers 5 would read the padding, too.
            attention_mask=mask,
            decoder_input_ids=torch.full((len(texts), 1), t5.start),
        )
    logits: NDArray[np.float32] = output.logits[:, 0].float().numpy()
    return logits
