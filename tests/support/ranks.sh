# For tests of a build with MPI=1 on several ranks: . tests/support/tap.sh; . tests/support/ranks.sh
if ! ldd "$program" 2>/dev/null | grep -q libmpi; then
    echo "Bail out! $program has no MPI: make MPI=1"
    exit 1
fi
export OMP_WAIT_POLICY=passive
# One machine, whatever it has: no ssh, few cores, the user root. Ranks sleep while they wait, as other tests run too.
export OMPI_MCA_plm_rsh_agent=sh OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
cases=tests/support/ranks
# In the flavour asan leaks of Open MPI are known by their stacks, which take ten times as long as all else.
export ASAN_OPTIONS=detect_leaks=0 LSAN_OPTIONS=print_suppressions=0:suppressions=$PWD/$cases/leaks.supp

# on RANKS COMMAND...
on() { ranks=$1; shift; mpirun --quiet --timeout 200 -n "$ranks" "$@"; }

# Nothing that differs from run to run.
plain="-q --set bandwidth=false --set timing.seconds=0"
chip="configs/adi/chip3d.cfg -S thomas,thomas_simd --set grid.n=[17,17,15]"

# attribute NAME FILE
attribute() { h5dump -a "$1" "$2" 2>/dev/null | sed -n 's/.*(0): "*\([^"]*\)"*$/\1/p'; }
# answers FILE: of all runs, with their places.
answers() {
    for run in $(h5ls "$1/runs" | cut -d' ' -f1); do h5dump -g "/runs/$run/answers" "$1" | tail -n +2; done
}

# found FILE COLUMN...: the bits of the findings of runs of `batch`, of columns and of fields.
found() {
    local run column file=$1 places
    shift
    for run in $(h5ls "$file/runs" | cut -d' ' -f1); do
        places=
        for column in systems rows residual error from_{thomas,lapack}{,_mean} from_lapack_systems "$@"; do
            places+=" -d /runs/$run/series/$column"
        done
        h5dump -y -w 0 -m %.17g $places -g "/runs/$run/fields" "$file" | sed 1d
    done
}

# shared NAME UNKNOWNS "2 3" ARGUMENTS OF run: a run that ranks share has the same bits, and each rank some of what is
# shared, unless `idle` is set.
shared() {
    local name=$1 unknowns=$2 counts=$3 ranks share
    shift 3
    rm -f "$scratch"/{one,many}.h5
    check "$name, alone" "$program" run "$@" $plain -o "$scratch/one.h5"
    for ranks in $counts; do
        says "shared by $ranks ranks" 0 '' on "$ranks" "$program" run "$@" $plain -o "$scratch/many.h5"
        says "finds the same bits" 0 'nothing differs' \
            "$program" compare "$scratch/one.h5" "$scratch/many.h5" --rtol 0 --atol 0
        check "and the same answers" test "$(answers "$scratch/one.h5")" = "$(answers "$scratch/many.h5")"
        share=$(attribute "/runs/$(h5ls "$scratch/many.h5/runs" | head -n 1 | cut -d' ' -f1)/share_by_rank" \
            "$scratch/many.h5")
        check "each rank has its share: $share" test "$(wc -w <<<"$share")" -eq "$ranks"
        check "each unknown is of one rank" test $((${share// /+})) -eq "$unknowns"
        [ "$ranks" -gt "$unknowns" ] || [ "${idle:-}" ] || check "and none is idle" test -z "$(grep -w 0 <<<"$share")"
    done
}

# computed PROCESS: hundredths of a second that it has had of a core; a load makes them no shorter.
computed() { awk '{ print $14 + $15 }' "/proc/$1/stat" 2>/dev/null; }
# Signals to mpirun, and kills of a rank, amid the run $long: `start FILE` waits until rank 0 catches SIGUSR1, and has
# then computed for a quarter of a second; $launcher is mpirun, which lets ranks that it ends live for so many seconds.
# `survivors` are ranks that are left.
start() { # FILE SECONDS
    local first mask since now
    mpirun --quiet --timeout 200 --mca odls_base_sigkill_timeout "${2:-1}" -n 3 "$program" run $long -o "$1" \
        2>"$scratch/err" &
    launcher=$!
    for _ in $(seq 600); do
        first=$(pgrep -P $launcher | head -n 1)
        mask=$(awk '/^SigCgt/ { print substr($2, length($2) - 3) }' "/proc/${first:-none}/status" 2>/dev/null)
        [ $((0x${mask:-0} & 0x200)) -ne 0 ] && break
        sleep 0.02
    done
    since=$(computed "$first")
    while now=$(computed "$first") && [ $((now - since)) -lt 25 ]; do sleep 0.02; done
}
survivors() { pgrep -f "run .*-o $scratch/" | grep -vx "$$"; }
