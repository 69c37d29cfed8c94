/* The methods in lists of methods. */
#pragma once
#include "precision/precision.h"

/* Is the solver among all, `only` being NULL, those of the kind of that name, or those that the application of that
 * name can choose? */
bool solver_listed(const char *only, const struct solver *s);

/* A whole-step method of an application, in one space. */
struct own {
    const struct app *app;
    const struct method *method;
    enum space space;
};

/* Calls `show` for each in this binary, of one application or, if `only` is NULL, of all. */
void own_each(const char *only, void (*show)(const struct own *own, void *context), void *context);
