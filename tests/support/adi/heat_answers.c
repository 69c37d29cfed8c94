/* Runs of the heat equation whose answers are looked up. */
#include "tests/support/adi/heat_answers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

double answer(const struct trial *t, const char *subject, const char *quantity)
{
    const struct answer *const a = answers_find(&t->sim.answers, subject, quantity);
    if (!a) fail_msg("no %s of %s", quantity, subject ? subject : "the whole");
    return a ? a->value : 0;
}

const char *place(const struct trial *t, const char *quantity)
{
    const struct answer *const a = answers_find(&t->sim.answers, NULL, quantity);
    return a ? a->place : "";
}

double answer_or_nan(const struct trial *t, const char *quantity)
{
    const struct answer *const a = answers_find(&t->sim.answers, NULL, quantity);
    return a ? a->value : (double)NAN;
}

struct trial reported_by(const char *text, const char *method, int threads)
{
    struct trial t = trial_done("adi", text, NULL, method, threads);
    good(t.sim.app->report(&t.sim));
    return t;
}

struct trial reported(const char *text)
{
    return reported_by(text, "thomas", 2);
}

void answers_end(struct trial *t)
{
    answers_free(&t->sim.answers);
    trial_end(t);
}
