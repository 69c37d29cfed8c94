/* The quantities that runs answer. */
#include "apps/cloudqueue/report.h"
#include "base/either_precision.h"

/* clang-format off */
const struct answer_about cloudqueue_answers[] = {
    {"arrivals", "*", "tasks that arrive per unit of time"},
    {"servers", "", "the fewest servers that meet the targets; all quantities below are for this number"},
    {"servers_on", "", "the mean number of servers that are on"},
    {"utilisation", "", "tasks in service, over the slots of the servers that are on"},
    {"tasks_in_the_system", "", "the mean number of tasks that wait or are served"},
    {"wait", "*", "the mean wait of a task that is not lost"},
    {"wait_*", "*", "the wait that so many percent of the tasks do not exceed"},
    {"response", "*", "the mean time from the arrival of a task to its end"},
    {"response_*", "*", "the response time that so many percent of the tasks do not exceed"},
    {"lost", "", "the share of the tasks that are lost"},
    {"power", "W", "the mean power of all servers"},
    {"cost", "*", "the cost of servers, waits and losses; of a day: in all"},
    {"tasks", "", "of a day: the tasks that arrive"},
    {"mean_wait", "*", "of a day: the mean wait over all its tasks that are not lost"},
    {"longest_wait_95", "*", "of a day: the longest of these percentiles, and when"},
    {"times_without_enough_servers", "", "of a day with targets: the times at which no number of servers meets them"},
    {"most_servers", "", "of a day with targets: the largest number of servers at any time, and when"},
    {"most_servers_on", "", "of a day without targets: the largest mean number of servers that are on, and when"},
    {"server_hours", "h", "of a day with targets: server hours"},
    {"energy", "kWh", "of a day: the energy of all servers"},
    {"cost_with_all_servers", "", "of a day with targets: the cost with all servers on all the time"},
    {"lowest_cost", "*", "of a sweep: the lowest cost, and where"},
    {"shortest_wait", "*", "of a sweep: the shortest mean wait, and where"},
    {"most_lost", "", "of a sweep: the largest share of tasks that are lost, and where"},
    {"states", "", "of a matrix, or of a chain from a file: the number of its states"},
    {"residual", "", "of these: the largest residual, relative to the flows of the chain or the right side"},
    {"error", "", "of a matrix whose solution is known: the largest deviation from it"},
    {"probability", "", "of the most likely states of a chain from a file"},
    {0}};
/* clang-format on */
