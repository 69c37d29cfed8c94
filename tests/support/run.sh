#!/bin/bash
# Runs test programs that print TAP, each "name=command", shows what failed and why tests were skipped, and ends with
# one line: N passed, N failed, N skipped. Exit 1 if anything failed. JOBS programs run at a time: by default one more
# than there are cores, as some wait for a signal or for the disk.
set -u
# Tests share the cores: a thread that waits is not to keep others from them.
export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}

# One line for a test, printed at once, and below it what failed: elapsed seconds, and those of all cores.
show() {
    printf '%-34s %4d passed %3d failed %3d skipped  %s\n' "$1" "$2" "$3" "$4" "$5"
    [ "$3" -eq 0 ] && return
    echo "--- $1: exit $6"
    if [ "$(wc -l <"$7")" -gt 60 ]; then
        grep -nE -A8 '^not ok|ERROR|error:|SUMMARY' "$7" | head -n 60
        tail -n 15 "$7"
    else
        cat "$7"
    fi
    echo "---"
}

# A shell that was killed leaves a line before that of the times.
seconds() {
    tail -n 1 "$1" | LC_ALL=C awk '{ gsub(",", "."); printf "%6.1f s, cpu %6.1f", $1, $2 + $3 }'
}

# $1: "name=command", $2: where the log and the numbers of each test go.
one() {
    local name=${1%%=*} log
    local p f s code TIMEFORMAT='%R %U %S'
    log=$2/${name//\//-}.log
    { time CMOCKA_MESSAGE_OUTPUT=TAP sh -c "${1#*=}" >"$log" 2>&1 </dev/null; } 2>"${log%.log}.time"
    code=$?
    s=$(grep -ciE '^(not )?ok .*# *skip' "$log")
    f=$(grep -iE '^not ok' "$log" | grep -cviE '# *skip')
    p=$(grep -iE '^ok' "$log" | grep -cviE '# *skip')
    # A program that dies, or one that tests nothing, has failed whatever it printed.
    [ "$code" -ne 0 ] && [ "$f" -eq 0 ] && f=1
    [ $((p + f + s)) -eq 0 ] && f=1
    echo "$p $f $s" >"${log%.log}.count"
    grep -iE '^(not )?ok .*# *skip' "$log" | sed "s|^|$name: |" >"${log%.log}.skips"
    show "$name" "$p" "$f" "$s" "$(seconds "${log%.log}.time")" "$code" "$log" >"${log%.log}.row"
    cat "${log%.log}.row"
}

if [ "$1" = --one ]; then
    one "$3" "$2"
    exit 0
fi
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
printf '%s\0' "$@" | xargs -0 -n 1 -P "${JOBS:-$(($(nproc) + 1))}" --process-slot-var=SLOT "$0" --one "$results"
# A test that left no numbers was killed with its shell.
lost=$(($# - $(find "$results" -name '*.count' | wc -l)))
cat "$results"/*.skips | grep -q . && echo skipped: && cat "$results"/*.skips
cat "$results"/*.count | awk -v lost="$lost" '{ p += $1; f += $2; s += $3 }
    END { f += lost; printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0 || p == 0 }'
