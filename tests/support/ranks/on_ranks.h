/* The group fixture of tests that run on the ranks of mpirun, as tests/ranks/ranks_programs.test starts them, or
 * alone: cmocka_run_group_tests(tests, begin_ranks, end_ranks). */
#pragma once
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#undef fail

#include "base/comm/comm.h"
#include "base/memory.h"

static struct comm *world; /* NULL if this rank is alone */
static int rank, ranks;

static int begin_ranks(void **state)
{
    (void)state;
#ifndef __SANITIZE_ADDRESS__ /* which sees more */
    mem_guard(true);
#endif
    if (comm_begin() != ST_OK) return -1;
    world = comm_world(), rank = comm_rank(world), ranks = comm_size(world);
    return 0;
}

static int end_ranks(void **state)
{
    (void)state;
    comm_end();
    mem_guard(false);
    return comm_started() || comm_world() ? -1 : 0;
}
