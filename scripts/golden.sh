#!/bin/sh
# One golden run: golden.sh PROGRAM NAME FILE. To renew them all, when results are meant to change:
#     for name in heat2d heat3d chip3d anneal; do scripts/golden.sh build/bandstand $name tests/golden/$name.h5; done
set -eu
case $2 in
heat2d) set -- "$@" --set grid.n=48 ;;
heat3d) set -- "$@" --set grid.n=[15,14,13] ;;
chip3d)
    probes='{ name = "core0"; at = [0.0020, 0.0075, 0.0015]; }, { name = "core1"; at = [0.0050, 0.0075, 0.0015]; }'
    probes="$probes"', { name = "core2"; at = [0.0080, 0.0075, 0.0015]; }'
    probes="$probes"', { name = "cache"; at = [0.0035, 0.0035, 0.0015]; }'
    probes="$probes"', { name = "underside"; at = [0.0050, 0.0050, 0.0]; }'
    set -- "$@" --set grid.n=[17,15,13] --set time.dt=0.002 --set "probes=($probes)"
    ;;
anneal) set -- "$@" --set grid.n=[65,33] ;;
*) echo "golden.sh: $2 has no golden run" >&2; exit 2 ;;
esac
program=$1 name=$2 file=$3
shift 3
exec "$program" run "configs/adi/$name.cfg" -q --solvers thomas --set time.steps=12 --set bandwidth=false \
    --set timing.seconds=0 -o "$file" \
    "$@"
