"""The exceptions of bouton, each with what is wrong and what to do about it."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """The base class of all exceptions of bouton.

    ``problem`` says what is wrong and ``help`` what to do.

    >>> import bouton
    >>> try:
    ...     bouton.Game("nmi")
    ... except bouton.Error as error:
    ...     print(error.problem)
    no game is called `nmi`
    """

    def __init__(self, problem: str, help: str = "") -> None:
        super().__init__(problem, help)
        self.problem = problem
        self.help = help

    def __str__(self) -> str:
        return f"{self.problem}\nhelp: {self.help}" if self.help else self.problem


class BadInput(Error, ValueError):
    """The game, the position or the question is malformed.

    If it is a rule text with mistakes, ``diagnostics`` has a dictionary for each.
    """

    def __init__(self, problem: str, help: str = "", diagnostics: Any = ()) -> None:
        super().__init__(problem, help)
        self.args = (problem, help, list(diagnostics))
        self.diagnostics: list[dict[str, Any]] = list(diagnostics)


class Unsupported(Error):
    """The question is valid, but no engine answers it for this game."""


class LimitExceeded(Error):
    """The answer would exceed the limit ``memory`` or ``steps``.

    ``needed`` and ``allowed`` count ``unit``: ``"bytes"`` or ``"steps"``.
    """

    def __init__(
        self, problem: str, help: str = "", needed: int = 0, allowed: int = 0, unit: str = ""
    ) -> None:
        super().__init__(problem, help)
        self.args = (problem, help, needed, allowed, unit)
        self.needed = needed
        self.allowed = allowed
        self.unit = unit


class InternalError(Error):
    """A bug in bouton."""
