/* The samples of an SWC file, checked, and how a reading cuts them into sections. */
#pragma once
#include <stdint.h>

#include "apps/hines/morphology/swc.h"
#include "base/file/input.h"

enum { SWC_SOMA = 1 }; /* the type */

struct swc_sample {
    int64_t id, type, parent; /* parent: before it in swc.sample; -1 of the first one, which has none */
    int64_t line;
    double x, y, z, radius;
};

/* In order of their ids. */
struct swc {
    const char *path;
    const struct swc_lenience *lenience;
    int64_t count, capacity;
    struct swc_sample *sample;
};

/* Samples of one section. */
struct swc_section {
    int64_t first;  /* sample; the others follow by swc_cut.next */
    int64_t from;   /* sample that it starts at, before `first`; -1: at `first` */
    double radius;  /* at `from` */
    int64_t parent; /* section before it; -1 of the first one */
    double at;      /* of the parent's length */
};

/* As a reading fills it. There are no more sections than samples. */
struct swc_cut {
    int64_t sections;
    struct swc_section *section; /* [samples] */
    int64_t *next;               /* [samples] the next one of the same section; -1: it is the last one */
    int64_t *of;                 /* [samples] the section in which it is not the start */
    int64_t *children;           /* [samples] zeros; scratch of the reading */
};

/* At least one sample, or ST_CONFIG; ST_NOMEM. swc_free frees what was read, also after a failure. */
enum status swc_samples(struct swc *out, FILE *in, const char *path, const struct swc_lenience *lenience);
void swc_free(struct swc *s);
/* For input_fault: the line of a sample. */
struct input swc_line(const struct swc *s, int64_t sample);

/* The readings: fill `next` and the sections, each after its parent. ST_CONFIG. */
enum status swc_cut_neuron(struct swc_cut *c, const struct swc *s);
enum status swc_cut_arbor(struct swc_cut *c, const struct swc *s);
enum status swc_cut_sonata(struct swc_cut *c, const struct swc *s);

/* Appends the section in which `first` comes after `from`. */
static inline void swc_begin(struct swc_cut *c, int64_t first, int64_t from, double radius, int64_t parent, double at)
{
    c->section[c->sections] = (struct swc_section){first, from, radius, parent, at};
    c->of[first] = c->sections++;
}

/* A sample follows its predecessor in the same section. */
static inline void swc_follow(struct swc_cut *c, int64_t sample, int64_t after)
{
    c->next[after] = sample, c->of[sample] = c->of[after];
}
