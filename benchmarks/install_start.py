"""How long it takes from nothing to a first game, and what is then installed.

Run: ``uv run python -m benchmarks.install_start [--python python3] [--json]``, in a checkout. It builds the wheel,
makes an environment, installs the wheel alone with pip, and starts ``croupier play pig --vs bot`` to its first
prompt, all with a home and caches of their own that are empty. The download is in the time of pip.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.cold_start import first_prompt
from benchmarks.sidebyside import print_json

_LARGE_MEGABYTES = 10.0


def megabytes(folder: Path) -> float:
    """What lies in a folder."""
    return sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) / 1e6


def install(python: str, folder: Path) -> tuple[dict[str, float], dict[str, float]]:
    """Build, install and play.

    Args:
        python: what makes the environment.
        folder: an empty one, for everything.

    Returns:
        Seconds of each part; megabytes of all that is installed, and of each large package.
    """
    subprocess.run(["uv", "build", "-q", "--wheel", "-o", str(folder)], check=True)  # noqa: S603, S607
    wheel = next(folder.glob("*.whl"))
    home, place = folder / "home", folder / "environment"
    home.mkdir()
    environment = {**os.environ, "HOME": str(home)}
    seconds, begun = {}, time.perf_counter()
    subprocess.run([python, "-m", "venv", str(place)], check=True, env=environment)  # noqa: S603
    seconds["environment"] = time.perf_counter() - begun
    begun = time.perf_counter()
    command = [str(place / "bin/pip"), "install", "-q", "--no-cache-dir", str(wheel)]
    subprocess.run(command, check=True, env=environment)  # noqa: S603
    seconds["pip install"] = time.perf_counter() - begun
    game = (str(place / "bin/croupier"), "play", "pig", "--vs", "bot", "--seed", "1")
    seconds["first prompt"] = first_prompt(game, str(folder / "cache"), HOME=str(home))["first prompt"]
    seconds["all"] = sum(seconds.values())
    packages = next(place.glob("lib/python*/site-packages"))
    sizes = {each.name: megabytes(each) for each in packages.iterdir() if each.is_dir()}
    large = {name: size for name, size in sorted(sizes.items()) if size >= _LARGE_MEGABYTES}
    return seconds, {"all": sum(sizes.values()), **large}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default="python3", help="what makes the environment")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="croupier-install-", ignore_cleanup_errors=True) as folder:
        seconds, sizes = install(given.python, Path(folder))
    if given.json:
        print_json({"load_before": load, "seconds": seconds, "megabytes": sizes})
        return
    print(f"load of the machine at the beginning {load:.1f}")
    for name, value in seconds.items():
        print(f"  {name:24} {value:7.1f} s")
    for name, value in sizes.items():
        print(f"  {name:24} {value:7.1f} MB")


if __name__ == "__main__":
    main()
