#!/bin/sh
# Runs the applications under several solvers, prints the comparisons, draws pictures into output/.
set -eu
cd "$(dirname "$0")/.."
program=build/bandstand
for config in configs/adi/heat3d.cfg configs/adi/chip3d.cfg configs/adi/heat2d.cfg configs/bvp/heated_rod.cfg \
    configs/batch/splines.cfg configs/cloudqueue/data_centre.cfg configs/cloudqueue/day.cfg; do
    name=$(basename "$config" .cfg)
    echo
    echo "== $program run $config"
    "$program" run "$config"
    "$program" compare "output/$name.h5"
    "$program" plot "output/$name.h5" --output output
done
echo
echo "Results and pictures are in output/; try: $program compare output/heat3d.h5"
