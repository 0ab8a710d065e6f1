"""Type of answer that a query asks for, by rules on question words and head words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from regrade.given import explained

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


Coarse = Literal["ABBR", "DESC", "ENTY", "HUM", "LOC", "NUM"]
COARSE: tuple[Coarse, ...] = get_args(Coarse)
OTHERWISE = "otherwise"
_TO_BE = "(?:is|are|was|were|will be)"
_AUXILIARY = (
    "(?:is|are|am|was|were|do|does|did|can|could|will|would|should|shall|may|might|must|has|have"
    "|had|to|if|happens|happened|the|a|an|it|you|i)"
)
_NOT_MOST = "(?:t|r|n|w|ch|gu|for|hon|inter|requ|harv|prot|cont|inv|dig|nor|fr)est"
_MOST = rf"(?:(?!{_NOT_MOST}\b)\w+est|most|least|best|worst|top|first|last)"
_USUAL = "(?:average|normal|minimum|maximum|typical|usual|ideal|healthy|recommended|mean|median)"
_MONEY = (
    "(?:cost|costs|money|pay|pays|paid|make|makes|earn|earns|worth|charge|charges|price|salary"
    "|spend|fees?|tax|taxes|rent)"
)
_TABLE = rf"""
expansion     | \b(?:stands? for|full form|short for)\b                              | ABBR:exp
abbreviation  | \b(?:abbreviation|abbreviated|acronym)\b                             | ABBR:abb
consonants    | ^what (?:does|do|is) (?:the )?[b-df-hj-np-tv-xz]{{2,5}} mean         | ABBR:exp
other word    | \b(?:synonyms?|antonyms?|opposite of)\b                              | ENTY:termeq
other word    | \b(?:another|other|different) (?:word|name|term)s? for\b             | ENTY:termeq
translation   | \b(?:how (?:do|to|would|can) (?:you |i |we )?say)\b                  | ENTY:termeq
translation   | \bin (?:spanish|french|german|hindi|latin|italian|chinese|japanese)$ | ENTY:termeq
definition    | \b(?:definitions?|define[sd]?|meanings?|meant by)\b                  | DESC:def
definition    | ^what (?:does|do|did|is|it|would) .*(?<!the )\bmeans?\b              | DESC:def
definition    | (?<!the )\bmeans?$                                                   | DESC:def
code          | \b(?:phone|telephone|fax|service|support|routing|contact|hotline|tracking)\
(?: \w+)? numbers?\b                                                                 | NUM:code
code          | \b(?:zip|area|postal|icd|cpt|country|dialing|error|swift|promo)(?: \d+)? codes?\b \
                                                                                     | NUM:code
yes or no     | ^(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|may|am)\b \
                                                                                     | DESC:desc
how many      | ^how (?:many|may)\b                                                  | NUM:count
how much      | ^how much .*\bweigh                                                  | NUM:weight
how much      | ^how much .*\b{_MONEY}\b                                             | NUM:money
how much      | ^how much\b                                                          | NUM:other
how long      | ^how (?:long|old|soon|young)\b                                       | NUM:period
how far       | ^how (?:far|tall|high|deep|wide|thick|close)\b                       | NUM:dist
how big       | ^how (?:big|large|small)\b                                           | NUM:volsize
how fast      | ^how (?:fast|quick|quickly)\b                                        | NUM:speed
how hot       | ^how (?:hot|cold|warm)\b                                             | NUM:temp
how heavy     | ^how heavy\b                                                         | NUM:weight
how often     | ^how (?:often|frequently|late|early|likely|common|hard|strong)\b     | NUM:other
why           | ^(?:why|how come)\b                                                  | DESC:reason
how           | ^how\b                                                               | DESC:manner
cause         | ^(?:what |the )?(?:{_TO_BE} )?(?:the |some |a )?(?:\w+ )?\
(?:causes?|caused|causing|reasons?)\b                                                | DESC:reason
cause         | ^(?:what )?(?:{_TO_BE} )?(?:\w+ ){{0,4}}(?:causes?|reasons?) (?:of|for)\b \
                                                                                     | DESC:reason
cause         | ^what makes?\b                                                       | DESC:reason
time apart    | \btime difference\b                                                  | NUM:period
life          | \b(?:shelf|half) life\b                                              | NUM:period
boiling       | \b(?:boiling|melting|freezing) (?:point|temperature)\b               | NUM:temp
when          | ^when\b                                                              | NUM:date
word's origin | ^where (?:does|did|do) the (?:\w+ )?(?:word|term|name|phrase|expression|saying)\b \
                                                                                     | DESC:desc
where         | ^where\b                                                             | LOC:other
who is        | ^who (?:is|was|are|were) (?!the\b|an?\b)\w+(?: \w+)?$                | HUM:desc
who           | ^(?:who|whom|whose)\b                                                | HUM:ind
which kind    | ^(?:what|which) (?:\w+ )?(?:type|kind|sort|form|class|brand)s? of (?P<head>.+) \
                                                                                     | ENTY:other??
which kind    | ^(?:what|which) (?:type|kind|sort|form|class|brand)s?\b              | ENTY:other
which         | ^(?:what|which) (?!{_AUXILIARY}\b)(?P<head>.+)                       | ENTY:other??
which of      | ^which\b                                                             | ENTY:other
made of       | \b(?:made|composed|consists?|comprised|built) (?:up )?(?:of|from|out of)\b \
| ENTY:substance
difference    | \b(?:differences?|differ|similarit(?:y|ies)|vs|versus|compared)\b    | DESC:desc
used for      | ^what .*\bfor$                                                       | DESC:reason
called        | ^what {_TO_BE} (?P<head>.*) (?:called|named)$                        | ENTY:termeq?
considered    | ^what {_TO_BE} (?:considered|known as|called)\b                      | ENTY:termeq
name of       | ^what {_TO_BE} (?:the )?(?:\w+ )?names? (?:of|for) (?:the |a |an )?(?P<head>.+) \
                                                                                     | ENTY:other??
kinds of      | ^what {_TO_BE} (?:the |some )?(?:\w+ ){{0,2}}(?:types?|kinds?|forms?|examples?) of \
(?P<head>.+)                                                                         | ENTY:other??
example       | ^what {_TO_BE} (?:an |some |the )?examples?\b                        | ENTY:other
usual         | ^what (?:{_TO_BE} )?(?:the |an? )?{_USUAL} (?P<head>.+)              | NUM:other??
superlative   | ^what {_TO_BE} (?:the |some |an? )?(?:\w+'s )?{_MOST} (?P<head>.+)   | ENTY:other??
good          | ^what {_TO_BE} (?:a |some )?(?:good|great) (?P<head>.+)              | ENTY:other??
attribute     | ^what {_TO_BE} (?:the|your|my|some) (?P<head>.+)                     | ?
attribute     | ^what {_TO_BE} (?:\w+ )?\w+'s (?P<head>.+)                           | ?
attribute     | ^what {_TO_BE} (?P<head>\w+ (?:of|in|for|at|on|to) .+)               | ?
the one that  | ^what {_TO_BE} (?:the|an?) (?P<head>\w+(?: \w+){{0,3}} that .+)      | ENTY:other??
what are      | ^what are the \w+ (?:\w+ )?(?:of|in|for|that)\b                      | ENTY:other
what is       | ^what {_TO_BE}\b                                                     | DESC:def
what to do    | ^what (?:happens|happened)\b                                         | DESC:desc
what costs    | ^what (?:does|do|did|would|will) .*\b(?:{_MONEY}$|cost\b)            | NUM:money
what weighs   | ^what (?:does|do|did|would) .*\bweigh\b                              | NUM:weight
what they eat | ^what (?:does|do|did|can|should) .*\b(?:eat|drink)\b                 | ENTY:food
blank         | ^what$                                                               | ENTY:other
what          | ^what\b                                                              | DESC:desc
usual         | ^(?:the )?{_USUAL} (?P<head>.+)                                      | NUM:other??
number of     | ^(?:the )?(?:total )?number of\b                                     | NUM:count
blank         | ^(?!{_AUXILIARY} )(?P<head>\w+ .*) (?:is|are|was|were)$              | ENTY:other??
blank         | ^the (?P<head>.*) (?:is|are|was|were)$                               | ENTY:other??
of, in, for   | ^(?:the )?(?P<head>\w+(?: \w+)? \
(?:of|in|for|to|on|from|per|between|that|who|which) .+)                              | ?
superlative   | ^(?:the )?{_MOST} (?P<head>.+)                                       | ENTY:other??
at the end    | ^.*?(?P<head>\w+ \w+|\w+)$                                           | ?
worth         | \b(?:cost|price|salary|wage|fees|rates?|population|worth)\b          | NUM:other
"""
_REPLACED: tuple[tuple[str, str], ...] = (
    ("_{2,}", " what thing "),
    ("\u2019", "'"),
    (r"\bwhat'?s\b", "what is"),
    (r"\bwho'?s\b", "who is"),
    (r"\b(?:waht|wat|whta|wht)\b", "what"),
    (r"[^\w' ]|_|(?<!\w)'|'(?!\w)", " "),
    (r"\s+", " "),
    (r"^ | $", ""),
)
_EARLIER = re.compile(
    r"^(?:in|on|at|for|to|from|by|with|of|during|under|about|through|until) "
    r"(?=(?:what|which|whom)\b)"
)
_LATER = re.compile(r"\b(?:how (?:many|much|long|far|old|to|do|does|is)|what|who|why)\b")
_BEGINS = re.compile(rf"^(?:what|which|who|whom|whose|when|where|why|how|{_AUXILIARY[3:-1]})\b")


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


class AnswerType(NamedTuple):
    """A class of Li and Roth, and the name of the rule that found it."""

    coarse: Coarse
    fine: str
    rule: str


class Rule(NamedTuple):
    """A rule holds where its pattern is found, unless its answer is open and nothing settles it.

    `NUM:date` is an answer. Behind one, or alone, `?` and `??` ask for the head: the noun phrase at
    which the pattern's group `head` begins. `?` takes the class of its last word, `??` that of any
    of its words. If the table of words has none, what stands before the mark is the answer; if
    nothing stands there, the rule does not hold.
    """

    name: str
    pattern: re.Pattern[str]
    answer: str


@explained
def classify_query(query: str) -> AnswerType:
    """The class of Li and Roth (2002) that the query's answer is of.

    Rules are tried in order on the query in lower case without punctuation; the first that holds
    decides, so the same query always has the same class. Yes-or-no questions have no class there
    and count as descriptions, like queries that no rule knows. Letters that tell an
    abbreviation by their case are not looked at: queries of search logs have none.

    Args:
        query: as it is sent to a system, a question or keywords.

    Returns:
        Coarse and fine class and the name of the rule; the rule is `otherwise` where none holds.

    Source:
        Classes: Li and Roth, "Learning Question Classifiers", COLING 2002. The rules are our own.
    """
    asked = _from_question_word(_plain(query))
    for rule in RULES:
        match = rule.pattern.search(asked)
        answer = _answer(rule.answer, match) if match else None
        if answer:
            return _type(answer, rule.name)
    return _type("DESC:desc", OTHERWISE)


def _answer(answer: str, match: re.Match[str]) -> str | None:
    default = answer.rstrip("?")
    if default == answer:
        return answer
    found = head_type(match["head"], last_only=not answer.endswith("??"))
    return found or default or None


def _type(answer: str, rule: str) -> AnswerType:
    coarse, _, fine = answer.partition(":")
    [known] = [name for name in COARSE if name == coarse]
    return AnswerType(known, fine, rule)


def _plain(query: str) -> str:
    text = query.lower()
    for pattern, replacement in _REPLACED:
        text = re.sub(pattern, replacement, text)
    return text


def _from_question_word(text: str) -> str:
    """The query from its question word on, where it does not begin with one."""
    text = _EARLIER.sub("", text)
    if _BEGINS.search(text) and not text.startswith(("the ", "a ", "an ")):
        return text
    later = _LATER.search(text)
    return text[later.start() :] if later else text


def _rules(table: str) -> tuple[Rule, ...]:
    lines = table.strip().replace("\\\n", "").splitlines()
    cells = (re.split(r"\s+\|\s+", line.strip()) for line in lines)
    return tuple(Rule(name, re.compile(pattern.strip()), answer) for name, pattern, answer in cells)


RULES = _rules(_TABLE)
