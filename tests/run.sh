#!/bin/sh
# Runs test programs that print TAP, each "name=command", shows what failed and why tests were skipped, and
# ends with one line: N passed, N failed, N skipped. Exit 1 if anything failed.
set -u
passed=0 failed=0 skipped=0 skips=
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for test in "$@"; do
    name=${test%%=*} command=${test#*=}
    began=$(date +%s)
    CMOCKA_MESSAGE_OUTPUT=TAP sh -c "$command" >"$log" 2>&1 </dev/null
    code=$?
    s=$(grep -ciE '^(not )?ok .*# *skip' "$log")
    f=$(grep -iE '^not ok' "$log" | grep -cviE '# *skip')
    p=$(grep -iE '^ok' "$log" | grep -cviE '# *skip')
    # A program that dies, or one that tests nothing, has failed whatever it printed.
    [ "$code" -ne 0 ] && [ "$f" -eq 0 ] && f=1
    [ $((p + f + s)) -eq 0 ] && f=1
    printf '%-34s %4d passed %3d failed %3d skipped %4d s\n' "$name" "$p" "$f" "$s" $(($(date +%s) - began))
    if [ "$f" -gt 0 ]; then
        echo "--- $name: exit $code"
        if [ "$(wc -l <"$log")" -gt 60 ]; then grep -nE -A8 '^not ok|ERROR|error:|SUMMARY' "$log" | head -n 60; tail -n 15 "$log"; else cat "$log"; fi
        echo "---"
    fi
    reasons=$(grep -iE '^(not )?ok .*# *skip' "$log" | sed "s|^|$name: |")
    [ -n "$reasons" ] && skips="$skips$reasons
"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done
[ -n "$skips" ] && printf 'skipped:\n%s' "$skips"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
