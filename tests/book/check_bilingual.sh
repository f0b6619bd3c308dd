#!/bin/bash
# Bilingual editions: nothing is lost, nothing stands twice, pairs begin on one line, languages are
# told in the file.
. tests/book/lib.sh
short_course
export RIDGE_ROOT=$WORK/root

run build --lang en -o "$WORK/out"
same "English: built" 0 "$status"
for template in bilingual bilingual-beside; do
    run build --lang zh+en --template $template -o "$WORK/out"
    same "$template: built" 0 "$status"
done
file=$WORK/out/handout/course.zh+en.pdf beside=$WORK/out/handout/course.zh+en.bilingual-beside.pdf

# words FILE: the Latin words and the Han of the prose, sorted, with their number.
latin() { pdftotext "$1" - | tr -cs 'A-Za-z' '\n' | grep -E '^[a-z]{4,}$' | sort -u; }
han() { pdftotext "$1" - | tr -d ' \n' | python3 -c '
import re, sys
t = sys.stdin.read()
print(*sorted(set(re.findall(r"[\u4e00-\u9fff]{6}", t))), sep="\n")'; }
for f in "$file" "$beside"; do
    name=$(basename "$f" .pdf)
    latin "$WORK/out/handout/course.en.pdf" >"$WORK/en"
    latin "$f" >"$WORK/both"
    # Charts, contents and running heads stand in Chinese alone.
    lost=$(comm -23 "$WORK/en" "$WORK/both" | wc -l)
    all=$(wc -l <"$WORK/en")
    [ "$lost" -lt $((all / 12)) ] && pass || fail "$name: English words that are not there" "$lost of $all" "$(comm -23 "$WORK/en" "$WORK/both" | head -30 | tr '\n' ' ')"
    qpdf --check "$f" >/dev/null 2>&1 && pass || fail "$name: sound file"
    for id in sec-jobs fig-training-memory q-four-bit; do
        same "$name: $id is there once" 1 "$(pdfinfo -dests "$f" | grep -c "\"$id\"")"
    done
    qpdf --qdf --object-streams=disable "$f" - | grep -ac '/Lang (en)' >"$WORK/n"
    [ "$(cat "$WORK/n")" -gt 40 ] && pass || fail "$name: English is told" "$(cat "$WORK/n")"
done
for phrase in "language model is a long list of numbers" "语言模型说到底是一长串数"; do
    for f in "$file" "$beside"; do
        same "$(basename "$f"): “$phrase” once" 1 "$(pdftotext "$f" - | tr '\n' ' ' | tr -s ' ' | grep -o "$phrase" | wc -l)"
    done
done

# Side by side, the first line of a pair has one baseline.
python3 - "$beside" <<'END' >"$WORK/pairs"
import sys
sys.path.insert(0, "tests/book")
import typography as t
seen = aligned = 0
for w, h, runs in t.read_pages(sys.argv[1]):
    lines = t.lines_of(runs)
    left = {round(l.y, 1) for l in lines if 55 < l.x < 82 and any(map(t.is_han, l.text))}
    for l in lines:
        if abs(l.x - 316.6) < 3 and 9.8 < l.size < 10.2 and l.text[0].isupper():
            seen += 1
            aligned += round(l.y, 1) in left
print(seen, aligned)
END
read -r seen aligned <"$WORK/pairs"
[ "$seen" -gt 10 ] && [ "$aligned" = "$seen" ] && pass || fail "pairs begin on one line" "$aligned of $seen"

# A block that the other language lacks is told, and stands alone.
cp "$WORK"/root/content/en/01-two-accounts.xml "$WORK/en.xml"
sed -i '0,/<\/section>/s//<para>Only the English has this sentence.<\/para><\/section>/' "$WORK/root/content/en/01-two-accounts.xml"
run build --lang zh+en -o "$WORK/alone"
same "a block without a twin: status" 0 "$status"
says "a block without a twin" "$WORK/stderr" "has no twin in the other language" "01-two-accounts.xml"
pdftotext "$WORK/alone/handout/course.zh+en.pdf" - | tr '\n' ' ' >"$WORK/flat"
says "a block without a twin stands" "$WORK/flat" "Only the English has this"

# Footnotes of both languages stand in one document; those with an xml:id have the same one.
cp "$WORK/en.xml" "$WORK/root/content/en/01-two-accounts.xml"
for lang in zh en; do
    python3 - "$WORK/root/content/$lang/01-two-accounts.xml" $lang <<'END'
import sys
path, lang = sys.argv[1:]
text = open(path).read()
words = {"zh": ("这是脚注", "这也是"), "en": ("A note below", "Another one below")}[lang]
at = text.index("</para>", text.index('xml:id="p-jobs-between"'))
notes = f"<footnote><para>{words[0]}</para></footnote><footnote xml:id='fn-named'><para>{words[1]}</para></footnote>"
open(path, "w").write(text[:at] + notes + text[at:])
END
done
for template in bilingual bilingual-beside; do
    run build --lang zh+en --template $template -o "$WORK/notes"
    same "$template, footnotes in both languages: status" 0 "$status"
    f=$WORK/notes/handout/course.zh+en.pdf
    [ $template = bilingual ] || f=$WORK/notes/handout/course.zh+en.$template.pdf
    pdftotext "$f" - | tr '\n' ' ' >"$WORK/flat"
    for words in 这是脚注 这也是 "A note below" "Another one below"; do
        same "$template: “$words” once" 1 "$(grep -o "$words" "$WORK/flat" | wc -l)"
    done
    for id in footnote-1 footnote-1-mark fn-named fn-named.en; do
        same "$template: $id is there once" 1 "$(pdfinfo -dests "$f" | grep -c "\"$id\"")"
    done
done

# Code, formulas and the room to write are the same in both languages: they stand once.
for lang in zh en; do
    [ $lang = zh ] && words="用这段程序算一算" || words="Reckon with this program"
    cat >"$WORK/same.$lang.xml" <<END
<article xmlns="http://docbook.org/ns/docbook" xmlns:r="urn:ridgepoint:1" version="5.0" xml:lang="$lang"><title>$words</title>
<para>$words</para><programlisting>alpha = beta</programlisting>
<para><phrase role="typed">42</phrase></para><programlisting># $words</programlisting>
<note><para>$words</para><programlisting>gamma = delta</programlisting></note>
<qandaset><qandaentry xml:id="q" r:workspace="60mm"><question><para>$words</para><programlisting>epsilon = zeta</programlisting></question>
<answer><para>$words</para></answer></qandaentry></qandaset></article>
END
done
for template in bilingual bilingual-beside; do
    run build "$WORK/same.zh.xml" "$WORK/same.en.xml" --lang zh+en --template $template -o "$WORK/same"
    same "$template, what is the same: status" 0 "$status"
    f=$WORK/same/handout/same.zh+en.pdf
    [ $template = bilingual ] || f=$WORK/same/handout/same.zh+en.$template.pdf
    pdftotext -layout "$f" - >"$WORK/flat"
    for words in "alpha = beta" "gamma = delta" "epsilon = zeta" "# 用这段程序算一算" "# Reckon with this program"; do
        same "$template: “$words” once" 1 "$(grep -oF "$words" "$WORK/flat" | wc -l)"
    done
    same "$template: a number alone once" 1 "$(grep -cE '(^| )42( |$)' "$WORK/flat")"
    # Lines of 24 points: 60 mm take 8 of them; the others belong to the head and to the notes.
    rules=$(qpdf --qdf --object-streams=disable --stream-data=uncompress "$f" - | grep -acE '(^| )S$')
    holds "$template: room to write once: $rules strokes" test "$rules" -ge 8 -a "$rules" -lt 16
done

run build --lang zh+fr
same "a language that the course lacks: status" 1 "$status"
says "a language that the course lacks" "$WORK/stderr" "zh+fr"
summary
