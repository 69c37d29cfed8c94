"""What gpu_check.test asks of the JSON of scripts/gpu-check: gpu_check.py report|failed|broken FILE, or goals."""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts"))
import gpu_goals

KEYS = {"gpu", "driver", "cuda", "date", "commit", "flags", "cores", "seconds", "ok", "build", "conformance",
        "sanitizer", "bench", "goals"}
ENTRY = {"name", "kind", "space", "precision", "n", "batch", "layout", "threads", "seconds", "median", "min",
         "bytes_per_unknown", "gb_s", "share_of_limit", "ratio"}


def is_so(holds, what):
    if not holds:
        sys.exit(f"not so: {what}")


def look_at_bench(name, measured):
    is_so(measured["ok"], f"{name} was measured: {measured.get('why')}")
    is_so(measured["limit"]["device_copy_gb_s"] > 0 and measured["limit"]["device_solve_gb_s"] > 0, f"{name}: limits")
    rows = [r for r in measured["results"] if r["space"] == "device" and r["kind"] == "tridiag"]
    for r in measured["results"]:
        is_so(ENTRY <= set(r), f"{name}: an entry has {ENTRY - set(r)}")
        is_so(min(r["seconds"]) == r["min"] > 0 and r["median"] >= r["min"], f"{name}: seconds")
    for r in rows:
        is_so(r["clean"] == r["rounds"], f"{name}: every sample of the device counts")
        is_so(r["share_of_limit"] > 0 and r["gb_s"] > 0, f"{name}: shares")
    thomas = [r for r in rows if r["name"] == "thomas" and r["precision"] == "double"]
    is_so(all(r["bytes_per_unknown"] == 72 for r in thomas), f"{name}: 72 bytes an unknown")
    return {r["layout"] for r in thomas}, {(r["n"], r["batch"]) for r in thomas}, rows


def report(r):
    is_so(KEYS <= set(r), f"the report has {KEYS - set(r)}")
    is_so(r["ok"] and r["build"]["ok"] and r["conformance"]["ok"] and r["sanitizer"]["ok"], "all is well")
    is_so(r["gpu"] == "cuhost" and "-O2" in r["flags"] and r["commit"] is not None, "where it comes from")
    is_so(not r["sanitizer"]["ran"] and r["sanitizer"]["why"], "why no sanitizer ran")
    programs = r["conformance"]["programs"]
    for name in ("test_solvers_double", "test_solvers_float", "test_solvers_double, seed 2", "test_device", "planted"):
        is_so(programs[name]["passed"] > 0 and not programs[name]["failures"], f"{name} passed")
    is_so(r["conformance"]["passed"] == sum(p["passed"] for p in programs.values()), "the sum of what passed")
    layouts, _, rows = look_at_bench("tridiag.device", r["bench"]["tridiag.device"])
    is_so({"contiguous", "interleaved", "unified-rows", "interleaved-varied", "ragged-sorted"} <= layouts, layouts)
    is_so(any("host_thomas" in e["ratio"] for e in rows), "the host is a peer")
    is_so(any("double" in e["ratio"] for e in rows), "precisions are compared")
    is_so(all("uniform" in e["ratio"] for e in rows if e["layout"].endswith("varied")), "varied sizes are compared")
    is_so(len(look_at_bench("tridiag.grid", r["bench"]["tridiag.grid"])[1]) >= 12, "a grid of sizes")
    steps = [e for e in r["bench"]["adi"]["results"] if e["space"] == "device" and e["kind"] == "adi"]
    is_so({e["name"] for e in steps} == {"thomas", "fused"}, "steps of the heat equation on the device")
    chains = [e for e in r["bench"]["queue.table2"]["results"] if e["space"] == "device"]
    is_so({"hbisa_redblack", "hbisa_redblack, aggregated", "bicgstab"} <= {e["name"] for e in chains}, "chains")
    is_so(len(r["goals"]) == 6 and r["goals"][0]["value"] > 0, "goals")


def failed(r):
    is_so(not r["ok"] and not r["conformance"]["ok"] and r["conformance"]["failed"] > 0, "it failed")
    found = r["conformance"]["programs"]["test_solvers_float"]["failures"]
    is_so(any("device" in f["test"] and "eps" in f["why"] for f in found), f"which test, and why: {found}")
    is_so(r["bench"]["tridiag.device"]["results"] and r["goals"], "the benchmarks were run nevertheless")


def broken(r):
    is_so(not r["ok"] and not r["build"]["ok"] and "planted" in r["build"]["said"], "why the build failed")
    is_so(r["conformance"] == {} and r["goals"] == [], "nothing else is claimed")


def row(name, layout, n=512, batch=131072, share=0.5, **ratio):
    return {"name": name, "layout": layout, "n": n, "batch": batch, "share_of_limit": share, "ratio": ratio,
            "space": "device", "kind": "tridiag", "precision": "double"}


def goals():
    large = [row("thomas", "interleaved", share=0.9), row("thomas", "contiguous", thomas=0.2),
             row("tiled", "contiguous", thomas=0.9), row("cusparse_strided", "contiguous", thomas=2.0),
             row("thomas", "interleaved-varied", thomas=0.7), row("thomas", "ragged-sorted", thomas=0.8)]
    grid = [row("thomas", "interleaved", 64, 256, cusparse_strided=0.9, cusparse_interleaved=1.1),
            row("pcr", "contiguous", 64, 256, cusparse_strided=1.5, cusparse_interleaved=3.0),
            row("thomas", "interleaved", 512, 256, cusparse_strided=1.3, cusparse_interleaved=1.2)]
    queue = [{**row("hbisa_redblack", "Cloud16-2000", 32000, 1), "kind": "blocktri", "median": 1e-4},
             {**row("cg", "Cloud16-100", 1600, 1), "kind": "blocktri", "median": 1e-6}]
    values = [(g["value"], g["ok"]) for g in gpu_goals.goals(large, grid, queue)]
    is_so(values == [(0.9, True), (1.3, True), (1.1, True), (0.9, True), (0.8, False), (2, True)], values)
    grid[2]["ratio"] = {}
    values = [g["ok"] for g in gpu_goals.goals(large, grid, [])]
    is_so(values == [True, False, False, True, False, False], "a peer that is missing at one size")
    is_so(not any(g["ok"] or g["value"] for g in gpu_goals.goals([], [], [])), "nothing measured, nothing reached")
    is_so("not measured" in gpu_goals.table(gpu_goals.goals([], [], [])), "the table says so")


if sys.argv[1] == "goals":
    goals()
else:
    with open(sys.argv[2], encoding="utf-8") as f:
        {"report": report, "failed": failed, "broken": broken}[sys.argv[1]](json.load(f))
