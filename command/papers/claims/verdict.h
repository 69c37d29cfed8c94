/* The verdict of a result on a claim. */
#pragma once
#include "command/compare/result/result.h"
#include "command/papers/claims/facts.h"
#include "command/papers/claims/paper.h"

enum claim_verdict { REPRODUCED, IN_SHAPE, NOT_REPRODUCED, NOT_TESTED, VERDICTS };
/* "reproduced", "in shape", "not reproduced", "not tested here" */
const char *claim_verdict_word(enum claim_verdict v);
/* The verdict of that word, or VERDICTS. */
enum claim_verdict claim_verdict_of(const char *word);

struct judgement {
    enum claim_verdict verdict;
    bool known;       /* not reproduced, and the configuration gives the reason */
    char reason[900]; /* the measured values; if not reproduced, the reason; if not tested, the requirements */
};

/* Judges claim i of a configuration by the numbers in `facts`, one for each precision of the result. ST_CONFIG with
 * file and line: it names something that the result does not have. */
enum status judge(const struct config *c, const struct paper *p, int64_t i, const struct facts *facts, int count,
                  struct judgement *out);

/* All precisions of a result; at most two. Free each of *count, also after a failure. */
enum { PRECISIONS = 2 };
enum status facts_of_result(const struct result *r, const struct paper *p, struct facts out[PRECISIONS], int *count);
