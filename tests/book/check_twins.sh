#!/bin/sh
# What only one language has fails the build, at its place.
. tests/book/lib.sh
mkdir -p "$WORK/house"
cp -R content templates assets "$WORK/house/"
export RIDGE_ROOT="$WORK/house" RIDGE_OUT="$WORK/house/out"
chapter=$RIDGE_ROOT/content/en/01-two-accounts.xml

run check
same "the course as shipped: every element has its twin" 0 $status

line=$(grep -n 'xml:id="p-jobs-between"' "$chapter" | cut -d: -f1)
sed -i 's/xml:id="p-jobs-between"/xml:id="p-jobs-betwixt"/' "$chapter"
run check
same "an id of one language only: exit status" 1 $status
says "an id of one language only: message" "$WORK/stderr" \
    "en/01-two-accounts.xml:$line:" "the other language has no “p-jobs-betwixt”" "did you mean “p-jobs-between”?"
says "an id of one language only: seen from the other one" "$WORK/stderr" \
    "the other language has no “p-jobs-between”"
# A chapter that the other language has not at all is one fault, not one an id.
sed -i 's/xml:id="p-jobs-betwixt"/xml:id="p-jobs-between"/' "$chapter"
sed -i '/02-/d' "$RIDGE_ROOT/content/zh/course.xml"
run check
same "a missing chapter: how often" 1 "$(grep -c 'content/en/02-.*the other language has no' "$WORK/stderr")"
says "a missing chapter: which" "$WORK/stderr" "a <chapter> like it there, with all of its"
summary
