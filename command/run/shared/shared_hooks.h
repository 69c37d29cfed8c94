/* The hooks of an application that all ranks of a shared run call (apps/app.h), by number, as orders name them. */
#pragma once
#include "apps/app.h"

enum shared_hook { SHARED_BEGIN, SHARED_STEP, SHARED_SAMPLE, SHARED_FINISH, SHARED_FETCH, SHARED_SEND, SHARED_END };

/* Calls a hook; ST_OK if the application does not have it. */
static inline enum status shared_hook_call(const struct app *app, struct sim *sim, enum shared_hook hook)
{
    enum status (*const hooks[])(struct sim * sim) = {
        [SHARED_BEGIN] = app->begin,   [SHARED_STEP] = app->step,   [SHARED_SAMPLE] = app->sample,
        [SHARED_FINISH] = app->finish, [SHARED_FETCH] = app->fetch, [SHARED_SEND] = app->send,
        [SHARED_END] = NULL,
    };
    if (hook == SHARED_END) app->end(sim);
    return hooks[hook] ? hooks[hook](sim) : ST_OK;
}
