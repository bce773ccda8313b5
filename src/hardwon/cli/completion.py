"""Commands about the program itself: completion, version."""

from __future__ import annotations

from functools import partial

import click
from click.shell_completion import get_completion_class

from hardwon.cli.common import command, note, show_json, with_options
from hardwon.errors import UsageError
from hardwon.version import VERSION

SHELLS = ("bash", "zsh", "fish")


@command("completion", example="hardwon completion bash > ~/.hardwon-complete.bash")
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@partial(with_options, as_json=False)
@click.pass_context
def completion(context: click.Context, shell: str | None, project: str | None, settings: tuple[str, ...]) -> None:  # noqa: ARG001 - every command has them
    """Print what makes a shell complete hardwon's commands: bash, zsh, fish.

    For bash and zsh put `eval "$(hardwon completion bash)"` into ~/.bashrc, or the same with zsh into ~/.zshrc; for
    fish write it to ~/.config/fish/completions/hardwon.fish.
    """
    if shell is None:
        raise UsageError(
            "Which shell?", remedy=f"`hardwon completion SHELL`, where SHELL is one of {', '.join(SHELLS)}."
        )
    found = get_completion_class(shell)
    if found is None:
        raise UsageError(f"There is no completion for {shell}.", remedy=f"There is for {', '.join(SHELLS)}.")
    note(found(context.find_root().command, {}, "hardwon", "_HARDWON_COMPLETE").source())


@command("version", example="hardwon version --json")
@with_options
def version(project: str | None, settings: tuple[str, ...], as_json: bool) -> None:  # noqa: ARG001 - every command has them
    """Print the version."""
    if as_json:
        show_json({"version": VERSION})
    else:
        note(f"hardwon, version {VERSION}")
