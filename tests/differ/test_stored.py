"""Settings from files: they name lists and sources, never other files of the machine."""

import pytest

from syntacticdiff.differ.stored import refuse_paths
from syntacticdiff.errors import UsageError


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"insertions": "function-words+punctuation", "removals": "all"},
        {"insertions": ["/etc/passwd", "the"]},  # words, however odd
        {"insertions": "none", "removals": "frequent:20+DT"},
        {"substitutions": "inflections+confusions+spelling"},
        {"substitutions": {"a": ["an"]}},
        {"substitutions": ["porter2", {"a": ["an"]}]},
    ],
)
def test_names_and_words_are_allowed(settings):
    refuse_paths(settings)


@pytest.mark.parametrize("name", ["insertions", "removals"])
@pytest.mark.parametrize(
    "spec", ["/etc/passwd", "file:/etc/passwd", "function-words+file:words.txt", "words.txt", "+"]
)
def test_files_of_words_are_refused(name, spec):
    with pytest.raises(UsageError, match=f"^{name}: .*write the words themselves"):
        refuse_paths({name: spec})


@pytest.mark.parametrize(
    "spec",
    [
        "thesaurus:/etc/passwd",
        "porter2+antonyms:x",
        ["porter2", "thesaurus:x"],
        "all",
        "/etc/passwd",
    ],
)
def test_files_of_substitutes_are_refused(spec):
    with pytest.raises(UsageError, match=r"^substitutions: "):
        refuse_paths({"substitutions": spec})
