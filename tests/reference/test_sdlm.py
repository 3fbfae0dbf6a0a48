"""The .sdlm file: whole, exact, and refused with a reason when it is not."""

import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.ngram_tables import corpus

from syntacticdiff.errors import InputError, ModelError
from syntacticdiff.files.container import ALIGNMENT, open_container, write_container
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
    checksum = write_container(tmp_path / "x.sdlm", SDLM, {"order": 1}, arrays)
    file = open_container(tmp_path / "x.sdlm", SDLM)
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


def with_header(body, change):
    """The file with its header changed and all of its header's checks made right again."""
    _, version, length, _ = struct.unpack_from("<8sIII", body)
    header = json.loads(body[24 : 24 + length])
    change(header)
    encoded = json.dumps(header).encode().ljust(length)
    return (
        struct.pack("<8sIII4x", SDLM.magic, version, len(encoded), zlib.crc32(encoded))
        + encoded
        + body[24 + length :]
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda header: header.update(order=2 * header["order"]),
        lambda header: header.update(order="3"),
        lambda header: header.update(cased="no"),
        lambda header: header["sections"].pop("2.words"),
        lambda header: header["sections"]["words.slots"].update(length=3),
        lambda header: header["sections"]["2.children"].update(length=1),
        lambda header: header["sections"]["2.log10"].update(offset=-64),
        lambda header: header["sections"]["2.log10"].update(dtype="f8"),
        lambda header: header["sections"].update({"2.words": None}),
    ],
)
def test_a_header_that_does_not_fit_its_sections_is_refused(saved, change):
    saved.write_bytes(with_header(saved.read_bytes(), change))
    with pytest.raises(ModelError, match="damaged"):
        ReferenceModel.load(saved, verify=False)


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
