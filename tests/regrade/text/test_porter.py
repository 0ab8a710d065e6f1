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


@pytest.mark.parametrize(
    ("word", "expected"), list(zip(EXAMPLES[::2], EXAMPLES[1::2], strict=True))
)
def test_stem_of_a_published_example(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"), [("possibly", "possibl"), ("geology", "geologi"), ("apologi", "apolog")]
)
def test_stem_has_the_later_revisions(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize("word", ["", "s", "is", "as", "ys", "sky", "日本"])
def test_stem_leaves_a_word_alone(word: str) -> None:
    assert stem(word) == word


def test_stem_is_not_porter2() -> None:
    assert [stem("generously"), stem("skies"), stem("dying")] == ["gener", "ski", "dy"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("\U00010428s", "\U00010428"),
        ("\U00010428\U00010428ing", "\U00010428\U00010428ing"),
        ("a\U00010428\U00010428ing", "a\U00010428\U00010428"),
        ("naïve", "naïv"),
    ],
)
def test_stem_counts_utf16_units_and_foreign_letters_as_consonants(
    word: str, expected: str
) -> None:
    assert stem(word) == expected
