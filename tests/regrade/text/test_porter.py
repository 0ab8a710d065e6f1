from __future__ import annotations

import pytest

from regrade.text.porter import stem

# The examples of Porter's paper, each before its stem after all steps.
PUBLISHED = """
caresses caress ponies poni caress caress cats cat feed feed agreed agre plastered plaster
bled bled motoring motor sing sing conflated conflat troubled troubl sized size hopping hop
falling fall hissing hiss fizzed fizz failing fail filing file happy happi sky sky
relational relat conditional condit rational ration valenci valenc digitizer digit
radicalli radic differentli differ vileli vile analogousli analog vietnamization vietnam
predication predic operator oper feudalism feudal decisiveness decis hopefulness hope
callousness callous formaliti formal sensitiviti sensit sensibiliti sensibl
triplicate triplic formative form formalize formal electriciti electr electrical electr
hopeful hope goodness good revival reviv allowance allow inference infer airliner airlin
gyroscopic gyroscop adjustable adjust defensible defens irritant irrit replacement replac
adjustment adjust dependent depend adoption adopt homologou homolog communism commun
activate activ angulariti angular homologous homolog effective effect bowdlerize bowdler
probate probat rate rate cease ceas controll control roll roll
"""
EXAMPLES = PUBLISHED.split()


OTHERS = {
    # later revisions
    **{"possibly": "possibl", "geology": "geologi", "apologi": "apolog"},
    # not Porter2
    **{"generously": "gener", "skies": "ski", "dying": "dy"},
    # too short, or no letters of English
    **{word: word for word in ("", "s", "is", "as", "ys", "sky", "日本")},
    # lengths count UTF-16 units, and foreign letters are consonants
    "\U00010428s": "\U00010428",
    "\U00010428\U00010428ing": "\U00010428\U00010428ing",
    "a\U00010428\U00010428ing": "a\U00010428\U00010428",
    "naïve": "naïv",
}


def test_stem_of_published_examples() -> None:
    expected = dict(zip(EXAMPLES[::2], EXAMPLES[1::2], strict=True))
    assert {word: stem(word) for word in expected} == expected


@pytest.mark.parametrize(("word", "expected"), OTHERS.items())
def test_stem_of_a_word_that_rules_differ_on(word: str, expected: str) -> None:
    assert stem(word) == expected
