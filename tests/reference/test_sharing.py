"""Models that travel to workers: what is put where, and found again by checksum."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from syntacticdiff import ReferenceModel, UsageError
from syntacticdiff.errors import ModelError
from syntacticdiff.reference import model as model_module
from syntacticdiff.reference.model import MissingModelError, reopen

pytest.importorskip("dask.distributed")

from syntacticdiff.reference.sharing import FOLDER, _ModelCopy

DATA = Path(__file__).parent / "data"


@pytest.fixture(autouse=True)
def _no_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_module, "_opened", {})
    model_module.copies.clear()


def worker(folder: Path) -> SimpleNamespace:
    """All that the plugin asks of a worker."""
    local = folder / "scratch" / "worker-1"
    local.mkdir(parents=True, exist_ok=True)
    return SimpleNamespace(local_directory=str(local))


def saved(path: Path, words: str) -> ReferenceModel:
    model = ReferenceModel.train([words] * 3, order=2)
    model.save(path)
    return ReferenceModel.load(path)


def test_a_copy_stands_in_for_a_file_that_is_gone(tmp_path: Path) -> None:
    model = saved(tmp_path / "m.sdlm", "We go to school.")
    copy, (make, arguments) = _ModelCopy(model), model.recipe()
    (tmp_path / "m.sdlm").unlink()
    with pytest.raises(MissingModelError, match="gone or has moved"):
        make(*arguments)
    copy.setup(worker(tmp_path))
    assert make(*arguments).checksum == model.checksum
    [file] = (tmp_path / "scratch" / FOLDER).rglob("*.sdlm")
    written = file.stat().st_mtime_ns
    model_module.copies.clear()
    copy.setup(worker(tmp_path))  # another worker of the same machine
    assert file.stat().st_mtime_ns == written


def test_a_copy_stands_in_for_another_model_at_the_same_path(tmp_path: Path) -> None:
    model = saved(tmp_path / "m.sdlm", "We go to school.")
    copy, (make, arguments) = _ModelCopy(model), model.recipe()
    saved(tmp_path / "m.sdlm", "They are at home.")
    with pytest.raises(ModelError, match="another model"):
        make(*arguments)
    copy.setup(worker(tmp_path))
    assert make(*arguments).checksum == model.checksum


def test_a_file_that_was_changed_since_is_not_sent(tmp_path: Path) -> None:
    model = saved(tmp_path / "m.sdlm", "We go to school.")
    saved(tmp_path / "m.sdlm", "They are at home.")
    with pytest.raises(UsageError, match="changed since it was loaded"):
        _ModelCopy(model)


def test_the_embedded_model_is_found_wherever_the_package_is() -> None:
    model = ReferenceModel.load("default")
    assert reopen("/elsewhere/default.sdlm", model.checksum).checksum == model.checksum


def test_a_kenlm_binary_travels_with_its_words(tmp_path: Path) -> None:
    pytest.importorskip("kenlm")
    for name in ("tiny.3.binary", "tiny.3.binary.vocab"):
        shutil.copy(DATA / name, tmp_path)
    model = ReferenceModel.load(tmp_path / "tiny.3.binary")
    copy, (make, arguments) = _ModelCopy(model), model.recipe()
    for path in tmp_path.glob("tiny*"):
        path.unlink()
    copy.setup(worker(tmp_path))
    assert make(*arguments).score("the cat").log10 == model.score("the cat").log10
