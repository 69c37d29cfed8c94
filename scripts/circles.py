#!/usr/bin/env python3
"""Circles between files: each calls the next, and the last the first, by the symbols of their objects.

    scripts/circles.py build/release

Lists of methods, kinds and applications are left out: they name what is registered, and everything is found through
them. TAP output.
"""
import os
import subprocess
import sys

# Files that belong to a recursion of what they implement, and why.
WANTED = {
    ("base/config/section", "base/config/value"): "groups of settings hold groups",
    ("command/papers/formula/evaluate", "command/papers/formula/functions"): "arguments of functions are formulas",
}
LISTS = ("registry", "kinds", "apps", "list", "precision")


def objects(root):
    """Pairs of an object and its source: of one precision, where a source is compiled in two."""
    found = {}
    for folder in ("", "double", "either"):
        base = os.path.join(root, folder)
        for place, inner, names in os.walk(base):
            if not folder:
                inner[:] = [n for n in inner if n in ("base", "command")] if place == base else inner
            inner[:] = [n for n in inner if n != "tests"]
            for name in names:
                if name.endswith(".o") and place != base:
                    source = os.path.relpath(os.path.join(place, name), base)[:-2]
                    if os.path.exists(source + ".c"):
                        found[source] = os.path.join(place, name)
    return found


def symbols(files, *options):
    """Pairs of an object and a symbol."""
    listed = subprocess.run(["nm", "-A", "-g", *options, *files], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        file, rest = line.split(":", 1)
        yield file, rest.split()[-1]


def calls(found):
    """Source by source, those whose symbols it uses."""
    source_of = {file: source for source, file in found.items()}
    home = {symbol: source_of[file] for file, symbol in symbols(source_of, "--defined-only")}
    used = {source: set() for source in found if os.path.basename(source) not in LISTS}
    for file, symbol in symbols(source_of, "--undefined-only"):
        user, owner = source_of[file], home.get(symbol)
        if user in used and owner in used and owner != user:
            used[user].add(owner)
    return used


def circles(used):
    """Tarjan: sets of sources of which each reaches all others."""
    order, low, stack, found = {}, {}, [], []

    def visit(v):
        order[v] = low[v] = len(order)
        stack.append(v)
        for w in sorted(used[v]):
            if w not in order:
                visit(w)
            if w in stack:
                low[v] = min(low[v], low[w])
        if low[v] == order[v]:
            cut = stack.index(v)
            if len(stack) - cut > 1:
                found.append(tuple(sorted(stack[cut:])))
            del stack[cut:]

    sys.setrecursionlimit(10000)
    for v in sorted(used):
        if v not in order:
            visit(v)
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = objects(sys.argv[1])
    if not found:
        sys.exit(f"{sys.argv[1]}: no objects there")
    left = [c for c in circles(calls(found)) if c not in WANTED]
    print(f"{'not ok' if left else 'ok'} 1 - no circle between the {len(found)} files of the program")
    for c in left:
        print("# " + " ".join(c))
    print("1..1")
    return bool(left)


if __name__ == "__main__":
    sys.exit(main())
