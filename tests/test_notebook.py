"""The notebook in examples/ runs from its first cell to its last. Jupyter has a dependency group of its own."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="Jupyter is not installed: uv sync --group notebook")
nbclient = pytest.importorskip("nbclient", reason="Jupyter is not installed: uv sync --group notebook")
pytest.importorskip("ipykernel", reason="Jupyter is not installed: uv sync --group notebook")

NOTEBOOK = Path(__file__).parents[1] / "examples" / "train_and_plot.ipynb"


@pytest.mark.filterwarnings("default")  # Jupyter's own
def test_the_notebook_trains_an_agent_and_shows_a_plot() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("60_000, 6, 200", "8_192, 2, 40")  # as long as a test may take
    assert "8_192" in str(notebook)
    nbclient.NotebookClient(notebook, timeout=500, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.output_type == "error"]
    kinds = [set(output.get("data", {})) for output in outputs]
    assert any("image/svg+xml" in kind for kind in kinds)
    assert any("image/png" in kind for kind in kinds)
    assert "decisions:" in str(outputs)
