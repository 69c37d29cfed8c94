#!/bin/sh
# Makes configs/poisson/channel_velocity.h5: the mean velocity of a channel at Re_tau = 180 with random waves on it, on
# the faces of the cells of channel.cfg. The mean is H. Reichardt's (Z. angew. Math. Mech. 31 (1951) 208); each
# component has waves of its own, which vanish at the walls, so that the velocity has a divergence. Needs awk and
# h5import.
set -eu
cd "$(dirname "$0")/../configs/poisson"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
awk -v folder="$work" 'function random() { seed = seed * 16807 % 2147483647; return seed / 2147483647 } # Park, Miller
function face(s) { return 1 + tanh(1.8 * (2 * s - 1)) / tanh(1.8) } # in half heights
function tanh(x) { return 1 - 2 / (exp(2 * x) + 1) }
function mean(y, plus) { # y from the nearer wall
    plus = 180 * y
    return log(1 + 0.4 * plus) / 0.4 + 7.8 * (1 - exp(-plus / 11) - plus / 11 * exp(-0.33 * plus))
}
BEGIN {
    pi = atan2(0, -1); seed = 1968; nx = 32; ny = 32; nz = 16; friction = 0.018 # m/s
    split("u v w", name); strength[1] = 1.2; strength[2] = 0.6; strength[3] = 0.8
    for (c = 1; c <= 3; c++) {
        for (m = 0; m < 24; m++) {
            a[m] = strength[c] * (random() - 0.5); kx[m] = int(6 * random()); kz[m] = int(5 * random())
            ky[m] = 1 + int(4 * random()); phase[m] = 2 * pi * random()
        }
        for (k = 0; k < nz; k++) for (j = 0; j < ny + (c == 2); j++) {
            y = c == 2 ? face(j / ny) : (face(j / ny) + face((j + 1) / ny)) / 2
            z = 2 * pi * (k + 0.5 * (c != 3)) / nz
            for (m = 0; m < 24; m++) shape[m] = a[m] * sin(ky[m] * pi * y / 2) * (c == 2 ? sin(pi * y / 2) : 1)
            for (i = 0; i < nx; i++) {
                x = 2 * pi * (i + 0.5 * (c != 1)) / nx
                v = c == 1 ? mean(y < 1 ? y : 2 - y) : 0
                if (c != 2 || (j > 0 && j < ny))
                    for (m = 0; m < 24; m++) v += shape[m] * cos(kx[m] * x + kz[m] * z + phase[m])
                printf "%.6f\n", friction * v > (folder "/" name[c])
            }
        }
    }
}'
describe() { # dataset, sizes along z, y, x
    cat >"$work/$1.conf" <<CONF
PATH $1
INPUT-CLASS TEXTFP
RANK 3
DIMENSION-SIZES $2 $3 $4
OUTPUT-CLASS FP
OUTPUT-SIZE 32
OUTPUT-ARCHITECTURE IEEE
OUTPUT-BYTE-ORDER LE
CHUNKED-DIMENSION-SIZES $2 $3 $4
COMPRESSION-TYPE GZIP
COMPRESSION-PARAM 9
CONF
}
describe u 16 32 32
describe v 16 33 32
describe w 16 32 32
rm -f channel_velocity.h5
h5import "$work/u" -c "$work/u.conf" "$work/v" -c "$work/v.conf" "$work/w" -c "$work/w.conf" -o channel_velocity.h5
