#!/bin/sh
# The RELAX NG schemas: what the checker has nothing against is valid, what it refuses for its
# structure is not; over every chapter, template and catalogue there is. Documents made from the
# tables are in tests/doc/test_grammar.c.
. tests/book/lib.sh

for what in chapter template catalogue scenarios; do
    run schema $what -o "$WORK/$what.rng"
    same "schema $what: exit status" 0 $status
    holds "schema $what is RELAX NG" jing "$WORK/$what.rng"
done
run schema chapters
same "unknown schema: exit status" 1 $status
says "unknown schema" "$WORK/stderr" "did you mean “chapter”?"

# Messages about what a grammar can see. All others are beyond it: claims, expressions and units,
# names of the catalogue, references and ids used twice, columns and shapes of tables, derivations,
# digits typed by hand, empty text, one of two attributes of a link, glyphs, other languages, layout;
# and what is no XML at all.
STRUCTURE='error: (<[^>]*> is in a namespace|unknown element|<[^>]*> may not stand here|unknown attribute|<[^>]*> lacks|text “.*” may not stand here)'

# whole FILE: with its includes, as any XML tool resolves them.
whole() { xmllint --nonet --xinclude "$1" 2>/dev/null; }

# verdict SCHEMA FILE: jing and the checker.
verdict() {
    whole "$2" >"$WORK/whole.xml" || { beyond=$((beyond + 1)); return; }
    grep -q '<!DOCTYPE' "$2" && { beyond=$((beyond + 1)); return; }
    run check "$2"
    if jing "$WORK/$1.rng" "$WORK/whole.xml" >"$WORK/jing"; then
        says_structure=$(grep -vF "lacks the attribute xlink:href or" "$WORK/stderr" | grep -cE "$STRUCTURE")
        same "$2 is valid: faults of its structure" 0 "$says_structure"
        [ $status = 0 ] && sound=$((sound + 1)) || beyond=$((beyond + 1))
    else
        holds "$2 is invalid: the checker says so" grep -q 'error:' "$WORK/stderr"
        refused=$((refused + 1))
    fi
}
sound=0 refused=0 beyond=0
# Files of the course are checked as its parts; those of tests/golden/doc have a catalogue of theirs,
# whose names are beyond a grammar.
for file in content/zh/[0-9c]*.xml content/en/[0-9c]*.xml tests/golden/book/*.xml tests/golden/doc/*.xml; do
    [ -e "$file" ] || continue
    grep -q '<r:template\|<template' "$file" && verdict template "$file" && continue
    grep -qE '<(accelerators|links|models|sources|prices|cases|scenarios|course|charts|strings)' "$file" && continue
    verdict chapter "$file"
done
for file in templates/*.xml; do verdict template "$file"; done
echo "$sound valid and sound, $refused invalid and refused, $beyond with faults beyond a grammar"
holds "there were sound ones" test $sound -ge 6
holds "there were refused ones" test $refused -ge 4

# The catalogue and the scenarios as shipped.
for file in content/catalogue/*.xml; do
    holds "$file is valid" jing "$WORK/catalogue.rng" "$file"
done
holds "the scenarios are valid" jing "$WORK/scenarios.rng" content/scenarios.xml

# changed SCHEMA FILE FROM TO: one thing changed in the house, and both verdicts.
mkdir "$WORK/house"
cp -R content templates assets "$WORK/house/"
changed() {
    sed "s#$3#$4#" "$2" >"$WORK/house/$2"
    cmp -s "$2" "$WORK/house/$2" && fail "$3 → $4 changes nothing"
    jing "$WORK/$1.rng" "$WORK/house/$2" >"$WORK/jing"
    same "$3 → $4: jing" 1 $?
    RIDGE_ROOT="$WORK/house" "$RIDGE" list accelerators >"$WORK/stdout" 2>"$WORK/stderr"
    same "$3 → $4: ridge" 1 $?
    cp "$2" "$WORK/house/$2"
}
changed catalogue content/catalogue/accelerators.xml '<memory-bandwidth ' '<memory-bandwith '
changed catalogue content/catalogue/accelerators.xml 'class="gpu-tensor"' 'class="gpu-tensors"'
changed catalogue content/catalogue/accelerators.xml 'source="nvidia-v100-datasheet" derived="label"' 'source="nvidia-v100-datasheet" derived="lable"'
changed catalogue content/catalogue/accelerators.xml '>2017-05<' '>2017-13<'
changed catalogue content/catalogue/accelerators.xml ' id="v100-sxm2-16gb"' ' id="V100"'
changed catalogue content/catalogue/accelerators.xml 'reason="as-sold"' 'reason="as-told"'
changed catalogue content/catalogue/links.xml 'kind="host-link"' 'kind="host"'
changed catalogue content/catalogue/links.xml '<raw-rate>' '<note>x</note><rate>x</rate><raw-rate>'
changed catalogue content/catalogue/models.xml '<layers>32<' '<layers>many<'
changed catalogue content/catalogue/models.xml 'rotary-values="2048"' 'rotary-values="2k"'
changed catalogue content/catalogue/sources.xml 'grade="datasheet"' 'grade="data"'
changed scenarios content/scenarios.xml 'micro-batch="1"' 'micro-batch="0"'
changed scenarios content/scenarios.xml 'micro-batch="1"' 'microbatch="1"'
changed scenarios content/scenarios.xml ' model="llama-2-7b"' ''
changed scenarios content/scenarios.xml 'task="training"' 'task="learning"'
summary
