#!/usr/bin/env python3
"""Evaluates the goals of the GPU from the entries that `bandstand bench` printed. scripts/gpu_goals.py FILE.jsonl
prints the table of the goals of a check, also of an interrupted one."""
import json
import sys


PIVOTING = {"partition_pivot", "parallel_dp", "spike_dp"}


def largest(rows):
    """Those of the most unknowns."""
    return [r for r in rows if r["n"] == max(q["n"] for q in rows)]


def device(results, benchmark, kind="tridiag", **wanted):
    """The methods of ours on the device in double precision, with these values."""
    return [r for r in results
            if r["space"] == "device" and r["kind"] == kind and r["precision"] == "double"
            and r["benchmark"] == benchmark and not r["name"].startswith("cusparse")
            and all(r[k] == v for k, v in wanted.items())]


def where(r):
    return f"{r['name']}, {r['layout']}, {r['batch']}x{r['n']}"


def best(rows, key):
    """The row with the largest value, and the value; None if no row has one."""
    known = [(key(r), r) for r in rows if key(r) is not None]
    return max(known, key=lambda k: k[0]) if known else None


def ratio(peer):
    return lambda r: r["ratio"].get(peer)


def share_at(size):
    """The share of the rate of a copy, were these the bytes an unknown."""
    return lambda r: None if r["share_of_limit"] is None else r["share_of_limit"] * size / r["bytes_per_unknown"]


def rows_a_second(r):
    return 1e-9 * r["n"] * r["batch"] / r["median"]


def goal(name, found, limit):
    """Met by a value of at least `limit`."""
    value, at = (found[0], where(found[1])) if found else (None, None)
    return {"name": name, "value": value, "limit": limit, "at": at, "ok": value is not None and value >= limit}


def least_over_sizes(rows, key, sizes=None):
    """At each size the best of ours; the size at which that is least. None if it is missing at any size: a goal over
    all of them is not met by some."""
    there = {(r["n"], r["batch"]) for r in rows}
    if sizes and len(there) < sizes:
        return None
    found = [best([r for r in rows if (r["n"], r["batch"]) == size], key) for size in sorted(there)]
    return min(found, key=lambda f: f[0]) if found and all(found) else None


def edges(results):
    return sorted({r["n"] for r in device(results, "adi.device", "adi")})


def goals(results):
    """The goals, measured or not."""
    large, grid = device(results, "tridiag.device"), device(results, "tridiag.grid")
    varied = [r for r in large if r["layout"].endswith(("varied", "sorted"))]
    plain = [r for r in large if r["layout"] == "interleaved" and r["name"] == "thomas"]
    steps = [goal(f"a step of the heat equation on {n}^3 nodes, fused: share of a copy's rate at the bytes it moves",
                  best(device(results, "adi.device", "adi", name="fused", n=n), lambda r: r.get("share_moved")), 0.8)
             for n in edges(results) or [256, 512]]
    one = largest(device(results, "tridiag.one"))
    pivoting = [r for r in one if r["name"] in PIVOTING]
    plainly = min((r["median"] for r in one if r["name"] not in PIVOTING), default=None)
    boxes = device(results, "poisson.device", "poisson", layout="neumann, whole")
    edge = max((r["n"] for r in boxes), default=512)
    return [
        goal("one system of 2^25: share of the rate of a copy at 76 bytes an unknown", best(one, share_at(76)), 0.9),
        goal("one system of 2^25: times as fast as cusparse_gtsv2", best(one, ratio("cusparse_gtsv2")), 5),
        goal("2^26 unknowns, interleaved thomas: share of the rate of a copy", best(plain, share_at(72)), 0.9),
        goal("16,384 systems of 4,096 rows: 10^9 rows a second",
             best(device(results, "tridiag.few"), rows_a_second), 48),
        goal("contiguous systems of 64 to 1,024 rows: share of the rate of a copy at 40 bytes an unknown, at least",
             least_over_sizes(device(results, "tridiag.short"), share_at(40), 5), 0.8),
        *steps,
        goal(f"Poisson's equation on {edge}^3 cells, all fluxes given: share of a copy's rate at 96 bytes a cell",
             best([r for r in boxes if r["n"] == edge], share_at(96)), 0.6),
        goal("grid, the fastest of ours: times as fast as cusparse_strided, at least",
             least_over_sizes(grid, ratio("cusparse_strided")), 1.2),
        goal("grid, interleaved: times as fast as cusparse_interleaved, at least",
             least_over_sizes([r for r in grid if r["layout"] == "interleaved"], ratio("cusparse_interleaved")), 1.0),
        goal("2^26 unknowns, contiguous: speed over that of interleaved thomas",
             best([r for r in large if r["layout"] == "contiguous"], ratio("thomas")), 1 / 1.2),
        goal("systems of 256 to 512 rows: unknowns a second over those of interleaved thomas, 512 rows",
             best(varied, ratio("thomas")), 0.85),
        goal("stationary chain of 32,000 states: 0.2 ms over the time of the fastest",
             best(device(results, "queue.table2", "blocktri", n=32000), lambda r: 2e-4 / r["median"]), 1),
        goal("one system of 2^25, with pivots: times as fast as cusparse_gtsv2",
             best(pivoting, ratio("cusparse_gtsv2")), 5),
        goal("one system of 2^25: speed with pivots over that of the fastest without",
             best(pivoting, lambda r: plainly and plainly / r["median"]), 1 / 1.2),
    ]


def table(rows):
    """As text."""
    lines = [("goal", "value", "at least", "", "")]
    for g in rows:
        value = "not measured" if g["value"] is None else f"{g['value']:.3g}"
        lines.append((g["name"], value, f"{g['limit']:.3g}", "ok" if g["ok"] else "missed", g["at"] or ""))
    widths = [max(len(line[k]) for line in lines) for k in range(5)]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(line, widths)).rstrip() for line in lines)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as lines_of:
        print(table(goals([entry["result"] for entry in map(json.loads, lines_of) if "result" in entry])))
