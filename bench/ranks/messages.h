/* Messages between ranks as entries. */
#pragma once
#include "base/timing/fit.h"
#include "solvers/tridiag/cut/cut_model.h"

struct bench;

/* Collective. Adds messages of 8 B to 16 MB: back and forth between two ranks, the first and the last, and between all
 * pairs at once, if there are several; between all of 2, 4 and so on ranks; and the largest of a number of all ranks.
 * The parameter `bytes` is that of one message; units are bytes. */
enum status messages_add(struct bench *b);

/* The line through the times of a message, in seconds, of the entries of one name, with all ranks. */
enum message_fit { FIT_PAIR, FIT_PAIRS, FIT_EXCHANGE, MESSAGE_FITS };
struct fit messages_fit(const struct bench *b, enum message_fit which);
const char *messages_name(enum message_fit which);

/* The fits of all pairs at once, if there are several, since ranks of a machine share its network; and of exchanges. */
struct cut_network messages_network(const struct bench *b);
