"""Arrays on disk without a name."""

import os

import numpy as np
import pytest

from syntacticdiff.files.scratch import Scratch


def test_a_file_has_no_name_and_becomes_an_array(tmp_path):
    scratch = Scratch(str(tmp_path))
    file = scratch.file()
    os.write(file.fileno(), np.arange(5, dtype=np.uint32).tobytes())
    assert list(tmp_path.iterdir()) == []
    array = scratch.mapped(file, np.uint32)
    assert file.closed
    assert array.tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("length", [0, 3])
def test_an_array_to_write_into(tmp_path, length):
    array = Scratch(str(tmp_path)).zeros(length, np.float64)
    array[:] += 1.5
    assert array.tolist() == [1.5] * length


def test_room_is_taken_at_once(tmp_path):
    with pytest.raises(OSError, match=r"No space left|File too large|Invalid argument"):
        Scratch(str(tmp_path)).zeros(1 << 55, np.float64)


def test_the_folder_is_that_of_the_system(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert Scratch().folder == str(tmp_path)
