#!/bin/sh
# Only what has to be made is made, and a fault leaves what was there.
. tests/book/lib.sh
mkdir -p "$WORK/house"
cp -R content templates assets "$WORK/house/"
one_chapter "$WORK/house/content" # what is fresh does not hang on how much there is
export RIDGE_ROOT="$WORK/house" RIDGE_OUT="$WORK/house/out"
content=$RIDGE_ROOT/content out=$RIDGE_OUT

# What the build has just printed, without the folder, in order of names.
made() { sed "s#^$out/##" "$WORK/stdout" | LC_ALL=C sort; }
kinds() { made | sed 's#/.*##' | uniq -c | awk '{ printf "%s%s %s", n++ ? ", " : "", $1, $2 }'; }
stamps() { find "$out" -type f -printf '%P %T@ %i\n' | LC_ALL=C sort; }

run build
same "first build: exit status" 0 $status
same "first build: what it prints is what is there" \
    "$(cd "$out" && find handout sheets compare charts -type f | LC_ALL=C sort)" "$(made)"

stamps >"$WORK/before"
run build
same "second build: exit status" 0 $status
empty "second build: prints nothing" "$WORK/stdout"
empty "second build: no message" "$WORK/stderr"
stamps >"$WORK/after"
holds "second build: writes nothing" diff "$WORK/before" "$WORK/after"

# Rules for make, of what is fresh as well: one for each product, and make itself sees that nothing is
# to be done, then, once a chapter is newer, that all handouts are.
run build --depfile "$WORK/rules.d"
same "depfile: exit status" 0 $status
same "depfile: a rule for each product" "$(sed -n 's/ .*//p' "$WORK/before" | grep -E '^(handout|sheets|compare|charts)/' | sort)" \
    "$(sed -n "s#^$out/\(.*\):.*#\1#p" "$WORK/rules.d" | sort)"
printf 'include %s\n%s/%%:\n\t@echo $(@:%s/%%=%%)\n.PHONY: all\nall: $(wildcard %s/handout/*.pdf %s/sheets/*.pdf)\n' \
    "$WORK/rules.d" "$out" "$out" "$out" "$out" >"$WORK/makefile"
same "depfile: make has nothing to do" "" "$(MAKEFLAGS= make -s -f "$WORK/makefile" all 2>&1 | grep -v 'Nothing to be done')"

# later FILE: newer than every product, however coarse the clock.
later() {
    touch "$1"
    for file in "$out"/handout/*.pdf; do
        tries=0
        while [ -e "$file" ] && [ ! "$1" -nt "$file" ] && [ $((tries += 1)) -lt 200 ]; do
            sleep 0.02
            touch "$1"
        done
    done
}

# For students and for teachers.
four="handout/course.en.pdf handout/course.en.teacher.pdf handout/course.zh.pdf handout/course.zh.teacher.pdf"
# The other language's handout reads the chapter too, for its glosses.
later "$content/zh/01-two-accounts.xml"
same "depfile: make sees what the chapter is in" "$four" \
    "$(MAKEFLAGS= make -s -f "$WORK/makefile" all 2>&1 | sort | tr '\n' ' ' | sed 's/ $//')"
run build
same "the Chinese chapter touched: all handouts, nothing else" "$four" \
    "$(made | tr '\n' ' ' | sed 's/ $//')"
run build
empty "and after that nothing" "$WORK/stdout"

later "$RIDGE_ROOT/templates/comparison.xml"
run build
same "the template of comparisons touched" "8 compare" "$(kinds)"

later "$content/charts.xml"
run build
rows=$(grep -c '<r:chart ' "$content/charts.xml") # each in two languages and five formats
same "the list of charts touched" "$((rows * 10)) charts" "$(kinds)"

later "$RIDGE_ROOT/assets/fonts/SourceSans3-Regular.otf"
run build
same "a font touched: everything" "$(grep -c . "$WORK/before")" \
    "$(($(made | wc -l) + $(find "$out/fonts" "$out/obj" -type f | wc -l)))"

rm "$out/charts/roofline.zh.csv" "$out/sheets/rtx-4090.en.pdf"
run build
same "files that were removed come back" "charts/roofline.zh.csv sheets/rtx-4090.en.pdf" \
    "$(made | grep -xE 'charts/roofline.zh.csv|sheets/rtx-4090.en.pdf' | tr '\n' ' ' | sed 's/ $//')"
same "and no handout with them" "" "$(made | grep handout)"

# A fault leaves the old file, and the others are made.
stamps | grep '^handout/' >"$WORK/before"
cp "$content/en/01-two-accounts.xml" "$WORK/chapter.xml"
sed 's#<title>Two accounts</title>#&<para>See <xref linkend="sec-job"/>.</para>#' "$WORK/chapter.xml" \
    >"$content/en/01-two-accounts.xml"
later "$content/en/01-two-accounts.xml"
cp "$out/handout/course.en.pdf" "$WORK/old.pdf"
run build
same "a fault in the chapter: exit status" 1 $status
says "a fault in the chapter: the message" "$WORK/stderr" "en/01-two-accounts.xml:" \
    "nothing in this book has the id “sec-job”" "did you mean “sec-jobs”?"
same "a fault in the chapter: the other language is made" "handout/course.zh.pdf handout/course.zh.teacher.pdf" "$(made | tr '\n' ' ' | sed 's/ $//')"
holds "a fault in the chapter: the old handout is untouched" cmp "$WORK/old.pdf" "$out/handout/course.en.pdf"
same "a fault in the chapter: its time, too" "$(grep course.en "$WORK/before")" "$(stamps | grep handout/course.en)"
run build
same "the fault is told again" 1 $status
empty "and nothing is made" "$WORK/stdout"
cp "$WORK/chapter.xml" "$content/en/01-two-accounts.xml"
run build
same "mended: all handouts are made" "$four" \
    "$(made | tr '\n' ' ' | sed 's/ $//')"

# A fault in a template is one message, and refuses every sheet.
cp "$RIDGE_ROOT/templates/sheet.xml" "$WORK/sheet.xml"
sed 's#<article[^>]*>#&<parra/>#' "$WORK/sheet.xml" >"$RIDGE_ROOT/templates/sheet.xml"
later "$RIDGE_ROOT/templates/sheet.xml"
run build
same "a fault in a template: exit status" 1 $status
same "a fault in a template: said once" 1 "$(grep -c 'error:' "$WORK/stderr")"
empty "a fault in a template: no sheet is made" "$WORK/stdout"
cp "$WORK/sheet.xml" "$RIDGE_ROOT/templates/sheet.xml"

# A fault in the catalogue: nothing is made from it.
cp "$content/catalogue/models.xml" "$WORK/models.xml"
sed 's#<layers>32</layers>#<layers>33</layers>#; s#<layers \([^>]*\)>32</layers>#<layers \1>33</layers>#' \
    "$WORK/models.xml" >"$content/catalogue/models.xml"
run build
same "a contradiction in the catalogue: exit status" 1 $status
says "a contradiction in the catalogue" "$WORK/stderr" "the catalogue contradicts itself"
empty "a contradiction in the catalogue: nothing is made" "$WORK/stdout"
cp "$WORK/models.xml" "$content/catalogue/models.xml"

# ── Odd courses ──────────────────────────────────────────────────────────────────────────────────
cp "$content/course.xml" "$WORK/course.xml"
# course NAME XML TEXT…: a build with this course.xml ends with 1 and says the texts.
course() {
    name=$1
    printf '%s' "$2" >"$content/course.xml"
    shift 2
    run build
    same "$name: exit status" 1 $status
    says "$name" "$WORK/stderr" "$@"
    cp "$WORK/course.xml" "$content/course.xml"
}
R='xmlns:r="urn:ridgepoint:1"' EN="<r:book lang='en' href='en/course.xml'/>"
course "an empty course.xml" "" "course.xml:1:1: error: not well-formed"
course "a course without books" "<r:course $R/>" "course.xml:1:1: error:" "names nothing to build"
course "a book without a file" "<r:course $R><r:book lang='en'/></r:course>" \
    "course.xml:1:38: error: the attribute href is missing"
course "a book that is not there" "<r:course $R><r:book lang='en' href='en/corse.xml'/></r:course>" \
    "course.xml:1:62: error: cannot include “en/corse.xml”: there is no such file" \
    "did you mean “course.xml”?"
course "a book whose name is no file's" "<r:course $R><r:book name='../up' lang='en' href='en/course.xml'/></r:course>" \
    "course.xml:1:52: error: “../up” does not do as the name of a book"
course "a book of that name again" "<r:course $R><r:book name='a' lang='en' href='en/course.xml'/><r:book name='a' lang='en' href='en/course.xml'/></r:course>" \
    "“en” is used before"
course "a book outside" "<r:course $R><r:book lang='en' href='../../secret.xml'/></r:course>" "secret.xml"
course "a row that is none" "<r:course $R>$EN<r:sheet/></r:course>" \
    "course.xml:1:78: error: unexpected <r:sheet>" "did you mean “r:sheets”?"
course "a comparison with nobody" "<r:course $R>$EN<r:compare a='rtx-4090' b='rtx4080'/></r:course>" \
    "course.xml:1:105: error: unknown accelerator “rtx4080”" "did you mean “rtx-4080”?"

# charts NAME XML TEXT…: the same with a charts.xml.
cp "$content/charts.xml" "$WORK/charts.xml"
charts() {
    name=$1
    printf '%s' "$2" >"$content/charts.xml"
    shift 2
    run build
    same "$name: exit status" 1 $status
    says "$name" "$WORK/stderr" "$@"
    cp "$WORK/charts.xml" "$content/charts.xml"
}
ROOF="kind='roofline' model='llama-2-7b' accelerators='rtx-4090'"
charts "a chart that leads out of the folder" "<r:charts $R><r:chart name='../../x' $ROOF/></r:charts>" \
    "charts.xml:1:53: error: “../../x” does not do as the name of a chart"
holds "and nothing was written there" test ! -e "$RIDGE_ROOT/x.zh.svg"
charts "two charts of one name" "<r:charts $R><r:chart name='x' $ROOF/><r:chart name='x' $ROOF/></r:charts>" \
    "expected a name that no chart before it has"
charts "a chart without a name" "<r:charts $R><r:chart $ROOF/></r:charts>" "the attribute name is missing"
charts "a chart without a kind" "<r:charts $R><r:chart name='x'/></r:charts>" "the attribute kind is missing"
charts "a misspelt chart" "<r:charts $R><r:chrat/></r:charts>" "unexpected <r:chrat>" "did you mean “r:chart”?"

# A file of charts by itself: in both languages or one, in the formats that it or a chart names.
cat >"$WORK/own.xml" <<END
<r:charts $R formats="svg csv">
  <r:chart name="a" kind="roofline" models="llama-2-7b" accelerators="rtx-4090"/>
  <r:chart name="b" kind="roofline" models="llama-2-7b" accelerators="rtx-4090" formats="pdf"/>
</r:charts>
END
run build "$WORK/own.xml" -o "$WORK/own"
same "charts by themselves" "a.en.csv a.en.svg a.zh.csv a.zh.svg b.en.pdf b.zh.pdf 0" \
    "$(ls "$WORK/own/charts" | tr '\n' ' ')$status"
run build "$WORK/own.xml" -o "$WORK/own"
empty "charts by themselves, fresh" "$WORK/stdout"
run build "$WORK/own.xml" -o "$WORK/en" --lang en
same "charts in one language" "a.en.csv a.en.svg b.en.pdf" "$(ls "$WORK/en/charts" | tr '\n' ' ' | sed 's/ $//')"
run build "$WORK/own.xml" -o "$WORK/en" --lang eo
says "charts in a language there is not" "$WORK/stderr" "no language “eo”"
sed -i 's/"pdf"/"pfd"/' "$WORK/own.xml"
run build "$WORK/own.xml" -o "$WORK/other"
says "a format there is not" "$WORK/stderr" "own.xml:3:" "“pfd” is not known here" "did you mean “pdf”?"

mv "$RIDGE_ROOT/content" "$WORK/content"
run build
same "no content: exit status" 1 $status
same "no content: one message" 1 "$(wc -l <"$WORK/stderr")"
says "no content" "$WORK/stderr" "$RIDGE_ROOT" "content/catalogue/accelerators.xml" "RIDGE_ROOT"
(cd / && env -u RIDGE_ROOT RIDGE_ROOT=/nowhere "$RIDGE" list models) >"$WORK/stdout" 2>"$WORK/stderr"
same "a root that is not there: exit status" 1 $?
says "a root that is not there" "$WORK/stderr" "/nowhere"

# ── Odd places to write ──────────────────────────────────────────────────────────────────────────
export RIDGE_ROOT="$HOUSE"
run sheet rtx-4090 -o "$WORK/none/x.pdf"
same "a folder that is not there: exit status" 3 $status
says "a folder that is not there" "$WORK/stderr" "there is no such folder"
run sheet rtx-4090 -o /dev/full
same "a full disk: exit status" 3 $status
says "a full disk" "$WORK/stderr" "the disk is full"
run sheet rtx-4090 -o "$WORK"
same "a folder as file: exit status" 3 $status
says "a folder as file" "$WORK/stderr" "it is a folder"

# No place for the glyph pool: one message, and no product without letters.
mkdir "$WORK/blocked"
: >"$WORK/blocked/fonts"
export RIDGE_OUT="$WORK/blocked"
for arguments in build check "sheet rtx-4090 -o $WORK/blocked/x.pdf" "chart roofline -o $WORK/blocked/x.svg" \
    "chart memory-stack -o $WORK/blocked/x.png"; do
    run $arguments
    same "no place for the glyph pool, $arguments: exit status" 3 $status
    same "no place for the glyph pool, $arguments: one message" 1 "$(wc -l <"$WORK/stderr")"
    says "no place for the glyph pool, $arguments" "$WORK/stderr" "cannot write $WORK/blocked/fonts"
    same "no place for the glyph pool, $arguments: nothing written" fonts "$(ls -A "$WORK/blocked")"
done

export RIDGE_OUT=$out

# A write that breaks off: the old file stays, and no half file beside it.
mkdir "$WORK/small"
echo old >"$WORK/small/x.pdf"
(ulimit -f 16 && "$RIDGE" sheet rtx-4090 -o "$WORK/small/x.pdf") >"$WORK/stdout" 2>"$WORK/stderr"
same "a write that breaks off: exit status" 3 $?
same "a write that breaks off: the old file" old "$(cat "$WORK/small/x.pdf")"
same "a write that breaks off: nothing beside it" x.pdf "$(ls -A "$WORK/small")"

run sheet rtx-4090 -o -
same "-o -: exit status" 0 $status
same "-o -: a PDF on standard output" "%PDF-" "$(head -c 5 "$WORK/stdout")"
"$RIDGE" list models >/dev/full 2>"$WORK/stderr"
same "standard output is full: exit status" 3 $?
"$RIDGE" list models >&- 2>"$WORK/stderr"
same "standard output is closed: exit status" 3 $?
says "standard output is closed" "$WORK/stderr" "cannot write to standard output"
"$RIDGE" sheet rtx-4090 -o - >&- 2>"$WORK/stderr"
same "-o - and standard output is closed: exit status" 3 $?
"$RIDGE" sheet rtx-4090 -o "$WORK/closed.pdf" <&- >&- 2>&-
same "all streams closed: exit status" 0 $?
holds "all streams closed: a clean file" qpdf --check "$WORK/closed.pdf"
summary
