/* The descriptors of all applications, for their list and for files that name one. It is apart from app.h so that a new
 * application recompiles only these. */
#pragma once
#include "apps/app.h"

#define APP(id) extern const struct app id;
#include "apps/list.h"
#undef APP
