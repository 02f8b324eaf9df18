"""Finds performance regressions: compares a new run with the baseline in the repository.

`python -m bench.compare` measures and compares; `--keep` writes the new ratios as the baseline.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from bench import games, simulation
from bench.measure import Row

BASELINE = Path(__file__).parent / "baseline.json"
WORSE = 1.2
"""A ratio that is worse by more than this factor counts as slower."""
SLOWER_IS_MORE = ("µs", "ms")


def ratios(rows: list[Row]) -> dict[str, tuple[float, bool]]:
    """Returns the ratios by name, and whether a higher one means slower."""
    return {
        row.what: (row.ratio, row.unit.startswith(SLOWER_IS_MORE)) for row in rows if row.ratio is not None
    }


def slower(before: dict[str, float], after: dict[str, tuple[float, bool]]) -> list[tuple[str, float, float]]:
    """Returns everything that became slower: name, ratio before and after."""
    found = []
    for name, (now, more_is_slower) in after.items():
        then = before.get(name)
        if then and (now / then if more_is_slower else then / now) > WORSE:
            found.append((name, then, now))
    return found


def main(words: list[str]) -> int:
    """Measures, compares and prints regressions; exits with 1 if there are any."""
    console = Console()
    with console.status("measuring"):
        after = ratios([*games.bench(), *simulation.nodes()])
    if "--keep" in words:
        plain = {name: round(ratio, 3) for name, (ratio, _) in after.items()}
        BASELINE.write_bytes(msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n")
        console.print(f"{len(plain)} ratios kept in {BASELINE}")
        return 0
    before = msgspec.json.decode(BASELINE.read_bytes(), type=dict[str, float])
    grid = Table("what", "baseline", "now", title="ratios within one run", title_justify="left")
    for name, (now, _) in after.items():
        grid.add_row(name, f"{before[name]:.2f}" if name in before else "-", f"{now:.2f}")
    console.print(grid)
    worse = slower(before, after)
    for name, then, now in worse:
        console.print(f"[bold red]slower:[/] {name}: {then:.2f} before, {now:.2f} now", highlight=False)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
