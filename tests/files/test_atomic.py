"""Files are written whole or not at all."""

import os
import stat
import subprocess
import sys

import pytest

from syntacticdiff.errors import InputError
from syntacticdiff.files.atomic import atomic_write, remove_abandoned


def test_the_file_appears_when_the_block_ends(tmp_path):
    path = tmp_path / "new.txt"
    with atomic_write(path) as stream:
        stream.write(b"whole")
        assert not path.exists()
    assert path.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_keeps_the_old_file_and_leaves_nothing_else(tmp_path):
    path = tmp_path / "old.txt"
    path.write_bytes(b"old")

    def fail():
        with atomic_write(path) as stream:
            stream.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_file_has_the_mode_that_other_new_files_have(tmp_path):
    (tmp_path / "ordinary").write_bytes(b"")
    with atomic_write(tmp_path / "ours"):
        pass
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("ordinary", "ours")]
    assert modes[0] == modes[1]


def test_a_full_disk_is_one_clear_line(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full here")

    def write():
        with atomic_write(tmp_path / "big") as stream, open("/dev/full", "wb", 0) as full:
            stream.write(b"x")
            full.write(b"x")

    with pytest.raises(InputError, match="big: cannot be written: No space left"):
        write()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["missing/file", "."])
def test_a_place_where_no_file_can_be_is_refused(tmp_path, place):
    with pytest.raises(InputError), atomic_write(tmp_path / place):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="not an ordinary file"), atomic_write(tmp_path / "pipe"):
        pass
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


KILLED = """
import os, signal, sys
from syntacticdiff.files.atomic import atomic_write
with atomic_write(sys.argv[1]) as stream:
    stream.write(b"half")
    stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_left_is_removed_but_not_what_is_being_written(tmp_path):
    path = tmp_path / "a[1].txt"
    subprocess.run([sys.executable, "-c", KILLED, path])
    other = tmp_path / ".b.txt.left.part"
    other.touch()
    [left] = set(tmp_path.iterdir()) - {other}
    with atomic_write(path) as stream:
        stream.write(b"whole")
        remove_abandoned(path)
        assert not left.exists()
    assert path.read_bytes() == b"whole"
    assert set(tmp_path.iterdir()) == {path, other}


def test_a_symbolic_link_is_followed(tmp_path):
    (tmp_path / "below").mkdir()
    real, link = tmp_path / "below" / "real.txt", tmp_path / "link.txt"
    link.symlink_to(real)
    for content in (b"new", b"newer"):  # the file that the link names need not be there
        with atomic_write(link) as stream:
            stream.write(content)
        assert link.is_symlink()
        assert real.read_bytes() == content
    assert sorted(os.listdir(tmp_path)) == ["below", "link.txt"]
    assert os.listdir(tmp_path / "below") == ["real.txt"]


def test_a_link_to_itself_is_refused(tmp_path):
    (tmp_path / "link.txt").symlink_to("link.txt")

    def write():
        with atomic_write(tmp_path / "link.txt"):
            pass

    with pytest.raises(InputError, match=r"link\.txt: a link that leads nowhere"):
        write()
    assert (tmp_path / "link.txt").is_symlink()
