"""The description of the API against the server: what it says of questions and answers is so, whatever is asked."""

import json
import pathlib
import subprocess
import sys

import pytest
import requests
import schemathesis
from conftest import PATIENCE, program, serve

HERE = pathlib.Path(__file__).parent
DESCRIPTION = json.loads(subprocess.run([program(), "serve", "--openapi"], stdout=subprocess.PIPE, check=True).stdout)
SCHEMA = schemathesis.openapi.from_dict(DESCRIPTION)

# Beginnings of addresses; whatever begins otherwise is in the last group.
GROUPS = {
    "play": ["solve", "play", "reply", "hint"],
    "chart": ["chart", "tile", "point", "overlay"],
    "sequence": ["sequence", "export", "certificate"],
    "texts": ["value", "born", "graph", "rules", "check"],
    "tables": ["table", "count", "compare", "survey", "quotient", "duel", "explain"],
    "others": None,
}


@pytest.fixture(scope="module")
def asked():
    """A server for these questions alone, with little time for each."""
    with serve("--seconds", "1") as url:
        yield url


def chosen(group):
    """The options that choose the addresses of a group."""
    names = GROUPS[group]
    if names is None:
        known = "|".join(name for names in GROUPS.values() if names for name in names)
        return ["--exclude-path-regex", f"^/api/({known})(/|$)"]
    return ["--include-path-regex", f"^/api/({'|'.join(names)})(/|$)"]


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_questions_of_every_kind_are_answered_as_described(group, asked):
    program = pathlib.Path(sys.executable).with_name("schemathesis")
    command = [program, "--no-color", "--config-file", HERE / "schemathesis.toml", "run", f"{asked}/api/openapi.json", "--url", asked]
    done = subprocess.run(command + chosen(group), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout


def examples():
    """All examples of questions."""
    for path, methods in DESCRIPTION["paths"].items():
        for method, operation in methods.items():
            for kind in operation.get("requestBody", {}).get("content", {}).values():
                for name, one in kind["examples"].items():
                    yield pytest.param(path, method, {"json": one["value"]}, id=f"{path} {name}")
            told = {one["name"]: one["example"] for one in operation.get("parameters", []) if "example" in one}
            if told:
                yield pytest.param(path, method, {"params": told}, id=path)


@pytest.mark.parametrize("path, method, question", list(examples()))
def test_the_examples_are_answered(base, wait_for, path, method, question):
    """At a server that has time: how long an example takes is not asked here."""
    ask = lambda: requests.request(method, base + path, timeout=PATIENCE, **question)
    response = wait_for(ask, lambda one: one.status_code != 503)
    assert response.ok, response.text
    SCHEMA[path][method.upper()].validate_response(response)


def test_the_claims_look_as_described_when_they_are_checked(base, wait_for):
    """On the server of the other tests of the papers, which checks them anyway."""
    response = wait_for(lambda: requests.get(f"{base}/api/claims", timeout=PATIENCE), lambda one: one.status_code != 202)
    SCHEMA["/api/claims"]["GET"].validate_response(response)
    assert response.status_code == 200


def test_the_description_is_what_is_served(asked):
    assert requests.get(f"{asked}/api/openapi.json", timeout=PATIENCE).json() == DESCRIPTION
