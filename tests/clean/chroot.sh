#!/bin/bash
# Builds, installs and uses the commit that is checked out here, as a newcomer does, in a Debian of its own that has
# nothing else installed. Takes root, debootstrap and the network; not part of `make test`.
#   tests/clean/chroot.sh library     libbandstand from C, C++, Fortran and Python: tests/clean/library.sh
#   tests/clean/chroot.sh installed   the program, built by a user and installed by root: tests/clean/installed.sh;
#                                     CUDA=FOLDER copies that toolkit to where its installer puts it
#   tests/clean/chroot.sh packages    Debian's packages, of the tarball of make dist: tests/clean/packages.sh
#   tests/clean/chroot.sh suite       the command of the README, make test, by .ci/run
#   tests/clean/chroot.sh mpi         ranks, as docs/cluster.md has them: make MPI=1 deps-mpi test
# CHROOTS is where they are kept, /var/tmp/bandstand-chroots by default, SUITE the release of Debian, this machine's.
# Packages are downloaded once; the chroot itself is made again each time, and is left for a look.
set -eu
cd "$(dirname "$0")/../.."
what=${1:-}
case $what in # what the newcomer has installed, and does
library)
    packages='gcc g++ gfortran make pkg-config python3-venv'
    does=tests/clean/library.sh ;;
installed)
    packages='make git'
    does='scripts/install-deps.sh test && tests/clean/installed.sh' ;;
packages)
    packages='build-essential lintian autopkgtest'
    does=tests/clean/packages.sh ;;
suite)
    packages='make git'
    does=.ci/run ;;
mpi)
    packages='make git'
    does='make MPI=1 deps-mpi test' ;;
*)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2 ;;
esac
folder=${CHROOTS:-/var/tmp/bandstand-chroots}
suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
mirror=${MIRROR:-http://deb.debian.org/debian}
base=$folder/$suite machine=$folder/$suite-$what

# Mounts only of this shell: whatever ends it, no folder of this machine stays mounted where one is removed.
[ "${BANDSTAND_MOUNTS:-}" = own ] || exec env BANDSTAND_MOUNTS=own unshare --mount --propagation private \
    "$PWD/tests/clean/chroot.sh" "$@"
mkdir -p "$folder/archives"
if [ ! -e "$base.made" ]; then
    rm -rf --one-file-system "$base"
    debootstrap --variant=minbase --include=ca-certificates "$suite" "$base" "$mirror" >"$base.log"
    printf 'deb %s %s main\n' "$mirror" "$suite" "$mirror" "$suite-updates" \
        "${mirror%/debian}/debian-security" "$suite-security" >"$base/etc/apt/sources.list"
    touch "$base.made"
fi
rm -rf --one-file-system "$machine"
cp -a --reflink=auto "$base" "$machine"
cp -L /etc/resolv.conf "$machine/etc/resolv.conf"
echo "127.0.0.1 localhost $(hostname)" >"$machine/etc/hosts" # else mpirun asks for its own name by DNS, for seconds
# pip must trust the certificates of this machine: behind a proxy these are more than those of pip.
certificates=/etc/ssl/certs/of-this-machine.crt
cp -L "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$machine$certificates"
mount --bind "$machine" "$machine" # what has mounts of its own needs a root that is one
mount -t proc proc "$machine/proc"
mount --rbind /sys "$machine/sys"
mount --rbind /dev "$machine/dev"
mount --bind "$folder/archives" "$machine/var/cache/apt/archives"
[ -z "${CUDA:-}" ] || cp -aL "$CUDA" "$machine/usr/local/cuda"
git clone -q --no-local . "$machine/bandstand"
for dist in one two; do make -s dist DIST="$machine/$dist.tar.gz" >/dev/null; done
cmp "$machine/one.tar.gz" "$machine/two.tar.gz" # the same bytes whenever it is made
mv "$machine/one.tar.gz" "$machine/bandstand.tar.gz"
inside() {
    chroot "$machine" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PIP_CERT=$certificates sh -c "$1"
}
inside "apt-get -qq update && apt-get -qq install -y --no-install-recommends $packages >/var/log/packages 2>&1"
echo "$(git describe --always) on $suite, with $packages"
inside "cd /bandstand && $does"
