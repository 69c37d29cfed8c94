#!/bin/sh
# Makes configs/adi/chip3d_initial.h5: the die of chip3d.cfg at idle, 9 x 9 values that are the same through
# the depth. It leaks most where the cores are. Needs awk and h5import.
set -eu
cd "$(dirname "$0")/../configs/adi"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
awk 'BEGIN { for (j = 0; j < 9; j++) for (i = 0; i < 9; i++) {
    x = i / 8 - 0.5; y = j / 8 - 0.75; printf "%.4f\n", 303 + 2 * exp(-4 * (x * x + y * y)) } }' >"$work/map.txt"
cat >"$work/map.conf" <<CONF
PATH temperature
INPUT-CLASS TEXTFP
RANK 3
DIMENSION-SIZES 1 9 9
OUTPUT-CLASS FP
OUTPUT-SIZE 64
OUTPUT-ARCHITECTURE IEEE
OUTPUT-BYTE-ORDER LE
CONF
rm -f chip3d_initial.h5
h5import "$work/map.txt" -c "$work/map.conf" -o chip3d_initial.h5
