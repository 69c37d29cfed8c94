"""What the GPU is to reach, read from the JSON of `bandstand bench tridiag.device tridiag.grid queue.table2`."""


def device(results, kind="tridiag", **wanted):
    """The methods of ours on the device in double precision, with these values."""
    return [r for r in results
            if r["space"] == "device" and r["kind"] == kind and r["precision"] == "double"
            and not r["name"].startswith("cusparse") and all(r[k] == v for k, v in wanted.items())]


def where(r):
    return f"{r['name']}, {r['layout']}, {r['batch']}x{r['n']}"


def best(rows, key):
    """The row with the largest value, and the value; None if nobody has one."""
    known = [(key(r), r) for r in rows if key(r) is not None]
    return max(known, key=lambda k: k[0]) if known else None


def ratio(peer):
    return lambda r: r["ratio"].get(peer)


def goal(name, found, limit):
    """Met by a value of at least `limit`."""
    value, at = (found[0], where(found[1])) if found else (None, None)
    return {"name": name, "value": value, "limit": limit, "at": at, "ok": value is not None and value >= limit}


def least_over_sizes(rows, peer):
    """At each size the fastest of ours against the peer; the size at which that is least. None if the peer is missing
    at any size: a goal over all of them is not met by some."""
    sizes = {(r["n"], r["batch"]) for r in rows}
    found = [best([r for r in rows if (r["n"], r["batch"]) == size], ratio(peer)) for size in sorted(sizes)]
    return min(found, key=lambda f: f[0]) if found and all(found) else None


def goals(large, grid, queue):
    """The results of tridiag.device, tridiag.grid and queue.table2, [] where there are none."""
    varied = [r for r in device(large) if r["layout"].endswith(("varied", "sorted"))]
    thomas = device(large, name="thomas", layout="interleaved")
    return [
        goal("2^26 unknowns, interleaved thomas: share of the rate of a copy",
             best(thomas, lambda r: r["share_of_limit"]), 0.85),
        goal("grid, the fastest of ours: times as fast as cusparse_strided, at least",
             least_over_sizes(device(grid), "cusparse_strided"), 1.2),
        goal("grid, interleaved: times as fast as cusparse_interleaved, at least",
             least_over_sizes(device(grid, layout="interleaved"), "cusparse_interleaved"), 1.0),
        goal("2^26 unknowns, contiguous: speed over that of interleaved thomas",
             best(device(large, layout="contiguous"), ratio("thomas")), 1 / 1.2),
        goal("systems of 256 to 512 rows: unknowns a second over those of interleaved thomas, 512 rows",
             best(varied, ratio("thomas")), 0.85),
        goal("stationary chain of 32,000 states: 0.2 ms over the time of the fastest",
             best(device(queue, "blocktri", n=32000), lambda r: 2e-4 / r["median"]), 1),
    ]


def table(rows):
    """As text."""
    lines = [("goal", "value", "at least", "", "")]
    for g in rows:
        value = "not measured" if g["value"] is None else f"{g['value']:.3g}"
        lines.append((g["name"], value, f"{g['limit']:.3g}", "ok" if g["ok"] else "missed", g["at"] or ""))
    widths = [max(len(line[k]) for line in lines) for k in range(5)]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(line, widths)).rstrip() for line in lines)
