"""The .sdlm file: whole, exact, and refused with a reason when it is not."""

import hashlib
import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.ngram_tables import corpus

from syntacticdiff.errors import InputError, ModelError
from syntacticdiff.files import container
from syntacticdiff.files.container import ALIGNMENT, Kind, open_container, write_container
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.sdlm import SDLM

TEXTS = ["the cat sat on the mat", "a dog ran to the cat", "the dog sat"]


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "small.sdlm"
    ReferenceModel.train(TEXTS, order=3).save(path)
    return path


def test_a_saved_model_scores_as_before(saved):
    trained, loaded = ReferenceModel.train(TEXTS, order=3), ReferenceModel.load(saved)
    for sentence in ["the cat ran", "a mat sat on zebras", ""]:
        assert loaded.score(sentence) == trained.score(sentence)
    assert loaded.header == trained.header
    assert loaded.checksum == trained.checksum


def version_1(model: ReferenceModel, path: Path) -> Path:
    """The model as the first version of the format had it: every number whole."""
    lexicon, levels = model.lexicon, [level.plain() for level in model.levels or ()]
    arrays = {
        "words.text": lexicon.text,
        "words.offsets": lexicon.offsets,
        "words.slots": lexicon.slots.astype(np.uint32),
        "words.counts": lexicon.counts,
    }
    for order, level in enumerate(levels, 1):
        if order > 1:
            arrays[f"{order}.words"] = level.words
        arrays[f"{order}.log10"] = level.log10
        if order < len(levels):
            arrays[f"{order}.backoff"] = level.backoff
            arrays[f"{order}.children"] = level.children
    written_since = ("tokenizer_version", "splitter")
    header = {key: value for key, value in model.header.items() if key not in written_since}
    write_container(path, replace(SDLM, version=1), header, arrays)
    return path


@pytest.mark.parametrize("order", [1, 2, 5])
def test_a_file_of_version_1_is_the_same_model(tmp_path, order):
    trained = ReferenceModel.train(corpus(), order=order)
    old = ReferenceModel.load(version_1(trained, tmp_path / "old.sdlm"))
    old.save(tmp_path / "new.sdlm")
    new = ReferenceModel.load(tmp_path / "new.sdlm")
    for tokens in corpus()[:40]:
        assert trained.score(tokens[::2]) == old.score(tokens[::2]) == new.score(tokens[::2])
    assert list(old.lexicon.words()) == list(new.lexicon.words())
    assert old.lexicon.counts.tolist() == new.lexicon.counts.tolist()
    assert Path(new.path).stat().st_size < 0.7 * Path(tmp_path / "old.sdlm").stat().st_size


def test_the_embedded_model_loses_nothing_in_the_compact_form(tmp_path):
    model = ReferenceModel.load("default")
    plain = [level.plain() for level in model.levels]
    model.save(tmp_path / "compact.sdlm")
    for before, stored in zip(plain, ReferenceModel.load(model.path).levels, strict=True):
        after = stored.plain()
        for name in ("words", "log10", "backoff", "children"):
            assert getattr(before, name).tobytes() == getattr(after, name).tobytes(), name


def test_capitalised_shares_are_kept(tmp_path):
    model = ReferenceModel.train(TEXTS, order=2)
    model.lexicon.capitalised = np.arange(len(model.lexicon), dtype=np.uint8)
    model.save(tmp_path / "m.sdlm")
    loaded = ReferenceModel.load(tmp_path / "m.sdlm").lexicon
    assert loaded.capitalised.tolist() == list(range(len(loaded)))


def test_a_loaded_model_saved_again_has_the_same_bytes(saved, tmp_path):
    ReferenceModel.load(saved).save(tmp_path / "again.sdlm")
    assert (tmp_path / "again.sdlm").read_bytes() == saved.read_bytes()


def test_the_same_model_gives_the_same_bytes(saved, tmp_path):
    ReferenceModel.train(TEXTS, order=3).save(tmp_path / "again.sdlm")
    assert (tmp_path / "again.sdlm").read_bytes() == saved.read_bytes()


def test_arrays_are_views_of_the_mapping_and_aligned(saved):
    for array in open_container(saved, SDLM).arrays.values():
        assert not array.flags.owndata
        assert not array.flags.writeable
        assert array.ctypes.data % ALIGNMENT == 0


def test_empty_and_odd_arrays_survive(tmp_path):
    arrays = {
        "none": np.empty(0, np.float32),
        "bytes": np.arange(7, dtype=np.uint8),
        "counts": np.array([2**63], np.uint64),
    }
    kind = Kind(b"ANY\r\n\x1a\n!", 1, "thing", "make one")
    checksum = write_container(tmp_path / "x", kind, {"order": 1}, arrays)
    file = open_container(tmp_path / "x", kind)
    assert file.checksum == checksum
    assert {name: list(array) for name, array in file.arrays.items()} == {
        name: list(array) for name, array in arrays.items()
    }


def test_any_flipped_byte_is_found(saved):
    body = saved.read_bytes()
    for position in range(0, len(body), 97):
        damaged = bytearray(body)
        damaged[position] ^= 0x40
        saved.write_bytes(damaged)
        with pytest.raises(ModelError, match=r"small\.sdlm: "):
            ReferenceModel.load(saved)


def test_any_truncation_is_found_without_reading_the_whole_file(saved):
    body = saved.read_bytes()
    for length in [*range(0, 200, 7), *range(200, len(body), 501), len(body) - 1]:
        saved.write_bytes(body[:length])
        with pytest.raises(ModelError, match=r"truncated|not a reference model"):
            ReferenceModel.load(saved, verify=False)


def parts_of(body: bytes) -> tuple[str, bytes]:
    """The header and the sections of a file."""
    (length,) = struct.unpack_from("<I", body, 12)
    start = -(-(24 + length) // ALIGNMENT) * ALIGNMENT
    return body[24 : 24 + length].decode(), body[start:-32]


def forged(header: str, sections: bytes) -> bytes:
    """A file with a header of any kind, and both checksums right."""
    encoded = header.encode()
    body = struct.pack("<8sIII4x", SDLM.magic, 2, len(encoded), zlib.crc32(encoded)) + encoded
    body = body.ljust(-(-len(body) // ALIGNMENT) * ALIGNMENT, b"\0") + sections
    return body + hashlib.sha256(body).digest()


HEADER_FAULTS = [
    (lambda header: header.update(order=4), "it has no section '3.backoff'"),
    (lambda header: header.update(order="3"), '"order" is "3", not a whole number from 1 to 5'),
    (lambda header: header.update(order=6), '"order" is 6, not a whole number from 1 to 5'),
    (lambda header: header.update(order=True), '"order" is true, not a whole number'),
    (lambda header: header.update(cased="no"), '"cased" is "no", not true or false'),
    (lambda header: header.update(tokenizer=["treebank"]), '"tokenizer" is .*, not a text'),
    (lambda header: header.pop("tokenizer"), 'it does not say "tokenizer"'),
    (lambda header: header.update(held_out_bits="8"), '"held_out_bits" is "8", not a number or'),
    (lambda header: header.update(held_out_bits=float("nan")), "it is not JSON"),
    (lambda header: header.update(held_out_bits={"a": 1}), '"held_out_bits" is {"a": 1}, not'),
    (lambda header: header.pop("ngrams"), 'it does not say "ngrams"'),
    (lambda header: header.update(ngrams=[5]), "its sections do not fit together"),
    (lambda header: header.update(ngrams="many"), '"ngrams" is "many", not a list'),
    (lambda header: header.update(corpora=[["a"]]), '"corpora" is .*, not a list'),
    (lambda header: header.update({"\x1b[31mred": 1}), "a name in it has control characters"),
    (lambda header: header.update(corpora=[{"\x07": "a"}]), "a name in it has control char"),
    (lambda header: header.update(sections=[]), "it lists no sections"),
    (lambda header: header["sections"].pop("2.words"), "it has no section '2.words'"),
    (lambda header: header["sections"]["words.slots"].update(length=3), "do not fit together"),
    (lambda header: header["sections"]["2.children"].update(length=1), "do not fit together"),
    (lambda header: header["sections"]["2.log10"].update(offset=-64), '"2.log10" has no type'),
    (lambda header: header["sections"]["2.log10"].update(offset=1), '"2.log10" has no type'),
    (lambda header: header["sections"]["2.log10"].update(dtype=["f4"]), '"2.log10" has no type'),
    (lambda header: header["sections"]["2.log10"].update(dtype="f8"), "type f8, not u1 or u2 or f"),
    (lambda header: header["sections"]["2.words"].update(dtype="f4"), "type f4, not u2 or u4"),
    (lambda header: header["sections"]["1.children"].update(dtype="i2"), "type i2, not u1 or"),
    (lambda header: header["sections"].update({"2.words": None}), '"2.words" has no type'),
    (
        lambda header: header["sections"].update(
            {"7.words": {"dtype": "u2", "offset": 0, "length": 1}}
        ),
        'it has a section "7.words", which is none of a reference model',
    ),
]


@pytest.mark.parametrize(("change", "reason"), HEADER_FAULTS)
def test_a_header_that_cannot_be_is_refused_in_one_line(saved, change, reason):
    header, sections = parts_of(saved.read_bytes())
    changed = json.loads(header)
    change(changed)
    saved.write_bytes(forged(json.dumps(changed), sections))
    with pytest.raises(ModelError, match=rf"small\.sdlm: damaged: .*{reason}") as caught:
        ReferenceModel.load(saved)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
        ('{"a": ' * 60 + "1" + "}" * 60, "nested too deeply"),
        ("[]", "it is not an object"),
        ("{", "it is not JSON"),
        ('{"order": 1e999}', "lists no sections"),
        ('{"order": 1e999, "sections": {}}', '"order" is Infinity, not a whole number'),
    ],
)
def test_a_header_of_another_shape_is_refused(saved, header, reason):
    saved.write_bytes(forged(header, b""))
    with pytest.raises(ModelError, match=rf"small\.sdlm: damaged: .*{reason}"):
        ReferenceModel.load(saved)


def test_a_header_of_endless_length_is_not_read(saved, monkeypatch):
    monkeypatch.setattr(container, "LONGEST_HEADER", 100)
    with pytest.raises(ModelError, match=r"damaged: no header has \d+ bytes"):
        ReferenceModel.load(saved)


def rewritten(path: Path, **changes: np.ndarray) -> ReferenceModel:
    """The model with some sections changed and all checksums right."""
    file = open_container(path, SDLM)
    arrays = {name: np.array(array) for name, array in file.arrays.items()}
    for name, array in changes.items():
        assert name in arrays
        arrays[name] = array
    write_container(path, SDLM, file.header, arrays)
    return ReferenceModel.load(path)


def test_word_ids_out_of_range_cannot_be_exported(saved, tmp_path):
    words = np.array(open_container(saved, SDLM).arrays["2.words"])
    words[3] = 9999
    model = rewritten(saved, **{"2.words": words})
    with pytest.raises(ModelError, match=r"damaged: an n-gram has the word 9999 of \d+"):
        model.to_arpa(tmp_path / "m.arpa")
    assert not (tmp_path / "m.arpa").exists()


def test_counts_that_do_not_reach_every_word_are_refused(saved):
    ends = np.array(open_container(saved, SDLM).arrays["words.counts.ends"])
    ends[-1] += 1
    with pytest.raises(ModelError, match="do not fit together"):
        rewritten(saved, **{"words.counts.ends": ends})


def test_a_copy_does_not_notice_what_happens_to_the_file(saved):
    copied = ReferenceModel.load(saved, copy=True)
    before = copied.score("the cat sat")
    with saved.open("r+b") as stream:
        stream.truncate(10)
    assert copied.score("the cat sat") == before
    assert not copied.levels[0].log10.codes.flags.writeable


def test_a_newer_file_says_so(saved):
    body = bytearray(saved.read_bytes())
    struct.pack_into("<I", body, 8, 99)
    saved.write_bytes(body)
    with pytest.raises(ModelError, match=r"newer version \(file format 99"):
        ReferenceModel.load(saved)


def test_a_foreign_file_says_what_to_do(tmp_path):
    path = tmp_path / "essay.txt"
    path.write_text("This is no model at all, but it is long enough to be looked at.\n" * 3)
    with pytest.raises(ModelError, match="not a SyntacticDiff reference model"):
        ReferenceModel.load(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"nowhere\.sdlm: cannot be read: No such file"):
        ReferenceModel.load(tmp_path / "nowhere.sdlm")


def test_a_failed_write_leaves_nothing(tmp_path, saved):
    before = sorted(tmp_path.iterdir())
    with pytest.raises(InputError, match="cannot be written"):
        ReferenceModel.load(saved).save(tmp_path / "no" / "folder.sdlm")
    with pytest.raises(KeyError):
        write_container(saved, SDLM, {}, {"bad": np.zeros(3, np.complex64)})
    assert sorted(tmp_path.iterdir()) == before
    ReferenceModel.load(saved)
