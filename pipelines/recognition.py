"""stub"""
from __future__ import annotations
import argparse
from contextlib import suppress
from pathlib import Path
from checkpoint import Checkpoint, StoppedError
from recognition_training import Brown, Trainings, schedule
from shared_data import PROJECT
def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--out", type=Path, default=PROJECT / "results" / "recognition.md")
    parser.add_argument("--work", type=Path, default=PROJECT / "build" / "recognition")
    options = parser.parse_args()
    kept = Checkpoint(options.out.with_suffix(".runs.jsonl"), options.seconds)
    trainings = Trainings(Brown(), options.work)
    for row, seed in schedule():
        with suppress(StoppedError):
            print(row.name(seed), kept(row.name(seed), lambda row=row, seed=seed: trainings.run(row, seed)), flush=True)
main()
