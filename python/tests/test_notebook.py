"""The tutorial runs from the first cell to the last, and shows what it promises."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat


def test_the_tutorial_runs(root: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(root / "docs" / "tutorial.ipynb", as_version=4)
    nbformat.validate(notebook)
    client = nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    shown: set[str] = set()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output["output_type"] != "error"
            shown |= set(output.get("data", {}))
    assert {"text/html", "image/svg+xml", "image/png", "text/latex"} <= shown
