#!/bin/sh
# Installs the Debian packages that are missing: quietly as root or through sudo, else the command to type
# is printed and the exit is 1. Usage: install-deps.sh [test] [mpi]
set -eu

# Package, and what it is for.
wanted='gcc            compiler
libc6-dev      its C library headers
make           build
pkg-config     finds the libraries
libhdf5-dev    result files
libxxhash-dev  their checksum
libconfig-dev  configuration files
libmuparser-dev  formulas in configurations
libopenblas-serial-dev  LAPACK, the peer to compare with
libfftw3-dev  transforms, and the peer of our own
libsuitesparse-dev  sparse direct solvers: KLU, UMFPACK, SPQR
gnuplot-nox    pictures'
tests='libcmocka-dev  unit tests
g++            CUDA kernels, run on the host; the example in C++
gfortran       the example in Fortran
clang          ThreadSanitizer
libclang-rt-dev  its runtime
libomp-dev     OpenMP that reports to it
hdf5-tools     h5diff of golden results
git            tarballs
qemu-user      processors without some instructions
time           memory of a benchmark
python3        campaigns of faults, JSON
python3-numpy  the Python package
python3-scipy  its peer
python3-h5py   results read by it
python3-pip    its wheel
python3-hatchling  what makes the wheel'
ranks='libopenmpi-dev  ranks of a program
openmpi-bin    mpirun
procps         tests find the ranks of a program'

for more in "$@"; do
    case $more in
    test) wanted="$wanted
$tests" ;;
    mpi) wanted="$wanted
$ranks" ;;
    esac
done

missing=
for package in $(printf '%s\n' "$wanted" | awk '{print $1}'); do
    case $package in # any of several packages will do
    libopenblas-serial-dev) present='libopenblas-.*-dev' ;;
    gnuplot-nox) present='gnuplot-.*' ;;
    pkg-config) present='pkg-config|pkgconf' ;;
    g++) present='g[+][+]' ;;
    *) present=$package ;;
    esac
    dpkg-query -W -f '${binary:Package} ${Status}\n' 2>/dev/null |
        grep -Eq "^($present)(:[a-z0-9]+)? install ok installed" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "bandstand needs what Debian calls:$missing" >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    root=
elif sudo -n true 2>/dev/null; then
    root='sudo -n'
else
    echo "bandstand needs some Debian packages; type: sudo apt-get install -y --no-install-recommends$missing" >&2
    exit 1
fi
echo "installing:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    # shellcheck disable=SC2086
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >"$log" 2>&1
}
install || { $root apt-get update >"$log" 2>&1 && install; } || {
    tail -n 20 "$log" >&2
    echo "could not install:$missing" >&2
    exit 1
}
