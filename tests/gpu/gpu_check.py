"""What gpu_check.test asks of the lines that scripts/gpu-check writes: gpu_check.py CASE FILE, or goals."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))
import gpu_goals

ENTRY = {"benchmark", "name", "kind", "space", "precision", "n", "batch", "layout", "threads", "seconds", "median",
         "min", "bytes_per_unknown", "gb_s", "share_of_limit", "ratio"}
PARTS = ["tools", "build", "once", "limits", "bench", "ncu", "conformance", "sanitizer"]


def is_so(holds, what):
    if not holds:
        sys.exit(f"not so: {what}")


def of(lines, part, kind=None):
    return [e[kind] if kind else e for e in lines if e["part"] == part and (not kind or kind in e)]


def look_at_entries(results):
    for r in results:
        is_so(ENTRY <= set(r), f"an entry has {ENTRY - set(r)}")
        is_so(min(r["seconds"]) == r["min"] > 0 and r["median"] >= r["min"], f"{r['name']}: seconds")
    rows = [r for r in results if r["space"] == "device" and r["kind"] == "tridiag"]
    is_so(all(r["clean"] == r["rounds"] for r in rows), "every sample of the device counts")
    is_so(all(r["share_of_limit"] > 0 and r["gb_s"] > 0 for r in rows), "shares")
    thomas = [r for r in rows if r["name"] == "thomas" and r["precision"] == "double"]
    is_so(all(r["bytes_per_unknown"] == 72 for r in thomas), "72 bytes an unknown")
    return rows


def report(lines):
    done = of(lines, "done")
    is_so([e["of"] for e in done] == PARTS and all(e["ok"] for e in done), "all parts, in order")
    is_so(lines[-1]["part"] == "end" and lines[-1]["ok"], "all is well")
    facts = of(lines, "facts")[0]
    is_so(of(lines, "tools")[0]["gpu"] == "cuhost" and "-O0" in facts["flags"], "where it comes from")
    is_so(facts["commit"], "which commit it is")
    is_so(of(lines, "sanitizer")[0]["skipped"] and of(lines, "ncu")[0]["skipped"], "why tools did not run")
    for part in "once", "conformance":
        passed = {e["program"]: e["passed"] for e in of(lines, part)}
        for name in ("test_conformance_tridiag_double", "test_tridiag_double", "test_device",
                     "test_conformance_blocktri_double", "test_conformance_transform_double",
                     "test_poisson_device_double"):
            is_so(passed[name] > 0, f"{name} passed")
    is_so(of(lines, "limits", "limit")[0]["device_segments_32_gb_s"] > 0, "limits of short runs")
    rows = look_at_entries(of(lines, "bench", "result"))
    is_so({r["benchmark"] for r in rows} >= {"tridiag.one", "tridiag.device", "tridiag.few", "tridiag.short"}, "goals")
    is_so({"contiguous", "interleaved"} <= {r["layout"] for r in rows}, "layouts")
    steps = [r for r in of(lines, "bench", "result") if r["kind"] == "adi" and r["name"] == "fused"]
    is_so(len({r["n"] for r in steps}) == 2 and all(r["precision"] == "float" or r["bytes_moved"] == 56 for r in steps),
          "what a fused step moves")
    chains = [r["name"] for r in of(lines, "bench", "result") if r["kind"] == "blocktri" and r["space"] == "device"]
    is_so("hbisa_redblack" in chains, "chains")
    boxes = [r["layout"] for r in of(lines, "bench", "result") if r["kind"] == "poisson"]
    is_so("neumann, whole" in boxes, "boxes")
    found = of(lines, "goals", "goals")[0]
    is_so(len(found) == 15 and found[2]["value"] > 0, "goals")


def failed(lines):
    built = of(lines, "build")[0]
    is_so(not built["ok"] and any("planted" in e for e in built["errors"]), "why the build failed")
    is_so(of(lines, "facts")[0]["commit"] == "abc123", "the commit that was given")
    ran = {e["program"]: e for e in of(lines, "once")}
    is_so(ran["test_relayout_double"]["failures"][0]["why"] == "it was not built", "what needs it")
    found = ran["test_conformance_tridiag_double"]["failures"]
    is_so(any("device" in f["test"] and "eps" in f["why"] for f in found), f"which test, and why: {found}")
    is_so(of(lines, "limits", "result") and not lines[-1]["ok"], "it was measured nevertheless")


def broken(lines):
    is_so(any("planted" in e for e in of(lines, "build")[0]["errors"]), "why the build failed")
    is_so(of(lines, "limits")[0]["why"] == "bandstand was not built", "an older program is not measured")


def killed(lines):
    ends = {e["run"]: e for e in of(lines, "bench") if "ok" in e}
    one = "tridiag.one -p double"
    is_so(not ends[one]["ok"] and "exit -9" in ends[one]["why"], "it was killed")
    of_one = [e for e in of(lines, "bench") if e["run"] == one and "result" in e]
    is_so(len(of_one) == 1, "whole lines are kept, torn ones dropped")
    is_so(sum(e["ok"] for e in ends.values()) == len(ends) - 1 > 5, "the others were measured")
    is_so(of(lines, "goals", "goals")[0][0]["value"] > 0, "goals are read from what there is")


def sanitized(lines):
    runs = {e["run"]: e for e in of(lines, "sanitizer")}
    is_so(not runs["memcheck double"]["ok"] and "invalid read" in runs["memcheck double"]["said"], "what it saw")
    is_so(runs["memcheck, planted"]["finds_planted"], "the tool finds what was planted")
    is_so(of(lines, "limits", "result"), "measured before")


def counted(lines):
    found = of(lines, "ncu", "counts")
    is_so(found and found[0]["dram__bytes_read.sum"] == 1234567.0, f"numbers: {found}")
    is_so(of(lines, "ncu", "units")[0]["dram__bytes_read.sum"] == "byte", "units")


def ended(lines):
    is_so(of(lines, "bench", "result") and lines[-1]["part"] != "end", "lines up to the kill")


def driver(lines):
    is_so(of(lines, "tools")[0]["gpu"] == "Fake GPU" and of(lines, "tools")[0]["code"] == "90", "the driver was asked")


def row(benchmark, name, layout, n=512, batch=131072, share=0.5, size=40, **ratio):
    return {"benchmark": benchmark, "name": name, "layout": layout, "n": n, "batch": batch, "share_of_limit": share,
            "ratio": ratio, "space": "device", "kind": "tridiag", "precision": "double", "bytes_per_unknown": size,
            "median": 1e-3}


def step(n, share):
    return {**row("adi.device", "fused", "3D", n), "kind": "adi", "share_moved": share}


def box(layout, n, share):
    return {**row("poisson.device", "cufft", layout, n, n * n, share, 96), "kind": "poisson"}


def goals():
    large = [row("tridiag.device", "thomas", "interleaved", share=0.92, size=72),
             row("tridiag.device", "thomas", "contiguous", thomas=0.2),
             row("tridiag.device", "tiled", "contiguous", thomas=0.9),
             row("tridiag.device", "cusparse_strided", "contiguous", thomas=2.0),
             row("tridiag.device", "thomas", "interleaved-varied", thomas=0.7),
             row("tridiag.device", "thomas", "ragged-sorted", thomas=0.8)]
    grid = [row("tridiag.grid", "thomas", "interleaved", 64, 256, cusparse_strided=0.9, cusparse_interleaved=1.1),
            row("tridiag.grid", "pcr", "contiguous", 64, 256, cusparse_strided=1.5, cusparse_interleaved=3.0),
            row("tridiag.grid", "thomas", "interleaved", 512, 256, cusparse_strided=1.3, cusparse_interleaved=1.2)]
    short = [row("tridiag.short", "a", "contiguous", n, (1 << 26) // n, share=0.9, size=40)
             for n in (64, 128, 256, 512)]
    short += [row("tridiag.short", "a", "contiguous", 1024, 65536, share=0.5, size=80)]
    rest = [row("tridiag.one", "cr_pcr", "contiguous", 1 << 25, 1, share=0.8, size=152, cusparse_gtsv2=6.0),
            row("tridiag.one", "partition_pivot", "contiguous", 1 << 25, 1, share=0.3, size=81, cusparse_gtsv2=4.0),
            row("tridiag.one", "partition_pivot", "contiguous", 1 << 23, 1, share=0.9, size=81, cusparse_gtsv2=9.0),
            row("tridiag.few", "thomas", "interleaved", 4096, 16384), step(256, 0.7), step(512, 0.9),
            box("neumann, whole", 256, 0.8), box("neumann, whole", 512, 0.5), box("periodic, whole", 512, 0.9)]
    queue = [{**row("queue.table2", "hbisa_redblack", "Cloud16-2000", 32000, 1), "kind": "blocktri", "median": 1e-4},
             {**row("queue.table2", "cg", "Cloud16-100", 1600, 1), "kind": "blocktri", "median": 1e-6}]
    values = [(round(g["value"], 9), g["ok"]) for g in gpu_goals.goals(large + grid + short + rest + queue)]
    is_so(values == [(0.4, False), (6, True), (0.92, True), (67.108864, True), (0.25, False), (0.7, False), (0.9, True),
                     (0.5, False), (1.3, True), (1.1, True), (0.9, True), (0.8, False), (2, True), (4, False),
                     (1, True)], values)
    grid[2]["ratio"] = {}
    values = [g["ok"] for g in gpu_goals.goals(large + grid + short[1:])]
    is_so(values == 2 * [False] + [True] + 7 * [False] + [True] + 4 * [False], f"what is missing: {values}")
    is_so(not any(g["ok"] or g["value"] for g in gpu_goals.goals([])), "nothing measured, nothing reached")
    is_so("not measured" in gpu_goals.table(gpu_goals.goals([])), "the table says so")


if sys.argv[1] == "goals":
    goals()
else:
    with open(sys.argv[2], encoding="utf-8") as f:
        {"report": report, "failed": failed, "broken": broken, "killed": killed, "sanitized": sanitized,
         "counted": counted, "ended": ended, "driver": driver}[sys.argv[1]]([json.loads(line) for line in f])
