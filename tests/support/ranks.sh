# For scripts that start several ranks: . tests/support/ranks.sh, after tap.sh. Ends the script where there is no MPI.
if ! ldd "$program" 2>/dev/null | grep -q libmpi; then
    skip "ranks" "this build has no MPI: make MPI=1"
    done_testing
    exit
fi
export OMP_WAIT_POLICY=passive
# One machine, whatever it has: no ssh, few cores, the user root.
export OMPI_MCA_plm_rsh_agent=sh OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
on() { ranks=$1; shift; mpirun --quiet --timeout 200 -n "$ranks" "$@"; }
