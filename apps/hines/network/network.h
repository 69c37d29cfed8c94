/* Makes the network of cells (state/net.h), and takes spikes to synapses, which also have input from outside. */
#pragma once
#include "apps/hines/state/state.h"

/* After the parts are made. ST_CONFIG names a key, or a file and its line. network_free after a failure, too. */
enum status network_make(struct hines_state *s);
void network_free(struct network *n);

/* Steps that parts may take without each other. */
int64_t network_slice(const struct hines_state *s, int64_t most);
/* Sends the spikes that parts have made since the last call on to their synapses: those that arrive before the step
 * `now` or later. ST_NOMEM. */
enum status network_deliver(struct hines_state *s, int64_t now);

/* Parts of network_make: each fills its share. */
enum status network_add_inputs(struct hines_state *s);
enum status network_add_connections(struct hines_state *s);
/* Puts connections in the order of cells. ST_NOMEM. */
enum status network_order(struct hines_state *s);
