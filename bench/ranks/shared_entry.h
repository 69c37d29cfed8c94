/* Entries that all ranks take part in. Each rank has the same entries, with data of its own, and rank 0 samples them
 * like any other: their hooks order the other ranks to make the same calls, and give all ranks the gravest status.
 * Between two calls the others sleep, so that entries of only rank 0 are not disturbed. */
#pragma once
#include "base/comm/comm.h"
#include "base/timing/sample.h"

/* Orders of rank 0 (struct bench, order), with the number of an entry in the part; SHARED_ADD: with that of the
 * precision, as in precision_at. */
enum shared_action {
    SHARED_ADD,
    SHARED_ENTER,
    SHARED_LEAVE,
    SHARED_PREPARE, /* a call follows at once */
    SHARED_CALL,
    SHARED_COLLECT,
    SHARED_RELEASE,
};

/* Called by all ranks, with the context of the entry. */
struct shared_ops {
    enum status (*enter)(void *context); /* makes the data that a call needs; the status may differ between ranks */
    void (*leave)(void *context);        /* frees it, also after an enter that failed */
    enum status (*prepare)(void *context);
    enum status (*call)(void *context);
    int64_t (*model)(const void *context); /* bytes that this rank should send in a call, by exchanges and pairs */
};

/* Measured by one rank in a call. */
struct shared_part {
    double bytes, messages, model, seconds, waiting;
    double cpu, speed; /* seconds of the processor; speed of the cores afterwards */
};

/* The first member of a context. */
struct shared_entry {
    const struct shared_ops *ops;
    struct bench *bench;
    int index, number;
    struct shared_part mine, *all; /* all: [ranks], by shared_entry_add */
    int64_t calls;                 /* that were collected */
};

/* Collective. Adds an entry, whose context is `s`, and which ends with free: the caller fills in names, sizes and
 * units. */
enum status shared_entry_add(struct bench *b, struct shared_entry *s, const struct shared_ops *ops, struct entry **out);

/* For ranks other than 0: carries out orders of rank 0, except SHARED_ADD. */
void shared_entry_follow(struct bench *b, enum shared_action action, int number);
