#!/bin/sh
# Each source that a method, a head or a document names as "Authors year" stands in docs/references.md, and each entry
# there is named somewhere. TAP.
set -u
cd "$(dirname "$0")/.."
if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    echo "ok 1 - references # SKIP which files are sources is known only in a git checkout"
    echo "1..1"
    exit 0
fi
list=docs/references.md
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
sed -n 's/^- \*\*\(.*\)\*\*: .*/\1/p' "$list" >"$folder/keys"
. scripts/result.sh

# Texts that may name a source: each is one line, "and" between authors a comma.
git grep --untracked -hIE '(18|19|20)[0-9][0-9]' -- '*.[ch]' '*.cu' '*.cuh' '*.cfg' '*.md' \
    ":!$list" ':!CHANGELOG.md' ':!fuzz' | sed "s/,* and /, /g" >"$folder/texts"
# The sources that methods name: between semicolons, up to the year.
git grep --untracked -hE '\.source = "' -- solvers apps | sed -n 's/.*\.source = "\(.*\)",*.*/\1/p' |
    sed 's/,* and /, /g' | tr ';' '\n' | grep -oE '[^ ].* (19|20)[0-9][0-9]' | sed 's/^[^:]*: //' |
    sort -u >"$folder/sources"
# Elsewhere: "Name, Name 1999", "Name et al. 1999"; not where a conference or a publisher stands before the year.
venues='PDP|PPoPP|ICPP|SC|GTC|IMCSIT|OOPSLA|CAV|QEST|SIGMETRICS|CODATA'
venues="$venues|Guide|Wiley|Springer|Oxford|Press|McGraw-Hill|Urbana"
name="((de|van|van der|Van|Palamadai) )?[A-Z][A-Za-z'-]+"
grep -oE "($name, )*$name( et al\.)? (19|20)[0-9][0-9]\>" "$folder/texts" | grep -vE "($venues) [0-9]" |
    sort -u >"$folder/named"

missing() { while read -r key; do grep -qxF -- "$key" "$folder/keys" || echo "$key"; done <"$1"; }
result "methods have sources that name a year" "$([ "$(wc -l <"$folder/sources")" -ge 40 ] || echo "fewer than 40")"
result "each source of a method is in $list" "$(missing "$folder/sources")"
result "each source that a text names is in $list" "$(missing "$folder/named")"
# An entry is used where its first author and its year stand in one file.
result "each entry of $list is used" "$(while read -r key; do
    author=$(echo "$key" | sed -E "s/( et al\.|,).*//; s/ [0-9]{4}$//")
    year=$(echo "$key" | grep -oE '[0-9]{4}$')
    git grep --untracked -lIw -e "$author" -- '*.[ch]' '*.cu' '*.cuh' '*.cfg' '*.md' ":!$list" ':!CHANGELOG.md' |
        xargs -r grep -lw -e "$year" | grep -q . || echo "$key"
done <"$folder/keys")"
result "each entry stands once" "$(sort "$folder/keys" | uniq -d)"
result "an identifier is one" "$(grep -oE 'doi:.*' "$list" | grep -vE '^doi:10\.[0-9]{4,5}/[^ ]+[^. ]$')"
echo "1..$number"
