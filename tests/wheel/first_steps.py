"""What a new user does first, with what `pip install syntacticdiff` gives and nothing else.

    python tests/wheel/first_steps.py [--native]

Run where the package is installed without extras. Prints what each step took; ends with an error if
one of them does not give what the documentation shows. With --native the engine must be there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ESSAYS = {
    "ana.txt": "She is interested on music. We was talking about a apple.\n",
    "bo.txt": "He go to school every day. I have saw this film yesterday.\r\n",  # as Windows has it
    "žofie.txt": "There is many peoples in the street. “I am agree,” she said.\n",
}
ESSAYS_ODD = b"\xef\xbb\xbfShe depends of her parents.\r\nThey was tired.\r\n"  # with a signature


def main() -> None:
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "a folder"
        (folder / "essays").mkdir(parents=True)
        for essay, text in ESSAYS.items():
            (folder / "essays" / essay).write_bytes(text.encode())
        (folder / "essays" / "odd.txt").write_bytes(ESSAYS_ODD)
        for step in (doctor, library, engines_agree, diff, correct, report, features, errors):
            begun = time.perf_counter()
            step(folder)
            print(f"{step.__name__.replace('_', ' '):14} {time.perf_counter() - begun:6.2f} s")
    print(f"{'everything':14} {time.perf_counter() - started:6.2f} s")


def command(folder: Path, *arguments: str, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "syntacticdiff", *arguments],
        cwd=folder,
        capture_output=True,
        check=False,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )
    complaint = done.stderr.decode(errors="replace")
    if done.returncode != code or "Traceback" in complaint:
        sys.exit(f"syntacticdiff {' '.join(arguments)}: {done.returncode}\n{complaint}")
    return done.stdout.decode("utf-8") + ("" if code == 0 else complaint)


def expect(found: object, expected: object) -> None:
    if found != expected:
        sys.exit(f"expected {expected!r}\nbut found {found!r}")


def doctor(folder: Path) -> None:
    facts = json.loads(command(folder, "doctor", "--json"))
    expect(facts["problems"], [])
    if "--native" in sys.argv:
        expect(facts["engine"], {"native": True, "why_not": None})


def library(_: Path) -> None:
    from syntacticdiff import EditVectorizer, SyntacticDiff

    diff = SyntacticDiff()("We was talking about a apple.")
    expect(diff.output, "We were talking about an apple.")
    expect([str(edit) for edit in diff.edits], ["sub(was->were)", "sub(a->an)"])
    matrix = EditVectorizer().fit_transform(["She is in garden.", "He a teacher."])
    expect(matrix.shape[0], 2)


def engines_agree(_: Path) -> None:
    from syntacticdiff import SyntacticDiff

    if "--native" not in sys.argv:
        return
    sentences = [line for text in ESSAYS.values() for line in text.split(". ")]
    found = [
        [str(edit) for edit in SyntacticDiff(engine=engine)(sentence).edits]
        for sentence in sentences
        for engine in ("native", "python")
    ]
    expect(found[::2], found[1::2])


def diff(folder: Path) -> None:
    lines = command(folder, "diff", "essays", "--json").splitlines()
    expect(len(lines), sum(text.count(".") for text in ESSAYS.values()) + 2)
    shown = json.loads(
        command(folder, "diff", str(Path("essays", "ana.txt")), "--json").split("\n")[0]
    )
    expect([(edit["source"], edit["target"]) for edit in shown["edits"]], [("on", "in")])


def correct(folder: Path) -> None:
    command(folder, "correct", "essays", "--out", f"corrected{os.sep}")
    expect(
        sorted(path.name for path in (folder / "corrected").iterdir()), sorted([*ESSAYS, "odd.txt"])
    )
    corrected = (folder / "corrected" / "ana.txt").read_bytes().decode()
    expect(corrected.split(".")[0], "She is interested in music")


def report(folder: Path) -> None:
    command(folder, "report", "essays", "--out", "report.html")
    page = (folder / "report.html").read_text("utf-8")
    expect("</html>" in page and "žofie" in page, True)


def features(folder: Path) -> None:
    command(folder, "features", "essays", "--out", "features.csv")
    rows = (folder / "features.csv").read_text("utf-8").splitlines()
    expect(len(rows), 1 + len(ESSAYS) + 1)


def errors(folder: Path) -> None:
    (folder / "no model.sdlm").write_text("x", "utf-8")
    message = command(folder, "diff", "essays", "--reference", "no model.sdlm", code=1)
    expect(len(message.strip().splitlines()), 1)
    command(folder, "diff", "no such file.txt", code=2)
    command(folder, "diff", "--no-such-option", code=2)


if __name__ == "__main__":
    main()
