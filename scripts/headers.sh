#!/bin/bash
# Each header can be included by itself, and any two that a file may include together: headers.sh COMPILER FLAGS... TAP.
set -u
cd "$(dirname "$0")/.."
if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    echo "ok 1 - sources # SKIP which files are sources is known only in a git checkout"
    echo "1..1"
    exit 0
fi
# Lists are expanded by macros, gpu.h is for device code; the headers of cuSPARSE and of MPI need not be installed.
headers() { git ls-files -co --exclude-standard "${@/%//*.h}" \
    | grep -vE '(^|/)(list|gpu|pin_device|cusparse_internal|comm_internal)\.h$' | sort -u; }
number=0
compiles() { # name, what is included
    number=$((number + 1))
    if complaints=$(sed 's/.*/#include "&"/' <<<"$2" | "${compile[@]}" -fsyntax-only -Wall -Werror -Wno-unused \
        -x c - 2>&1); then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        sed 's/^/# /' <<<"$complaints" | grep -E 'error|from' | head -20
    fi
}
compile=("$@")
low=$(headers base solvers)
for folder in $(ls -d apps/*/) command bench verify library; do
    compiles "headers of ${folder%/} with those of base and solvers" \
        "$low"$'\n'"apps/app.h"$'\n'"$(headers "${folder%/}")"
done
# A header that a source includes before anything else is compiled by itself where the source is; not all builds have
# sources with a namesake for where a library is missing.
folders=(base solvers apps command bench verify library)
sources() { git ls-files -co --exclude-standard "${folders[@]/%//*.c}"; }
first() {
    sources | grep -vFf <(sources | sed -nE 's/_(none|builtin)\.c$//p') | xargs awk '
        FNR == 1 { begun = 0 }
        /^#/ && !begun { begun = 1; if ($0 ~ /^#include "/) { split($0, part, "\""); print part[2] } }' | sort -u
}
alone=$(for header in $(comm -13 <(first) <(headers "${folders[@]}")); do
    "${compile[@]}" -fsyntax-only -x c - <<<"#include \"$header\"" 2>/dev/null || echo "$header"
done)
number=$((number + 1))
if [ -z "$alone" ]; then echo "ok $number - each header by itself"; else
    echo "not ok $number - each header by itself"
    sed 's/^/# /' <<<"$alone"
fi
echo "1..$number"
