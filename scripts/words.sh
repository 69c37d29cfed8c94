#!/bin/sh
# No word that the table "say | not" of STYLE.md replaces is left in any text file. TAP.
set -u
cd "$(dirname "$0")/.."
if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    echo "ok 1 - sources # SKIP which files are sources is known only in a git checkout"
    echo "1..1"
    exit 0
fi
number=0
check() { # word
    number=$((number + 1))
    found=$(git grep --untracked -InwiE "$1s?" -- . ':!STYLE.md' ':!LICENSE*' ':!debian/copyright' ':!fuzz/corpus')
    if [ -z "$found" ]; then echo "ok $number - the word $1 is not used"; else
        echo "not ok $number - the word $1 is not used"
        printf '%s\n' "$found" | cut -c1-160 | sed 's/^/# /' | head -20
    fi
}
words=$(awk -F'|' '/^\| say \| not \|$/ { table = 1; getline; next } !/^\|/ { table = 0 } table { print $3 }' STYLE.md |
    tr ',' '\n' | sed 's/^ *//; s/ *$//')
while read -r word; do check "$word"; done <<LIST
$words
LIST
echo "1..$number"
