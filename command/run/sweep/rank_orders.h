/* Orders of rank 0 to the others, each one message. */
#pragma once
#include <stdint.h>

enum {
    ORDER_RUN,    /* a workload follows, as a broadcast */
    ORDER_TAKE,   /* points of a sweep; the answer to each is FOUND */
    ORDER_CANCEL, /* points of that ticket and of older ones are not wanted any more */
    ORDER_END,    /* the program ends with that code; the answer is GONE */
    FOUND,
    GONE,
};

struct order {
    int64_t ticket, first, count; /* points; each sweep of a run, and each repetition, has a ticket of its own */
    int job, again, code;
};
