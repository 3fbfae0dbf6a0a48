"""Runs that lose their workers, their client or their scheduler: after --resume nothing is missing.

Real processes, real signals. SYNTACTICDIFF_KILLS sets how often something is killed (`make soak`
does it 200 times), SYNTACTICDIFF_KILL_REPORT where that is written down.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from support.commands import ENVIRONMENT
from support.corpus import PARTS, Corpus, contents

pytest.importorskip("dask.distributed")

import psutil
from distributed import LocalCluster
from support.cluster import PATIENCE, DaskProcesses, Forking, until

from syntacticdiff.distributed.workers import local_cluster

KILLS = int(os.environ.get("SYNTACTICDIFF_KILLS", "10"))
VICTIMS = ("the client", "a worker", "all workers")
ONE_REJECTED = 1  # the exit code of a run with one unreadable document


def test_random_moments(
    corpus: Corpus, cluster: DaskProcesses, forking: Forking, tmp_path: Path
) -> None:
    """kill -9 at random moments; the seeds are fixed, but the speed of the machine is not."""
    command = (*corpus.arguments, "--scheduler", cluster.address)
    killed: Counter[str] = Counter()
    ended = equal = 0
    for number in range(KILLS):
        chance = random.Random(number)
        victim = VICTIMS[number % len(VICTIMS)] if number % 2 else VICTIMS[0]
        out = tmp_path / f"out{number}"
        until(lambda: len(cluster.workers()) == 2, "two workers")
        started = forking.run(tmp_path, "log", *command, "--out", f"{out}/")
        started.after_parts(chance.randrange(PARTS))
        time.sleep(chance.uniform(0.0, 0.1))
        killed[victim] += 1
        if victim == "the client":
            started.kill()
        else:
            workers = cluster.workers()
            for worker in workers[: None if victim == "all workers" else 1]:
                os.kill(worker.pid, signal.SIGKILL)
        code = started.code()
        if not started.events("end"):
            assert victim == "the client", (number, started.log.read_text())
            assert code == -signal.SIGKILL
            ended += 1
            again = forking.run(tmp_path, "log", *command, "--out", f"{out}/", "--resume")
            assert again.code() == ONE_REJECTED, (number, again.log.read_text())
        assert contents(out) == corpus.wanted, (number, victim)
        equal += 1
        shutil.rmtree(out)
    assert equal == KILLS
    if report := os.environ.get("SYNTACTICDIFF_KILL_REPORT"):
        found = {"kills": KILLS, "killed": dict(killed), "ended": ended, "equal": equal}
        sizes = {"documents": corpus.documents, "parts": PARTS}
        Path(report).write_text(json.dumps(found | sizes))


def test_a_scheduler_that_is_started_again(
    corpus: Corpus, cluster: DaskProcesses, forking: Forking, tmp_path: Path
) -> None:
    command = (*corpus.arguments, "--scheduler", cluster.address, "--out", "out/")
    until(lambda: len(cluster.workers()) == 2, "two workers")
    started = forking.run(tmp_path, "log", *command)
    started.after_parts(2)
    cluster.kill_scheduler()
    code = started.code()
    if code != ONE_REJECTED:  # else it was done before the scheduler died
        assert code == 1
    text = started.log.read_text()
    assert "the connection to the scheduler was lost" in text or started.events("end")
    cluster.stop()
    cluster.start()
    again = forking.run(tmp_path, "log", *command, "--resume")
    assert again.code() == ONE_REJECTED, again.log.read_text()
    assert contents(tmp_path / "out") == corpus.wanted


def local_run(corpus: Corpus, folder: Path) -> subprocess.Popen[str]:
    """A run with workers of its own, in a process group as a shell makes it."""
    command = [sys.executable, "-m", "syntacticdiff", *corpus.arguments, "--workers", "2"]
    return subprocess.Popen(
        [*command, "--out", "out/", "--json-log"],
        cwd=folder,
        # As on a machine so busy that a killed worker is replaced late.
        env=ENVIRONMENT | {"DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT": "0s"},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def read_until_part(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    seen = ""
    while '"event": "part"' not in seen:
        line = process.stderr.readline()
        assert line, seen
        seen += line
    return seen


def worker_processes(process: subprocess.Popen[str]) -> list[psutil.Process]:
    children = psutil.Process(process.pid).children()
    return [c for c in children if any("spawn_main" in part for part in c.cmdline())]


def test_local_workers_listen_on_loopback_only_and_are_replaced_when_all_are_killed(
    long_corpus: Corpus, tmp_path: Path
) -> None:
    process = local_run(long_corpus, tmp_path)
    try:
        read_until_part(process)
        tree = [psutil.Process(process.pid), *worker_processes(process)]
        places = {
            connection.laddr.ip
            for member in tree
            for connection in member.net_connections()
            if connection.status == psutil.CONN_LISTEN
        }
        assert places == {"127.0.0.1"}
        for worker in worker_processes(process):
            os.kill(worker.pid, signal.SIGKILL)
        _, rest = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == ONE_REJECTED, rest
    assert contents(tmp_path / "out") == long_corpus.wanted


def test_ctrl_c_ends_a_run_early_and_says_how_to_go_on(long_corpus: Corpus, tmp_path: Path) -> None:
    process = local_run(long_corpus, tmp_path)
    try:
        seen = read_until_part(process)
        workers = worker_processes(process)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it, workers included
        _, rest = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 130, rest
    events = [json.loads(line) for line in (seen + rest).splitlines()]  # and nothing else
    *_, stopped, message = events
    assert stopped["event"] == "stopped"
    assert stopped["done"] < stopped["parts"]
    assert message == {"event": "message", "message": "interrupted"}
    until(lambda: not any(worker.is_running() for worker in workers), "the workers to end")
    left = contents(tmp_path / "out")
    assert set(left) - {"manifest.journal"} <= set(long_corpus.wanted)
    arguments = [*long_corpus.arguments, "--out", "out/", "--resume"]
    done = subprocess.run(
        [sys.executable, "-m", "syntacticdiff", *arguments],
        cwd=tmp_path,
        env=ENVIRONMENT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == ONE_REJECTED, done.stderr
    assert "finished parts of the earlier run are kept" in done.stderr
    assert contents(tmp_path / "out") == long_corpus.wanted


def test_a_scheduler_that_is_not_there_is_named_in_one_line(
    corpus: Corpus, forking: Forking, tmp_path: Path
) -> None:
    nowhere = "tcp://127.0.0.1:9"
    started = forking.run(
        tmp_path, "log", *corpus.arguments, "--scheduler", nowhere, "--out", "out/"
    )
    assert started.code() == 2
    messages = [
        event["message"]
        for event in map(json.loads, started.log.read_text().splitlines())
        if event["event"] == "message"
    ]
    assert len(messages) == 1
    assert f"--scheduler {nowhere}: cannot be reached" in messages[0]


def test_a_cluster_that_cannot_be_closed_is_not_closed_again_at_exit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl-C while workers start: Dask's own closing at exit took ten seconds and a traceback."""
    closing = LocalCluster.close

    def close_and_fail(self: LocalCluster, timeout: float | None = None) -> None:
        closing(self, timeout)
        raise AssertionError("Status.init")

    def interrupted() -> None:
        with local_cluster(1):
            assert set(LocalCluster._instances) - before
            raise KeyboardInterrupt

    before = set(LocalCluster._instances)
    monkeypatch.setattr(LocalCluster, "close", close_and_fail)
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not set(LocalCluster._instances) - before
