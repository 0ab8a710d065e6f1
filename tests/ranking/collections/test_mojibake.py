# ruff: noqa: RUF001  (texts in many scripts)
from __future__ import annotations

import pytest

from ranking.collections.mojibake import MojibakeReader, WronglyDecoded, is_suspicious, mend
from tests.refusals import refused

MOJIBAKE = {
    "London\xe2\x80\x99s": "London’s",  # MS MARCO's own: UTF-8 read as Latin-1
    "Londonâ€™s": "London’s",  # read as Windows-1252
    "vÃ©ritÃ© — déjà": "vérité — déjà",  # beside text that is right
    "Ð¿Ñ€Ð¸Ð²ÐµÑ‚": "привет",
    "5\x92 tall": "5’ tall",  # Windows-1252 read as Latin-1
    "TÃ¼RKSOY": "TüRKSOY",  # between capitals, but no correct text has it
    "Î±MT, CAFÃ‰": "αMT, CAFÉ",
    "KÃ–LN, MÃœNCHEN": "KÖLN, MÜNCHEN",  # two different ones
    "Ã€ la carte": "À la carte",
    "metÅ³ laikas": "metų laikas",
    "SÃ£o or eÌ\x81te": "São or e\u0301te",
    "ï¬\x81ne “quote”": "ﬁne “quote”",  # neither ligature nor quotes are normalized
}
RIGHT = [
    "Le château est très élevé ; « l’été\xa0» naît à Nîmes, Île d’Oléron…",
    "这是一个测试：“引号”……日本語ｶﾀｶﾅ",
    "I ❤️ 👍🏽 👨‍👩‍👧, 5 £ × 3² ≈ ½ ™",
    "SÃO PAULO, NÃO À TOA, “ção”, the letters â and Ã",
    "Её объём — моё дело; Україна № 5",
    "ﬁne Straße Ａ\u2028\r\n",
    "Ã€",
    "A MAÇÃ–ROMÃ–",
    "ROMÃ– the brand, twice ROMÃ–",
    "a cell of 130 Å³, (5 Å²)",
    "Í‘d",  # would begin with a combining mark
    "voilÃ  has lost a byte, as have â€? and â�",
]


@pytest.mark.parametrize("text", MOJIBAKE)
def test_mojibake_is_found_and_mended(text: str) -> None:
    assert is_suspicious(text)
    assert mend(text) == MOJIBAKE[text]


@pytest.mark.parametrize("text", RIGHT)
def test_text_that_is_right_or_lost_never_changes(text: str) -> None:
    assert mend(text) == text
    assert MojibakeReader("mend").read([text]) == [text]


def test_the_reader_counts_a_passage_once_and_shows_different_words() -> None:
    reader = MojibakeReader("keep")
    texts = ["right", "a cafÃ©", "cafÃ© again", "the naÃ¯ve", "un Ã©tÃ©", "la mÃ¨re"]
    for text in texts:
        assert reader.read([text, text]) == [text, text]
    assert reader.found.n == 5
    assert reader.found.examples == (("cafÃ©", "café"), ("naÃ¯ve", "naïve"), ("Ã©tÃ©", "été"))
    assert reader.records(0) == []
    assert [(one["n"], one["is_mended"]) for one in reader.records(3)] == [(3, False)]


def test_the_reader_refuses_with_what_it_found() -> None:
    reader = MojibakeReader("refuse")
    reader.check("passage")
    reader.read(["cafÃ©"])
    with refused(WronglyDecoded, "wrongly_decoded") as error:
        reader.check("passage")
    assert error.value.more == {
        "mojibake": {"n": 1, "examples": [{"before": "cafÃ©", "after": "café"}]}
    }
