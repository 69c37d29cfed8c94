/* The keys that every solver group shares; the method of a run and its options. */
#include "command/run/workload/workload.h"

static const char *const space_words[] = {"host", "device", NULL}; /* enum space */

#define AT(field) offsetof(struct choice, field)
const struct option choice_table[] = {
    {"method",
     "name of the method; default auto where systems are tridiagonal, otherwise the first that `bandstand solvers` "
     "lists",
     OPT_TEXT, AT(method), .optional = true},
    {"space", "space in which the method runs; default as given by `device`", OPT_WORD, AT(space),
     .default_value = "\"host\"", .words = space_words},
    {"threads", "OpenMP threads of this run; 0: as given by the key `threads`", OPT_INT, AT(threads), 0,
     EXEC_THREADS_MAX, "0"},
    {"label", "name of this run in tables and pictures; default the method", OPT_TEXT, AT(label), .optional = true},
    {"optional", "true: if this run cannot take place, it is skipped and the reason recorded", OPT_BOOL, AT(optional),
     .default_value = "false"},
    {0},
};
#undef AT

const char *job_method(const struct job *j)
{
    return j->method ? j->method->name : j->solver ? j->solver->method : j->choice.method;
}

const char *job_title(const struct job *j)
{
    return j->choice.label ? j->choice.label : job_method(j);
}

int job_options(const struct job *j, struct option_part out[OPTION_PARTS])
{
    if (j->solver) return j->precision->solver_options(j->solver, out);
    out[0] = (struct option_part){j->method ? j->method->options : NULL, 0};
    return out[0].table != NULL;
}
