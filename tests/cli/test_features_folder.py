"""`features --out FOLDER/`: parts, a manifest, and resuming a run."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import ENVIRONMENT, Run, run

SENTENCES = ("The teacher go to school.", "She is in garden.", "My sister read a the book.")


def documents(count: int) -> str:
    rows = (
        {
            "id": f"d{n}",
            "l1": "xy"[n % 2],
            "text": " ".join(SENTENCES[n % 3 :] + SENTENCES[: n % 2]),
        }
        for n in range(count)
    )
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def call(folder: Path, model: str) -> tuple[str, ...]:
    (folder / "t.jsonl").write_text(documents(20))
    settings = ("--text", "text", "--id", "id", "--reference", model, "--engine", "python")
    return ("features", "t.jsonl", *settings, "--part-format", "jsonl", "--partition-size", "500")


def contents(folder: str = "out") -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def done(answer: Run, code: int = 0) -> Run:
    assert answer.code == code, answer.stderr
    return answer


def test_the_parts_together_are_what_a_single_file_would_be(call: tuple[str, ...]) -> None:
    answer = done(run(*call, "--out", "out/", "--keep", "l1"))
    assert answer.stdout == b""
    assert answer.stderr == "syntacticdiff: out: 20 documents in 4 parts\n"
    single = [
        arg for arg in call if arg not in ("--part-format", "jsonl", "--partition-size", "500")
    ]
    done(run(*single, "--out", "f.jsonl", "--keep", "l1"))
    parts = [data for name, data in contents().items() if name.startswith("part-")]
    assert b"".join(parts) == Path("f.jsonl").read_bytes()


def test_the_manifest_knows_all_parts(call: tuple[str, ...]) -> None:
    done(run(*call, "--out", "out/"))
    files = contents()
    manifest = json.loads(files.pop("manifest.json"))
    assert [part["file"] for part in manifest["parts"]] == sorted(files)
    for part in manifest["parts"]:
        data = files[part["file"]]
        assert part["sha256"] == hashlib.sha256(data).hexdigest()
        assert part["bytes"] == len(data)
        assert part["documents"] == len(data.splitlines())
    assert manifest["documents"] == 20
    assert manifest["settings"]["search"] == "sweep"
    assert manifest["settings"]["partition_size"] == 500


def test_a_setting_may_contain_the_separators_of_a_signature(call: tuple[str, ...]) -> None:
    done(run(*call, "--penalty", "sub(|->a:b)=2", "--out", "out/"))
    settings = json.loads(Path("out/manifest.json").read_text())["settings"]
    assert settings["penalties"] == '{"sub(|->a:b)": 2.0}'
    assert settings["tokenized"] == "False"
    assert not any("->" in name for name in settings)


def test_parquet_parts_hold_the_same_and_their_signature(call: tuple[str, ...]) -> None:
    pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    done(run(*call, "--out", "a/", "--keep", "l1"))
    done(run(*call, "--out", "b/", "--keep", "l1", "--part-format", "parquet"))
    rows = [json.loads(line) for p in sorted(Path("a").glob("part-*")) for line in p.open()]
    tables = [parquet.read_table(path) for path in sorted(Path("b").glob("part-*.parquet"))]
    cells = [row for table in tables for row in table.to_pylist()]
    assert [dict(row["features"]) for row in cells] == [row["features"] for row in rows]
    assert [row["l1"] for row in cells] == [row["fields"]["l1"] for row in rows]
    assert b"model:" in tables[0].schema.metadata[b"syntacticdiff.signature"]


def test_a_part_may_have_no_edit(call: tuple[str, ...]) -> None:
    for form in ("jsonl", "parquet"):
        if form == "parquet":
            pytest.importorskip("pyarrow")
        done(run(*call, "--out", f"{form}/", "--min-gain", "99", "--part-format", form))
        assert json.loads(Path(form, "manifest.json").read_text())["documents"] == 20
    assert json.loads(Path("jsonl/part-00000.jsonl").read_text().splitlines()[0]) == {
        "document": "d0",
        "features": {},
    }


def test_numbers_values_and_binary_reach_the_parts(call: tuple[str, ...]) -> None:
    options = ("--numeric", "--binary", "--templates", "class,edit")
    done(run(*call, "--out", "out/", *options))
    row = json.loads(Path("out/part-00000.jsonl").read_text().splitlines()[0])
    assert "mean_bits" in row["features"]
    assert {v for name, v in row["features"].items() if "(" in name} == {1}


class TestResume:
    """The bytes are those of a run that was never stopped."""

    @pytest.fixture
    def wanted(self, call: tuple[str, ...]) -> dict[str, bytes]:
        done(run(*call, "--out", "wanted/"))
        return contents("wanted")

    def test_starts_in_a_new_and_in_an_empty_folder(
        self, call: tuple[str, ...], wanted: dict[str, bytes]
    ) -> None:
        os.mkdir("empty")
        for name in ("new", "empty"):
            done(run(*call, "--out", f"{name}/", "--resume"))
            assert contents(name) == wanted

    def test_makes_damaged_and_missing_parts_again_and_no_others(
        self, call: tuple[str, ...], wanted: dict[str, bytes]
    ) -> None:
        done(run(*call, "--out", "out/"))
        kept = Path("out/part-00001.jsonl").stat().st_mtime_ns
        damaged = bytearray(wanted["part-00000.jsonl"])
        damaged[5] ^= 1
        Path("out/part-00000.jsonl").write_bytes(damaged)
        Path("out/part-00002.jsonl").unlink()
        answer = done(run(*call, "--out", "out/", "--resume"))
        assert "out/part-00000.jsonl: damaged: its checksum does not match" in answer.stderr
        assert "out/part-00002.jsonl: missing; it is made again" in answer.stderr
        assert contents() == wanted
        assert Path("out/part-00001.jsonl").stat().st_mtime_ns == kept

    def test_leaves_a_finished_folder_alone(
        self, call: tuple[str, ...], wanted: dict[str, bytes]
    ) -> None:
        done(run(*call, "--out", "out/"))
        before = {path: path.stat().st_mtime_ns for path in Path("out").iterdir()}
        done(run(*call, "--out", "out/", "--resume"))
        assert {path: path.stat().st_mtime_ns for path in Path("out").iterdir()} == before

    def test_continues_after_a_kill_at_any_step_of_writing(
        self, call: tuple[str, ...], wanted: dict[str, bytes]
    ) -> None:
        """The state left by a process that dies between two parts, or in the middle of a line."""
        done(run(*call, "--out", "out/"))
        manifest = json.loads(wanted["manifest.json"])
        for kept in range(5):
            header = {
                "version": 1,
                "settings": manifest["settings"],
                "partitions": [part["input_sha256"] for part in manifest["parts"]],
            }
            entries = [
                {
                    "part": number,
                    **{key: part[key] for key in ("sha256", "bytes", "documents")},
                    "rejected": [],
                }
                for number, part in enumerate(manifest["parts"][:kept])
            ]
            journal = "".join(json.dumps(line) + "\n" for line in (header, *entries))
            Path("out/manifest.journal").write_text(journal + '{"part": 3, "sha')
            Path("out/manifest.json").unlink(missing_ok=True)
            Path("out/.part-00003.jsonl.x1y2.part").write_text("half a part")
            Path("out/.lock").write_text("process 1 on nowhere")
            done(run(*call, "--out", "out/", "--resume"))
            assert contents() == wanted

    def test_says_which_settings_differ(self, call: tuple[str, ...]) -> None:
        done(run(*call, "--out", "out/"))
        before = contents()
        for options, message in (
            (("--min-gain", "0.5"), "min_gain was 0.0, is 0.5"),
            (("--numeric",), "numeric was , is mean_bits,spread_bits"),
            (("--partition-size", "1K"), "partition_size was 500, is 1024"),
            (("--keep", "l1"), "keep was , is l1"),
        ):
            answer = done(run(*call, "--out", "out/", "--resume", *options), 2)
            assert answer.stderr.startswith("syntacticdiff: out/: made with other settings: ")
            assert message in answer.stderr
            assert answer.stderr.count("\n") == 1
        with open("t.jsonl", "a") as stream:
            stream.write('{"id": "new", "text": "We go."}\n')
        answer = done(run(*call, "--out", "out/", "--resume"), 2)
        assert "made from other inputs: the input t.jsonl has changed" in answer.stderr
        assert contents() == before

    def test_a_second_run_needs_the_option(self, call: tuple[str, ...]) -> None:
        done(run(*call, "--out", "out/"))
        answer = done(run(*call, "--out", "out/"), 2)
        assert "contains an earlier run; continue it with --resume" in answer.stderr

    def test_refuses_a_folder_of_something_else(self, call: tuple[str, ...]) -> None:
        os.mkdir("other")
        Path("other/notes.txt").write_text("mine")
        for word in ((), ("--resume",)):
            answer = done(run(*call, "--out", "other/", *word), 2)
            assert "not empty, and not the folder of an earlier run" in answer.stderr
        assert sorted(contents("other")) == ["notes.txt"]

    def test_a_damaged_manifest_is_an_input_error(self, call: tuple[str, ...]) -> None:
        done(run(*call, "--out", "out/"))
        Path("out/manifest.json").write_text('{"version": 1')
        answer = done(run(*call, "--out", "out/", "--resume"), 1)
        assert "out/manifest.json: damaged" in answer.stderr


class TestRejected:
    @pytest.fixture(autouse=True)
    def _bad_documents(self, call: tuple[str, ...]) -> None:
        lines = documents(20).splitlines()
        lines[3], lines[17] = '{"id": "d3"}', "no JSON"
        Path("t.jsonl").write_text("\n".join(lines))

    def test_are_listed_and_the_exit_code_is_1(self, call: tuple[str, ...]) -> None:
        answer = done(run(*call, "--out", "out/"), 1)
        assert answer.stderr == (
            "syntacticdiff: out: 18 documents in 3 parts; 2 could not be read: "
            "see out/rejected.jsonl\n"
        )
        assert [
            json.loads(line) for line in Path("out/rejected.jsonl").read_text().splitlines()
        ] == [
            {"file": "t.jsonl", "row": 4, "reason": 'no "text"'},
            {"file": "t.jsonl", "row": 18, "reason": "not JSON (Expecting value)"},
        ]

    @pytest.mark.parametrize("lost", ["part-00000.jsonl", "part-00001.jsonl", "rejected.jsonl"])
    def test_are_the_same_after_a_part_was_made_again(
        self, call: tuple[str, ...], lost: str
    ) -> None:
        done(run(*call, "--out", "out/"), 1)
        wanted = contents()
        Path("out", lost).unlink()
        done(run(*call, "--out", "out/", "--resume"), 1)
        assert contents() == wanted
        done(run(*call, "--out", "out/", "--resume"), 1)


def test_a_folder_in_use_is_refused_and_a_dead_run_does_not_lock_it(
    call: tuple[str, ...],
) -> None:
    os.mkdir("out")
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import fcntl, time\n"
            "with open('out/.lock', 'w') as f:\n"
            "    print('process 7 on here', file=f, flush=True)\n"
            "    fcntl.flock(f, fcntl.LOCK_EX)\n"
            "    print('locked', flush=True)\n"
            "    time.sleep(600)\n",
        ],
        stdout=subprocess.PIPE,
    )
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        answer = done(run(*call, "--out", "out/"), 2)
        assert "out/: another run is using this folder (process 7 on here)" in answer.stderr
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
    assert list(contents()) == [".lock"]
    done(run(*call, "--out", "out/"))
    assert ".lock" not in contents()


def test_the_log_for_machines_is_json_lines(call: tuple[str, ...]) -> None:
    answer = done(run(*call, "--out", "out/", "--json-log"))
    events = [json.loads(line) for line in answer.stderr.splitlines()]
    assert [e["event"] for e in events] == ["start", *["part"] * 4, "end"]
    assert events[0] == {"event": "start", "parts": 4, "done": 0, "documents": 0}
    assert events[4]["seconds_left"] == 0
    assert all(e["documents_per_second"] > 0 for e in events[1:-1])
    assert events[-1] == {"event": "end", "documents": 20, "rejected": 0}


BAD_CALLS = {
    "no partition": ("--partition-size 0", "--partition-size"),
    "a word as size": ("--partition-size big", "'big' is not a size such as 64M"),
    "no workers": ("--workers 0", "--workers"),
    "both": ("--workers 2 --scheduler tcp://127.0.0.1:1", "--scheduler and --workers: one of"),
    "jobs too": ("--workers 2 --jobs 2", "--workers and --jobs: one of them is enough"),
    "all at once": ("--min-df 2", "--min-df needs all documents at once"),
    "no such column": ("--keep age", 'd0: no column "age" to keep; besides the text there are id'),
    "column of the table's own": ("--keep document", "document"),
    "unknown template": ("--templates words", "features: 'words' is not one of edit, "),
}


@pytest.mark.parametrize(("options", "message"), BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_bad_call_is_answered_in_one_line(
    call: tuple[str, ...], options: str, message: str
) -> None:
    answer = done(run(*call, "--out", "out/", *options.split()), 2)
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert not Path("out").exists()


@pytest.mark.parametrize("out", ["no/such/", "t.jsonl/"])
def test_a_folder_that_cannot_be_made_is_named(call: tuple[str, ...], out: str) -> None:
    answer = done(run(*call, "--out", out), 2)
    assert answer.stderr.startswith(f"syntacticdiff: {out.rstrip('/')}: ")


@pytest.mark.parametrize("source", [".", "essays"])
def test_a_folder_inside_an_input_is_refused(call: tuple[str, ...], source: str) -> None:
    """--resume would read the parts of the first run as new inputs."""
    Path("essays").mkdir()
    Path("t.jsonl").rename("essays/t.jsonl")
    answer = done(run("features", source, *call[2:], "--out", "essays/out/"), 2)
    assert answer.stderr.startswith(f"syntacticdiff: essays/out/: inside the input {source}, ")
    assert not Path("essays/out").exists()
    done(run("features", "essays", *call[2:], "--out", "out/"))
    done(run("features", "essays", *call[2:], "--out", "out/", "--resume"))


@pytest.mark.parametrize(
    "option", ["--resume", "--workers=2", "--json-log", "--scheduler=tcp://127.0.0.1:1"]
)
def test_options_for_parts_are_refused_where_there_are_none(
    call: tuple[str, ...], option: str
) -> None:
    args = [arg for arg in call if arg not in ("--part-format", "jsonl", "--partition-size", "500")]
    answer = done(run(*args, "--out", "f.jsonl", option), 2)
    assert "is for results in parts: --out FOLDER/" in answer.stderr


@pytest.fixture
def small_files() -> dict[str, object]:
    """A process whose files are limited to 20,000 bytes each, as if the disk were full."""
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    return {"preexec_fn": limit, "env": ENVIRONMENT, "capture_output": True, "text": True}


def test_a_full_disk_is_reported_and_finished_parts_are_kept(
    call: tuple[str, ...], small_files: dict[str, object]
) -> None:
    lines = documents(20).splitlines()
    long = json.dumps({"id": "x" * 25_000, "text": "She is in garden."})  # in a part of its own
    Path("t.jsonl").write_text("\n".join([*lines[:10], long, *lines[10:]]))
    command = [sys.executable, "-m", "syntacticdiff", *call]
    done(run(*command[3:], "--out", "wanted/"))
    stopped = subprocess.run([*command, "--out", "out/"], check=False, **small_files)
    assert stopped.returncode == 1
    kept, where = stopped.stderr.splitlines()
    assert where.startswith("syntacticdiff: out/part-0000")
    assert where.endswith("jsonl: cannot be written: File too large")
    assert kept.startswith("syntacticdiff: out: finished parts are kept (")
    assert kept.endswith(" parts); continue with the same command and --resume")
    finished = {n: data for n, data in contents().items() if n.startswith("part-")}
    assert finished
    assert finished.items() <= contents("wanted").items()
    assert not [name for name in contents() if name.startswith(".")]
    done(run(*command[3:], "--out", "out/", "--resume"))
    assert contents() == contents("wanted")
