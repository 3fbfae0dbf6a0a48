"""`syntacticdiff doctor`: what this installation is made of, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from syntacticdiff.cli.messages import printable, say
from syntacticdiff.cli.options import output_options
from syntacticdiff.cli.output import Output


@click.command("doctor")
@output_options
def command(output: Output) -> int:
    """Look at this installation: versions, engine, models, extras, threads.

    The models that come with the package are read and compared with their checksums, and one
    sentence is searched. The exit code is 0 if everything that the package needs is in order, also
    if extras are missing, and 1 if something is wrong. With --json, one object.
    """
    from syntacticdiff.cli.installation import installation

    facts = installation()
    with output.open() as printer:
        if output.json:
            printer.json(facts)
        else:
            for line in _lines(facts):
                printer.line(printable(line))
    for problem in facts["problems"]:
        say(problem)
    return 1 if facts["problems"] else 0


def _lines(facts: Mapping[str, Any]) -> Iterator[str]:
    yield f"syntacticdiff   {facts['syntacticdiff']}, in {facts['folder']}"
    yield f"Python          {facts['python']}, {facts['system']}"
    engine = facts["engine"]
    yield f"engine          {'native' if engine['native'] else _without(engine['why_not'])}"
    threads = facts["threads"]
    told = "".join(f", {name}={value}" for name, value in threads["settings"].items())
    yield f"threads         {threads['usable']} of {threads['cores']} cores may be used{told}"
    text = facts["text"]
    yield f"text            names of files in {text['files']}, output in {text['output']}"
    yield ""
    yield "models"
    for name, model in facts["models"].items():
        state = model["fault"] or f"{model['bytes'] / 1e6:.1f} MB, {model['checksum'][:8]}"
        yield f"  {name:20} {state}"
    for name, path in facts["references"].items():
        hint = f"not built (syntacticdiff reference build {name})"
        yield f"  {f'reference {name}':20} {path or hint}"
    yield ""
    yield "packages"
    versions = (f"{name} {found or 'MISSING'}" for name, found in facts["packages"].items())
    yield f"  {', '.join(versions)}"
    yield ""
    yield "extras"
    for name, extra in facts["extras"].items():
        state = ", ".join(f"{package} {found}" for package, found in extra["packages"].items())
        missing = f"not installed (pip install 'syntacticdiff[{name}]')"
        yield f"  {name:12} {state if extra['installed'] else missing}: {extra['purpose']}"
    yield ""
    trial = facts["trial"]
    yield f"trial           {trial['sentence']} -> {trial['output'] or 'failed'}"
    yield f"result          {'; '.join(facts['problems']) or 'everything that is needed is here'}"


def _without(reason: str) -> str:
    return f"Python, which is hundreds of times slower: {reason}"
