#!/bin/sh
# Fails when a file includes upward or sideways, or a library's header outside its one file. TAP output.
set -u
cd "$(dirname "$0")/.."

# Room, and the rooms it may include.
rules='base base
solvers base|solvers
apps base|solvers|apps
bench base|solvers|apps|bench
verify base|solvers|apps|verify
precision base|solvers|apps|bench|verify|precision
command base|solvers|apps|bench|verify|precision|command'
# Header, and the one file that may include it; tests/cuhost stands in for the library of the first.
single='cuda_runtime_api.h base/device.c
cusparse.h base/cusparse_inside.h
hdf5.h base/store_inside.h
xxhash.h base/store_seal.c
libconfig.h base/syntax.c
muParserDLL.h base/expression.c
suitesparse/klu.h base/sparse_klu.c
suitesparse/umfpack.h base/sparse_umfpack.c
suitesparse/SuiteSparseQR_C.h base/sparse_spqr.c
suitesparse/amd.h base/sparse_amd.c
mpi.h base/comm.c'

number=0
result() { # name, offending lines
    number=$((number + 1))
    if [ -z "$2" ]; then echo "ok $number - $1"; else
        echo "not ok $number - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}
includes() { git ls-files -co --exclude-standard "$@" | grep -E '\.(c|h|cu|cuh)$' | xargs -r grep -nE '^ *# *include'; }

while read -r room allowed; do
    result "$room/ includes no floor above" "$(includes "$room" | grep '"' | grep -vE "#include \"($allowed)/")"
done <<EOF
$rules
EOF
# An application, and a kind of solver, knows nothing of its siblings.
sideways=$(includes apps solvers | sed -nE 's#^((apps|solvers)/([a-z]+)/[^:]*):[0-9]+:.*"(apps|solvers)/([a-z]+)/.*#\1 \2/\3 \4/\5#p' |
    awk '{split($2,a,"/"); split($3,b,"/"); if (a[1]==b[1] && a[2]!=b[2]) print $1 " includes " $3}')
result "no room includes its sibling" "$sideways"
while read -r header file; do
    result "<$header> is included by $file alone" "$(includes . | grep "[<\"]$header[>\"]" | grep -v "^$file:" | grep -vE "^tests/(cuhost|campaigns)/")"
done <<EOF
$single
EOF
echo "1..$number"
