#!/bin/sh
# Runs a program that was built to look for races: several threads, no address randomisation (which the sanitizer of
# some kernels does not bear), libraries that were not built for it left out. What is missing is a skip with its reason.
set -u
if [ ! -x "$1" ]; then
    echo "ok 1 - $(basename "$1") # SKIP it needs clang with libclang-rt-dev and libomp-dev, or g++ for kernels"
    exit 0
fi
export OMP_NUM_THREADS=3
options="suppressions=$(dirname "$0")/tsan.supp ignore_noninstrumented_modules=1 halt_on_error=0 exitcode=66"
export TSAN_OPTIONS="$options allocator_may_return_null=1 ${TSAN_OPTIONS:-}"
exec setarch "$(uname -m)" -R "$@"
