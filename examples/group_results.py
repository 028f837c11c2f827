"""Group the rows behind a report by anything: here by agent and seat, and what each decision cost by its phase.

Run::

    croupier arena skull-king net bot bot:simple random --deals 100 --csv results.csv
    croupier judge net bot --set skull-king-1 --csv costs.csv
    python examples/group_results.py results.csv agent,seat win
    python examples/group_results.py costs.csv agent,phase cost

With pandas the same is ``pd.read_csv("results.csv").query("counted").groupby(["agent", "seat"])["win"].mean()``.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path


def means(file: Path, by: list[str], column: str) -> dict[tuple[str, ...], float]:
    """Means of a column by the values of others; seats for which a game does not count are left out."""
    sums: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
    with file.open(newline="", encoding="utf-8") as opened:
        for row in csv.DictReader(opened):
            if row.get("counted") != "False":
                weight, each = float(row.get("weight", 1.0)), sums[tuple(row[name] for name in by)]
                each[0] += weight * float(row[column])
                each[1] += weight
    return {key: total / weight for key, (total, weight) in sorted(sums.items())}


if __name__ == "__main__":
    for key, mean in means(Path(sys.argv[1]), sys.argv[2].split(","), sys.argv[3]).items():
        print(*key, f"{mean:.3f}")
