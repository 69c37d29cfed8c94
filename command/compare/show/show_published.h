/* Tables of published values beside those of runs. */
#pragma once
#include "base/json/json.h"
#include "command/compare/result/result.h"

/* A table with a line for each value of each run that it is of: published, measured, and measured over published; below
 * it the range of the ratios of many points. Nothing where a file has no published values. */
enum status show_published(const struct result *r);

/* The same as an array `published`, of objects; nothing where there is none. */
enum status json_published(struct json *j, const struct result *r);
