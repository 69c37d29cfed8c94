/* The group fixture of tests that run on the ranks of mpirun, as tests/ranks/ranks_programs.test starts them, or on one
 * rank: cmocka_run_group_tests(tests, begin_ranks, end_ranks). Tests that one process runs one after the other share
 * its MPI, which cannot be started twice. */
#pragma once
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#undef fail

#include "base/comm/comm.h"
#include "base/memory.h"
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

extern int suite_behind; /* tests that follow in this process (tests/support/suite/main.c) */

static struct comm *world; /* NULL if there is one rank */
static int rank, ranks;

static int begin_ranks(void **state)
{
    (void)state;
#ifndef __SANITIZE_ADDRESS__ /* which sees more */
    mem_guard(true);
#endif
    if (!comm_started() && comm_begin() != ST_OK) return -1;
    world = comm_world(), rank = comm_rank(world), ranks = comm_size(world);
    return 0;
}

/* Leaks are searched while MPI runs: after its end its components are unloaded, and their leaks have no names by which
 * leaks.supp could exclude them. */
static int end_ranks(void **state)
{
    (void)state;
    if (suite_behind > 0) return 0;
#ifdef __SANITIZE_ADDRESS__
    if (comm_started()) __lsan_do_leak_check();
#endif
    comm_end();
    mem_guard(false);
    return comm_started() || comm_world() ? -1 : 0;
}
