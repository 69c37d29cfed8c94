#!/bin/sh
# Can the thread sanitizer run here? It takes clang, its sanitizer and its OpenMP runtime.
command -v clang >/dev/null || exit 1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
echo 'int main(void) { return 0; }' >"$dir/a.c"
clang -fsanitize=thread -fopenmp -o "$dir/a" "$dir/a.c" 2>/dev/null
