"""Words that are taken for each other: they sound alike, look alike, or mean nearly the same."""

from __future__ import annotations

from collections.abc import Iterator

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.lexis import Lexis
from syntacticdiff.noise.proposal import Proposal, Table
from syntacticdiff.syntax.forms import capitalized_like

# `it 's`: two tokens of the noisy sentence.
_ALIKE = Table(
    """
their: there 3, they 're 0.5, thier
there: their 3, they 're 0.2, ther
than: then 3
then: than 2
to: too 0.1
too: to 2
its: it 's 3
your: you 're 2
whose: who 's 2
lose: loose 3
loose: lose
affect: effect 3
effect: affect 2
effects: affects
affects: effects 2
advice: advise 3
advise: advice 2
quite: quiet 3, quit 0.3
quiet: quite 2
whether: weather 2, wether 2
weather: whether
accept: except 2
except: accept, expect
expect: except 0.5
hear: here 2
here: hear 2
know: now 0.5
now: know 0.5
knew: new
new: knew 0.3
of: off 0.1
off: of 3
were: where
where: were 2
was: were 0
though: thought 2, through
thought: though 2, taught
through: though, threw 0.5, trough
breath: breathe
breathe: breath 2
live: life, leave 0.7
life: live 2
lives: lifes
leave: live 2
choose: chose 3
chose: choose 2
passed: past 2
past: passed, pass
piece: peace
peace: piece
principal: principle
principle: principal
wear: where 0.5
write: right
right: write 0.2
week: weak
weak: week
desert: dessert
dessert: desert 2
led: lead 2
lead: led 0.5
sight: site
site: side, sight
think: thing
thing: think
things: thinks
from: form 0.5
form: from 0.5
want: won't 0, wont 0.3
safe: save 2
save: safe 2
believe: belief, beleive 2
belief: believe 2
succeed: success 2
success: succeed
practice: practise 0
prove: proof 2
proof: prove
close: closed, clothes 0.2
sit: seat
seat: sit
rise: raise 2
raise: rise 2
fill: feel
feel: fill, fell
fell: felt, feel
felt: fell
found: find, founded 0.5
find: found, fine 0.3
hole: whole 0.5
whole: hole
buy: by, bye 0.3
by: buy 0.2
bought: brought
brought: bought
tree: three 0.5
three: tree
very: vary 0.1
one: on 0.1
won: one
no: know 0.2
since: sense 0.2
sense: since
once: ones 0.5
ones: once
cause: course
course: cause, curse
with: whit, width 0.1
wait: wit 0.1
been: being, bean 0.1
being: been 2
than: that 0.5
every: ever 0.3
ever: every, never 0.3
even: event 0.3, ever 0.5
maybe: may be 2
everyday: every day
sometimes: sometime 2
beside: besides
besides: beside 2
"""
).rows
_MEANING = Table(
    """
make: do 0.7
makes: does 0.7
made: did 0.7
making: doing 0.7
do: make 0.5
say: tell, speak
said: told 2
tell: say 2
told: said 2
speak: talk, say
talk: speak, say 0.5
see: watch, look
look: see 2, watch
watch: see 2, look
learn: study, know 0.5
learned: studied, knew
study: learn
teach: learn 2
taught: learned 2
take: bring, get 0.3
bring: take
lend: borrow 2
borrow: lend 2
remember: remind 2
remind: remember 2
job: work 2
trip: travel 2
journey: travel
fun: funny 2
funny: fun
home: house 2
house: home
problem: trouble
possibility: chance
opportunity: possibility 2, chance
amount: number, quantity
number: amount
big: large 0.2, great
large: big 0.5
high: tall, big
tall: high 2
hard: hardly
especially: specially 2
earn: win, gain
win: earn, gain
meet: know, find
happen: occur 0, pass
spend: pass, waste
wear: use 2, dress
ask: say, demand
grow: raise, grow up
increase: raise, rise
increased: raised
like: want 0.5
people: persons 0.2, peoples 0.1
story: history 2
error: mistake 0.3
besides: except
another: other
"""
).rows
_CONTENT = frozenset("VNJR")


def confusions(draft: Draft, place: int, lexis: Lexis) -> Iterator[Proposal]:
    """Other words that a learner may take for this one."""
    word = draft.lower[place]
    if word in _ALIKE:
        yield _swap("homophone", draft.words[place], _ALIKE[word])
    if word in _MEANING and draft.tags[place][0] in _CONTENT:
        yield _swap("choice", draft.words[place], _MEANING[word])


def _swap(kind: str, written: str, row: dict[str, float]) -> Proposal:
    wrongs = {capitalized_like(written, wrong): n for wrong, n in row.items() if n}
    return Proposal(kind, min(3.0, sum(wrongs.values())), wrongs)
