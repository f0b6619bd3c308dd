#!/bin/bash
# The chapter-language guide: its examples are test cases. Every example says what the guide says of
# it, and what the guide shows of it is what it makes alone.
. tests/book/lib.sh

for language in zh en; do
    guide=content/guide/$language
    run expand "$guide/guide.xml" -o "$WORK/guide.xml"
    same "the $language guide expands" 0 $status
    empty "… without a message" "$WORK/stderr"
    python3 tests/book/guide.py samples "$guide/guide.xml" >"$WORK/samples"
    count=0
    while read -r id href part result message; do
        file=$guide/$href
        count=$((count + 1))
        (cd "$guide/examples" && "$RIDGE" check "${href#examples/}") >"$WORK/stdout" 2>"$WORK/stderr" </dev/null
        status=$?
        if [ "$message" != - ]; then
            same "$file has a fault: exit status" 1 $status
            holds "$file: the guide prints what the checker says" cmp "$guide/$message" "$WORK/stderr"
            holds "$file as listed" python3 tests/book/guide.py compare "$WORK/guide.xml" "$id" "$file" "$part"
            continue
        fi
        same "$file is sound" 0 $status
        empty "$file has no message" "$WORK/stderr"
        [ "$result" = no ] || "$RIDGE" expand "$file" -o "$WORK/alone.xml" 2>"$WORK/stderr"
        holds "$file in the guide and alone" python3 tests/book/guide.py compare "$WORK/guide.xml" \
            "$id" "$file" "$part" $([ "$result" = no ] || echo "$WORK/alone.xml")
    done <"$WORK/samples"
    same "every example of the $language guide is shown" \
        "$(ls "$guide"/examples/*.xml | wc -l)" "$(awk '{print $2}' "$WORK/samples" | sort -u | wc -l)"
    echo "$language: $count examples"
done
summary
