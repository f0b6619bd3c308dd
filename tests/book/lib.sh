# What the end-to-end scripts share; read with ". tests/book/lib.sh" from the top of the repository.
# Each case is one line of the summary; one that fails says what it saw.
set -u
HOUSE=$(pwd)
case ${OUT:=out} in /*) ;; *) OUT=$HOUSE/$OUT ;; esac
RIDGE=$OUT/bin/ridge
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
unset SOURCE_DATE_EPOCH NO_COLOR 2>/dev/null
export LC_ALL=C TZ=UTC RIDGE_ROOT="$HOUSE" RIDGE_OUT="$WORK/out"
export XDG_CONFIG_HOME="$WORK/config" # no catalogue of the user's own
export ASAN_OPTIONS="${ASAN_OPTIONS:-allow_user_segv_handler=0}"
export LSAN_OPTIONS="suppressions=$HOUSE/tests/lsan.supp:print_suppressions=0"
passed=0 failed=0

# run ARGUMENT…: ridge with these; its output in $WORK/stdout and $WORK/stderr, its end in $status.
run() {
    "$RIDGE" "$@" >"$WORK/stdout" 2>"$WORK/stderr" </dev/null
    status=$?
}

pass() { passed=$((passed + 1)); }

# fail NAME [LINE…]
fail() {
    failed=$((failed + 1))
    echo "[  FAILED  ] $1"
    shift
    for line_ in "$@"; do echo "    $line_"; done
}

# same NAME WANT GOT
same() {
    if [ "$2" = "$3" ]; then pass; else fail "$1" "wanted: $2" "got:    $3"; fi
}

# near NAME WANT TOLERANCE GOT
near() {
    if awk -v w="$2" -v t="$3" -v g="$4" 'BEGIN { d = w - g; exit !(g != "" && d <= t && -d <= t) }'
    then pass; else fail "$1" "wanted: $2 ± $3" "got:    $4"; fi
}

# holds NAME COMMAND…: the command must succeed; what it printed is shown when it does not.
holds() {
    case_=$1
    shift
    if "$@" >"$WORK/holds" 2>&1; then pass; else
        fail "$case_" "$*"
        show "$WORK/holds"
    fi
}

# empty NAME FILE: the file has nothing in it.
empty() {
    if [ ! -s "$2" ]; then pass; else
        fail "$1"
        show "$2"
    fi
}

# says NAME FILE TEXT…: every text stands in the file.
says() {
    case_=$1 in_=$2
    shift 2
    for text_ in "$@"; do
        grep -qF -e "$text_" "$in_" || {
            fail "$case_" "missing: $text_" "in:"
            show "$in_"
            return
        }
    done
    pass
}

show() { head -20 "$1" | cut -c1-200 | sed 's/^/    /'; }

skipped() { echo "[  SKIPPED ] $1: $2"; }

# flat FORMAT FILE: lines "path value unit class low high" (words: "path value"), whatever the format.
flat() {
    case $1 in
    json) awk '
        function field(name) {
            return match($0, "\"" name "\": \"?[^\",}]*") ? \
                substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 4) : ""
        }
        function bare(text) { sub(/^"/, "", text); return text }
        /^  "[a-z-]+": \{$/ { split($0, part, "\""); group = part[2]; next }
        /^  "operations"|^  "steps"|^  "scenario"|^  "not-counted"/ { group = "" }
        group != "" && group != "scenario" && /^    "[a-z-]+": / {
            split($0, part, "\"")
            if ($0 ~ /: \{/)
                line = bare(field("value")) " " bare(field("unit")) " " bare(field("class")) " " \
                       bare(field("low")) " " bare(field("high"))
            else
                line = part[4]
            sub(/ +$/, "", line)
            print group "/" part[2] " " line
        }' "$2" ;;
    csv) sed 1d "$2" | sed 's/,*$//; s/,/ /g' ;;
    xml) awk '
        function attribute(name) {
            return match($0, " " name "=\"[^\"]*\"") ? \
                substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
        }
        /^  <[a-z]/ { group = $1; gsub(/[<>]/, "", group); next }
        group ~ /^(scenario|not-counted|operations|steps)$/ { next }
        /^    <[a-z]/ {
            name = $1; sub(/</, "", name); sub(/>.*/, "", name)
            value = $0; sub(/^ *<[^>]*>/, "", value); sub(/<.*/, "", value)
            line = group "/" name " " value " " attribute("unit") " " attribute("class") " " \
                   attribute("low") " " attribute("high")
            sub(/ +$/, "", line)
            print line
        }' "$2" ;;
    esac
}

value() { awk -v p="$1" '$1 == p { print $2 }' "$WORK/flat"; }

# A JSON text is right when its values can be folded, innermost first, into a single one.
is_json() {
    tr -d '\n' <"$1" | awk '{
        gsub(/"([^"\\]|\\["\\\/bfnrt]|\\u[0-9a-f][0-9a-f][0-9a-f][0-9a-f])*"/, "S")
        gsub(/-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null/, "V")
        gsub(/[ \t]/, "")
        do n = gsub(/S:[VS]/, "P") + gsub(/\{P(,P)*\}|\{\}|\[\]|\[[VS](,[VS])*\]/, "V"); while (n)
        exit $0 != "V"
    }'
}

# The last line of every script.
summary() {
    [ "$passed" = 0 ] || echo "[  PASSED  ] $passed test(s)."
    [ "$failed" = 0 ] || echo "[  FAILED  ] $failed test(s)."
    [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

# one_chapter FOLDER: the courses of this copy of content/ keep one chapter and an appendix.
one_chapter() {
    for language_ in zh en; do
        sed -i '/<xi:include href="\(0[2-9]\|10\|9[0-8]\)-/d' "$1/$language_/course.xml"
        awk '/xml:id="p-bills-on"/ { skip = 1 } !skip; /<\/para>/ { skip = 0 }' \
            "content/$language_/01-two-accounts.xml" >"$1/$language_/01-two-accounts.xml"
    done
}

# short_course: a house of its own in $WORK/root, of two such books and no more.
short_course() {
    mkdir -p "$WORK/root/content"
    cp -r content/catalogue content/cases content/scenarios.xml content/zh content/en "$WORK/root/content/"
    ln -s "$HOUSE/templates" "$HOUSE/assets" "$WORK/root/"
    one_chapter "$WORK/root/content"
    cat >"$WORK/root/content/course.xml" <<'XML'
<r:course xmlns:r="urn:ridgepoint:1"><r:book lang="zh" href="zh/course.xml"/><r:book lang="en" href="en/course.xml"/></r:course>
XML
    echo '<r:charts xmlns:r="urn:ridgepoint:1"/>' >"$WORK/root/content/charts.xml"
}
