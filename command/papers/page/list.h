/* The list of experiments. */
#pragma once
#include "base/json/json.h"
#include "command/papers/experiment/experiment.h"
#include "command/papers/experiment/record.h"

/* Id, contents, claims, requirements, minutes, GB, and the verdicts of the last run, if `last` has it. */
enum status list_print(const struct experiments *e, const struct records *last);
void list_json(const struct experiments *e, const struct records *last, struct json *j);
/* "3 reproduced, 1 not" */
void verdicts_print(char *out, size_t size, const struct record *r);
