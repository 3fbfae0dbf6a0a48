"""Words that writers confuse: by their sound, their spelling or their grammar.

A list of our own, from what handbooks of usage warn of. Words of one line are confused with each
other. Forms of the same word are not listed, nor are determiners, prepositions and auxiliaries
among themselves, except where the mistake is a common one: other lists have those.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

_CONFUSED = """
then than
than that
than as
than from
nothing anything
nobody anybody
nowhere anywhere
them those
to too two
there their
it its
you your yours
they their them
who whose whom which that
lose loose
lost loss
affect effect
affects effects
quiet quite
were where we
weather whether
advise advice
devise device
practise practice
license licence
breath breathe
bath bathe
cloth clothe clothes
choose chose
led lead
past passed
accept except
access excess
adapt adopt
allowed aloud
already ready
altar alter
alone lonely
altogether together
among between
another other others
anyone someone everyone
anything something everything
anybody somebody everybody
anywhere somewhere everywhere
as like
aural oral
bare bear
beside besides
board bored
boring bored
borrow lend
brake break
buy by bye
capital capitol
cite site sight
coarse course
compliment complement
conscience conscious
council counsel
dear deer
decent descent
desert dessert
die dye
dying dyeing
do make
does make
did made
doing making
done made
economical economic
emigrate immigrate
ensure insure
especially specially
ever never
fair fare
farther further
feel fell
felt fell
few little
fewer less
find found
for four
form from
formally formerly
forth fourth
fun funny
good well
bad badly
hear here
heard herd
heroin heroine
high highly
historic historical
hole whole
hour our
idea ideal
imply infer
interesting interested
exciting excited
surprising surprised
tiring tired
confusing confused
disappointing disappointed
knew new
know now no
later latter
lay lie
learn teach
least less
live life
lives life
look see watch
looks sees
mail male
many much
meat meet
most almost
more most
near nearly
none no
not no
off of
one won
or nor
pair pear
peace piece
personal personnel
plain plane
precede proceed
price prize
principal principle
quit quite
raise rise
raised rose
rain reign
really real
remember remind
right write
road rode
role roll
said told
say tell speak talk
says tells
sea see
seam seem
seams seems
sense since
sensible sensitive
shore sure
sit set
so such
sometime sometimes
son sun
stationary stationery
steal steel
tail tale
taught thought
thank thanks
these this
those that
thing think
things thinks
thought though through
threw through
thru through
till until
use used
very much
wander wonder
war was
waist waste
wear where
week weak
went want
witch which
wood would
worth worthy
may maybe
it they
it them
it this
these them
which who
his her their its
himself herself themselves itself
i me my mine
he him his
she her hers
we us our ours
they them their theirs
politics policy political
economic economics economy
myself me
himself him
herself her
themselves them
a an
much many lot
hard hardly
late lately
because cause
until by
before ago
after later
during while
since for
although despite
if whether
when while
what that which
also too
too very
success succeed successful
believe belief
prove proof
safe save
life live
choice choose
decide decision
lose lost
importance important
difference different
differ different
difficult difficulty
possibility possible
health healthy
wealth wealthy
danger dangerous
beauty beautiful
freedom free
hungry hunger
angry anger
tire tired
crowd crowded
relate related
knowledge know
"""


def _table() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in _CONFUSED.strip().splitlines():
        words = line.split()
        for word in words:
            found[word].update(other for other in words if other != word)
    return {word: tuple(sorted(others)) for word, others in found.items()}


CONFUSED_WORDS = _table()


def adverbs_and_adjectives(word: str) -> list[str]:
    """What may be the adverb of an adjective, or the adjective of an adverb; not all are words.

    Examples
    --------
    >>> adverbs_and_adjectives("easy"), adverbs_and_adjectives("quickly")
    (['easily'], ['quick', 'quickle'])
    """
    if word.endswith("ly") and len(word) > 4:
        stem = word[:-2]
        found = [stem, f"{stem}le"]
        if stem.endswith("i"):
            found.append(f"{stem[:-1]}y")
        if stem.endswith("al"):
            found.append(stem[:-2])
        return found
    if len(word) < 3 or not word.isalpha():
        return []
    if word.endswith("y"):
        return [f"{word[:-1]}ily"]
    if word.endswith("le"):
        return [f"{word[:-1]}y", f"{word}ly"]
    return [f"{word}ly", f"{word}ally"] if word.endswith("ic") else [f"{word}ly"]
