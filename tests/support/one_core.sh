#!/bin/sh
# Runs a command on one of the cores that this process may use, another one for each test that runs at the same time.
# Programs that start and end teams of threads many thousand times take half the time so: no thread is woken across
# cores.
command -v taskset >/dev/null || exec "$@"
core=$(taskset -cp $$ | sed 's/.*: //' | tr , '\n' | awk -F- -v slot="${SLOT:-0}" '
    { for (c = $1; c <= ($2 == "" ? $1 : $2); c++) cores[n++] = c }
    END { print cores[slot % n] }')
exec taskset -c "$core" "$@"
