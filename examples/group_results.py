"""Group the rows behind a report by anything: here by agent and seat, and what each decision cost by its phase.

Run::

    pip install polars
    croupier arena skull-king net bot bot:simple random --deals 100 --csv results.csv
    croupier judge net bot --set skull-king-1 --csv costs.csv
    python examples/group_results.py results.csv agent,seat win
    python examples/group_results.py results.csv agent bids.exact_rate
    python examples/group_results.py costs.csv agent,phase cost

With pandas the same is ``pd.read_csv("results.csv").query("counted").groupby(["agent", "seat"])["win"].mean()``.
"""

import sys
from pathlib import Path

import polars as pl


def means(file: Path, by: list[str], column: str) -> pl.DataFrame:
    """Means of a column by the values of others; seats for which a game does not count are left out."""
    rows = pl.read_csv(file, infer_schema_length=None).drop_nulls(column)
    rows = rows.filter("counted") if "counted" in rows.columns else rows
    rows = rows if "weight" in rows.columns else rows.with_columns(weight=1.0)
    mean = (pl.col(column) * pl.col("weight")).sum() / pl.col("weight").sum()
    return rows.group_by(by).agg(mean.alias("mean")).sort(by)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: python examples/group_results.py FILE.csv COLUMN[,COLUMN] COLUMN: by what, and of what")
    for *key, mean in means(Path(sys.argv[1]), sys.argv[2].split(","), sys.argv[3]).iter_rows():
        print(*key, f"{mean:.3f}")
