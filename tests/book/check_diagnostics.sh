#!/bin/sh
# Golden diagnostics: `ridge check` of every tests/golden/book/NAME.xml ends with status 1 and says
# exactly NAME.diag: place, what was found, what was expected, the nearest right name.
. tests/book/lib.sh

for file in tests/golden/book/*.xml; do
    name=$(basename "$file" .xml)
    run check "$file"
    same "$name: exit status" 1 $status
    same "$name: one error, counted" "1 error, 0 warnings" "$(cat "$WORK/stdout")"
    holds "$name: the message" diff "${file%.xml}.diag" "$WORK/stderr"
    same "$name: file, line, column" "$file" \
        "$(sed -n '1s/^\([^:]*\):[1-9][0-9]*:[1-9][0-9]*: error: .*/\1/p' "$WORK/stderr")"
    holds "$name: what would be right" grep -qE '; (expected|allowed here)' "$WORK/stderr"
done

# The cases that were promised are there.
for name in claim scenario accelerator element glyph figure unit dtd outside malformed truth \
    division listing id address steps cases case column; do
    holds "the case $name" test -s "tests/golden/book/$name.diag"
done

# What is right is passed in silence, in both languages, from any folder.
for part in course.xml 01-two-accounts.xml 99-trust.xml; do
    for lang in zh en; do
        run check "content/$lang/$part"
        same "$lang/$part: exit status" 0 $status
        empty "$lang/$part: no message" "$WORK/stderr"
    done
done
(cd / && "$RIDGE" check) >"$WORK/stdout" 2>"$WORK/stderr"
same "the course: exit status" 0 $?
same "the course: counted" "0 errors, 0 warnings" "$(cat "$WORK/stdout")"
same "check writes no product" "fonts" "$(ls "$WORK/out")"
for template in handout sheet comparison; do
    run check "templates/$template.xml"
    same "$template: exit status" 0 $status
done

# The two languages are parallel: the same ids, numbers, claims, figures and tables.
for what in xml:id select test linkend kind ids scenarios accelerators columns; do
    for lang in zh en; do
        tr '\n' ' ' <"content/$lang/01-two-accounts.xml" | grep -oE " $what=\"[^\"]*\"" | sort >"$WORK/$lang"
    done
    holds "the chapters are parallel in $what" diff "$WORK/zh" "$WORK/en"
    holds "the chapters have $what" test -s "$WORK/zh"
done
for lang in zh en; do
    chapter=content/$lang/01-two-accounts.xml
    holds "$lang: at least ten claims" test "$(grep -o '<r:claim' "$chapter" | wc -l)" -ge 10
    holds "$lang: four figures" test "$(grep -o '<r:chart' "$chapter" | wc -l)" -ge 4
    holds "$lang: two derivations" test "$(grep -o '<r:steps' "$chapter" | wc -l)" -ge 2
    holds "$lang: a table of accelerators" grep -q '<r:table[^>]*of="accelerators"' "$chapter"
    holds "$lang: questions" grep -q '<qandaentry' "$chapter"
done

# A claim of the shipped chapter made false by a change of the catalogue is found.
mkdir "$WORK/house"
cp -R content templates assets "$WORK/house/"
sed -i "s#>2039 GB/s#>9039 GB/s#; s#>3.2 Gbit/s<#>14.1 Gbit/s<#" "$WORK/house/content/catalogue/accelerators.xml"
RIDGE_ROOT="$WORK/house" "$RIDGE" check >"$WORK/stdout" 2>"$WORK/stderr"
same "a catalogue that has changed: exit status" 1 $?
says "a catalogue that has changed" "$WORK/stderr" "this claim is false" "note: "

# house FILE FROM TO: a copy of the house in which one thing is changed, and the check of it.
house() {
    cp -R "content/." "$WORK/house/content"
    echo '<r:course xmlns:r="urn:ridgepoint:1"><r:book lang="en" href="en/course.xml"/></r:course>' \
        >"$WORK/house/content/course.xml"
    sed -i "s#$2#$3#" "$WORK/house/$1"
    RIDGE_ROOT="$WORK/house" "$RIDGE" ${4:-check} >"$WORK/stdout" 2>"$WORK/stderr"
    status=$?
}
# faulty NAME FILE FROM TO WORDS…
faulty() {
    name=$1
    house "$2" "$3" "$4"
    shift 4
    same "$name: exit status" 1 $status
    says "$name" "$WORK/stderr" "$@"
}
faulty "an id that is a path" content/catalogue/accelerators.xml 'id="mi300x"' 'id="../../mi300x"' \
    "accelerators.xml:" "“../../mi300x” does not do as an id"
faulty "a bandwidth that nothing has" content/catalogue/accelerators.xml '>900 GB/s<' \
    '>1e-300 GB/s<' "accelerators.xml:20:54: error:" "a value between"
faulty "a chart's name that is a path" content/charts.xml 'name="roofline"' 'name="../roofline"' \
    "charts.xml:" "does not do as the name of a chart"
faulty "a chart's name without end" content/charts.xml 'name="roofline"' \
    "name=\"$(printf '%0300d' 0)\"" "charts.xml:" "at most 64"
faulty "a chart's unknown attribute" content/charts.xml 'kind="roofline"' 'kind="roofline" seize="x"' \
    "charts.xml:" "unknown attribute “seize”"
faulty "a book outside" content/course.xml 'href="en/' 'href="../../en/' \
    "course.xml:1:62: error:" "leads out of"
faulty "a book that is not there" content/course.xml 'en/course' 'en/none' \
    "course.xml:1:62: error:" "there is no such file"
faulty "a language twice" content/course.xml '<r:book.*/>' '&&' "course.xml:" "“en” is used before"
faulty "a comparison with one side" content/course.xml '</r:course>' \
    '<r:compare a="mi300x"/></r:course>' "course.xml:" "the attribute b is missing"

# A computed value in a title is a link on the page, and plain where the title itself is a link.
house content/en/01-two-accounts.xml '<title>One model, two jobs' \
    '<title><r:value select="$full-7b/memory/total" unit="GiB"/>, <xref linkend="sec-jobs"/>' build
same "a link in a title: exit status" 0 $status

# A folder that is named by nothing is not the root of the file system.
for option in "build -o" "build --lang" "sheet mi300x -o" "chart roofline -o - --data" "estimate --model"; do
    run $option ""
    same "$option with nothing: exit status" 2 $status
    says "$option with nothing" "$WORK/stderr" "needs a value"
done
(cd "$WORK/house" && RIDGE_ROOT= RIDGE_OUT= "$RIDGE" build) >"$WORK/stdout" 2>"$WORK/stderr"
same "variables set to nothing: exit status" 0 $?
same "variables set to nothing: where it is written" "out/handout/course.en.pdf" \
    "$(sed -n '/handout/p' "$WORK/stdout")"

# Several files, several faults: all are told, in order, and counted.
run check tests/golden/book/claim.xml tests/golden/book/unit.xml tests/golden/book/dtd.xml
same "three files: counted" "3 errors, 0 warnings" "$(cat "$WORK/stdout")"
same "three files: in their order" "claim unit dtd" \
    "$(sed -n 's/^tests.golden.book.\([a-z]*\).xml:.*error:.*/\1/p' "$WORK/stderr" | tr '\n' ' ' | sed 's/ $//')"

# Odd arguments.
run check "$WORK/none.xml"
same "no such file: exit status" 1 $status
says "no such file" "$WORK/stderr" "cannot read" "none.xml: there is no such file"
run check content
same "a folder: exit status" 1 $status
says "a folder" "$WORK/stderr" "it is a folder"
awk 'BEGIN { printf "<chapter xmlns=\"http://docbook.org/ns/docbook\"><title>x</title><para"
             for (i = 0; i < 5000; i++) printf " a%d=\"x\"", i
             print ">x</para></chapter>" }' >"$WORK/wide.xml"
timeout 10 "$RIDGE" check "$WORK/wide.xml" >"$WORK/stdout" 2>"$WORK/stderr"
same "5000 faults in one line take no time: exit status" 1 $?
same "5000 faults in one line: counted" "5000 errors, 0 warnings" "$(cat "$WORK/stdout")"
: >"$WORK/empty.xml"
run check "$WORK/empty.xml"
same "an empty file: exit status" 1 $status
says "an empty file" "$WORK/stderr" "empty.xml:1:1: error: not well-formed"
summary
