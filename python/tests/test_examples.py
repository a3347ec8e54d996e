"""The examples in docstrings and documents do what they say, and everything public has a docstring."""

from __future__ import annotations

import doctest

import bouton
import bouton.distributed
import pytest
from conftest import ROOT, public

OPTIONS = doctest.NORMALIZE_WHITESPACE


def documented() -> list[tuple[str, str]]:
    texts = {"bouton": bouton.__doc__ or "", "bouton.distributed": bouton.distributed.__doc__ or ""}
    for name, thing in public():
        texts[name] = getattr(thing, "__doc__", None) or ""
    return [(name, text) for name, text in texts.items() if ">>>" in text]


@pytest.mark.parametrize(("name", "text"), documented(), ids=lambda it: it if len(it) < 40 else "")
def test_docstring(name: str, text: str) -> None:
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    failed, attempted = doctest.DocTestRunner(optionflags=OPTIONS).run(examples)
    assert attempted > 0
    assert failed == 0


def test_there_are_many_examples() -> None:
    assert len(documented()) > 30


@pytest.mark.parametrize("path", ["docs/python.md", "python/README.md"])
def test_document(path: str) -> None:
    failed, attempted = doctest.testfile(
        str(ROOT / path), module_relative=False, optionflags=OPTIONS, encoding="utf-8"
    )
    assert attempted > 5
    assert failed == 0


@pytest.mark.parametrize("name", [name for name, _ in public() if name != "__version__"])
def test_everything_public_has_a_docstring(name: str) -> None:
    thing: object = bouton
    for part in name.split("."):
        thing = getattr(thing, part)
    assert getattr(dict(public())[name], "__doc__", None), name
