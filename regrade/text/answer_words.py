"""Head words of queries by expected answer type, in Li and Roth's classes."""

from __future__ import annotations

from collections.abc import Mapping

_WORDS = {
    "DESC:def": "definition meaning",
    "DESC:desc": """
        advantage benefit characteristic climate con concept consequence description difference
        disadvantage duty effect explanation feature forecast function history idea impact
        importance information job law mission note origin pro property purpose qualification
        relationship requirement responsibility result review risk role rule significance
        structure summary theory use weather""",
    "DESC:manner": "guide instruction procedure recipe step tutorial way",
    "DESC:reason": "cause reason",
    "ENTY:animal": """
        animal bear bird breed butterfly cat dinosaur dog fish horse insect mammal pet predator
        reptile shark snake species spider whale""",
    "ENTY:body": "artery body bone cell gland joint ligament muscle nerve organ tissue vein",
    "ENTY:color": "color colour",
    "ENTY:cremat": """
        album anthem book film game lyric magazine movie newspaper novel play poem program
        series show single song story""",
    "ENTY:currency": "coin currency",
    "ENTY:dismed": """
        allergy antibiotic cancer condition cure disease disorder drug illness infection
        medication medicine sickness sign specialty symptom syndrome test therapy treatment
        vaccine virus""",
    "ENTY:event": "battle crisis event festival holiday revolution war",
    "ENTY:food": "cereal cheese diet dish drink food fruit ingredient meal meat vegetable wine",
    "ENTY:instru": "instrument",
    "ENTY:lang": "dialect language",
    "ENTY:letter": "letter",
    "ENTY:other": """
        advice amendment bill category certification channel component document element energy
        example fact factor file folder format gene genre hormone item kind list material name
        part principle service source theme thing type variety website zone""",
    "ENTY:plant": "flower herb plant tree",
    "ENTY:product": "app brand computer device equipment machine phone product software tool",
    "ENTY:religion": "religion",
    "ENTY:sport": "sport",
    "ENTY:substance": """
        acid chemical compound enzyme gas metal mineral nutrient protein substance supplement
        vitamin""",
    "ENTY:symbol": "emoji symbol",
    "ENTY:techmeth": "approach method strategy technique technology",
    "ENTY:termeq": "antonym nickname synonym",
    "ENTY:veh": "airplane boat car plane ship truck vehicle",
    "ENTY:word": "word",
    "HUM:gr": """
        agency airline army band bank branch cast college company corporation department group
        league manufacturer organization party school team tribe union university""",
    "HUM:ind": """
        actor actress artist author boss celebrity ceo character child composer director doctor
        emperor explorer father founder god governor husband inventor kid king leader man mayor
        member mother musician owner people person pharaoh philosopher player pope president
        queen rapper scientist senator singer son specialist wife winner woman writer""",
    "HUM:title": "career occupation position profession title",
    "LOC:city": "capital city town village",
    "LOC:country": "country nation",
    "LOC:mount": "mountain peak volcano",
    "LOC:other": """
        address airport area beach biome border building continent county desert direction
        district ecosystem galaxy habitat headquarters hospital hotel island lake layer location
        map neighborhood ocean park place planet region restaurant river road sea station store
        street""",
    "LOC:state": "province state",
    "NUM:code": "code number",
    "NUM:count": "amount attendance calorie carb carbohydrate count population quantity",
    "NUM:date": """
        birthday century curfew date day deadline decade era hour month period season time week
        weekend year""",
    "NUM:dist": "altitude depth diameter distance elevation height length mileage radius width",
    "NUM:money": """
        bonus budget charge cost debt earning expense fare fee fine income pay payment price
        rent revenue salary tuition value wage worth""",
    "NUM:ord": "chapter rank",
    "NUM:other": """
        average density dosage dose equation formula frequency gpa level limit maximum mean
        median minimum odds pressure range rating ratio score voltage wattage wavelength""",
    "NUM:perc": "chance percent percentage probability rate",
    "NUM:period": "age duration expectancy lifespan span",
    "NUM:speed": "mph speed velocity",
    "NUM:temp": "temp temperature",
    "NUM:volsize": "acreage capacity dimension size volume",
    "NUM:weight": "gram mass weight",
}
HEADS: Mapping[str, str] = {
    word: answer_type for answer_type, words in _WORDS.items() for word in words.split()
}

# A noun phrase ends before the first of these.
_ENDING = """
    of in for on to from with by at that which who is are was were be been do does did has have had
    can could will would should may might must and or if when while during after before between than
    as per under about into over through used made found cause causes caused make makes help helps
    treat treats contain contains produce produces come comes take takes use uses allow allows
    affect affects need needs mean means get gets give gives go goes it you i we they he she the a
    an"""
ENDS = frozenset(_ENDING.split())


def head_type(phrase: str, *, last_only: bool) -> str | None:
    """The answer type of a noun phrase: of its last word, or else of the first word with one.

    Args:
        phrase: lower-case words separated by single blanks, without text after the phrase.
        last_only: consider only the last word.

    Returns:
        A class such as `NUM:money`; None for a phrase without a known word.
    """
    words = []
    for word in phrase.split():
        if word in ENDS:
            break
        words.append(word)
    order = words[-1:] if last_only else [*words[-1:], *words]
    return next((found for word in order if (found := type_of_word(word))), None)


def type_of_word(word: str) -> str | None:
    """Answer type of a head word, singular or plural, in the table."""
    forms = (word, *_singular(word.removesuffix("'s")))
    return next((HEADS[form] for form in forms if form in HEADS), None)


def _singular(word: str) -> tuple[str, ...]:
    """Possible singulars of a plural."""
    if not word.endswith("s") or word.endswith("ss"):
        return (word,)
    shorter = word[:-1]
    if word.endswith("ies"):
        return shorter, f"{word[:-3]}y"
    return (shorter, word[:-2]) if word.endswith(("xes", "ches", "shes", "sses")) else (shorter,)
