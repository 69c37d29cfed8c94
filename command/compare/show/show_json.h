/* A result file as a JSON object. */
#pragma once
#include "base/json/json.h"
#include "command/compare/result/result.h"

/* Its runs with answers, metrics and series along axes, the best of each precision, and published values. */
enum status json_result(struct json *j, const struct result *r);
