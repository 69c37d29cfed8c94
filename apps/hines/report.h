/* The report of a run, and doubts about it. */
#pragma once
#include "apps/hines/state/state.h"

enum status hines_report(struct sim *sim);
/* Notes doubts about the answers (base/result/caveats.h), which rank 0 reports: every rank calls it. A resumed run
 * knows only the conductances since its checkpoint. ST_NOMEM. */
enum status hines_caveats(const struct hines_state *s);

/* The answers that a run may give. */
extern const struct answer_about hines_answers[];
