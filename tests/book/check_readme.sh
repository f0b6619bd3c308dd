#!/bin/bash
# Does what the READMEs tell the reader to do, in a copy of the course, and compares what they quote.
#   ```sh    lines that begin with out/bin/ridge are run
#   ```text  must be what they print; a line “…” stands for any lines; places in the catalogue may move,
#            and narrow spaces count as spaces
#   ```xml, ```csv after <!-- file: F -->, is written to F; after <!-- into: F E -->, goes into element E of F
# A block that quotes an error must exit with status 1, every other one with 0.
set -u
root=$(pwd)
ridge=$(realpath "${OUT:-out}/bin/ridge")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset RIDGE_ROOT RIDGE_OUT SOURCE_DATE_EPOCH
passed=0 failed=0
narrow=$(printf '\342\200\257') # the space between a number and its unit

verdict() { # status what
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$readme: $2"
    fi
}

run_commands() { # standard output first, as a terminal shows them
    : >"$work/real"
    status=0
    while IFS= read -r command; do
        case $command in out/bin/ridge\ *) ;; *) continue ;; esac
        echo "$command" >>"$work/ran"
        sh -c "$command" >"$work/stdout" 2>"$work/stderr" </dev/null || status=$?
        cat "$work/stdout" "$work/stderr" >>"$work/real"
    done <"$work/block"
}

settle() { # wanted status
    [ -s "$work/ran" ] || return
    [ $status = "$1" ]
    verdict $? "exit status $status, not $1, of $(cat "$work/ran")"
    [ $status = "$1" ] || cat "$work/real"
    : >"$work/ran"
}

quoted_is_real() {
    sed -E -i -e 's#(content/catalogue/[a-z]+\.xml):[0-9]+:[0-9]+#\1#' -e "s/$narrow/ /g" \
        "$work/block" "$work/real"
    awk 'NR == FNR { real[++n] = $0; next }
         $0 == "…" { any = 1; next }
         { do at++; while (any && at <= n && real[at] != $0)
           any = 0
           if (real[at] != $0) { print "  quoted: " $0 "\n  real:   " real[at]; bad = 1; exit } }
         END { exit bad || (!any && at < n) }' "$work/real" "$work/block"
}

# An entry that the shipped catalogue already has gives way to the one of the README.
put_into() { # file element
    local id
    id=$(sed -n '1s/.* id="\([^"]*\)".*/\1/p' "$work/block")
    awk -v open="<${2%s} id=\"$id\"" -v close_="</${2%s}>" -v end="</$2>" -v block="$work/block" '
        index($0, open) { old = 1 }
        index($0, end) { while ((getline line <block) > 0) print line }
        !old { print }
        index($0, close_) { old = 0 }' "$1" >"$work/whole" && cp "$work/whole" "$1"
}

end_block() {
    case $kind in
    sh) settle 0; run_commands ;;
    text)
        grep -q ': error: ' "$work/block"
        settle $((1 - $?))
        quoted_is_real
        verdict $? "the output quoted before line $line is not what the command prints"
        ;;
    xml | csv)
        case ${mark[0]:-} in
        file:) cp "$work/block" "${mark[1]}" ;;
        into:) put_into "${mark[1]}" "${mark[2]}" ;;
        esac
        mark=()
        ;;
    esac
}

words() { grep -oE '<(title|desc) [^<]*' "$1"; }

picture() { # the committed picture says what the program says today, and so does its alternative text
    local file=assets/readme/$2.$1.svg title
    [ "$(words "$file")" = "$(words "$root/$file")" ]
    verdict $? "$file is out of date: run the command that the README quotes"
    title=$(sed -n 's:^<title [^>]*>\(.*\)</title>$:\1:p' "$file")
    grep -qF "alt=\"$title\"" "$root/$readme"
    verdict $? "the picture's alternative text is not its title: $title"
}

kinds() { # the table of kinds is what `ridge list charts` says
    "$ridge" list charts --lang "$1" | sed -E '1d; s/^([a-z-]+) +(.*)$/| `\1` | \2 |/' | sort >"$work/kinds"
    grep -Fxf "$work/kinds" "$root/$readme" | sort | cmp -s - "$work/kinds"
    verdict $? "the table of kinds is not what ridge list charts says"
}

follow() { # README language
    readme=$1 kind='' mark=() line=0 status=0
    mkdir -p "$work/$2/out/bin" && cd "$work/$2" || exit
    cp -r "$root/content" "$root/templates" "$root/assets" .
    ln -s "$ridge" out/bin/ridge
    : >"$work/ran"
    while IFS= read -r text; do
        line=$((line + 1))
        case $kind:$text in
        :'<!-- '*' -->') read -r -a mark <<<"${text//[<>!]/}" && mark=("${mark[@]:1}") ;;
        :'```'?*) kind=${text#'```'} && : >"$work/block" ;;
        ?*:'```') end_block && kind='' ;;
        ?*:*) printf '%s\n' "$text" >>"$work/block" ;;
        esac
    done <"$root/$readme"
    settle 0
    for name in roofline decode-knee fit-matrix; do picture "$2" "$name"; done
    kinds "$2"
    cd "$root" || exit
}

follow README.md en
follow README.zh.md zh
[ $passed = 0 ] || echo "[  PASSED  ] $passed test(s)."
[ $failed = 0 ] || echo "[  FAILED  ] $failed test(s)."
[ $failed = 0 ] && [ $passed -gt 0 ]
