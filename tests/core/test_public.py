"""The public face of the package."""

import subprocess
import sys

import croupier


def test_every_public_name_is_there_also_after_games_were_loaded() -> None:
    croupier.make("pig")
    for name in croupier.__all__:
        assert getattr(croupier, name)
        assert callable(getattr(croupier, name))
    assert "pig" in croupier.registered_games()


def test_importing_the_package_loads_neither_numba_nor_a_game() -> None:
    code = (
        "import sys, croupier; croupier.registered_games(); "
        "print([name for name in sys.modules if name.split('.')[0] in ('numba', 'torch', 'textarena')"
        " or name.startswith('croupier.games')])"
    )
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert result.stdout == "[]\n"
