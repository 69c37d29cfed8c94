/* A job as JSON. */
#pragma once
#include <stdio.h>

#include "apps/hines/peers/peers.h"

/* "time" or "trace". ST_REFUSED, ST_NOMEM. */
enum status peer_job_write(const struct peer_job *job, const char *task, FILE *out);

/* The question of what a peer is. */
void peer_job_describe(FILE *out);
