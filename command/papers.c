/* bandstand papers: the figures and tables of papers, the claims about them, and whether they hold here. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "command/commands.h"
#include "command/papers/page/list.h"
#include "command/papers/page/page.h"
#include "command/papers/session.h"
#include "command/run/request/configurations.h"
#include "command/terminal/arguments.h"
#include "command/terminal/command.h"

struct request {
    struct performance how;
    const char *configs, *page, *junit; /* each may be NULL */
    bool all, json, gpu;
};

static int help(void)
{
    fputs(
        "Usage: bandstand papers [ID ...] [OPTION ...]\n\n"
        "Without ID: lists the figures and tables of papers that configurations in configs/papers reproduce, with\n"
        "the number of claims, what they need on two cores, and the last verdict. With ID, such as lass.table1: runs\n"
        "the configuration, prints its table, draws it, and reports whether each claim of the paper is\n\n"
        "  reproduced        its condition holds at every point of the result\n"
        "  in shape          the weaker condition that stands beside it holds\n"
        "  not reproduced    why, with what was measured\n"
        "  not tested here   what is missing: a GPU, cores, a library\n\n"
        "  -a, --all             all of them\n"
        "  -q, --quick           reduced runs, as given by the key `quick`; without ID: of all\n"
        "  -J, --judge           no runs: judge the results in the folder\n"
        "  -o, --output FOLDER   of results, pictures and verdicts.jsonl; default output/papers\n"
        "  -c, --configs FOLDER  of configurations; default configs/papers, here or as installed\n"
        "  -j, --json            print the list as JSON\n"
        "  -h, --help            this text\n\n"
        "Exit codes: 0 success, 1 a run failed, or a claim is not reproduced without a reason in its configuration,\n"
        "2 misuse or a configuration that is wrong.\n",
        stdout);
    return 0;
}

static int parse(struct arguments *a, struct request *q)
{
    enum { JUNIT = 256, PAGE };
    static const struct flag flags[] = {{"all", 'a', false},
                                        {"quick", 'q', false},
                                        {"gpu", 'g', false},
                                        {"judge", 'J', false},
                                        {"output", 'o', true},
                                        {"configs", 'c', true},
                                        {"json", 'j', false},
                                        {"junit", JUNIT, true},
                                        {"page", PAGE, true},
                                        {"help", 'h', false},
                                        {0}};
    a->flags = flags;
    for (int id; (id = arguments_next(a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if ((id == 'o' || id == 'c') && !*a->value)
            return command_misuse("papers", "--%s: needs the name of a folder", id == 'o' ? "output" : "configs");
        if (id == 'o') q->how.folder = a->value;
        if (id == 'c') q->configs = a->value;
        if (id == JUNIT) q->junit = a->value;
        if (id == PAGE) q->page = a->value;
        q->all |= id == 'a';
        q->gpu |= id == 'g';
        q->json |= id == 'j';
        q->how.quick |= id == 'q';
        q->how.judged |= id == 'J';
    }
    return -1;
}

static enum status list(const struct request *q, const struct experiments *e)
{
    struct json j = {.out = stdout};
    struct records last = {0};
    char *const verdicts = performance_verdicts(&q->how);
    enum status s = verdicts ? records_load(&last, verdicts) : fail(ST_NOMEM, "no memory for a file name");
    if (s == ST_OK && q->json) list_json(e, &last, &j);
    else if (s == ST_OK) s = list_print(e, &last);
    records_free(&last);
    free(verdicts);
    return s;
}

static int choose_and_perform(const struct request *q, const struct experiments *e, char **id, int count)
{
    const struct experiment **const chosen = calloc((size_t)(count + e->count + 1), sizeof *chosen);
    int64_t many = 0;
    enum status s = chosen ? ST_OK : fail(ST_NOMEM, "no memory for the experiments");
    for (int64_t i = 0; s == ST_OK && !count && i < e->count; i++)
        if (!q->gpu || experiment_uses_gpu(&e->item[i])) chosen[many++] = &e->item[i];
    for (int i = 0; s == ST_OK && i < count; i++) s = experiments_find(e, id[i], &chosen[many++]);
    const struct session session = {.how = &q->how, .all = q->all, .gpu = q->gpu, .junit = q->junit};
    const int code = s == ST_OK ? session_perform(&session, chosen, many) : command_fail(s);
    free(chosen);
    return code;
}

/* A sentence on arguments that do not go together, or NULL. */
static const char *contradiction(const struct request *q, int count)
{
    if (q->all && count) return "give --all or IDs, not both";
    if (q->gpu && q->how.quick) return "give --gpu or --quick, not both: reduced runs leave a GPU idle";
    if (q->page && (q->all || q->gpu || q->junit || q->how.quick || q->how.judged))
        return "--page does not run anything: its operands are files of verdicts";
    if (q->json && (count || q->all || q->gpu || q->how.quick)) return "--json applies only to the list";
    return NULL;
}

int command_papers(int argc, char **argv)
{
    struct arguments a = {.argc = argc, .argv = argv};
    struct request q = {.how.folder = "output/papers"};
    struct experiments e = {0};
    const int done = parse(&a, &q);
    if (done >= 0) return done;
    const int count = argc - a.operand;
    char *configs = NULL;
    const char *const wrong = contradiction(&q, count);
    if (wrong) return command_misuse("papers", "%s", wrong);
    const bool listed = !count && !q.all && !q.gpu && !q.junit && !q.how.quick && !q.how.judged;
    signal(SIGPIPE, SIG_IGN);
    enum status s = q.configs ? ST_OK : configuration_folder(&configs, "papers");
    int code = 0;
    if (s == ST_OK) s = experiments_load(&e, q.configs ? q.configs : configs);
    if (s == ST_OK && q.page) s = page_write(q.page, &e, argv + a.operand, count);
    else if (s == ST_OK && listed) s = list(&q, &e);
    else if (s == ST_OK) code = choose_and_perform(&q, &e, argv + a.operand, count);
    experiments_free(&e);
    free(configs);
    return s == ST_OK ? code : command_fail(s);
}
