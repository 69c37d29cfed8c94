#!/bin/sh
# No word that the table "say | not" of STYLE.md replaces is left in any text file, and no turn of phrase of its table
# "write | instead of". TAP.
set -uf
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

phrase() { # name, extended regular expression, files, expression of lines that are right nevertheless
    number=$((number + 1))
    # shellcheck disable=SC2086 # several paths each
    found=$(git grep --untracked -InE "$2" -- $3 ':!STYLE.md' ':!scripts/words.sh' ':!LICENSE*' |
        grep -vE "${4:-^$}")
    if [ -z "$found" ]; then echo "ok $number - no sentence has: $1"; else
        echo "not ok $number - no sentence has: $1"
        printf '%s\n' "$found" | cut -c1-160 | sed 's/^/# /' | head -20
    fi
}
code='*.c *.h *.cu *.cuh *.cpp'
begins='(What|Of|Where|How) '
comparative='(more|longer|less|greater|larger|later|earlier|smaller|higher|lower|farther|better|faster|slower)'
of='(system|row|tree|partition|part|unknown|value|subsystem|chunk|warp|thread|lane|node|cell|column)'
phrase 'a comment that begins with What, Of, Where or How' "(/\\*|//) *$begins" "$code"
phrase 'a comment that begins with What, Of, Where or How' "^ *# $begins" '*.sh *.py *.mk *.cfg *.test Makefile'
phrase 'is no ...' '(^|[^a-z])(is|are) no [a-z]' '.' "[Tt]here (is|are) no |(is|are) no $comparative"
phrase 'has no meaning' '(has|have) no meaning' '.'
phrase 'side by side' 'side by side' '.'
phrase 'behind the other' 'behind the other|(behind|beside) each other' '.'
phrase 'its seconds' '(its|their|whose) seconds|under the clock' '.'
phrase 'anew' '(^|[^a-z_])anew([^a-z_]|$)' '.' '^(bench/tridiag_factored.c|tests/campaigns/kills.py):'
phrase 'for ever' 'for ever([^a-z]|$)' '.'
phrase 'one too many' 'one too many' '.'
phrase 'a thread a row' "(^|[^a-z])(a|one) (thread|warp|lane|block|value|process) an? $of([^a-z]|$)" '.'
echo "1..$number"
