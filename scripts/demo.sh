#!/bin/sh
# Runs the applications under several solvers and draws pictures into output/. The last screen has what was found, what
# the solvers cost, and where the pictures are.
set -eu
cd "$(dirname "$0")/.."
program=build/bandstand
screens=$(mktemp -d)
trap 'rm -rf "$screens"' EXIT
results=
for config in adi/heat3d adi/chip3d adi/heat2d bvp/heated_rod poisson/charges poisson/channel batch/splines \
    cloudqueue/data_centre cloudqueue/day; do
    name=${config#*/}
    echo "== $program run configs/$config.cfg"
    "$program" run "configs/$config.cfg" >"$screens/$name"
    results="$results output/$name.h5"
done
echo "== pictures"
# shellcheck disable=SC2086
"$program" plot $results --output output >"$screens/pictures"
# shellcheck disable=SC2086
"$program" plot $results --gallery output/demo.html >/dev/null

# The answers of a run stand before the table of its runs.
found() { awk '/^run +status/ { exit } { print }' "$screens/$1"; }
whole() { found "$1" | awk '!NF { exit } { print }'; }
cost() { awk '/^run +status/ { on = 1 } /^wrote/ { on = 0 } on' "$screens/$1"; }
echo
found chip3d
whole heated_rod
echo
whole charges
echo
whole channel
echo
whole day
echo
echo "A copper cube cools: the same temperatures by five methods"
cost heat3d
echo
echo "All on one page:     output/demo.html, with $(wc -l <"$screens/pictures") pictures (output/*.png)"
echo "Hour by hour:        $program show output/day.h5"
echo "What solvers cost:   $program compare output/heat3d.h5"
