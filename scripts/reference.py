#!/usr/bin/env python3
"""Makes docs/reference.md from the tables of the program: methods, settings of applications, answers.

usage: scripts/reference.py HOST DEVICE [> docs/reference.md]

HOST is a program, from which everything but methods for the device is taken. DEVICE is one with kernels, as
build/cuhost-kernels/bandstand, which needs no GPU. Nothing that is printed depends on the machine.
"""
import json
import re
import subprocess
import sys
import textwrap

WIDTH = 118

KINDS = {
    "tridiag": "Tridiagonal systems: one or many, interleaved in memory or one after the other.",
    "recurrence": "Pairs of first-order linear recurrences, one down the rows and one up.",
    "blocktri": "Block-tridiagonal and other sparse systems, and Markov chains.",
    "transform": "Real Fourier, cosine and sine transforms of lines.",
    "tree": "Systems coupled along trees, as of branched cables.",
}


def run(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def escaped(text):
    """Plain text as Markdown."""
    return re.sub(r"([\\*_<>\[\]|`])", r"\\\1", text)


def words_with_code(text):
    """Text in which the program marks code by backticks."""
    return "".join(p if k % 2 else escaped(p) for k, p in enumerate(re.split(r"(`[^`]*`)", text)))


def filled(text, first="", next=""):
    """A paragraph in lines, none beginning as an item of a list does."""
    kept = re.sub(r" (?=([-+*]|\d+[.)]) )", "\0", text)
    return textwrap.fill(kept, WIDTH, initial_indent=first, subsequent_indent=next, break_long_words=False,
                         break_on_hyphens=False).replace("\0", " ")


def item(text, indent=""):
    return filled(text, indent + "- ", indent + "  ")


def source_lines(source):
    """A line a source if they are several, since authors and year are to stay together."""
    sources = [escaped(s.strip()) for s in source.split(";")]
    return [f"- source: {sources[0]}"] if len(sources) == 1 else ["- sources:"] + [f"  - {s}" for s in sources]


def key_item(key, about, takes, indent=""):
    return item(f"`{key}` ({words_with_code(takes)}): {words_with_code(about)}", indent)


def sentence(text):
    """With a capital, unless the first word has one inside, as cuSPARSE."""
    first = text.split(" ", 1)[0]
    return (text if first.lower() != first else text[:1].upper() + text[1:]).rstrip(".") + "."


def option_item(o, indent="  "):
    default = f"default {o['default']}" if o["default"] is not None else "required"
    return key_item(o["key"], o["help"], f"{o['takes']}; {default}", indent)


def refusal(r):
    """Only the shape, where the sentence says no more than that it is not supported."""
    says_more = not re.search(r"(is|are) not supported$", r["sentence"])
    return r["shape"] + (f" ({r['sentence']})" if says_more else "")


def method_section(m, shared, help_of):
    out = [f"#### `{m['method']}`" + (" on the device" if m["space"] != "host" else ""), ""]
    out += [filled(words_with_code(sentence(m["about"]))), ""]
    out += source_lines(m["source"])
    if "can" in m:
        can = [help_of[m["kind"], w] for w in m["can"] if w not in ("paper", "unstable")]
        out += [item("takes and does: " + escaped("; ".join(can) if can else "contiguous systems of one size"))]
        refuses = "; ".join(refusal(r) for r in m["refuses"])
        out += [item("refuses: " + (escaped(refuses) if refuses else "none of the shapes above"))]
        of = "" if m["bytes_of"] == shared["plain"] else f", of {m['bytes_of']}"
        out += [f"- bytes an unknown: {m['bytes']:.4g}{of}"]
    own = [o for o in m["options"] if o not in shared["options"]]
    if own:
        out += ["- options:"] + [option_item(o) for o in own]
    return out + [""]


def kind_part(kind, methods, help_of):
    mine = [m for m in methods if m.get("kind") == kind]
    options = [o for o in mine[0]["options"] if all(o in m["options"] for m in mine)]
    shared = {"options": options, "plain": mine[0]["bytes_of"]}
    groups = [("on the host", [m for m in mine if m["space"] == "host" and not for_paper(m)]),
              ("on the device", [m for m in mine if m["space"] != "host" and not for_paper(m)]),
              ("kept for their papers", [m for m in mine if for_paper(m)])]
    out = [f"## Methods: `{kind}`", "", KINDS.get(kind, ""), ""]
    tried = {r["shape"]: None for m in mine for r in m["refuses"]}
    out += [filled(f"Bytes are those of {shared['plain']}. Shapes that some method refuses: "
                   f"{'; '.join(tried) if tried else 'none'}."), ""]
    if options:
        out += ["Every method has these options:", ""] + [option_item(o, "") for o in options] + [""]
    for title, group in groups:
        if not group:
            continue
        out += [f"### `{kind}` {title}", ""]
        if title.startswith("kept"):
            out += ["Other methods are faster or better wherever both were measured; a paper's figures need these.", ""]
        for m in group:
            out += method_section(m, shared, help_of)
    return out


def for_paper(m):
    return "paper" in m.get("can", ())


def own_part(methods):
    out = ["## Methods of single applications", "", "They take whole steps without a solver.", ""]
    shared = {"options": [], "plain": None}
    for m in methods:
        if "application" in m:
            section = method_section(m, shared, {})
            section[0] = section[0].replace(f"`{m['method']}`", f"`{m['method']}` of `{m['application']}`")
            out += section
    return out


def keys_of(text):
    """Blocks of `run --keys`: headings, and keys with their help and what they take."""
    blocks, block, key = [], None, None
    for line in text.splitlines():
        row = re.match(r"  (\S+) +(.*)", line) if re.match(r"  \S", line) else None
        if row:
            key = [row[1], row[2], ""]
            block["keys"].append(key)
        elif line.startswith("   ") and key:
            key[2] = line.strip()
        elif not line:
            block, key = None, None
        elif block:
            block["heading"] += " " + line
        else:
            block = {"heading": line, "keys": []}
            blocks.append(block)
    return blocks


def keys_part(block, title):
    out = [f"### {title}", ""]
    return out + [key_item(*key) for key in block["keys"]] + [""]


def settings(program, applications):
    out = []
    blocks = {a: keys_of(run(program, "run", "--keys", a)) for a in applications}
    first = blocks[applications[0]]
    out += ["## Settings of every application", ""]
    for b in first[:2]:
        out += keys_part(b, escaped(b["heading"].rstrip(":")).replace("\\`", "`"))
    common = [b for b in first if b["heading"].startswith("A sweep over one")][0]
    out += keys_part(common, "Sweeps")
    group = [b for b in first if b["heading"].startswith("In the group")][0]
    out += keys_part(group, "Groups of `solver` and `solvers`")
    for a in applications:
        own = [b for b in blocks[a] if b["heading"].startswith(a + ", ")][0]
        about = own["heading"].split(", ", 1)[1].rstrip(":")
        out += [f"## Settings of `{a}`", "", filled(escaped(sentence(about))), ""]
        out += [key_item(*key) for key in own["keys"]] + [""]
        for b in blocks[a]:
            if b["heading"].startswith("Answers"):
                out += [f"### Answers of `{a}`", "",
                        "With their units; an asterisk is a name that the configuration gives.", ""]
                out += [key_item(*key) for key in b["keys"]] + [""]
    return out


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    host = json.loads(run(sys.argv[1], "solvers", "--json"))
    device = json.loads(run(sys.argv[2], "solvers", "--json"))
    methods = [m for m in host["solvers"] if m["space"] == "host"]
    methods += [m for m in device["solvers"] if m["space"] != "host"]
    help_of = {(c["kind"], c["word"]): c["help"] for c in host["capabilities"]}
    kinds = list(dict.fromkeys(m["kind"] for m in methods if "kind" in m))
    applications = re.findall(r"^  (\S+)", run(sys.argv[1], "--help").split("Applications")[1].split("\n\n")[0], re.M)
    out = ["<!-- Made by `make reference` from the program's own tables. -->", "# Reference", "",
           "All methods, settings and answers, as the program itself lists them: `bandstand solvers --long`,",
           "`bandstand run --keys APPLICATION`. Sources stand in [references.md](references.md).", ""]
    out += ["## All methods", ""]
    for kind in kinds:
        mine = [m for m in methods if m.get("kind") == kind]
        for title, group in ((f"`{kind}`", [m for m in mine if m["space"] == "host" and not for_paper(m)]),
                             (f"`{kind}` on the device", [m for m in mine if m["space"] != "host"]),
                             (f"`{kind}`, kept for their papers", [m for m in mine if for_paper(m)])):
            if group:
                out += [item(f"{title}: " + ", ".join(f"`{m['method']}`" for m in group))]
    out += [""]
    for kind in kinds:
        out += kind_part(kind, methods, help_of)
    out += own_part(methods)
    out += settings(sys.argv[1], applications)
    print("\n".join(out).rstrip())


main()
