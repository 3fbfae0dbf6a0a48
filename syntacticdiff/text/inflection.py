"""Which words can be forms of one word: English inflection by rules, and the irregular forms.

The rules know no lexicon, so they propose more base forms than there are words (`walke` of
`walked`). Two words are forms of one word if a proposed base form is common to both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

PartOfSpeech = Literal["verb", "noun", "adjective"]

_MAX_CACHED = 1 << 16
_VOWELS = "aeiouy"

# Each line has the forms of one word, the base form first.
_IRREGULAR_VERBS = """
be am is are was were been being 's 're 'm ai
have has had having 've
do does did done doing
go goes went gone
arise arose arisen
awake awoke awoken
bear bore borne born
beat beat beaten
become became
begin began begun
bend bent
bet bet
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
burst burst
buy bought
catch caught
choose chose chosen
cling clung
come came
cost cost
creep crept
cut cut
deal dealt
dig dug
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
grind ground
grow grew grown
hang hung
hear heard
hide hid hidden
hit hit
hold held
hurt hurt
keep kept
kneel knelt
know knew known
lay laid
lead led
lean leant
leap leapt
learn learnt
leave left
lend lent
let let
lie lay lain lying
light lit
lose lost
make made
mean meant
meet met
mistake mistook mistaken
overcome overcame
pay paid
prove proven
put put
quit quit
read read
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
set set
sew sewn
shake shook shaken
shed shed
shine shone
shoot shot
show shown
shrink shrank shrunk
shut shut
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
smell smelt
speak spoke spoken
speed sped
spell spelt
spend spent
spill spilt
spin spun
split split
spoil spoilt
spread spread
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck stricken
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
undergo underwent undergone
understand understood
undertake undertook undertaken
upset upset
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
wind wound
withdraw withdrew withdrawn
write wrote written
can could ca
may might
shall should sha
will would wo 'll 'd
"""

_IRREGULAR_NOUNS = """
analysis analyses
basis bases
child children
crisis crises
criterion criteria
datum data
foot feet
goose geese
half halves
hypothesis hypotheses
knife knives
leaf leaves
life lives
loaf loaves
louse lice
man men
medium media
mouse mice
ox oxen
person people
phenomenon phenomena
policeman policemen
self selves
shelf shelves
thesis theses
thief thieves
tooth teeth
wife wives
wolf wolves
woman women
"""

_IRREGULAR_ADJECTIVES = """
bad badly worse worst
far farther farthest further furthest
good well better best
little less least
many much more most
"""


def _table(text: str) -> dict[str, frozenset[str]]:
    bases: dict[str, set[str]] = defaultdict(set)
    for line in text.strip().splitlines():
        base, *forms = line.split()
        for form in (base, *forms):
            bases[form].add(base)
    return {form: frozenset(found) for form, found in bases.items()}


_IRREGULAR: dict[PartOfSpeech, dict[str, frozenset[str]]] = {
    "verb": _table(_IRREGULAR_VERBS),
    "noun": _table(_IRREGULAR_NOUNS),
    "adjective": _table(_IRREGULAR_ADJECTIVES),
}
_ENDINGS: dict[PartOfSpeech, tuple[str, ...]] = {
    "verb": ("s", "ed", "ing"),
    "noun": ("s",),
    "adjective": ("er", "est"),
}


@lru_cache(_MAX_CACHED)
def base_forms(word: str, part: PartOfSpeech) -> frozenset[str]:
    """The base forms that a lower-case word may have, itself among them.

    Examples
    --------
    >>> sorted(base_forms("running", "verb"))
    ['run', 'runn', 'runne', 'running']
    >>> sorted(base_forms("went", "verb"))
    ['go', 'went']
    """
    irregular = _IRREGULAR[part].get(word, frozenset())
    return irregular | {word} | {base for end in _ENDINGS[part] for base in _without(word, end)}


def share_base_form(first: str, second: str, part: PartOfSpeech) -> bool:
    """Whether two lower-case words can be forms of one word.

    Examples
    --------
    >>> share_base_form("goes", "went", "verb"), share_base_form("cities", "city", "noun")
    (True, True)
    >>> share_base_form("house", "horse", "noun")
    False
    """
    return not base_forms(first, part).isdisjoint(base_forms(second, part))


def _without(word: str, ending: str) -> Iterator[str]:
    """What the word may have been before the ending was added."""
    rest = word.removesuffix(ending)
    if rest == word or not any(letter in _VOWELS for letter in rest):
        return
    if ending == "s":
        if not rest.endswith("s"):
            yield rest
        if rest.endswith("ie"):
            yield rest[:-2] + "y"
        elif rest.endswith("e"):
            yield rest[:-1]
        return
    yield rest
    yield rest + "e"
    if rest.endswith("i"):
        yield rest[:-1] + "y"
    if rest.endswith("y") and ending == "ing":
        yield rest[:-1] + "ie"
    if len(rest) > 2 and rest[-1] == rest[-2]:
        yield rest[:-1]
