#!/bin/bash
# The library on a machine that has only compilers, make, pkg-config and Python: built, installed where no program is,
# and called through pkg-config and pip. Changes the machine: tests/clean/chroot.sh makes one for it.
set -u
cd "$(dirname "$0")/../.."
. tests/support/tap.sh
prefix=/opt/bandstand
says "there is no program to install, and no library" 2 "\`make\` builds it" make -s install PREFIX=$prefix
check "make lib" make -s -j"$(nproc)" lib
check "says nothing but what it compiles" test -z "$(grep -v '^  [A-Z]' <<<"$check_output")"
says "make install installs only the library, and says so" 0 "installed only libbandstand: the program is not built" \
    make -s install PREFIX=$prefix
check "it builds nothing" test ! -e build/bandstand -a ! -e build/release/bandstand
check "the installed library, from C, C++ and Fortran, and as programs of other versions" tests/library/library.test
check "of which nothing is skipped" test -z "$(grep -i '# skip' <<<"$check_output")"

# As docs/library.md says it, word for word, in a folder that has nothing but the examples.
source=$PWD
cp library/examples/* "$scratch" && cd "$scratch" || exit
grep -A4 '^make lib && make install-lib' "$source/docs/library.md" | sed -n "s|\$HOME/.local|$prefix|g; /^export/p" \
    >exports
. ./exports
grep -E '^(cc|gfortran) ' "$source/docs/library.md" >commands
check "the document has commands for C and Fortran" test "$(wc -l <commands)" -eq 2
while read -r command; do
    check "$command" sh -c "$command"
    check "runs" ./a.out
done <commands

# Python, of the source tree, by pip.
check "a Python of its own" python3 -m venv "$scratch/python"
check "pip install ./library/python" "$scratch/python/bin/pip" install -q "$source/library/python"
sed -n '/^```python/,/^```$/{/^```/!p}' "$source/docs/library.md" >"$scratch/rods.py"
check "SciPy, for chains and to compare with" "$scratch/python/bin/pip" install -q scipy hatchling
check "the examples in Python" env -u LD_LIBRARY_PATH "$scratch/python/bin/python" "$scratch/rods.py"
cd "$source" || exit
check "the tests of the package" env PYTHON="$scratch/python/bin/python" tests/library/python.test
check "of which nothing is skipped but results of the program" test -z "$(grep -i '# skip' <<<"$check_output" |
    grep -v 'results of the program')"
check "make uninstall" make -s uninstall PREFIX=$prefix
check "and nothing is left, no folder either" test ! -e $prefix
done_testing
