#!/bin/sh
# Runs a program whose kernels run on the host under several schedules: seeds.sh LAST PROGRAM. TAP output, a line a seed.
# Each seed takes other systems, and seed 0 a quarter of a test program's batches, the others one in SAMPLE, 24 by itself.
set -u
last=$1 program=$2
if [ ! -x "$program" ]; then
    echo "ok 1 - $(basename "$program") # SKIP it needs g++"
    exit 0
fi
log=$(mktemp) failed=0
trap 'rm -f "$log"' EXIT
for seed in $(seq 0 "$last"); do
    if [ "$seed" -eq 0 ]; then part=4; else part=${SAMPLE:-24}; fi
    if SAMPLE=$part CUHOST_SEED=$seed SEED=$((seed + 1)) "$program" >"$log" 2>&1; then echo "ok $((seed + 1)) - seed $seed"; else
        failed=1
        sed 's/^/# /' "$log"
        echo "not ok $((seed + 1)) - seed $seed"
    fi
done
echo "1..$((last + 1))"
exit $failed
