/* Orders of rank 0 to the others, each one message. */
#pragma once
#include <stdint.h>

enum {
    ORDER_RUN,    /* a broadcast of a workload follows, of whose sweeps points are to be taken */
    ORDER_SHARE,  /* a broadcast of a workload follows whose runs all ranks share */
    ORDER_HOOK,   /* call this hook of the application (shared_hooks.h) */
    ORDER_FIELDS, /* do something with the fields that ranks keep in parts (shared_fields.h) */
    ORDER_TAKE,   /* compute these points of a sweep; the answer to each is FOUND */
    ORDER_CANCEL, /* leave all points of this ticket and of older ones */
    ORDER_OVER,   /* the workload is over: wait for other orders */
    ORDER_BENCH,  /* do something with an entry of a benchmark (bench/ranks/shared_entry.h) */
    ORDER_END,    /* the program ends with this code; the answer is GONE */
    FOUND,        /* to rank 0: a point (point_message.h) */
    GONE,         /* to rank 0: the last message of a rank, without bytes */
};

struct order {
    int64_t ticket;       /* number of a sweep: each run of the workload and each repetition has its own, from 1 on */
    int64_t first, count; /* points */
    int job;              /* number of the run in the workload */
    int again;            /* it is a repetition that is only timed */
    int hook;             /* of ORDER_HOOK; of others the action: of ORDER_BENCH on the entry with number `job` */
    int64_t step;         /* steps that its run has finished */
    int code;             /* exit code of ORDER_END */
};
