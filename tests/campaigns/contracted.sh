#!/bin/bash
# Kernels and the host's methods compiled so that each compiler contracts products and sums by its own rules, as on a
# GPU: methods of the device agree with those of the host to rounding, where `make test` compares bits without
# contraction. contracted.sh [SEEDS] [SAMPLE]: seeds 1 ... SEEDS, one batch in SAMPLE; 5 and 20 by themselves. Each
# prints its seed.
set -u
cd "$(dirname "$0")/../.."
seeds=${1:-5} sample=${2:-20} failed=0
built=build/cuhost-contracted-kernels/tests/device
programs=(test_conformance test_tridiag test_adi_device)
targets=()
for program in "${programs[@]}"; do targets+=("$built/${program}_double" "$built/${program}_float"); done
make -j"$(nproc)" KERNELS_ONLY=1 FLAVOUR=cuhost-contracted "${targets[@]}" || exit
for seed in $(seq "$seeds"); do
    for target in "${targets[@]}"; do
        said=$(SEED=$seed CUHOST_SEED=$((seed - 1)) SAMPLE=$sample "$target" 2>&1) && continue
        failed=1
        echo "seed $seed: $target"
        grep -B 3 '^not ok' <<<"$said" | head -20
    done
done
[ $failed -eq 0 ] && echo "all agree, seeds 1 ... $seeds, one batch in $sample"
exit $failed
