# Does what a document says: awk -v root=FOLDER -f follow.awk DOC. A line that is `FILE` alone, before a block of code,
# makes the file; `FILE`, after `TEXT`: puts the block behind the line of the file that is TEXT. Prints each file.
/^`[^`]+`$/ { split($0, part, "`"); file = part[2]; after = ""; next }
/^`[^`]+`, after `[^`]+`:$/ { split($0, part, "`"); file = part[2]; after = part[4]; next }
/^```/ && block { close_block(); block = 0; file = ""; next }
/^```/ { block = 1; text = ""; next }
block { text = text $0 "\n"; next }
!/^$/ { file = "" }

function close_block(    path, old, line, found) {
    if (file == "") return
    path = root "/" file
    old = ""
    if (after != "") {
        while ((getline line <path) > 0) {
            old = old line "\n"
            if (line == after) { old = old text; found = 1 }
        }
        close(path)
        if (!found) { print file " has no line '" after "'" >"/dev/stderr"; exit 1 }
        text = old
    } else {
        line = path; sub(/\/[^\/]*$/, "", line)
        system("mkdir -p '" line "'")
    }
    printf "%s", text >path
    close(path)
    print file
}
