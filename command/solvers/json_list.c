/* Methods as JSON: for programs, and for docs/reference.md, which scripts/reference.py makes of it. */
#include "command/solvers/json_list.h"

#include <stdio.h>

#include "base/json/json.h"
#include "command/solvers/listed.h"
#include "command/terminal/command.h"

static void put_options(struct json *j, const struct option_part *part, int parts)
{
    char takes[512];
    json_array(j, "options");
    for (int k = 0; k < parts; k++)
        for (const struct option *o = part[k].table; o->key; o++) {
            json_object(j, NULL);
            json_text(j, "key", o->key);
            json_text(j, "help", o->help);
            json_text(j, "takes", option_expects(o, takes, sizeof takes));
            json_text(j, "default", o->default_value);
            json_close_object(j);
        }
    json_close_array(j);
}

static void put_description(struct json *j, const struct description *d)
{
    json_real(j, "bytes", d->bytes);
    json_text(j, "bytes_of", d->plain);
    json_array(j, "refuses");
    for (int k = 0; k < d->refusals; k++) {
        json_object(j, NULL);
        json_text(j, "shape", d->refusal[k].shape);
        json_text(j, "sentence", d->refusal[k].sentence);
        json_close_object(j);
    }
    json_close_array(j);
}

static void put_solver(struct json *j, const struct solver *s, const struct description *d)
{
    struct option_part part[OPTION_PARTS];
    const struct capability *c;
    json_object(j, NULL);
    json_text(j, "method", s->method);
    json_text(j, "kind", precision_double->kind_name(s->kind));
    json_text(j, "space", space_name(s->space));
    json_text(j, "about", s->about);
    json_text(j, "source", s->source);
    json_array(j, "can");
    for (size_t i = 0; (c = precision_double->capability_at(s->kind, i)); i++)
        if (s->can & c->bit) json_text(j, NULL, c->word);
    json_close_array(j);
    put_description(j, d);
    put_options(j, part, precision_double->solver_options(s, part));
    json_close_object(j);
}

static void put_own(const struct own *own, void *context)
{
    struct json *const j = context;
    const struct method *const m = own->method;
    json_object(j, NULL);
    json_text(j, "method", m->name);
    json_text(j, "application", own->app->name);
    json_text(j, "space", space_name(own->space));
    json_text(j, "about", m->about);
    json_text(j, "source", m->source);
    put_options(j, &(struct option_part){m->options, 0}, m->options != NULL);
    json_close_object(j);
}

/* The sentences that explain the words of "can". */
static void put_capabilities(struct json *j)
{
    const struct capability *c;
    json_array(j, "capabilities");
    for (int k = 0; k < KIND_COUNT; k++)
        for (size_t i = 0; (c = precision_double->capability_at((enum kind)k, i)); i++) {
            json_object(j, NULL);
            json_text(j, "kind", precision_double->kind_name((enum kind)k));
            json_text(j, "word", c->word);
            json_text(j, "help", c->help);
            json_close_object(j);
        }
    json_close_array(j);
}

int solvers_json(const char *only)
{
    struct json j = {.out = stdout};
    struct description d;
    json_object(&j, NULL);
    json_array(&j, "solvers");
    for (size_t i = 0; precision_double->solver_at(i); i++) {
        const struct solver *const s = precision_double->solver_at(i);
        if (!solver_listed(only, s)) continue;
        const enum status described = precision_double->solver_describe(s, &d);
        if (described != ST_OK) return command_fail(described);
        put_solver(&j, s, &d);
    }
    own_each(only, put_own, &j);
    json_close_array(&j);
    put_capabilities(&j);
    json_close_object(&j);
    return 0;
}
