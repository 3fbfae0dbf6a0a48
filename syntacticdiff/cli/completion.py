"""`syntacticdiff completion`: what a shell needs to complete commands, options and file names."""

from __future__ import annotations

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
)

VARIABLE = "_SYNTACTICDIFF_COMPLETE"  # as click names it after the program


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "fish", "zsh"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Lines that make a shell complete commands, options and file names.

    In bash and zsh, for now or in the file that the shell reads when it starts:

        eval "$(syntacticdiff completion bash)"

    In fish: syntacticdiff completion fish | source
    """
    kind = get_completion_class(shell)
    assert kind is not None
    program = ctx.find_root().command
    click.echo(kind(program, {}, "syntacticdiff", VARIABLE).source())


def complete_file_names() -> None:
    """Where a command knows nothing to offer, offer the names of files; click would be silent."""
    for kind in (BashComplete, FishComplete, ZshComplete):
        add_completion_class(type(kind.__name__, (_WithFiles, kind), {}))


class _WithFiles(ShellComplete):
    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        known = super().get_completions(args, incomplete)
        if known or not args or incomplete.startswith("-"):  # the first word is a command
            return known
        return [CompletionItem(incomplete, type="file")]
