from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from regrade.extras import extra
from regrade.text.visible import has_text
from regrade.variants.step import Rewriting, check_text, check_whole


@dataclass(frozen=True)
class BackTranslate(Rewriting):
    """Each text as a whole is translated and translated back, by two MarianMT models.

    The models lie in folders of this machine, such as opus-mt-en-fr and opus-mt-fr-en for French as
    the pivot; nothing is downloaded. Each text is translated by itself, by beam search without
    chance, so that the batch does not matter; another machine or release of torch may choose
    another word where two are nearly as likely.

    Source:
        Backtranslation of the paper on texts with typos, with local models in place of googletrans.
    """

    kind: ClassVar[str] = "back_translate"
    to_pivot: str
    """The folder of the model into the pivot language."""
    from_pivot: str
    """The folder of the model back."""
    n_beams: int = 4

    def __post_init__(self) -> None:
        check_text(self, "to_pivot", self.to_pivot)
        check_text(self, "from_pivot", self.from_pivot)
        check_whole(self, "n_beams", self.n_beams)

    def rewritten(self, text: str, rng: Random) -> str:
        if not has_text(text):
            return text
        tokenizer, network = self._model("to_pivot")
        n_tokens, n_most = len(tokenizer(text)["input_ids"]), network.config.max_position_embeddings
        if n_tokens > n_most:
            raise self.refuse(
                f"a text has {n_tokens} tokens, and the model in {self.to_pivot} reads {n_most};"
                " put a truncation before it",
                code="text_too_long",
            )
        return self._translate(self._translate(text, "to_pivot"), "from_pivot")

    def _translate(self, text: str, name: str) -> str:
        tokenizer, network = self._model(name)
        n_most = network.config.max_position_embeddings
        tokens = tokenizer(text, return_tensors="pt", truncation=True, max_length=n_most)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of settings that the model brings along
            written = network.generate(
                **tokens, num_beams=self.n_beams, do_sample=False, max_length=n_most
            )
        return str(tokenizer.decode(written[0], skip_special_tokens=True))

    def _model(self, name: str) -> tuple[Any, Any]:
        with extra("Back-translation"):
            return load_model(self._folder(name))

    def _folder(self, name: str) -> str:
        folder: str = getattr(self, name)
        if not (Path(folder) / "config.json").is_file():
            raise self.refuse(
                f"there is no MarianMT model in {folder}; set {name} to the folder of one on this"
                " machine, such as a copy of opus-mt-en-fr",
                code="model_missing",
            )
        return folder

    def versions(self) -> dict[str, str]:
        """Those of the packages, and digests of the models' weights."""
        with extra("Back-translation"):
            from regrade.neural.model_folder import ModelFolder

        found = {name: version(name) for name in ("sentencepiece", "torch", "transformers")}
        for name in ("to_pivot", "from_pivot"):
            folder = self._folder(name)
            digest = ModelFolder(name, Path(folder), "").weights_sha256
            found[name] = f"sha256:{digest[:12]}"
        return found


@cache
def load_model(folder: str) -> tuple[Any, Any]:
    """A tokenizer and a network on the CPU."""
    from transformers import MarianMTModel, MarianTokenizer

    from regrade.neural.quiet import quiet_transformers

    with quiet_transformers(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends a package that tidies blanks
        tokenizer = MarianTokenizer.from_pretrained(folder, local_files_only=True)
        network: Any = MarianMTModel.from_pretrained(folder, local_files_only=True)
    return tokenizer, network.eval()
