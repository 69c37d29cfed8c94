#!/bin/sh
# No word that STYLE.md replaces by the field's own is left in sources, documents and configurations. TAP.
set -u
cd "$(dirname "$0")/.."
if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    echo "ok 1 - sources # SKIP which files are sources is known in a git checkout alone"
    echo "1..1"
    exit 0
fi
number=0
for word in 'rooms?' told tells 'strands?' 'carved?' 'pleases?' 'gauges?' 'no good'; do
    number=$((number + 1))
    found=$(git grep --untracked -nwiE "$word" -- '*.c' '*.h' '*.cu' '*.cuh' '*.cpp' '*.md' '*.cfg' '*.mk' Makefile command scripts \
        ':!STYLE.md' ':!scripts/words.sh' ':!fuzz/corpus')
    if [ -z "$found" ]; then echo "ok $number - the word $word is not used"; else
        echo "not ok $number - the word $word is not used"
        printf '%s\n' "$found" | cut -c1-160 | sed 's/^/# /' | head -20
    fi
done
echo "1..$number"
