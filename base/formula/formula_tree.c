/* Splits the text of a formula at its sums and products. */
#include "base/formula/formula_tree.h"

#include <ctype.h>
#include <string.h>

/* One formula as it is read. */
struct reader {
    const char *text, *const *name;
    int variables;
    unsigned apart;
    struct formula_tree *tree;
    bool full;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* The end of the name, number or character at `at`; the sign of an exponent belongs to its number. */
static int token_end(const char *text, int at, int to)
{
    int end = at;
    while (end < to && is_word(text[end])) end++;
    if (end == at) return at + 1;
    const int digits = (int)strspn(text + at, "0123456789.");
    const bool exponent = digits > 0 && at + digits + 1 == end && strchr("eE", text[end - 1]);
    if (!exponent || end + 1 >= to || !strchr("+-", text[end]) || !isdigit((unsigned char)text[end + 1])) return end;
    for (end++; end < to && is_word(text[end]); end++) {}
    return end;
}

static unsigned variables_of(const struct reader *r, int from, int to)
{
    unsigned uses = 0;
    for (int at = from, end; at < to; at = end) {
        end = token_end(r->text, at, to);
        for (int v = 0; v < r->variables; v++)
            if ((int)strlen(r->name[v]) == end - at && !strncmp(r->text + at, r->name[v], (size_t)(end - at)))
                uses |= 1u << v;
    }
    return uses;
}

static bool several(unsigned uses)
{
    return (uses & (uses - 1)) != 0;
}

/* The top of a span: the last operators between its operands, and whether one is not split. */
struct scan {
    int sum, product; /* places, or -1 */
    bool sign;        /* one before the first operand */
    bool power, other;
};

static struct scan scan_span(const char *text, int from, int to)
{
    struct scan s = {.sum = -1, .product = -1};
    bool operand = false; /* is one complete? */
    int depth = 0;
    for (int at = from, end; at < to; at = end) {
        const char c = text[at];
        end = token_end(text, at, to);
        if (c == ')') depth--;
        const bool top = depth == 0;
        if (c == '(') depth++;
        if (!top || isspace((unsigned char)c)) continue;
        if (c == '+' || c == '-') {
            if (operand) s.sum = at;
            else if (at == from && c == '-') s.sign = true;
            else s.other = true;
            operand = false;
        } else if (c == '*' || c == '/') {
            s.product = at;
            operand = false;
        } else if (c == '^') {
            s.power = true;
            operand = false;
        } else if (is_word(c) || c == '(' || c == ')') {
            operand = true;
        } else {
            s.other = true;
        }
    }
    return s;
}

static int put(struct reader *r, struct formula_node node)
{
    if (r->tree->count == FORMULA_NODES) r->full = true;
    if (r->full) return 0;
    r->tree->node[r->tree->count] = node;
    return r->tree->count++;
}

static bool in_parentheses(const char *text, int from, int to)
{
    int depth = 0;
    if (to - from < 2 || text[from] != '(') return false;
    for (int at = from; at < to; at++) {
        depth += (text[at] == '(') - (text[at] == ')');
        if (depth == 0) return at == to - 1;
    }
    return false;
}

static int read_span(struct reader *r, int from, int to)
{
    while (from < to && isspace((unsigned char)r->text[from])) from++;
    while (from < to && isspace((unsigned char)r->text[to - 1])) to--;
    struct formula_node node = {.from = from, .length = to - from, .uses = variables_of(r, from, to)};
    const struct scan s = scan_span(r->text, from, to);
    if (r->full || !several(node.uses & r->apart) || s.other || (s.sign && s.power)) return put(r, node);
    if (in_parentheses(r->text, from, to)) return read_span(r, from + 1, to - 1);
    const int at = s.sum >= 0 ? s.sum : s.product;
    if (at >= 0) {
        node.op = r->text[at];
        node.left = read_span(r, from, at);
        node.right = read_span(r, at + 1, to);
    } else if (s.sign) {
        node.op = 'n';
        node.left = read_span(r, from + 1, to);
    }
    return put(r, node);
}

static int depth_of(const struct formula_tree *t, int node)
{
    const struct formula_node *const n = &t->node[node];
    if (!n->op) return 0;
    const int left = depth_of(t, n->left), right = n->op == 'n' ? 0 : 1 + depth_of(t, n->right);
    return left > right ? left : right;
}

bool formula_tree_make(struct formula_tree *t, const char *text, int variables, const char *const *name, unsigned apart)
{
    struct reader r = {.text = text, .name = name, .variables = variables, .apart = apart, .tree = t};
    *t = (struct formula_tree){0};
    t->root = read_span(&r, 0, (int)strlen(text));
    if (r.full) return false;
    t->depth = depth_of(t, t->root);
    return t->depth <= FORMULA_DEPTH && (t->node[t->root].op || !several(t->node[t->root].uses & apart));
}
