#!/bin/sh
# Fails when a file includes upward or sideways, when a folder and its parent include each other, when a header of a
# library is included outside its one file, or when a file has no head or lines of more than 120 columns, or a folder
# too many files. TAP output.
set -u
cd "$(dirname "$0")/.."
if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    echo "ok 1 - sources # SKIP which files are sources is known only in a git checkout"
    echo "1..1"
    exit 0
fi

# Folder, and the folders it may include.
rules='base base
solvers base|solvers
apps base|solvers|apps
library base|solvers|library
bench base|solvers|apps|bench
verify base|solvers|apps|verify
precision base|solvers|apps|bench|verify|precision
command base|solvers|apps|bench|verify|precision|command'
# Header, and the one file that may include it; tests/cuhost stands in for the library of the first.
single='cuda_runtime_api.h base/device/device.c
fftw3.h solvers/transform/fftw/wisdom.h
mpi.h base/comm/comm_internal.h
cusparse.h base/library/cusparse_internal.h
cufft.h base/library/cufft.c
hdf5.h base/result/store_internal.h
xxhash.h base/result/store_checksum.c
libconfig.h base/config/syntax.c
muParserDLL.h base/formula/expression.c
suitesparse/klu.h base/library/sparse_klu.c
suitesparse/umfpack.h base/library/sparse_umfpack.c
suitesparse/SuiteSparseQR_C.h base/library/sparse_spqr.c
suitesparse/amd.h base/library/sparse_amd.c'

. scripts/result.sh
includes() { git ls-files -co --exclude-standard "$@" | grep -E '\.(c|h|cu|cuh)$' | xargs -r grep -nE '^ *# *include'; }

while read -r folder allowed; do
    result "$folder/ includes no floor above" "$(includes "$folder" | grep '"' | grep -vE "#include \"($allowed)/")"
done <<EOF
$rules
EOF
# Folders of one level know nothing of each other, but for those that stand below: folder, and its siblings that
# it may include.
beside='apps/adi/conditions material problem step
apps/adi/fused problem step
apps/adi/material problem
apps/adi/pointwise fused step
apps/adi/ranks problem
apps/adi/step material problem ranks
apps/adi/stepper conditions pointwise problem ranks step sweep
apps/adi/sweep fused step
apps/batch/given problem
apps/bvp/equations problem
apps/cloudqueue/measures model problem
apps/cloudqueue/problem model
apps/hines/device channels part synapses
apps/hines/layout part population
apps/hines/model channels morphology
apps/hines/network model population state
apps/hines/part channels model population stimuli synapses
apps/hines/peers model population
apps/hines/population model morphology
apps/hines/recording model part state
apps/hines/sonata part recording state
apps/hines/state device layout model part population stimuli
apps/hines/stimuli model
apps/hines/synapses channels model
apps/poisson/given problem ranks
apps/poisson/measures problem ranks solution
apps/poisson/projection given measures solution
apps/poisson/ranks problem
apps/poisson/solution given problem ranks transforms waves
apps/poisson/transforms problem ranks
apps/poisson/waves problem ranks transforms
base/config file formula
base/field config formula result
base/library comm device
base/memory device
base/result comm config device file formula library tuning
base/signals file
base/timing device file
base/tuning config
command/bench run terminal
command/compare terminal
command/compare/gate result
command/compare/show result sweep
command/compare/sweep result
command/papers compare plot terminal
command/papers/claims formula
command/papers/experiment claims
command/papers/page experiment
command/plot/cells draw map
command/plot/chart draw
command/plot/map draw
command/plot/measured draw
command/plot/page draw
command/plot compare terminal
command/run compare cores papers terminal
command/run/checkpoint jobs record shared workload
command/run/jobs options published sweep workload
command/run/options points workload
command/run/published options workload
command/run/record jobs options published shared workload
command/run/request checkpoint jobs record sweep workload
command/run/shared workload
command/run/sweep points shared workload
command/solvers terminal
solvers/cut batch
solvers/recurrence batch cut
solvers/recurrence/cut lines
solvers/sparse batch
solvers/sparse/files matrix
solvers/sparse/hbisa matrix
solvers/sparse/markov direct files matrix
solvers/transform batch
solvers/tree batch
solvers/tridiag batch cut
solvers/tridiag/arcr pivoting
solvers/tridiag/auto check partition pivoting thomas
solvers/tridiag/cyclic auto check
solvers/tridiag/factored partition pivoting
solvers/tridiag/partition check factored pivoting
solvers/tridiag/pivoting check thomas
solvers/tridiag/scan partition pivoting
solvers/tridiag/spike arcr pivoting
solvers/tridiag/thomas check'
sideways=$(includes apps base command solvers | BESIDE=$beside awk '
    BEGIN { rows = split(ENVIRON["BESIDE"], row, "\n")
        for (r = 1; r <= rows; r++) {
            words = split(row[r], word, " ")
            for (w = 2; w <= words; w++) may[word[1], word[w]] = 1
        } }
    { file = $0; sub(/:.*/, "", file); header = $0
      if (!sub(/^[^"]*"/, "", header)) next
      sub(/".*/, "", header)
      a = split(file, from, "/"); b = split(header, to, "/"); parent = ""
      for (i = 1; i < a && i < b && from[i] == to[i]; i++) parent = parent from[i] "/"
      if (i > 1 && i < a && i < b && !((parent from[i], to[i]) in may)) print file " includes " header }')
result "no folder includes its sibling" "$sideways"
# A folder includes its parent, or the parent includes it. Lists that name each kind, and so include each folder:
lists='solvers/kinds.h'
returns=$(includes $(echo "$rules" | cut -d' ' -f1) | grep -vE "^($lists):" | awk '
    { from = $0; sub(/:.*/, "", from); to = $0
      if (!sub(/^[^"]*"/, "", to)) next
      sub(/".*/, "", to); sub(/[^\/]*$/, "", from); sub(/[^\/]*$/, "", to)
      if (from == to) next
      a = substr(from, 1, length(from) - 1); b = substr(to, 1, length(to) - 1)
      if (index(to, from) == 1) down[a " and " b] = 1
      if (index(from, to) == 1) up[b " and " a] = 1 }
    END { for (p in down) if (p in up) print p " include each other" }')
result "no folder includes its parent where that includes it" "$returns"
headless=$(git ls-files -co --exclude-standard '*.c' '*.h' '*.cu' '*.cuh' '*.cpp' | while read -r file; do
    head -c 2 "$file" | grep -q '^/[*/]' || echo "$file"
done)
result "every file opens with a comment" "$headless"
crowded=$(git ls-files -co --exclude-standard -- ':!fuzz/corpus' | sed 's#/[^/]*$##' | sort | uniq -c |
    awk '$1 > 36 { print $2 " has " $1 " files" }')
result "no folder has more than 36 files" "$crowded"
# Rows of tables in prose may be longer, as Markdown has no other form of them, and so may lines of results.
long=$(git ls-files -co --exclude-standard -- ':!fuzz/corpus' ':!bench/results' |
    LC_ALL=C.UTF-8 xargs grep -IHnE '^.{121,}$' | grep -vE '^[^:]*\.md:[0-9]+:\|' | cut -c1-100)
result "no line is longer than 120 columns" "$long"
while read -r header file; do
    others=$(includes . | grep "[<\"]$header[>\"]" | grep -v "^$file:" | grep -vE "^tests/(cuhost|campaigns)/")
    result "<$header> is included only by $file" "$others"
done <<EOF
$single
EOF
echo "1..$number"
