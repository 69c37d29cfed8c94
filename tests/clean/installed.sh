#!/bin/bash
# The program, built by a user with flags of a distribution, installed by root, who has no nvcc on the path, and run by
# someone who has no home. Changes the machine, and adds a user: tests/clean/chroot.sh makes one for it.
set -u
cd "$(dirname "$0")/../.."
. tests/support/tap.sh
id builder >/dev/null 2>&1 || useradd --create-home builder
chown -R builder: .
chmod 755 "$scratch"
nvcc=/usr/local/cuda/bin
as_user() { setpriv --reuid=builder --regid=builder --init-groups env HOME=/home/builder "PATH=$PATH:$nvcc" "$@"; }
flags=(CFLAGS="-O2 -g" CPPFLAGS=-D_FORTIFY_SOURCE=2)
# Kernels are translated, but not assembled: no GPU runs them here.
[ -x $nvcc/nvcc ] && flags+=(GPUS='-gencode arch=compute_80,code=compute_80')
check "a user builds it, with ${flags[*]}" as_user make -s -j"$(nproc)" "${flags[@]}" all
check "without a warning" test -z "$(grep -v '^  [A-Z]' <<<"$check_output")"
check "make quick passes" as_user make -s -j"$(nproc)" "${flags[@]}" quick
tail -n 1 <<<"$check_output" | sed 's/^/# /'

# Every file of build/: whose it is, when it was written, how long it is.
all_of() { find "$1" -printf '%p %u %T@ %s\n' | sort; }
all_of build >"$scratch/before"
all_of /usr/local >"$scratch/local"
built=$(sha256sum <build/release/bandstand)
for prefix in /usr/local /opt/bandstand; do
    check "root installs it into $prefix" make -s install PREFIX=$prefix
    check "what was built" test "$(sha256sum <$prefix/bin/bandstand)" = "$built"
    all_of build >"$scratch/after"
    check "and build/ is untouched" cmp "$scratch/before" "$scratch/after"
done

mkdir "$scratch/elsewhere" && chmod 777 "$scratch/elsewhere"
nobody() { (cd "$scratch/elsewhere" && env -i PATH=/usr/local/bin:/usr/bin:/bin \
    setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"); }
says "nobody, without a home, runs a configuration by its name" 0 \
    "runs /usr/local/share/bandstand/configs/bvp/heated_rod.cfg" nobody bandstand run heated_rod
says "and finds its result" 0 "heated_rod" nobody bandstand show output/heated_rod.h5
commit=$(nobody h5dump -a /provenance/commit output/heated_rod.h5 | sed -n 's/.*(0): "\(.*\)"/\1/p')
check "which has the commit, $commit" test "${commit:-none}" = "$(as_user git rev-parse HEAD | cut -c1-${#commit})"
if [ -x $nvcc/nvcc ]; then
    says "the program has CUDA" 0 "no NVIDIA driver" nobody bandstand doctor --no-bandwidth
else
    skip "the program has CUDA" "there is no nvcc: CUDA=FOLDER of chroot.sh copies a toolkit"
fi
for prefix in /usr/local /opt/bandstand; do check "make uninstall of $prefix" make -s uninstall PREFIX=$prefix; done
check "leaves no folder" test ! -e /opt/bandstand
find /usr/local | sort >"$scratch/left"
check "and /usr/local as it was" test "$(cut -d' ' -f1 "$scratch/local")" = "$(cat "$scratch/left")"
done_testing
