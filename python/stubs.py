"""Writes the stubs of the compiled module and of the views: `cargo xtask schema` runs it.

The stubs of `_bouton` come from the signatures and docstrings of the compiled module: a docstring ends with the type of
what is returned, and arguments have the types that their names stand for. The stubs of `_views` come from the schemas of
the views. `TYPES` in `_views` refines some of their fields. What
neither says is in the table below.
"""

from __future__ import annotations

import inspect
import keyword
import sys
from pathlib import Path
from typing import Any

from bouton import _bouton
from bouton._views import TYPES

#: What arguments of the compiled module are, by their names; anything else may be anything.
ARGUMENTS = {
    "alternate": "bool", "arguments": "str", "as_written": "bool", "backbone": "bool", "below": "Count",
    "cell": "int", "certificate": "str", "content": "bytes", "count": "Count",
    "data": "bytes", "deep": "bool", "digits": "Count | None", "exact": "bool",
    "expression": "str", "family": "str", "format": "str | None", "games": "Count",
    "games_per_shard": "Count | None", "index": "Count", "known": "list[str] | None", "labels": "str | None",
    "largest": "int", "losing": "list[int]", "max": "Count | None", "memory": "str | Count | None",
    "min": "Count | None", "name": "str", "names": "list[str]", "numbers": "Count | None", "over": "str | None",
    "path": "Path", "position": "str", "plan": "LabPlan", "player": "str", "players": "tuple[str, str]", "question": "dict[str, Any]",
    "sectors": "bool", "seed": "Count | None", "shards": "str", "state": "Path | None",
    "strength": "str", "text": "str", "thoroughly": "bool", "threads": "Count", "to": "Count | None", "vectors": "Count | None", "whole": "bool",
    "winning": "list[int]", "words": "str",
}  # fmt: skip

VIEWS = "from fractions import Fraction\nfrom typing import Any, Literal\n\nfrom ._value import Value\nfrom ._view import View\n\nTYPES: dict[str, dict[str, str]]\n"
HEAD = '"""{}. Made by `cargo xtask schema`; changes are lost."""\n\n'


def compiled() -> str:
    """The stubs of the compiled module."""
    lines = [
        HEAD.format("The compiled part of bouton"),
        "from typing import Any, Literal, final\n\nimport numpy as np\nfrom numpy.typing import NDArray\n\n",
        "from ._types import Count, Path\n\n__version__: str\n",
    ]
    things = {name: thing for name, thing in vars(_bouton).items() if not name.startswith("__")}
    for name, thing in sorted(things.items()):
        if inspect.isclass(thing):
            lines.append(f"\n@final\nclass {name}:\n")
            lines.extend(member(name, *item) for item in sorted(vars(thing).items()))
    lines.append("\n")
    lines.extend(function(name, thing) for name, thing in sorted(things.items()) if not inspect.isclass(thing))
    return "".join(lines)


def member(owner: str, name: str, thing: Any) -> str:
    """A method or an attribute of a class."""
    if name == "__new__":
        signature = inspect.signature(getattr(_bouton, owner))
        return f"    def __new__({arguments(signature, 'cls')}) -> {owner}: ...\n" if signature.parameters else ""
    if name == "__len__":
        return "    def __len__(self) -> int: ...\n"
    if name.startswith("__"):
        return ""
    if inspect.isgetsetdescriptor(thing):
        return f"    @property\n    def {name}(self) -> {returned(thing)}: ...\n"
    head = "    @staticmethod\n" if isinstance(thing, staticmethod) else ""
    return head + "    " + function(name, thing.__func__ if head else thing)


def function(name: str, thing: Any) -> str:
    """A function or a method."""
    return f"def {name}({arguments(inspect.signature(thing))}) -> {returned(thing)}: ...\n"


def arguments(signature: inspect.Signature, *before: str) -> str:
    """The arguments with their types."""
    written = list(before)
    for name, parameter in signature.parameters.items():
        if name == "self":
            written.append(name)
        elif parameter.kind is parameter.VAR_KEYWORD:
            written.append(f"**{name}: Any")
        else:
            if parameter.kind is parameter.KEYWORD_ONLY and "*" not in written:
                written.append("*")
            default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
            written.append(f"{name}: {ARGUMENTS.get(name, 'Any')}{default}")
    return ", ".join(written)


def returned(thing: Any) -> str:
    """The type at the end of a docstring."""
    last = (thing.__doc__ or "").strip().splitlines()[-1:]
    if not last or not last[0].startswith("-> "):
        raise SystemExit(f"the docstring of {thing} does not end with the type of what it returns: -> …")
    return last[0].removeprefix("-> ")


def views() -> str:
    """The stubs of the views."""
    text = HEAD.format("A class for each view") + VIEWS
    schemas = _bouton.schemas()
    known: dict[str, dict[str, Any]] = {}
    for root in [*schemas["questions"].values(), *schemas["others"]]:
        known |= {**root.get("$defs", {}), root["title"]: root}
    for name, schema in sorted(known.items()):
        if "properties" not in schema:
            continue
        text += f"\nclass {name}(View):\n"
        for field, about in schema["properties"].items():
            # Lists and maps that are left out are empty.
            is_there = field in schema.get("required", ()) or about.get("type") in ("array", "object")
            is_there |= "null" in about.get("type", ())
            kind = TYPES.get(name, {}).get(field) or typed(about, known) + ("" if is_there else " | None")
            shown = field + "_" if keyword.iskeyword(field) else field
            text += f"    @property\n    def {shown}(self) -> {kind}: ...\n"
    return text


PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def typed(schema: dict[str, Any], known: dict[str, dict[str, Any]]) -> str:
    """The type of what a schema describes."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if "properties" in known[name] or name == "Position":
            return "Any" if name == "Position" else str(name)
        return typed(known[name], known)
    if "const" in schema or "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema.get('enum', [schema.get('const')])))}]"
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        kinds = dict.fromkeys(typed(option, known) for option in options)
        return "Any" if "Any" in kinds else " | ".join(kinds)
    kinds = schema.get("type", [])
    return " | ".join(one(kind, schema, known) for kind in ([kinds] if isinstance(kinds, str) else kinds)) or "Any"


def one(kind: str, schema: dict[str, Any], known: dict[str, dict[str, Any]]) -> str:
    """The type of what a schema of one kind describes."""
    if kind == "array":
        return f"tuple[{typed(schema.get('items', {}), known)}, ...]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {typed(values, known)}]" if isinstance(values, dict) else "Any"
    return PLAIN[kind]


def stubs() -> dict[str, str]:
    """The files and their texts."""
    return {"_bouton.pyi": compiled(), "_views.pyi": views()}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, text in stubs().items():
        (folder / name).write_text(text, encoding="utf-8")
        print(f"{folder / name}: {len(text.splitlines())} lines")
