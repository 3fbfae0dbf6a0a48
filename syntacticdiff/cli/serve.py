"""`syntacticdiff serve`: the page and the HTTP interface, on this machine."""

from __future__ import annotations

import gc
import logging
import re
import sys

import click

from syntacticdiff.cli.messages import say
from syntacticdiff.cli.numbers import WholeNumber
from syntacticdiff.cli.options import reference_option
from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import shown

_ORIGIN = re.compile(r"\*|null|[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#@]+")


def _checked_origins(
    _: click.Context, __: click.Parameter, origins: tuple[str, ...]
) -> tuple[str, ...]:
    """Refuse what no browser sends: an origin has a scheme and a host, and no path."""
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise click.BadParameter(
                f"{shown(origin)} is no origin such as https://example.org, without a / at the end"
            )
    return origins


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=8010,
    show_default=True,
    help="The port; 0 for any free one.",
)
@reference_option
@click.option(
    "--settings",
    metavar="FILE",
    help="A file that tune has written.  [default: those of `diff`]",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name of this machine under which it may be asked, besides localhost and addresses.",
)
@click.option(
    "--allow-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    callback=_checked_origins,
    help="A page or browser extension that may ask, such as https://example.org.",
)
@click.option("--max-body", type=WholeNumber(1), metavar="BYTES", help="The longest request.")
@click.option("--max-tokens", type=WholeNumber(1), metavar="N", help="The longest text.")
@click.option("--timeout", type=float, metavar="SECONDS", help="The longest time for one text.")
@click.option("--threads", type=WholeNumber(1), metavar="N", help="Texts searched at a time.")
@click.option(
    "--queue", type=WholeNumber(0), metavar="N", help="Texts that may wait; others get 503."
)
@click.option("--log-text", is_flag=True, help="Also log the texts that are sent.")
@click.option("--quiet", is_flag=True, help="Do not log requests.")
def command(
    host: str,
    port: int,
    reference: str,
    settings: str | None,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    max_body: int | None,
    max_tokens: int | None,
    timeout: float | None,
    threads: int | None,
    queue: int | None,
    log_text: bool,
    quiet: bool,
) -> None:
    """The page and the HTTP interface, on this machine.

    Open the address that is printed. Text never leaves the machine, and is not logged. Ctrl-C ends
    the service. There are limits for each request: by default a megabyte, 50,000 tokens and 30
    seconds; as many texts are searched at a time as there are processors, up to four, and 32 wait.

    Editors and programs that know LanguageTool use the same address with /v2 behind it. With
    --host 0.0.0.0 other machines can ask too: there is no password, and nothing is encrypted.
    """
    try:
        from syntacticdiff.service.application import make_application
        from syntacticdiff.service.running import open_socket, run
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn"):
            raise
        raise UsageError(f"serve needs {error.name}: pip install 'syntacticdiff[serve]'") from None
    from syntacticdiff.service.analyses import Analyses
    from syntacticdiff.service.limits import Limits

    given = {
        "body_bytes": max_body,
        "tokens": max_tokens,
        "seconds": timeout,
        "threads": threads,
        "waiting": queue,
    }
    limits = Limits(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    listening = open_socket(host, port)
    with listening:
        analyses = Analyses(reference, settings, limits, log_texts=log_text)
        analyses.warm_up()
        name, port = listening.getsockname()[:2]
        address = f"http://{f'[{name}]' if ':' in name else name}:{port}/"
        _log_to_standard_error(quiet)
        application = make_application(analyses, hosts=(host, *hosts), origins=origins)
        ended_by = run(application, listening, lambda: say(f"listening on {address}"))
    say(f"stopped by {ended_by.name}" if ended_by else "stopped")
    # All that was remembered is not looked through once more for what can be freed.
    gc.freeze()


def _log_to_standard_error(quiet: bool) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("syntacticdiff").setLevel(logging.WARNING if quiet else logging.INFO)
