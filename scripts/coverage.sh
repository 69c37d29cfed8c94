#!/bin/sh
# Prints the lines of C that tests have executed, of each folder and in all, from what the programs of the flavour
# `coverage` in the folder BUILD have counted: scripts/coverage.sh BUILD. A line counts once, however many precisions
# it is compiled for, and headers count as the sources do. gcov is enough; where gcovr is installed it also writes
# BUILD/coverage.html, with each line.
set -eu
cd "$(dirname "$0")/.."
build=$1
gcov=${GCOV:-gcov}
# gcov's text: "count:line:source", the count being '-' where there is no code and '#####' where it never ran.
find "$build" -name '*.gcno' -not -path '*/tests/*' -print0 |
    xargs -0 -r -n 40 "$gcov" --stdout --relative-only 2>/dev/null |
    awk -F: '
        $2 ~ /^ *0$/ && $3 == "Source" { source = $4; sub(/^\.\//, "", source); next }
        source ~ /^(base|solvers|apps|bench|verify|library|precision|command)\// && $2 + 0 > 0 && $1 !~ /^ *-$/ {
            line = source ":" ($2 + 0)
            known[line] = 1
            if ($1 !~ /[#=%]/) ran[line] = 1
        }
        END {
            for (line in known) {
                folder = line; sub(/\/.*/, "", folder)
                lines[folder]++; all++
                if (line in ran) { covered[folder]++; in_all++ }
            }
            printf "%-10s %8s %8s %7s\n", "folder", "lines", "covered", "%"
            if (!all) exit 1
            for (folder in lines)
                printf "%-10s %8d %8d %7.1f\n", folder, lines[folder], covered[folder],
                       100 * covered[folder] / lines[folder] | "sort"
            close("sort")
            printf "%-10s %8d %8d %7.1f\n", "in all", all, in_all, 100 * in_all / all
        }'
if command -v gcovr >/dev/null; then
    gcovr --root . --object-directory "$build" --exclude 'tests/' --html-details "$build/coverage.html" >/dev/null &&
        echo "each line: $build/coverage.html"
fi
