#!/bin/sh
# Runs a program whose kernels run on the host under several schedules, as many at a time as there are cores: seeds.sh
# LAST PROGRAM. TAP output, one line per seed. Each seed takes other systems, and one in SAMPLE of a test program's
# batches, 36 by itself; seed 0 takes six times as many.
set -u
last=$1 program=$2
if [ ! -x "$program" ]; then
    echo "ok 1 - $(basename "$program") # SKIP it needs g++"
    exit 0
fi
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export program logs
seq 0 "$last" | xargs -P "$(nproc)" -I{} sh -c 'seed={}
    part=${SAMPLE:-36}
    [ "$seed" -eq 0 ] && part=$((part / 6))
    SAMPLE=$part CUHOST_SEED=$seed SEED=$((seed + 1)) "$program" >"$logs/$seed" 2>&1 && touch "$logs/$seed.passed"'
failed=0
for seed in $(seq 0 "$last"); do
    if [ -e "$logs/$seed.passed" ]; then echo "ok $((seed + 1)) - seed $seed"; else
        failed=1
        sed 's/^/# /' "$logs/$seed"
        echo "not ok $((seed + 1)) - seed $seed"
    fi
done
echo "1..$((last + 1))"
exit $failed
