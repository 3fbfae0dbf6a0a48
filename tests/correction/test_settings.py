"""The settings file: what is saved is loaded, and an invalid value is an error that names it."""

import pickle

import pytest

from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.errors import InputError

HEAD = 'format = "syntacticdiff-correction"\nversion = 1\n'


def test_a_file_gives_back_what_was_saved_and_the_same_bytes(tmp_path):
    settings = CorrectionSettings(
        settings={
            "beam": None,
            "max_edits": 3,
            "insertions": ["a", "the"],
            "removals": "none",
            "operations": ["insert", "sub"],
        },
        penalties={"base": 0.1, "remove(not)": 2.0, 'sub("->\u201c)': 1e-07},
        provenance={"data": "ours", "figures": {"f0.5": 0.25}, "sentences": 12},
    )
    first, again = tmp_path / "first.toml", tmp_path / "again.toml"
    settings.save(first)
    loaded = CorrectionSettings.load(first)
    assert loaded.of_differ() == settings.of_differ()
    assert loaded.of_differ()["beam"] is None
    assert loaded.of_differ()["removals"] == "none"
    assert loaded.provenance == settings.provenance
    loaded.save(again)
    assert again.read_bytes() == first.read_bytes()
    assert pickle.loads(pickle.dumps(loaded)) == loaded


def test_settings_without_prices_have_none():
    assert CorrectionSettings().of_penalties().pricing is None


def test_penalties_are_folded_as_the_reference_folds():
    settings = CorrectionSettings(penalties={"remove(Not)": 1.0})
    assert settings.of_penalties(str.lower).by_edit == {"remove(not)": 2**20}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "format is None"),
        ('format = "other"', "format is 'other'"),
        (HEAD.replace("1", "9"), "version 9 .* a newer syntacticdiff may be needed"),
        (HEAD.replace("1", "0"), "version 0 .* run `syntacticdiff tune` again"),
        (HEAD + "[setings]", "setings is none of"),
        (HEAD + "penalties = 3", "penalties is none of"),
        (HEAD + "[settings]\nalhpa = 1", "'alhpa'"),
        (HEAD + "[settings]\nengine = 'python'", "'engine'"),
        (HEAD + "[penalties]\nbase = 'dear'", "base needs"),
        (HEAD + "[penalties]\ndelete = 1", "'delete'"),
        (HEAD + "[settings]\ninsertions = '/etc/passwd'", "insertions: '/etc/passwd' is no name"),
        (HEAD + "[settings]\nremovals = 'file:words.txt'", "removals: .*words themselves"),
        (HEAD + "[settings]\nsubstitutions = 'thesaurus:x.dat'", "substitutions: "),
        (HEAD + "[settings]\nsubstitutions = ['antonyms:x.dat']", "substitutions: "),
        (HEAD + "[penalties", "not TOML"),
        (HEAD + "[learned]\nbase = 3", "older version, .* run `syntacticdiff tune` again"),
        (HEAD + "[cues]\ncounts = 3", "counts is no table"),
        (HEAD + "[prices]\nscale = 1024", "prices is none of"),
        (b"\xff", "UTF-8"),
    ],
)
def test_a_file_that_is_no_settings_is_refused_with_its_name(tmp_path, text, message):
    path = tmp_path / "tuned.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError, match=message) as refused:
        CorrectionSettings.load(path)
    assert str(refused.value).startswith(f"{path}: ")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.toml: cannot be read"):
        CorrectionSettings.load(tmp_path / "none.toml")
