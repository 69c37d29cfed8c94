/* One question to a peer. */
#pragma once
#include "apps/hines/peers/peers.h"
#include "base/json/json_read.h"

/* Runs the script `file` by `python` on a job, for `seconds` at most, and reads its answer, an object, which the caller
 * frees by json_free; ST_DEVICE with a sentence, without a name, if it fails or reports a failure. */
enum status peer_ask(const char *python, const char *file, FILE *job, double seconds, struct json_value **answer);
